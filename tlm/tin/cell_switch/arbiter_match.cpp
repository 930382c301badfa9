// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: matches, the transfers that follow, and cells that need no arbitration.
#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

void Arbiter::match(Cycle now, unsigned in, unsigned out, VcMask offered_vcs) {
  const SwitchParams& params = records().params();
  uint8_t& last = matched_vc_[in * params.ports + out];
  const bool choice = has_several(offered_vcs);  // else no need to load the last one
  const unsigned vc =
      choice ? pick_round_robin(offered_vcs, next_cyclic(last, params.vcs)) : lowest(offered_vcs);
  last = static_cast<uint8_t>(vc);
  VcRecord& q = inputs().record(in, vc);
  const uint32_t index = q.fifo.head();
  const unsigned words = q.fifo.words(), out_vc = q.fifo.out_vc();
  observation().count_match(q, words);
  observation().count_stalls(now, in, q);
  CellPool::Node& node = records().mailbox().pool()[index];
  const Cycle busy_until = begin_transfer(now, index, node);
  inputs().pop(now, in, vc, q);
  links().return_credit(now, in, vc, words, q);
  links().send(now, out, index, node);
  // A head that is blocked on space may be blocked on credit as well now.
  const bool waits = (blocked_[out].space_vcs >> out_vc & 1) != 0;
  if (waits & (links().credit(out, out_vc) < kCoreCellWords)) unblock(now, out);
  const bool requested = (unblocked_requests(out) != 0) | has_space_for_blocked(busy_until, out);
  wheel().schedule_outputs_if_any(busy_until, port(in).unblocked | port_bit_if(requested, out));
}

/// Returns the cycle in which both ports are free again.
inline Cycle Arbiter::begin_transfer(Cycle now, uint32_t index, const CellPool::Node& node) {
  const unsigned in = node.port, out = node.out, words = node.cell.words;
  links().take_credit(out, node.out_vc, words);
  routes().unit().matched(now, {node.out, node.out_vc}, words);
  observation().notify_matched(now, in, out, node);
  const Cycle busy = transfer_cycles(now, in, index, words);
  ArbiterPort& from = port(in);
  from.in_busy_cycles += busy;
  from.last_vc = node.cell.vc;
  from.in_free_at = port(out).out_free_at = now + busy;
  return now + busy;
}

// A crossbar that is faster than links cannot overtake a cell that is still arriving.
inline Cycle Arbiter::transfer_cycles(Cycle now, unsigned in, uint32_t index,
                                      unsigned words) const {
  const SwitchParams& params = records().params();
  if (!buffers_words(params)) return words;
  const Cycle complete = inputs().complete_at(in, index);
  return std::max<Cycle>(params.crossbar_speedup.divide_up(words),
                         complete > now ? complete - now : 0);
}

/// can_bypass() where other heads wait at the input, or cells in the output queue.
bool Arbiter::can_bypass_waiting_heads(Cycle now, const CellPool::Node& node) const {
  if (inputs().heads(node.port) >> node.cell.vc & 1) return false;
  // A head of the input that fits and whose output is free has made that output arbitrate.
  for (PortMask left = to_arbitrate_; left != 0; drop_lowest(left)) {
    if (port(lowest(left)).requests >> node.port & 1) return false;
  }
  return links().has_space(now, node.out, node.out_vc, node.cell.words);
}

inline void Arbiter::bypass(Cycle now, uint32_t index) {
  CellPool::Node& node = records().mailbox().pool()[index];
  const unsigned in = node.port, out = node.out, vc = node.cell.vc, words = node.cell.words;
  VcRecord& q = inputs().note_bypass(now, index, node);
  matched_vc_[in * records().params().ports + out] = static_cast<uint8_t>(vc);
  set_pointers(in, out);
  observation().count_match(q, words);
  const Cycle busy_until = begin_transfer(now, index, node);
  wheel().schedule_outputs_if_any(busy_until, port(in).unblocked);
  links().return_credit(now, in, vc, words, q);
  links().send(now, out, index, node);
}

PortMask Arbiter::free_inputs(Cycle now, PortMask inputs) const {
  for (PortMask left = inputs; left != 0; drop_lowest(left)) {
    if (port(lowest(left)).in_free_at > now) inputs &= ~port_bit(lowest(left));
  }
  return inputs;
}

void Arbiter::occupy_input(Cycle now, unsigned in, unsigned vc, unsigned words) {
  ArbiterPort& p = port(in);
  p.in_busy_cycles += words;
  p.last_vc = static_cast<uint8_t>(vc);
  p.in_free_at = now + words;
}

bool Arbiter::hold_input(unsigned in, Cycle until) {
  ArbiterPort& p = port(in);
  const bool longer = until > p.in_free_at;
  p.in_free_at = std::max(p.in_free_at, until);
  return longer;
}

void Arbiter::schedule_requests_of(unsigned in, Cycle at) {
  if (port(in).unblocked != 0) wheel().schedule_outputs(at, port(in).unblocked);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
