// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: the choice of what each slot of a link carries.
#include <algorithm>
#include <array>

#include "rtl_models/link_state/link_state.h"
#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

namespace {
constexpr unsigned kUpdatesPerSet = 3;
}  // namespace

void LinkSlots::decide(Cycle now) {
  for (PortMask left = to_decide_ & ~driven_; left != 0; drop_lowest(left))
    decide_one(now, lowest(left));
  to_decide_ = 0;
}

// The scheduler's choice of cycle now + 4 for the slot after it. Everything that it depends on in
// that cycle follows from matches up to now.
void LinkSlots::decide_one(Cycle now, unsigned port) {
  LinkTx& t = tx(port);
  if (t.head == kNil) return;  // see apply_deferred_updates
  const Cycle slot = now + records().delays().match_to_tx;
  if (t.free > slot) {  // a cell has just taken it
    wheel().schedule_link(t.free - records().delays().match_to_tx, port);
    return;
  }
  if (std::min(t.refresh_due, t.timed_due) < slot) send_timed_sets(slot, port, t);
  if (t.free <= slot) {
    if ((t.pending != 0) & (slot >= t.set_allowed) & is_urgent(slot - 1, t)) {
      send_update(slot, port, t);
    } else if (stalls_ == nullptr || (stalls_->ready(slot - 1) >> (port & 63u) & 1)) {
      start_queued_cell(slot, port, t);
    }
  }
  if (t.head != kNil) {
    wheel().schedule_link(std::max(t.free, slot + 1) - records().delays().match_to_tx, port);
  }
}

bool LinkSlots::is_urgent(Cycle decided, const LinkTx& t) const {
  const VcMask but_one = t.pending & (t.pending - 1);
  const bool fills_a_set = has_several(but_one);  // three VCs or more
  return fills_a_set | (decided >= t.pending_since + records().params().fc_hold);
}

// The cell that leaves next, and the one before it in the list.
uint32_t LinkSlots::next_cell(unsigned port, const LinkTx& t, uint32_t& before) {
  const CellPool& cells = pool();
  if (cells[t.head].next == kNil) return t.head;
  std::array<uint32_t, kCoreVcs> first;
  std::array<uint32_t, kCoreVcs> before_first;
  VcMask vcs = 0;
  uint32_t last = kNil;
  for (uint32_t i = t.head; i != kNil; last = i, i = cells[i].next) {
    const unsigned vc = cells[i].out_vc;
    if (vcs >> vc & 1) continue;
    vcs |= vc_bit(vc);
    first[vc] = i;
    before_first[vc] = last;
  }
  const unsigned vc = pickers_[port].next(
      qos_, vcs, [&](unsigned v) { return unsigned{cells[first[v]].cell.words}; });
  before = before_first[vc];
  return first[vc];
}

void LinkSlots::start_queued_cell(Cycle slot, unsigned port, LinkTx& t) {
  uint32_t before = kNil;
  const uint32_t index = next_cell(port, t, before);
  CellPool::Node& node = pool()[index];
  const uint32_t after = node.next;
  (before == kNil ? t.head : pool()[before].next) = after;
  if (after == kNil) t.tail = before;
  count_queued(port, node, -1);
  start_cell(slot, port, t, index, node);
  schedule_update(port, t);
}

inline void LinkSlots::send_update(Cycle slot, unsigned port, LinkTx& t) {
  for (unsigned i = 0; i < kUpdatesPerSet && t.pending != 0; ++i) {
    add_update_entry(slot, port, pick_round_robin(t.pending, t.pointer), i, t);
  }
  if (observation().is_observed())
    observation().sets().report_update(*observation().observer(), slot, port);
  finish_update(slot, t);
}

void LinkSlots::send_deferred_sets(Cycle slot, unsigned port, LinkTx& t) {
  while (t.pending != 0) {
    const Cycle first = std::max({t.free, t.set_allowed, t.pending_since + 1});
    if (first > slot) break;
    if (std::min(t.refresh_due, t.timed_due) < first) send_timed_sets(first, port, t);
    if (std::max(t.free, t.set_allowed) <= first) send_update(first, port, t);
  }
  schedule_update(port, t);
}

// Which updates are due is found without a branch for each, which could not be predicted.
void LinkSlots::apply_all_deferred_updates(Cycle slot) {
  PortMask due = 0;
  for (PortMask left = deferred_; left != 0; drop_lowest(left)) {
    const unsigned port = lowest(left);
    due |= port_bit_if(update_at(port) <= slot, port);
  }
  for (; due != 0; drop_lowest(due)) apply_deferred_updates(slot, lowest(due), tx(lowest(due)));
}

// TIMESYNC and refresh sets grant a healthy link nothing new: they take slots, no more. Those for
// which the link was free have been sent since the last call; the last one may take `slot`. A MOS
// that comes with them leaves that slot to an update that precedes it, which the caller sends.
void LinkSlots::send_timed_sets(Cycle slot, unsigned port, LinkTx& t) {
  const auto slot_after = [&t](Cycle due, Cycle lead) {
    return due == kNoCycle ? kNoCycle : std::max(due + lead, t.free);
  };
  for (;;) {
    const Cycle timesync = slot_after(timesync_due(port, t), 2);
    const Cycle refresh = std::max(slot_after(t.refresh_due, 1), t.set_allowed);
    const Cycle mos = slot_after(mos_due(port), 2);
    const Cycle next = std::min({timesync, refresh, mos});
    if (next > slot) return;
    if (timesync == next) {
      send_timesync(next, port, t);
    } else if (refresh == next) {
      send_refresh(next, port, t);
    } else if (!update_precedes_mos(next, t)) {
      send_mos(next, port, t);
    } else {
      return;
    }
    schedule_update(port, t);
  }
}

void LinkSlots::send_timesync(Cycle slot, unsigned port, LinkTx& t) {
  t.occupy(slot, 1);
  if (set_unit_ != nullptr) return set_timesync_due(port, t, send_set_of_unit(slot, port, t));
  Observation& observed = observation();
  if (observed.is_observed()) observed.sets().report_timesync(*observed.observer(), slot, port);
  set_timesync_due(port, t, timesync_due(port, t) + records().params().timesync_cycles);
}

/// Returns when the next one is due.
Cycle LinkSlots::send_set_of_unit(Cycle slot, unsigned port, const LinkTx& t) {
  const LinkTx::Departed& cell = t.departed[0];
  const OrderedSetUnit::Sent sent = set_unit_->take(slot, port, cell.slot + cell.words);
  Observation& observed = observation();
  if (observed.is_observed()) observed.observer()->set_sent(slot, port, sent.code, sent.body);
  return sent.next_due;
}

void LinkSlots::set_timesync_due(unsigned port, LinkTx& t, Cycle due) {
  t.timed_due = std::min(due, mos_due(port));
  if (!mos_.empty()) mos_[port].timesync_due = due;
}

void LinkSlots::attach_sets(OrderedSetUnit& unit) {
  set_unit_ = &unit;
  for (unsigned port = 0; port < records().params().ports; ++port) {
    LinkTx& t = tx(port);
    if (t.kind == LinkKind::kSets) set_timesync_due(port, t, unit.next_due(port));
  }
}

void LinkSlots::add_due_set(unsigned port, Cycle due) {
  LinkTx& t = tx(port);
  set_timesync_due(port, t, std::min(timesync_due(port, t), due));
}

void LinkSlots::send_awaited_sets(Cycle slot) {
  for (PortMask left = set_unit_->awaited_ports(); left != 0; drop_lowest(left)) {
    const unsigned port = lowest(left);
    if (tx(port).free <= slot) send_timed_sets(slot, port, tx(port));
  }
}

void LinkSlots::send_refresh(Cycle slot, unsigned port, LinkTx& t) {
  Observation& observed = observation();
  if (observed.is_observed()) observed.sets().report_refresh(*observed.observer(), slot, port);
  t.occupy(slot, 1);
  t.set_allowed = slot + timing::kSetSpacing;
  do {  // a set that is due twice is sent once
    t.refresh_due += records().params().refresh_cycles;
  } while (t.refresh_due <= slot);
}

// Those up to `slot` for which links were free, in their order, though nothing waits for them.
void LinkSlots::report_timed_sets(Cycle slot) {
  for (unsigned port = 0; port < records().params().ports; ++port) {
    if (!(driven_ >> port & 1) && tx(port).free <= slot) send_timed_sets(slot, port, tx(port));
  }
}

void LinkSlots::run_drivers(Cycle now) {
  const Cycle slot = now + records().delays().match_to_tx;
  for (PortMask left = driven_; left != 0; drop_lowest(left)) {
    const unsigned port = lowest(left);
    LinkTx& t = tx(port);
    if (drivers_[port]->step(now) && t.head != kNil && t.free <= slot)
      start_queued_cell(slot, port, t);
  }
}

PortMask LinkSlots::links_not_up() const {
  PortMask not_up = 0;
  for (PortMask left = failing_; left != 0; drop_lowest(left)) {
    const unsigned port = lowest(left);
    const bool up = drivers_[port]->driver().port().state() == static_cast<unsigned>(PhyState::Up);
    not_up |= port_bit_if(!up, port);
  }
  return not_up;
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
