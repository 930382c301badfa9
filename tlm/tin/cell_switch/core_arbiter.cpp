// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: arbitration, and what follows from a match.
#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core.h"

namespace tinsim {

namespace {
constexpr Cycle kMatchToLimit = timing::kMatchToCredit + 1;  ///< in fc_sender's state
}  // namespace

void CellSwitchCore::arbitrate(Cycle now) {
  uint64_t outs = (dirty_ | queue_blocked_) & out_free_;
  dirty_ = 0;
  queue_blocked_ &= ~outs;
  Grants grants;
  for (unsigned round = 0; round < params_.iterations && outs != 0; ++round) {
    uint64_t offered = 0;
    for (uint64_t left = outs; left != 0; left &= left - 1) {
      const unsigned out = lowest(left);
      unsigned in = 0;
      if (!grant(now, out, in, grants.offered_vcs[out])) {
        outs &= ~bit(out);
        continue;
      }
      grants.offers[in] = (offered >> in & 1 ? grants.offers[in] : 0) | bit(out);
      offered |= bit(in);
    }
    for (; offered != 0; offered &= offered - 1) {
      const unsigned in = lowest(offered);
      const unsigned out = pick_round_robin(grants.offers[in], ports_[in].accept_pointer);
      match(now, in, out, grants.offered_vcs[out]);
      outs &= ~bit(out);
      if (round == 0) {
        ports_[out].grant_pointer = static_cast<uint8_t>(next_cyclic(in, params_.ports));
        ports_[in].accept_pointer = static_cast<uint8_t>(next_cyclic(out, params_.ports));
      }
    }
  }
  if (outs != 0) {  // granted, not accepted: they try again in the next cycle
    dirty_ |= outs;
    mailbox_.wake(now + 1);
  }
}

bool CellSwitchCore::grant(Cycle now, unsigned out, unsigned& in, uint32_t& vcs) {
  const Port& port = ports_[out];
  uint64_t candidates = port.requests & in_free_;
  while (candidates != 0) {
    in = pick_round_robin(candidates, port.grant_pointer);
    vcs = eligible(now, in, out);
    if (vcs != 0) return true;
    candidates &= ~bit(in);
  }
  return false;
}

uint32_t CellSwitchCore::eligible(Cycle now, unsigned in, unsigned out) {
  uint32_t vcs = 0;
  for (uint32_t left = ports_[in].nonempty; left != 0; left &= left - 1) {
    const unsigned vc = lowest(left);
    VcQueue& q = at(in, vc);
    if (q.out == out && fits(now, in, out, q)) vcs |= 1u << vc;
  }
  return vcs;
}

bool CellSwitchCore::fits(Cycle now, unsigned in, unsigned out, VcQueue& q) {
  const bool terminal = params_.terminal_ports >> out & 1;
  Cause cause = Cause::kNone;
  if (!terminal && avail_[q.out_vc * kMaxPorts + out] < q.words) {
    cause = Cause::kCredit;
    blocked_ |= bit(out);
  } else if ((staged_ >> out & 1) && !queue_has_room(now, out, q)) {
    cause = Cause::kQueue;
    queue_blocked_ |= bit(out);
    for (const LinkTx::Departed& d : ports_[out].link.departed) {
      if (d.slot > now) mailbox_.wake(d.slot);
    }
  }
  if (cause != q.blocked) {
    count_blocked(now, in, q);
    q.blocked = cause;
    q.blocked_since = now;
    q.blocked_busy = busy_cycles(in, now);
  }
  return cause == Cause::kNone;
}

// A crossbar that is faster than links cannot overtake a cell that is still coming in.
Cycle CellSwitchCore::transfer_cycles(Cycle now, unsigned in, uint32_t index,
                                      unsigned words) const {
  if (arrivals_.empty()) return words;
  const Cycle transfer = (words + params_.speedup - 1) / params_.speedup;
  const Arrival& last = arrivals_[in];
  return last.index == index && last.complete_at > now ? std::max(transfer, last.complete_at - now)
                                                       : transfer;
}

void CellSwitchCore::match(Cycle now, unsigned in, unsigned out, uint32_t offered_vcs) {
  uint8_t& pointer = vc_pointer_[in * params_.ports + out];
  const bool choice = (offered_vcs & (offered_vcs - 1)) != 0;  // else no need to load the pointer
  const unsigned vc = choice ? pick_round_robin(offered_vcs, pointer) : lowest(offered_vcs);
  pointer = static_cast<uint8_t>(next_cyclic(vc, params_.vcs));
  VcQueue& q = at(in, vc);
  const uint32_t index = q.head;
  const unsigned words = q.words;
  if (!(params_.terminal_ports >> out & 1)) take_credit(now, out, q);

  count_match(now, in, q);
  if (observer_ != nullptr) observer_->matched(now, in, vc, out, mailbox_.pool()[index].cell);
  const Cycle busy = transfer_cycles(now, in, index, words);
  ports_[in].in_busy_total += busy;
  ports_[in].last_vc = static_cast<uint8_t>(vc);
  ports_[in].in_free_at = ports_[out].out_free_at = now + busy;
  in_free_ &= ~bit(in);
  out_free_ &= ~bit(out);
  const unsigned slot = (now + busy) & 31;
  release_in_[slot] |= bit(in);
  release_out_[slot] |= bit(out);
  release_slots_ |= 1u << slot;

  pop_head(now, in, vc, q);
  if ((ports_[out].requests | ports_[in].wanted) != 0) mailbox_.wake(now + busy);
  return_credit(now, in, vc, words);
  mailbox_.pool()[index].cell.vc = mailbox_.pool()[index].out_vc;
  if (staged_ >> out & 1) {
    if (link_takes(now, out)) {
      leave(now + timing::kMatchToTx, out, ports_[out].link, index);
    } else {
      stage(now, out, index);
    }
  } else {
    depart(now + timing::kMatchToTx, out, index);
  }
}

void CellSwitchCore::take_credit(Cycle now, unsigned out, const VcQueue& q) {
  uint16_t& avail = avail_[q.out_vc * kMaxPorts + out];
  avail = static_cast<uint16_t>(avail - q.words);
  if (observer_ != nullptr) observer_->credit_taken(now, out, {q.out_vc, q.words});
}

void CellSwitchCore::count_match(Cycle now, unsigned in, VcQueue& q) {
  ++cell_hops_;
  ++q.cells;
  q.words_total += q.words;
  count_stalls(now, in, q);
}

void CellSwitchCore::count_stalls(Cycle until, unsigned in, VcQueue& q) {
  if (until <= q.since) return;
  const uint32_t busy = busy_cycles(in, until) - q.busy_then;
  q.stall_input += busy;
  q.stall_output += until - q.since - busy - q.blocked_cycles;
}

void CellSwitchCore::pop_head(Cycle now, unsigned in, unsigned vc, VcQueue& q) {
  const unsigned out = q.out;
  q.occupancy -= q.words;
  q.head = mailbox_.pool()[q.head].next;
  if (q.head != kNil) {
    set_head(now + 1, in, q);
    wake_when_free(now, in, q);
  } else {
    ports_[in].nonempty &= ~(1u << vc);
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

void CellSwitchCore::return_credit(Cycle now, unsigned in, unsigned vc, unsigned words) {
  const Credit credit{vc, words};
  if (observer_ != nullptr) observer_->credit_sent(now + timing::kMatchToCredit, in, credit);
  const PortWire& wire = ports_[in].wire;
  if (on_wire_ >> in & 1) {
    drivers_[in]->free_words(vc, words);
  } else if (wire.ordered_sets) {
    LinkTx& tx = ports_[in].link;
    if (tx.pending == 0) tx.pending_since = std::max(tx.pending_since, now + kMatchToLimit);
    tx.pending |= 1u << vc;
    at(in, vc).freed = static_cast<uint16_t>(at(in, vc).freed + words);
    look_at_link(now, in);
  } else if (wire.is_joined()) {
    wire.send_credit(now, credit);
  } else {
    mailbox_.push_credit(in, now + timing::kMatchToSourceCredit, credit);
  }
}

void CellSwitchCore::depart(Cycle tx, unsigned out, uint32_t index) {
  const Cell& cell = mailbox_.pool()[index].cell;
  if (observer_ != nullptr) observer_->cell_started(tx, out, cell);
  const PortWire& wire = ports_[out].wire;
  if (on_wire_ >> out & 1) {
    drivers_[out]->begin(cell);
  } else if (wire.is_joined()) {
    wire.send_cell(tx, cell);
  } else {
    due_.next = std::min(due_.next,
                         endpoints_->deliver(out, cell, tx + timing::kTxToSink + cell.words - 1));
  }
  mailbox_.pool().release(index);
}

}  // namespace tinsim
