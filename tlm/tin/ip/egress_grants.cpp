// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: the CTS scheduler's choice of RTSs, and its events.
#include <algorithm>
#include <utility>

#include "base/masks.h"
#include "tlm/tin/ip/egress.h"

namespace tinsim {

/// The scheduler gives one grant in a cycle. It has an event only while an RTS waits for a port.
void Egress::wake_scheduler(Cycle at) {
  wake_scheduler(std::max(at, next_grant_), eligible_queues());
}

/// The first event for `queues` from cycle `at` on, when the pace of a port permits a fetch. It
/// supersedes a later one.
void Egress::wake_scheduler(Cycle at, uint32_t queues) {
  if (grant_event_at_ <= at) return;
  Cycle first = kNoCycle;
  for (uint32_t left = queues; left != 0; left &= ~queues_of(port_of_queue(lowest(left)))) {
    first = std::min(first, std::max(at, paced_until(port_of_queue(lowest(left)))));
  }
  if (first >= grant_event_at_) return;
  grant_event_at_ = first;
  events_.push(first, IpEvent::kGrant, 0);
}

/// Queues with an RTS, of classes that the MAC's partner has not paused.
uint32_t Egress::eligible_queues() const {
  return waiting_ & ~(uint32_t{mac_paused_} << rts_queue(kMacEport, 0));
}

/// Eligible queues of ports whose pace permits a fetch.
uint32_t Egress::candidates(Cycle now) const {
  uint32_t queues = eligible_queues();
  for (uint32_t left = queues; left != 0; left &= ~queues_of(port_of_queue(lowest(left)))) {
    const unsigned eport = port_of_queue(lowest(left));
    if (paced_until(eport) > now) queues &= ~queues_of(eport);
  }
  return queues;
}

/// Classes whose packets do not count in the window: paused ones, which would block the others, and
/// while an RTS of a strict class waits, all that are not strict.
uint8_t Egress::uncounted(unsigned eport) const {
  const uint8_t paused = eport == kMacEport ? mac_paused_ : 0;
  return static_cast<uint8_t>(has_strict_request(eport) ? paused | ~params_.egress.cts_plan.strict
                                                        : paused);
}

bool Egress::has_strict_request(unsigned eport) const {
  return (eligible_queues() >> rts_queue(eport, 0) & params_.egress.cts_plan.strict) != 0;
}

uint32_t Egress::uncounted_bytes(unsigned eport) const {
  uint32_t bytes = 0;
  for (uint32_t left = uncounted(eport); left != 0; left &= left - 1) {
    bytes += ports_[eport].outstanding_of[lowest(left)];
  }
  return bytes;
}

/// The first cycle in which the pace of its wire permits the port a fetch. Strict classes do not
/// wait for packets fetched for others.
Cycle Egress::paced_until(unsigned eport) const {
  return has_strict_request(eport) ? 0 : wires_[interface_of(eport)].pace.from();
}

/// Whether the first packet of `queue` fits its port's window and slots.
bool Egress::fits(unsigned queue) const {
  const unsigned eport = port_of_queue(queue);
  const Port& port = ports_[eport];
  const unsigned bytes = requests_.front(queues_[queue].requests).bytes;
  return port.slots + cells_of(bytes) <= params_.egress.buffer_slots &&
         fits_window(port.outstanding, bytes, window(eport));
}

/// Whether the ingress has given up the packet of the first RTS of `queue`. A CTS would arrive for
/// an iptr that may be another packet's by now.
bool Egress::is_expired(Cycle now, unsigned queue) const {
  const Request& first = requests_.front(queues_[queue].requests);
  return params_.ingress.rts_timeout != 0 && now >= first.at + params_.ingress.rts_timeout;
}

/// Removes the first RTS of queue `number`.
Egress::Request Egress::take_request(Cycle now, unsigned number) {
  Queue& queue = queues_[number];
  Request request = requests_.pop_front(queue.requests);
  if (--queue.depth == 0) waiting_ &= ~(1u << number);
  Level& level = ports_[port_of_queue(number)].stats.requests[cos_of_queue(number)];
  level.set(now, queue.depth);
  return request;
}

void Egress::grant(Cycle now) {
  if (grant_event_at_ != now) return;
  grant_event_at_ = kNoCycle;
  const bool hold = !buffer_.can_reserve();
  unsigned number = hold ? kNoQueue
                         : picker_.peek(params_.egress.cts_plan, candidates(now),
                                        [this](unsigned q) { return fits(q); });
  if (decider_ != nullptr) number = choose_decided(now, hold, number);
  const bool expired = number != kNoQueue && is_expired(now, number);
  if (decider_ != nullptr) decider_->scheduled(now, expired);
  // Paced ports are rechecked in their cycle, the others when packets are released.
  if (number == kNoQueue) return wake_scheduler(now, eligible_queues() & ~candidates(now));
  next_grant_ = now + 1;
  if (expired) {
    rules_.discarded(now, number);
    take_request(now, number);
    ++counters_.late_cells;
    return wake_scheduler(now + 1);
  }
  // Before take_request(), which may change it.
  const unsigned eport = port_of_queue(number);
  const uint32_t uncounted = uncounted_bytes(eport);
  Request request = take_request(now, number);
  picker_.grant(params_.egress.cts_plan, number, request.bytes);
  fetch(now, number, std::move(request), uncounted);
  wake_scheduler(now + 1);
}

CtsView Egress::cts_view(Cycle now, bool hold) const {
  CtsView view;
  view.waiting = candidates(now);
  for (unsigned queue = 0; queue < kRtsQueues; ++queue) {
    if (waiting_ >> queue & 1) view.bytes[queue] = requests_.front(queues_[queue].requests).bytes;
  }
  for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
    view.slots[eport] = params_.egress.buffer_slots - ports_[eport].slots;
    view.outstanding[eport] = ports_[eport].outstanding;
    view.window[eport] = window(eport);
  }
  view.hold = hold;
  return view;
}

}  // namespace tinsim
