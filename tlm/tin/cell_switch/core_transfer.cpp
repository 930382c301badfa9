// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: what follows from a match: transfer, credit, departure, counts.
#include <algorithm>

#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {

namespace {
constexpr Cycle kMatchToLimit = timing::kMatchToCredit + 1;  ///< in fc_sender's state
}  // namespace

/// Returns the cycle in which both ports are free again.
inline Cycle CellSwitchCore::begin_transfer(Cycle now, uint32_t index, const CellPool::Node& node) {
  const unsigned in = node.port, out = node.out, words = node.cell.words;
  uint16_t& avail = avail_of(node.out_vc, out);
  avail = static_cast<uint16_t>(avail - (avail == kEndless ? 0 : words));
  if (observer_ != nullptr) tell_matched(now, in, out, node);
  const Cycle busy = transfer_cycles(now, in, index, words);
  ports_[in].in_busy_total += busy;
  ports_[in].last_vc = node.cell.vc;
  ports_[in].in_free_at = ports_[out].out_free_at = now + busy;
  return now + busy;
}

/// `node` is that of the cell.
inline void CellSwitchCore::send(Cycle now, unsigned out, uint32_t index, CellPool::Node& node) {
  node.cell.vc = node.out_vc;
  if (!(staged_ >> out & 1)) {
    depart(now + timing::kMatchToTx, out, index, node);
    return;
  }
  LinkTx& tx = ports_[out].link;
  const Cycle before = now - 1 + timing::kMatchToTx;
  if (ports_[out].update_at <= before) settle(before, out, tx);
  if ((tx.refresh_due < before) & (tx.head == kNil)) {
    const bool idle = (told_ == nullptr) & (tx.timesync_due > before);
    if (!idle || !refreshed_before(before + 1, tx)) send_timed_sets(before, out, tx);
  }
  if (link_takes(now, out)) {
    leave(now + timing::kMatchToTx, out, tx, index, node);
  } else {
    stage(now, out, index);
  }
}

inline void CellSwitchCore::count_match(VcQueue& q, unsigned words) {
  ++cell_hops_;
  ++q.cells;
  q.words_total += words;
}

void CellSwitchCore::count_stalls(Cycle until, unsigned in, VcQueue& q) {
  const uint32_t all = 0u - (until > q.since);  // all ones, or nothing
  const uint32_t busy = busy_cycles(in, until) - q.busy_then;
  q.stall_input += busy & all;
  q.stall_output += (until - q.since - busy - q.blocked_cycles) & all;
}

void CellSwitchCore::pop_head(Cycle now, unsigned in, unsigned vc, VcQueue& q) {
  const unsigned out = q.out;
  q.occupancy -= q.words;
  q.head = mailbox_.pool()[q.head].next;
  if (q.head != kNil) {
    set_head(now + 1, in, q, mailbox_.pool()[q.head]);
    request(now, in, q);
  } else {
    Port& port = ports_[in];
    port.nonempty &= ~(1u << vc);
    const bool is_strict = (port.nonempty & params_.strict_vcs) != 0;
    strict_inputs_ &= ~(uint64_t{!is_strict} << in);
  }
  unbind_output(in, out);
}

void CellSwitchCore::unbind_output(unsigned in, unsigned out) {
  for (uint32_t left = ports_[in].nonempty; left != 0; left &= left - 1) {
    if (at(in, lowest(left)).out == out) return;  // another head still asks for this output
  }
  ports_[out].requests &= ~bit(in);
  ports_[in].wanted &= ~bit(out);
}

inline void CellSwitchCore::return_credit(Cycle now, unsigned in, unsigned vc, unsigned words,
                                          VcQueue& q) {
  if (observer_ != nullptr) tell_freed(now, in, vc, words);
  Port& port = ports_[in];
  switch (port.kind) {
    case LinkKind::kSets: {
      LinkTx& tx = port.link;
      const Cycle before = now - 1 + timing::kMatchToTx;
      if (port.update_at <= before) settle(before, in, tx);
      tx.pending_since = std::max(tx.pending_since, tx.pending == 0 ? now + kMatchToLimit : 0);
      tx.pending |= 1u << vc;
      q.freed = static_cast<uint16_t>(q.freed + words);
      time_update(in, tx);
      break;
    }
    case LinkKind::kNone:
      if (params_.terminal_ports >> in & 1) {
        const Cycle due = now + timing::kMatchToSourceCredit;
        source_credits_.push({due, static_cast<uint16_t>(words), static_cast<uint8_t>(vc),
                              static_cast<uint8_t>(in)});
        const bool waits = due_.waiting >> in & 1;
        due_.next = std::min(due_.next, waits ? due + due_.slack : kNoCycle);
      } else {
        mailbox_.push_credit(in, now + timing::kMatchToSourceCredit, {vc, words});
      }
      break;
    case LinkKind::kDelay:
      port.wire.send_credit(now, {vc, words});
      break;
    case LinkKind::kDriven:
      drivers_[in]->free_words(vc, words);
      break;
    case LinkKind::kParked:
      leave_memory(words);
      break;
  }
}

inline void CellSwitchCore::depart(Cycle tx, unsigned out, uint32_t index, CellPool::Node& node) {
  const Cell& cell = node.cell;
  if (observer_ != nullptr) tell_started(tx, out, cell);
  const Port& port = ports_[out];
  switch (port.kind) {
    case LinkKind::kSets:
    case LinkKind::kDelay:
      if (port.wire.hands_over) return port.wire.hand_over(tx, index, node);
      port.wire.send_cell(tx, cell);
      break;
    case LinkKind::kNone:
      due_.next = std::min(due_.next,
                           endpoints_->deliver(out, cell, tx + timing::kTxToSink + cell.words - 1));
      break;
    case LinkKind::kDriven:
      drivers_[out]->begin(cell);
      break;
    case LinkKind::kParked:
      break;
  }
  mailbox_.pool().release(index);
}

}  // namespace tinsim
