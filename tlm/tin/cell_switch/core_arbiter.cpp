// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: arbitration, matches, and cells that need none.
#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {

void CellSwitchCore::arbitrate(Cycle now) {
  uint64_t outs = 0, again = 0;   // again: those whose queues have room for a head they refused
  uint64_t seen = 0, shared = 0;  // inputs
  for (uint64_t left = dirty_ & all_ports_; left != 0; left &= left - 1) {
    const unsigned out = lowest(left);
    if (ports_[out].out_free_at > now) continue;
    const bool room = has_room_again(now, out);
    const uint64_t inputs = room ? ports_[out].requests : asking(out);
    if (inputs == 0) continue;
    outs |= bit(out);
    again |= uint64_t{room} << out;
    shared |= seen & inputs;
    seen |= inputs;
  }
  dirty_ = 0;
  if (shared == 0) {
    for (; outs != 0; outs &= outs - 1) arbitrate_one(now, lowest(outs), again >> lowest(outs) & 1);
    return;
  }
  Grants grants;
  for (unsigned round = 0; round < params_.iterations && outs != 0; ++round) {
    uint64_t offered = 0, strict = 0;  // inputs; outputs that grant a strict VC
    for (uint64_t left = outs; left != 0; left &= left - 1) {
      const unsigned out = lowest(left);
      unsigned in = 0;
      if (!grant(now, out, again >> out & 1, in, grants.offered_vcs[out])) {
        outs &= ~bit(out);
        continue;
      }
      grants.offers[in] = (offered >> in & 1 ? grants.offers[in] : 0) | bit(out);
      offered |= bit(in);
      if ((grants.offered_vcs[out] & params_.strict_vcs) != 0) strict |= bit(out);
    }
    for (; offered != 0; offered &= offered - 1) {
      const unsigned in = lowest(offered);
      const uint64_t strict_offers = grants.offers[in] & strict;
      const unsigned out = pick_round_robin(strict_offers != 0 ? strict_offers : grants.offers[in],
                                            next_cyclic(ports_[in].accepted, params_.ports));
      match(now, in, out, grants.offered_vcs[out]);
      outs &= ~bit(out);
      if (round == 0) {
        ports_[out].granted = static_cast<uint8_t>(in);
        ports_[in].accepted = static_cast<uint8_t>(out);
      }
    }
  }
  if (outs != 0) {  // granted, not accepted: they try again in the next cycle
    dirty_ |= outs;
    mailbox_.wake(now + 1);
  }
}

/// Where one input asks, which has one head: whether that goes. What it lacks is noted by grant().
inline bool CellSwitchCore::grant_only(Cycle now, unsigned out, bool again, unsigned& in,
                                       uint32_t& vcs) {
  const uint64_t inputs = asking(out);
  if (again || (inputs & (inputs - 1)) != 0 || inputs == 0) return false;
  in = lowest(inputs);
  vcs = ports_[in].nonempty;
  if ((vcs & (vcs - 1)) != 0 || ports_[in].in_free_at > now) return false;
  const VcQueue& q = at(in, lowest(vcs));
  return (avail_of(q.out_vc, out) >= q.words) & (q.blocked == Cause::kNone) &&
         queue_has_room(now, out, q.out_vc, q.words);
}

/// What rounds come to where no other output arbitrates that may grant the same input.
inline void CellSwitchCore::arbitrate_one(Cycle now, unsigned out, bool again) {
  unsigned in = 0;
  uint32_t vcs = 0;
  if (!grant_only(now, out, again, in, vcs) && !grant(now, out, again, in, vcs)) return;
  match(now, in, out, vcs);
  ports_[out].granted = static_cast<uint8_t>(in);
  ports_[in].accepted = static_cast<uint8_t>(out);
}

/// The queue has room for none of them after all: what they lack is noted anew.
void CellSwitchCore::refuse_again(Cycle now, unsigned out) {
  const uint64_t inputs = refused_[out].inputs;
  forget_refused(out);
  refused_[out].inputs = inputs;
  for (uint64_t left = ports_[out].requests; left != 0; left &= left - 1) {
    if (ports_[lowest(left)].in_free_at <= now) eligible(now, lowest(left), out, ~0u);
  }
}

/// Strict VCs of whatever input go before the others; then `vcs` has none of these. `again`: the
/// queue has room for a head that was refused.
inline bool CellSwitchCore::grant(Cycle now, unsigned out, bool again, unsigned& in,
                                  uint32_t& vcs) {
  const uint32_t strict = params_.strict_vcs;
  const uint64_t inputs = again ? ports_[out].requests : asking(out);
  const bool granted = ((inputs & strict_inputs_) != 0 &&
                        grant(now, out, again, inputs & strict_inputs_, strict, in, vcs)) ||
                       grant(now, out, again, inputs, ~strict, in, vcs);
  if (!again) return granted;
  // Only after both passes: what heads on strict VCs lack, the first one has just noted, and the
  // second one may refuse their input.
  if (!granted) {
    refuse_again(now, out);
  } else if (refused_[out].inputs == 0) {
    forget_refused(out);
  }
  return granted;
}

inline bool CellSwitchCore::grant(Cycle now, unsigned out, bool again, uint64_t candidates,
                                  uint32_t among, unsigned& in, uint32_t& vcs) {
  // Memory, too, is an input: behind the last port it has its turn.
  const unsigned first = next_cyclic(ports_[out].granted, kMaxPorts);
  while (candidates != 0) {
    in = pick_round_robin(candidates, first);
    candidates &= ~bit(in);
    const bool free = ports_[in].in_free_at <= now;
    vcs = free ? eligible(now, in, out, among) : 0;
    if (free && vcs == 0) {
      if (among != params_.strict_vcs) refuse(in, out);
      continue;
    }
    if (again && (refused_[out].inputs >> in & 1)) {
      ask(in, out);
      if (!free) retry(ports_[in].in_free_at, bit(out));
    }
    if (free) return true;
  }
  return false;
}

inline uint32_t CellSwitchCore::eligible(Cycle now, unsigned in, unsigned out, uint32_t among) {
  uint32_t vcs = 0;
  for (uint32_t left = ports_[in].nonempty & among; left != 0; left &= left - 1) {
    const unsigned vc = lowest(left);
    VcQueue& q = at(in, vc);
    if (q.out == out && fits(now, in, out, q)) vcs |= 1u << vc;
  }
  return vcs;
}

inline bool CellSwitchCore::fits(Cycle now, unsigned in, unsigned out, VcQueue& q) {
  const bool credited = avail_of(q.out_vc, out) >= q.words;
  const bool room = queue_has_room(now, out, q.out_vc, q.words);
  if (credited & room & (q.blocked == Cause::kNone)) return true;
  return fits_after_all(now, in, out, q);
}

/// What fits() comes to where something holds the head back, or did.
bool CellSwitchCore::fits_after_all(Cycle now, unsigned in, unsigned out, VcQueue& q) {
  const uint16_t& avail = avail_of(q.out_vc, out);
  if (avail < q.words) take_credits(now);
  Cause cause = Cause::kNone;
  if (avail < q.words) {
    cause = Cause::kCredit;
    refused_[out].credit_vcs |= 1u << q.out_vc;
    blocked_ |= bit(out);
  } else if (!queue_has_room(now, out, q.out_vc, q.words)) {
    cause = Cause::kQueue;
    lack_room(now, out, q);
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
inline Cycle CellSwitchCore::transfer_cycles(Cycle now, unsigned in, uint32_t index,
                                             unsigned words) const {
  if (params_.speedup == 1) return words;
  const Cycle transfer = (words + params_.speedup - 1) / params_.speedup;
  const Arrival& last = arrivals_[in];
  const bool coming = (last.index == index) & (last.complete_at > now);
  return std::max(transfer, coming ? last.complete_at - now : 0);
}

void CellSwitchCore::match(Cycle now, unsigned in, unsigned out, uint32_t offered_vcs) {
  uint8_t& last = last_vc_[in * params_.ports + out];
  const bool choice = (offered_vcs & (offered_vcs - 1)) != 0;  // else no need to load the last one
  const unsigned vc =
      choice ? pick_round_robin(offered_vcs, next_cyclic(last, params_.vcs)) : lowest(offered_vcs);
  last = static_cast<uint8_t>(vc);
  VcQueue& q = at(in, vc);
  const uint32_t index = q.head;
  const unsigned words = q.words, out_vc = q.out_vc;
  count_match(q, words);
  count_stalls(now, in, q);
  CellPool::Node& node = mailbox_.pool()[index];
  const Cycle busy_until = begin_transfer(now, index, node);
  pop_head(now, in, vc, q);
  return_credit(now, in, vc, words, q);
  send(now, out, index, node);
  // One that the queue has refused may lack credit, too, now.
  const bool waits = (refused_[out].queue_vcs >> out_vc & 1) != 0;
  if (waits & (avail_of(out_vc, out) < kMaxCellWords)) ask_again(now, out);
  const bool asked = (asking(out) != 0) | has_room_again(busy_until, out);
  retry_if_any(busy_until, ports_[in].wanted | uint64_t{asked} << out);
}

/// What a cell finds that has just come: with nothing before it and nobody beside it, it is matched
/// in this cycle as the only request of its output, and the only one of its input that an output
/// may grant.
inline bool CellSwitchCore::goes_at_once(Cycle now, const CellPool::Node& node) const {
  const Port& in = ports_[node.port];
  const Port& out = ports_[node.out];
  const bool free = std::max(in.in_free_at, out.out_free_at) <= now;
  const bool credit = avail_of(node.out_vc, node.out) >= node.cell.words;
  if (!((out.requests == 0) & free & credit)) return false;
  const bool empty = (out.link.head == kNil) & (out.link.departed[0].slot <= now);
  return ((in.nonempty == 0) & empty) || goes_beside_others(now, node);
}

/// The same where other heads wait at its input, or cells in the queue of its output.
bool CellSwitchCore::goes_beside_others(Cycle now, const CellPool::Node& node) const {
  if (ports_[node.port].nonempty >> node.cell.vc & 1) return false;
  // A head of the input that fits and whose output is free has made that output arbitrate.
  for (uint64_t left = dirty_; left != 0; left &= left - 1) {
    if (ports_[lowest(left)].requests >> node.port & 1) return false;
  }
  return queue_has_room(now, node.out, node.out_vc, node.cell.words);
}

/// Does what enqueue() and the match that follows would leave behind.
inline void CellSwitchCore::pass(Cycle now, uint32_t index) {
  CellPool::Node& node = mailbox_.pool()[index];
  const unsigned in = node.port, out = node.out, vc = node.cell.vc, words = node.cell.words;
  VcQueue& q = open(in, vc);
  q.peak = std::max<uint16_t>(q.peak, static_cast<uint16_t>(words));
  if (params_.speedup > 1) arrivals_[in] = {index, now + words};
  last_vc_[in * params_.ports + out] = static_cast<uint8_t>(vc);
  ports_[out].granted = static_cast<uint8_t>(in);
  ports_[in].accepted = static_cast<uint8_t>(out);
  count_match(q, words);
  const Cycle busy_until = begin_transfer(now, index, node);
  retry_if_any(busy_until, ports_[in].wanted);
  return_credit(now, in, vc, words, q);
  send(now, out, index, node);
}

}  // namespace tinsim
