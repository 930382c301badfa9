// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: short steps that its parts share.
#pragma once

#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core.h"

namespace tinsim {

/// A cell comes on this VC; makes its queue if it is the first one.
inline CellSwitchCore::VcQueue& CellSwitchCore::open(unsigned port, unsigned vc) {
  uint16_t& place = vcs_[vc * kMaxPorts + port].queue;
  if (place == 0) {
    place = static_cast<uint16_t>(queues_.size());
    queues_.emplace_back();
    vcs_used_ |= 1u << vc;
  }
  return queues_[place];
}

/// A VC of this input has a head.
inline void CellSwitchCore::add_head(unsigned port, unsigned vc) {
  ports_[port].nonempty |= 1u << vc;
  strict_inputs_ |= uint64_t{params_.strict_vcs >> vc & 1} << port;
}

/// `node` is that of the queue's head.
inline void CellSwitchCore::set_head(Cycle since, unsigned port, VcQueue& q, CellPool::Node& node) {
  if (dead_ >> node.out & 1) reroute(q.head);
  q.out = node.out;
  q.out_vc = node.out_vc;
  q.words = node.cell.words;
  // Behind a cell of its own VC it does not stall; it could not be read before.
  const bool same = ports_[port].last_vc == node.cell.vc;
  since = std::max(since, same ? ports_[port].in_free_at : 0);
  q.since = since;
  q.busy_then = busy_cycles(port, since);
  q.blocked = Cause::kNone;
  q.blocked_cycles = 0;
  ask(port, q.out);
}

inline void CellSwitchCore::ask(unsigned port, unsigned out) {
  ports_[out].requests |= bit(port);
  ports_[port].wanted |= bit(out);
  refused_[out].inputs &= ~bit(port);
}

/// None of this input's heads fits: nobody looks at them until what they lack comes.
inline void CellSwitchCore::refuse(unsigned in, unsigned out) {
  if (failures_ != nullptr) return;  // these change what waits in queues
  refused_[out].inputs |= bit(in);
  ports_[in].wanted &= ~bit(out);
}

inline void CellSwitchCore::forget_refused(unsigned out) {
  refused_[out] = {};
  blocked_ &= ~bit(out);
}

/// Inputs with a head for this output that may fit.
inline uint64_t CellSwitchCore::asking(unsigned out) const {
  return ports_[out].requests & ~refused_[out].inputs;
}

/// Words of the output queue of this VC that are taken or promised. Without a branch where the
/// crossbar is faster than links: what it finds cannot be foreseen.
inline unsigned CellSwitchCore::reserved(Cycle now, unsigned out, unsigned vc) const {
  const LinkTx& tx = ports_[out].link;
  unsigned words = 0;
  for (const LinkTx::Departed& d : tx.departed) {
    const unsigned counts = (d.slot > now) & (d.vc == vc);
    words += counts * d.words;
  }
  return words + (waiting_.empty() ? waiting_words(tx, vc) : waiting_[vc * kMaxPorts + out].words);
}

inline bool CellSwitchCore::queue_has_room(Cycle now, unsigned out, unsigned vc,
                                           unsigned words) const {
  return !(staged_ >> out & 1) || reserved(now, out, vc) + words <= params_.queue_words;
}

inline void CellSwitchCore::count_waiting(unsigned out, const CellPool::Node& node, int sign) {
  if (waiting_.empty()) return;
  uint8_t& words = waiting_[node.out_vc * kMaxPorts + out].words;
  words = static_cast<uint8_t>(words + sign * node.cell.words);
}

inline void CellSwitchCore::retry(Cycle at, uint64_t outs) {
  wheel_[at & 31].outputs |= outs;
  mailbox_.wake(at);
}

/// Without a branch: nobody can foresee whether somebody waits.
inline void CellSwitchCore::retry_if_any(Cycle at, uint64_t outs) {
  wheel_[at & 31].outputs |= outs;
  mailbox_.wake_if(at, outs != 0);
}

// The output arbitrates when the new head and it are both free. A port that becomes busy later
// looks again for those who already wait for it.
inline void CellSwitchCore::request(Cycle now, unsigned port, const VcQueue& q) {
  const Cycle free_at = std::max(ports_[port].in_free_at, ports_[q.out].out_free_at);
  if (free_at > now) {
    retry(free_at, bit(q.out));
  } else {
    dirty_ |= bit(q.out);
  }
}

inline void CellSwitchCore::look_again(Cycle at, unsigned port) {
  wheel_[at & 31].links |= bit(port);
  mailbox_.wake(at);
}

inline void CellSwitchCore::look_at_link(Cycle now, unsigned port) {
  const Cycle free = ports_[port].link.free;
  if (free <= now + timing::kMatchToTx) {
    touched_ |= bit(port);
  } else {
    look_again(free - timing::kMatchToTx, port);
  }
}

// A cell matched now begins in slot now + 5, whatever else this cycle matches: the link is free,
// nothing waits, no timed set is due, and no update can become urgent by one more VC.
inline bool CellSwitchCore::link_takes(Cycle now, unsigned out) const {
  const LinkTx& tx = ports_[out].link;
  const Cycle slot = now + timing::kMatchToTx;
  if (ports_[out].kind == LinkKind::kDriven || stalls_ != nullptr) return false;
  const bool free =
      (tx.free <= slot) & (tx.head == kNil) & (std::min(tx.refresh_due, tx.timesync_due) >= slot);
  const bool several = (tx.pending & (tx.pending - 1)) != 0;
  const bool held = slot - 1 < (tx.pending == 0 ? slot - 1 : tx.pending_since) + params_.fc_hold;
  return free & held & !several;
}

/// The refresh set that is due before `first`, on a link where no cell waits, has gone then and
/// leaves that slot to the update or cell that comes. False, and nothing done, where there are more
/// such sets or one would put that off: send_settled_sets() and send_timed_sets() know.
inline bool CellSwitchCore::refreshed_before(Cycle first, LinkTx& tx) const {
  if (tx.refresh_due >= first) return true;
  const Cycle slot = std::max({tx.refresh_due + 1, tx.free, tx.set_allowed});
  const Cycle next = tx.refresh_due + params_.refresh_cycles;
  if (slot + timing::kSetSpacing > first || next < first) return false;
  tx.refresh_due = next;
  return true;
}

/// Notes when an update can go that waits on a link for which no cell waits.
inline void CellSwitchCore::time_update(unsigned port, const LinkTx& tx) {
  const Cycle first = std::max({tx.free, tx.set_allowed, tx.pending_since + 1});
  const bool waits = (tx.pending != 0) & (tx.head == kNil);
  ports_[port].update_at = waits ? first : kNoCycle;
  sets_waiting_ = (sets_waiting_ & ~bit(port)) | uint64_t{waits} << port;
}

// While no cell waits for the link, what it does follows from times alone: nobody needs to look
// when they come. This is made up for, up to `slot`, before anything changes that it follows from,
// and when a window ends: an FC set takes effect in a later one. With cells waiting, run_link looks
// when there is something to decide. Precondition: update_at of the port is not after `slot`.
inline void CellSwitchCore::settle(Cycle slot, unsigned port, LinkTx& tx) {
  const Cycle first = ports_[port].update_at;
  const bool one = (tx.pending & (tx.pending - 1)) == 0;
  if (one && told_ == nullptr && tx.timesync_due >= first && refreshed_before(first, tx)) {
    put_update(first, port, lowest(tx.pending), 0, tx);
    end_update(first, tx);
    ports_[port].update_at = kNoCycle;
    sets_waiting_ &= ~bit(port);
  } else {
    send_settled_sets(slot, port, tx);
  }
}

inline void CellSwitchCore::put_update(Cycle slot, unsigned port, unsigned vc, unsigned entry,
                                       LinkTx& tx) {
  VcQueue& q = at(port, vc);
  ports_[port].wire.send_update(slot, entry, {vc, q.freed});
  if (told_ != nullptr) told_->update(port, vc, q.freed);
  q.freed = 0;
  tx.pending &= ~(1u << vc);
  tx.pointer = static_cast<uint16_t>(next_cyclic(vc, params_.vcs));
}

inline void CellSwitchCore::end_update(Cycle slot, LinkTx& tx) {
  tx.free = slot + 1;
  tx.set_allowed = slot + timing::kSetSpacing;
  tx.pending_since = slot + 1;
  ++tx.update_sets;
}

/// Whether the queue of this output has room for a head that it has refused, as far as is known of
/// cycle `now`.
inline bool CellSwitchCore::has_room_again(Cycle now, unsigned out) const {
  return refused_[out].queue_vcs != 0 && has_room_for_refused(now, out);
}

/// `node` is that of the cell.
inline void CellSwitchCore::leave(Cycle slot, unsigned port, LinkTx& tx, uint32_t index,
                                  CellPool::Node& node) {
  const uint8_t words = node.cell.words;
  tx.free = slot + words;
  ports_[port].update_at = std::max(ports_[port].update_at, tx.free);
  ++tx.cells;
  tx.words += words;
  tx.departed[1] = tx.departed[0];
  tx.departed[0] = {slot, node.out_vc, words};
  // Nobody that the queue has refused fits before: all who wait were asked when they came.
  if (refused_[port].queue_vcs >> tx.departed[0].vc & 1) {
    const Cycle at = std::max(slot, ports_[port].out_free_at);
    if (has_room_again(at, port)) retry(at, bit(port));
  }
  depart(slot, port, index, node);
}

}  // namespace tinsim
