// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: the slots of MOS words.
#include <algorithm>

#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

void LinkSlots::join_mos(unsigned port, MosPort& mos) {
  if (driven_ >> port & 1) return drivers_[port]->driver().join_mos(mos);
  if (mos_.empty()) {
    mos_.resize(records().params().ports);
    for (unsigned p = 0; p < mos_.size(); ++p) mos_[p].timesync_due = tx(p).timed_due;
  }
  mos_[port].port = &mos;
  mos.join_link(*this, port);
  mos_written(port);
}

Cycle LinkSlots::timesync_due(unsigned port, const LinkTx& t) const {
  return mos_.empty() ? t.timed_due : mos_[port].timesync_due;
}

// The word waits from one cycle on, and may be chosen from another one on; it takes a slot after
// both.
void LinkSlots::mos_written(unsigned port) {
  MosSlots& slots = mos_[port];
  const Cycle offered = slots.port->offered_from();
  slots.mos_due = offered == kNoCycle ? kNoCycle : std::max(offered, slots.allowed) - 1;
  tx(port).timed_due = std::min(slots.timesync_due, slots.mos_due);
}

// Precondition: the slot is free. An update set that is shown in the cycle before, and precedes
// cells, precedes a MOS as well.
bool LinkSlots::update_precedes_mos(Cycle slot, const LinkTx& t) const {
  const bool is_shown = (t.pending != 0) & (slot >= std::max(t.set_allowed, t.pending_since + 1));
  return is_shown && is_urgent(slot - 1, t);
}

void LinkSlots::send_mos(Cycle slot, unsigned port, LinkTx& t) {
  MosSlots& slots = mos_[port];
  const MosBody word = slots.port->next(slot);
  Observation& observed = observation();
  if (observed.is_observed()) observed.sets().report_mos(*observed.observer(), slot, port, word);
  t.occupy(slot, 1);
  slots.allowed = slot + timing::kMosGap;
  ++slots.sent;
  slots.port->deliver(slot, word);
  slots.port->left(slot);
  mos_written(port);
}

void LinkSlots::send_mos_before(Cycle slot) {
  for (unsigned port = 0; port < mos_.size(); ++port) {
    LinkTx& t = tx(port);
    if (mos_[port].port != nullptr && t.timed_due < slot && t.free <= slot)
      send_timed_sets(slot, port, t);
  }
}

void LinkSlots::send_mos_until(unsigned port, Cycle slot) {
  LinkTx& t = tx(port);
  if (update_at(port) <= slot) apply_deferred_updates(slot, port, t);
  if (t.timed_due < slot && t.free <= slot) send_timed_sets(slot, port, t);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
