// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: requests and blocked heads, steps on the path of every cell.
#pragma once

#include <algorithm>

#include "tlm/tin/cell_switch/core_parts.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

inline void Arbiter::add_head(Cycle since, unsigned in, unsigned vc, VcRecord& q) {
  // A head does not stall behind a cell of its own VC, since it could not be read before.
  const ArbiterPort& p = port(in);
  since = std::max(since, p.last_vc == vc ? p.in_free_at : 0);
  observation().begin_wait(since, in, q);
  q.block.cause_ = HeadBlock::Cause::kNone;
  add_request(in, q.fifo.out());
}

inline void Arbiter::add_request(unsigned in, unsigned out) {
  port(out).requests |= port_bit(in);
  port(in).unblocked |= port_bit(out);
  blocked_[out].inputs &= ~port_bit(in);
}

inline void Arbiter::remove_request_without_head(unsigned in, unsigned out) {
  if (inputs().has_head_for(in, out)) return;
  port(out).requests &= ~port_bit(in);
  port(in).unblocked &= ~port_bit(out);
}

// A port that becomes busy later is scheduled again for the heads that wait for it.
inline void Arbiter::schedule_arbitration(Cycle now, unsigned in, unsigned out) {
  const Cycle free_at = std::max(port(in).in_free_at, port(out).out_free_at);
  if (free_at > now) {
    wheel().schedule_outputs(free_at, port_bit(out));
  } else {
    to_arbitrate_ |= port_bit(out);
  }
}

/// None of this input's heads fits: they are not checked until credit or space arrives.
inline void Arbiter::block_input(unsigned in, unsigned out) {
  if (routes().may_fail()) return;  // failures change which heads wait
  blocked_[out].inputs |= port_bit(in);
  port(in).unblocked &= ~port_bit(out);
}

inline void Arbiter::clear_blocked(unsigned out) {
  blocked_[out] = {};
  blocked_on_credit_ &= ~port_bit(out);
}

/// Inputs with a head for this output that may fit.
inline PortMask Arbiter::unblocked_requests(unsigned out) const {
  return port(out).requests & ~blocked_[out].inputs;
}

/// Where no head is blocked on credit, more credit changes nothing.
inline void Arbiter::credit_arrived(Cycle due, unsigned out, unsigned vc) {
  if (blocked_on_credit_ != 0 && (blocked_[out].credit_vcs >> vc & 1)) unblock(due, out);
}

/// Whether the output queue has space for a blocked head, as far as is known of cycle `now`.
inline bool Arbiter::has_space_for_blocked(Cycle now, unsigned out) const {
  return blocked_[out].space_vcs != 0 && find_space_for_blocked(now, out);
}

// No head that is blocked on space fits earlier: each was checked when it arrived.
inline void Arbiter::space_freed(Cycle slot, unsigned out, unsigned vc) {
  if (!(blocked_[out].space_vcs >> vc & 1)) return;
  const Cycle at = std::max(slot, port(out).out_free_at);
  if (has_space_for_blocked(at, out)) wheel().schedule_outputs(at, port_bit(out));
}

inline bool Arbiter::can_bypass(Cycle now, const CellPool::Node& node) const {
  const ArbiterPort& in = port(node.port);
  const ArbiterPort& out = port(node.out);
  const bool free = std::max(in.in_free_at, out.out_free_at) <= now;
  const bool credit = links().credit(node.out, node.out_vc) >= node.cell.words;
  if (!((out.requests == 0) & free & credit)) return false;
  return ((inputs().heads(node.port) == 0) & links().is_queue_empty(now, node.out)) ||
         can_bypass_waiting_heads(now, node);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
