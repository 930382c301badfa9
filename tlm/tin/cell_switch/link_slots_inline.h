// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: credit, output queues and link slots, steps on the path of every cell.
#pragma once

#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_parts.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

inline void LinkSlots::take_credit(unsigned out, unsigned vc, unsigned words) {
  if (shares_words(out)) {
    shared_->take(out, vc, words);
    load_shared_credit(out);
    return;
  }
  uint16_t& credit = records().vc(out, vc).credit.words;
  credit = static_cast<uint16_t>(credit - (credit == kUnlimited ? 0 : words));
}

inline void LinkSlots::add_credit(unsigned out, unsigned vc, unsigned words) {
  if (shares_words(out)) {
    shared_->give_back(out, vc, words);
    load_shared_credit(out);
    return;
  }
  uint16_t& credit = records().vc(out, vc).credit.words;
  credit = static_cast<uint16_t>(credit + words);
}

inline void LinkSlots::take_credits(Cycle upto) {
  if (records().mailbox().has_credit(upto)) drain_credits(upto);
}

inline bool LinkSlots::is_queue_empty(Cycle now, unsigned out) const {
  const LinkTx& t = tx(out);
  return (t.head == kNil) & (t.departed[0].slot <= now);
}

/// Words of the output queue of this VC that are taken or reserved. Without a branch for each
/// departure, which could not be predicted where the crossbar is faster than links.
inline unsigned LinkSlots::reserved(Cycle now, unsigned out, unsigned vc) const {
  const LinkTx& t = tx(out);
  unsigned words = 0;
  for (const LinkTx::Departed& d : t.departed) {
    const unsigned counts = (d.slot > now) & (d.vc == vc);
    words += counts * d.words;
  }
  return words +
         (queued_words_.empty() ? queued_words(t, vc) : queued_words_[vc * kCorePorts + out]);
}

inline bool LinkSlots::has_queue_space(Cycle now, unsigned out, unsigned vc, unsigned words) const {
  return reserved(now, out, vc) + words <= records().params().queue_words;
}

inline bool LinkSlots::has_space(Cycle now, unsigned out, unsigned vc, unsigned words) const {
  return !is_queued(out) || has_queue_space(now, out, vc, words);
}

inline void LinkSlots::count_queued(unsigned out, const CellPool::Node& node, int sign) {
  if (queued_words_.empty()) return;
  uint8_t& words = queued_words_[node.out_vc * kCorePorts + out];
  words = static_cast<uint8_t>(words + sign * node.cell.words);
}

inline void LinkSlots::schedule_decision(Cycle now, unsigned port) {
  const Cycle free = tx(port).free;
  if (free <= now + records().delays().match_to_tx) {
    to_decide_ |= port_bit(port);
  } else {
    wheel().schedule_link(free - records().delays().match_to_tx, port);
  }
}

// A cell matched now begins in slot now + 5, for any other match of this cycle: the link is free,
// nothing waits, no timed set is due, and no update can become urgent by one more VC.
inline bool LinkSlots::can_start_now(Cycle now, unsigned out) const {
  const LinkTx& t = tx(out);
  const Cycle slot = now + records().delays().match_to_tx;
  if (t.kind == LinkKind::kDriven || stalls_ != nullptr) return false;
  const bool free =
      (t.free <= slot) & (t.head == kNil) & (std::min(t.refresh_due, t.timed_due) >= slot);
  const bool several = (t.pending & (t.pending - 1)) != 0;
  const Cycle held_from = t.pending == 0 ? slot - 1 : t.pending_since;
  const bool held = slot - 1 < held_from + records().params().fc_hold;
  return free & held & !several;
}

/// Schedules the credit update that is pending on a link for which no cell waits.
inline void LinkSlots::schedule_update(unsigned port, const LinkTx& t) {
  const Cycle first = std::max({t.free, t.set_allowed, t.pending_since + 1});
  const bool waits = (t.pending != 0) & (t.head == kNil);
  update_at(port) = waits ? first : kNoCycle;
  deferred_ = (deferred_ & ~port_bit(port)) | port_bit_if(waits, port);
}

/// A refresh set that is due before `first` on a link for which no cell waits leaves that slot to
/// the update or cell that follows. False, and nothing done, where there are more such sets or one
/// would delay what follows: send_deferred_sets() and send_timed_sets() handle these.
inline bool LinkSlots::take_refresh_before(Cycle first, LinkTx& t) const {
  if (t.refresh_due >= first) return true;
  const Cycle slot = std::max({t.refresh_due + 1, t.free, t.set_allowed});
  const Cycle next = t.refresh_due + records().params().refresh_cycles;
  if (slot + timing::kSetSpacing > first || next < first) return false;
  t.refresh_due = next;
  return true;
}

// While no cell waits for a link, its slots follow from times alone. So their updates are deferred:
// they are applied, up to `slot`, before anything changes that they depend on, and when a window
// ends, since an FC set takes effect in a later window. While cells wait, decide_one() runs
// whenever there is a choice. Precondition: update_at of the port is not after `slot`.
inline void LinkSlots::apply_deferred_updates(Cycle slot, unsigned port, LinkTx& t) {
  const Cycle first = update_at(port);
  const bool one = (t.pending & (t.pending - 1)) == 0;
  if (one && !observation().is_observed() && t.timed_due >= first &&
      take_refresh_before(first, t)) {
    add_update_entry(first, port, lowest(t.pending), 0, t);
    finish_update(first, t);
    update_at(port) = kNoCycle;
    deferred_ &= ~port_bit(port);
  } else {
    send_deferred_sets(slot, port, t);
  }
}

inline void LinkSlots::add_update_entry(Cycle slot, unsigned port, unsigned vc, unsigned entry,
                                        LinkTx& t) {
  uint16_t& freed = inputs().record(port, vc).freed.words_;
  wire(port).send_update(slot, entry, {vc, freed});
  if (observation().is_observed()) observation().sets().add_update(port, vc, freed);
  freed = 0;
  t.pending &= ~(vc_bit(vc));
  t.pointer = static_cast<uint16_t>(next_cyclic(vc, records().params().vcs));
}

inline void LinkSlots::finish_update(Cycle slot, LinkTx& t) {
  t.occupy(slot, 1);
  t.set_allowed = slot + timing::kSetSpacing;
  t.pending_since = slot + 1;
  ++t.update_sets;
}

/// `node` is that of the cell.
inline void LinkSlots::start_cell(Cycle slot, unsigned port, LinkTx& t, uint32_t index,
                                  CellPool::Node& node) {
  const uint8_t words = node.cell.words, vc = node.out_vc;
  t.occupy(slot, words);
  update_at(port) = std::max(update_at(port), t.free);
  ++t.cells;
  t.words += words;
  for (unsigned i = kDeparted - 1; i > 0; --i) t.departed[i] = t.departed[i - 1];
  t.departed[0] = {slot, vc, words};
  routes().unit().left_queue(slot, {static_cast<uint8_t>(port), vc}, words);
  arbiter().space_freed(slot, port, vc);
  depart(slot, port, index, node);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
