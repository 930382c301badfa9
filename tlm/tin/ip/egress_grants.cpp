// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: which RTS is answered next, and when.
#include <algorithm>
#include <utility>

#include "base/masks.h"
#include "tlm/tin/ip/egress.h"

namespace tinsim {

/// The scheduler gives one grant in a cycle, and looks only while an RTS waits for a port that its
/// pace lets fetch.
void Egress::wake_scheduler(Cycle at) { wake_scheduler(std::max(at, grants_from_), requested()); }

/// It looks at `queues` from `at` on. An event of a later cycle that is under way does not count
/// any more.
void Egress::wake_scheduler(Cycle at, uint32_t queues) {
  if (grants_at_ <= at) return;
  Cycle first = kNoCycle;
  for (uint32_t left = queues; left != 0; left &= ~queues_of(port_of_queue(lowest(left)))) {
    first = std::min(first, std::max(at, paced_until(port_of_queue(lowest(left)))));
  }
  if (first >= grants_at_) return;
  grants_at_ = first;
  events_.push(first, IpEvent::kGrant, 0);
}

/// Queues with an RTS that may be answered, were it for the pace alone.
uint32_t Egress::requested() const {
  return waiting_ & ~(uint32_t{mac_paused_} << rts_queue(kMacEport, 0));
}

/// … and the pace of whose port lets it fetch.
uint32_t Egress::candidates(Cycle now) const {
  uint32_t queues = requested();
  for (uint32_t left = queues; left != 0; left &= ~queues_of(port_of_queue(lowest(left)))) {
    const unsigned eport = port_of_queue(lowest(left));
    if (paced_until(eport) > now) queues &= ~queues_of(eport);
  }
  return queues;
}

/// Classes whose packets do not count in the window. Those that the MAC's partner has paused would
/// keep it from the others; and while an RTS of a strict class waits, only strict classes count.
uint8_t Egress::uncounted(unsigned eport) const {
  const uint8_t paused = eport == kMacEport ? mac_paused_ : 0;
  return static_cast<uint8_t>(strict_waits(eport) ? paused | ~params_.cts_plan.strict : paused);
}

bool Egress::strict_waits(unsigned eport) const {
  return (requested() >> rts_queue(eport, 0) & params_.cts_plan.strict) != 0;
}

uint32_t Egress::uncounted_bytes(unsigned eport) const {
  uint32_t bytes = 0;
  for (uint32_t left = uncounted(eport); left != 0; left &= left - 1) {
    bytes += ports_[eport].outstanding_of[lowest(left)];
  }
  return bytes;
}

/// The first cycle in which the pace of its wire lets the port fetch. Strict classes do not wait
/// for what has been fetched for others.
Cycle Egress::paced_until(unsigned eport) const {
  return strict_waits(eport) ? 0 : wires_[interface_of(eport)].pace.from();
}

/// Whether the first packet of `queue` has room in its port's window and slots.
bool Egress::fits(unsigned queue) const {
  const unsigned eport = port_of_queue(queue);
  const Port& port = ports_[eport];
  const unsigned bytes = requests_.front(queues_[queue].requests).bytes;
  return port.slots + cells_of(bytes) <= params_.buffer_slots &&
         fits_window(port.outstanding, bytes, window(eport));
}

/// Whether the first RTS of `queue` speaks of a packet that its ingress has given up. A CTS would
/// come for an iptr that may be another packet's by now.
bool Egress::is_stale(Cycle now, unsigned queue) const {
  const Request& first = requests_.front(queues_[queue].requests);
  return params_.rts_timeout != 0 && now >= first.at + params_.rts_timeout;
}

/// The first RTS of `number`, which leaves its queue.
Egress::Request Egress::take_request(Cycle now, unsigned number) {
  Queue& queue = queues_[number];
  Request request = requests_.pop_front(queue.requests);
  if (--queue.depth == 0) waiting_ &= ~(1u << number);
  Level& level = ports_[port_of_queue(number)].stats.requests[cos_of_queue(number)];
  level.set(now, queue.depth);
  return request;
}

void Egress::grant(Cycle now) {
  if (grants_at_ != now) return;
  grants_at_ = kNoCycle;
  const bool hold = !buffer_.can_reserve();
  const unsigned number = hold ? kNoQueue
                               : picker_.peek(params_.cts_plan, candidates(now),
                                              [this](unsigned q) { return fits(q); });
  const bool stale = number != kNoQueue && is_stale(now, number);
  if (observer_ != nullptr) {
    CtsView view = cts_view(now);
    view.hold |= stale;
    observer_->scheduled(now, view, stale ? kNoQueue : number);
  }
  // Ports that their pace holds back are looked at again, the others when there is room.
  if (number == kNoQueue) return wake_scheduler(now, requested() & ~candidates(now));
  grants_from_ = now + 1;
  if (stale) {
    rules_.forgotten(now, number);
    take_request(now, number);
    ++counters_.late_cells;
    return wake_scheduler(now + 1);
  }
  // Which the RTS that is taken may change.
  const unsigned eport = port_of_queue(number);
  const uint32_t uncounted = uncounted_bytes(eport);
  Request request = take_request(now, number);
  picker_.grant(params_.cts_plan, number, request.bytes);
  fetch(now, number, std::move(request), uncounted);
  wake_scheduler(now + 1);
}

CtsView Egress::cts_view(Cycle now) const {
  CtsView view;
  view.waiting = candidates(now);
  for (unsigned queue = 0; queue < kRtsQueues; ++queue) {
    if (waiting_ >> queue & 1) view.bytes[queue] = requests_.front(queues_[queue].requests).bytes;
  }
  for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
    view.slots[eport] = params_.buffer_slots - ports_[eport].slots;
    view.outstanding[eport] = ports_[eport].outstanding;
    view.window[eport] = window(eport);
  }
  view.hold = !buffer_.can_reserve();
  return view;
}

}  // namespace tinsim
