// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: output queues, and what each slot of the links carries.
#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {

namespace {
constexpr unsigned kUpdatesPerSet = 3;
}  // namespace

void CellSwitchCore::stage(Cycle now, unsigned out, uint32_t index) {
  LinkTx& tx = ports_[out].link;
  CellPool::Node& node = mailbox_.pool()[index];
  node.next = kNil;
  (tx.head == kNil ? tx.head : mailbox_.pool()[tx.tail].next) = index;
  tx.tail = index;
  ports_[out].update_at = kNoCycle;  // run_link sends it
  sets_waiting_ &= ~bit(out);
  count_waiting(out, node, 1);
  look_at_link(now, out);
}

unsigned CellSwitchCore::waiting_words(const LinkTx& tx, unsigned vc) const {
  unsigned words = 0;
  for (uint32_t i = tx.head; i != kNil; i = mailbox_.pool()[i].next) {
    const CellPool::Node& node = mailbox_.pool()[i];
    words += node.out_vc == vc ? node.cell.words : 0;
  }
  return words;
}

inline void CellSwitchCore::send_update(Cycle slot, unsigned port, LinkTx& tx) {
  for (unsigned i = 0; i < kUpdatesPerSet && tx.pending != 0; ++i) {
    put_update(slot, port, pick_round_robin(tx.pending, tx.pointer), i, tx);
  }
  if (told_ != nullptr) told_->tell_update(*observer_, slot, port);
  end_update(slot, tx);
}

void CellSwitchCore::send_settled_sets(Cycle slot, unsigned port, LinkTx& tx) {
  while (tx.pending != 0) {
    const Cycle first = std::max({tx.free, tx.set_allowed, tx.pending_since + 1});
    if (first > slot) break;
    if (std::min(tx.refresh_due, tx.timesync_due) < first) send_timed_sets(first, port, tx);
    if (std::max(tx.free, tx.set_allowed) <= first) send_update(first, port, tx);
  }
  time_update(port, tx);
}

// Which of them are due is found without a branch for each, which nobody could foresee.
void CellSwitchCore::settle_all(Cycle slot) {
  uint64_t due = 0;
  for (uint64_t left = sets_waiting_; left != 0; left &= left - 1) {
    const unsigned port = lowest(left);
    due |= uint64_t{ports_[port].update_at <= slot} << port;
  }
  for (; due != 0; due &= due - 1) settle(slot, lowest(due), ports_[lowest(due)].link);
}

void CellSwitchCore::run_links(Cycle now) {
  for (uint64_t left = touched_ & ~on_wire_; left != 0; left &= left - 1)
    run_link(now, lowest(left));
  touched_ = 0;
}

void CellSwitchCore::run_link_drivers(Cycle now) {
  const Cycle slot = now + timing::kMatchToTx;
  for (uint64_t left = on_wire_; left != 0; left &= left - 1) {
    const unsigned port = lowest(left);
    LinkTx& tx = ports_[port].link;
    if (drivers_[port]->step(now) && tx.head != kNil && tx.free <= slot) send_cell(slot, port, tx);
  }
}

// The scheduler's choice of cycle now + 4 for the slot after it. Everything it can know in that
// cycle follows from matches up to now.
void CellSwitchCore::run_link(Cycle now, unsigned port) {
  LinkTx& tx = ports_[port].link;
  if (tx.head == kNil) return;  // see settle
  const Cycle slot = now + timing::kMatchToTx;
  if (tx.free > slot) {  // a cell has just taken it
    look_again(tx.free - timing::kMatchToTx, port);
    return;
  }
  if (std::min(tx.refresh_due, tx.timesync_due) < slot) send_timed_sets(slot, port, tx);
  if (tx.free <= slot) {
    if ((tx.pending != 0) & (slot >= tx.set_allowed) & is_urgent(slot - 1, tx)) {
      send_update(slot, port, tx);
    } else if (stalls_ == nullptr || (stalls_->ready(slot - 1) >> port & 1)) {
      send_cell(slot, port, tx);
    }
  }
  if (tx.head != kNil) look_again(std::max(tx.free, slot + 1) - timing::kMatchToTx, port);
}

bool CellSwitchCore::is_urgent(Cycle decided, const LinkTx& tx) const {
  const uint32_t but_one = tx.pending & (tx.pending - 1);
  const bool fills_a_set = (but_one & (but_one - 1)) != 0;  // three VCs or more
  return fills_a_set | (decided >= tx.pending_since + params_.fc_hold);
}

// Sets that come by the clock and tell a healthy link nothing new: they take slots, no more. Those
// for which the link was free have gone since the last visit; the last one may take `slot`.
void CellSwitchCore::send_timed_sets(Cycle slot, unsigned port, LinkTx& tx) {
  for (;;) {
    const Cycle timesync =
        tx.timesync_due == kNoCycle ? kNoCycle : std::max(tx.timesync_due + 2, tx.free);
    const Cycle refresh = tx.refresh_due == kNoCycle
                              ? kNoCycle
                              : std::max({tx.refresh_due + 1, tx.free, tx.set_allowed});
    if (std::min(timesync, refresh) > slot) return;
    if (timesync <= refresh) {
      if (told_ != nullptr) told_->tell_timesync(*observer_, timesync, port);
      tx.free = timesync + 1;
      tx.timesync_due += params_.timesync_cycles;
    } else {
      if (told_ != nullptr) told_->tell_refresh(*observer_, refresh, port);
      tx.free = refresh + 1;
      tx.set_allowed = refresh + timing::kSetSpacing;
      do {  // due twice is due once
        tx.refresh_due += params_.refresh_cycles;
      } while (tx.refresh_due <= refresh);
    }
    time_update(port, tx);
  }
}

// Those up to `slot` for which links were free, in their order, though nothing waits for them.
void CellSwitchCore::tell_timed_sets(Cycle slot) {
  for (unsigned port = 0; port < params_.ports; ++port) {
    LinkTx& tx = ports_[port].link;
    if (!(on_wire_ >> port & 1) && tx.free <= slot) send_timed_sets(slot, port, tx);
  }
}

// The cell that leaves next, and the one before it in the list.
uint32_t CellSwitchCore::next_cell(unsigned port, const LinkTx& tx, uint32_t& before) {
  const CellPool& pool = mailbox_.pool();
  if (pool[tx.head].next == kNil) return tx.head;
  std::array<uint32_t, kMaxVcs> first;
  std::array<uint32_t, kMaxVcs> before_first;
  uint32_t vcs = 0;
  uint32_t last = kNil;
  for (uint32_t i = tx.head; i != kNil; last = i, i = pool[i].next) {
    const unsigned vc = pool[i].out_vc;
    if (vcs >> vc & 1) continue;
    vcs |= 1u << vc;
    first[vc] = i;
    before_first[vc] = last;
  }
  const unsigned vc = pickers_[port].next(
      qos_, vcs, [&](unsigned v) { return unsigned{pool[first[v]].cell.words}; });
  before = before_first[vc];
  return first[vc];
}

void CellSwitchCore::send_cell(Cycle slot, unsigned port, LinkTx& tx) {
  uint32_t before = kNil;
  const uint32_t index = next_cell(port, tx, before);
  CellPool::Node& node = mailbox_.pool()[index];
  const uint32_t after = node.next;
  (before == kNil ? tx.head : mailbox_.pool()[before].next) = after;
  if (after == kNil) tx.tail = before;
  count_waiting(port, node, -1);
  leave(slot, port, tx, index, node);
  time_update(port, tx);
}

}  // namespace tinsim
