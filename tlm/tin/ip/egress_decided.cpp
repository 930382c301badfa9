// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: results of attached blocks.
#include <fmt/format.h>

#include "base/errors.h"
#include "tlm/tin/ip/egress.h"

namespace tinsim {

void Egress::fail_decision(Cycle now, std::string_view block, const std::string& what) const {
  throw InvariantError(fmt::format("{} cycle {}: {}: {}", params_.name, now, block, what));
}

/// The queue to be granted; `own` is the choice of the chip.
unsigned Egress::choose_decided(Cycle now, bool hold, unsigned own) {
  CtsView view = cts_view(now, decider_->is_full(now, hold));
  const unsigned queue = decider_->chosen(now, view, own);
  if (queue != kNoQueue && !(waiting_ >> queue & 1))
    fail_decision(now, "cts_scheduler", fmt::format("grants queue {}, which has no RTS", queue));
  return queue;
}

uint16_t Egress::reserve_decided(Cycle now, unsigned bytes) {
  const uint16_t eptr = decider_->reserved(now, bytes, buffer_.next_eptr());
  if (!buffer_.is_free(eptr))
    fail_decision(now, "reassembly_buffer",
                  fmt::format("reserves eptr {:#06x}, whose context is not free", eptr));
  buffer_.reserve(eptr, bytes);
  return eptr;
}

/// A packet is complete once, and before it is given up.
void Egress::check_completion(Cycle now, uint16_t eptr) {
  const PacketContext& packet = fetched(eptr);
  if (buffer_.is_taken(eptr) && !order_of(packet.eport, packet.cos).is_complete(packet.entry))
    return;
  fail_decision(now, "reassembly_buffer",
                fmt::format("completes eptr {:#06x}, which is complete or free", eptr));
}

/// The entry of the packet that may depart next; kNone: none.
unsigned Egress::offered_decided(Cycle now, unsigned eport, bool is_strict) const {
  const ReorderState& order = is_strict ? *strict_orders_[eport] : ports_[eport].order;
  const unsigned own = order.offered();
  std::optional<uint16_t> own_eptr;
  if (own != ReorderState::kNone) own_eptr = order.tag(own);
  const std::optional<uint16_t> eptr = decider_->offered(now, eport, is_strict, own_eptr);
  if (!eptr) return ReorderState::kNone;
  if (eptr == own_eptr) return own;
  const unsigned context = kFormat.context(*eptr);
  if (buffer_.is_taken(*eptr) && context < fetched_.size()) {
    const unsigned entry = fetched_[context].entry;
    if (order.is_complete(entry) && order.tag(entry) == *eptr) return entry;
  }
  fail_decision(
      now, "reorder_queue",
      fmt::format("offers eptr {:#06x} at port {}, where it is not complete", *eptr, eport));
}

}  // namespace tinsim
