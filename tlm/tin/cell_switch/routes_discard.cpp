// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: cells that failures leave without a route, which are dropped or parked in
// memory.
#include <fmt/format.h>

#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// Inputs with a head that is to be dropped or parked.
PortMask Routes::inputs_to_discard() const {
  return arbiter().requests(kDiscard) | arbiter().requests(kPark);
}

/// A discard occupies its input as a transfer would, and so does parking. Where other VCs request
/// the input as well, they and these take turns.
void Routes::arbitrate_and_discard(Cycle now) {
  PortMask& yielded = failures_->yielded_to_discard;
  const PortMask free = arbiter().free_inputs(now, inputs_to_discard() | yielded);
  discard(now, inputs_to_discard() & free & ~yielded);
  const PortMask still_free = arbiter().free_inputs(now, free);
  if (arbiter().is_slot(now)) {
    arbiter().arbitrate(now);
  } else {
    arbiter().wait_for_slot(now);
  }
  yielded &= ~(still_free & ~arbiter().free_inputs(now, still_free));
  discard(now, arbiter().free_inputs(now, inputs_to_discard()));
}

void Routes::discard(Cycle now, PortMask ins) {
  for (; ins != 0; drop_lowest(ins)) discard_one(now, lowest(ins));
}

void Routes::discard_one(Cycle now, unsigned in) {
  VcMask vcs = 0;
  for (VcMask left = inputs().heads(in); left != 0; drop_lowest(left)) {
    const unsigned out = inputs().record(in, lowest(left)).fifo.out();
    if (out == kDiscard || out == kPark) vcs |= vc_bit(lowest(left));
  }
  CellPool& pool = records().mailbox().pool();
  const unsigned vc =
      pick_round_robin(vcs, next_cyclic(arbiter().last_vc(in), records().params().vcs));
  VcRecord& q = inputs().record(in, vc);
  const uint32_t index = q.fifo.head();
  const unsigned words = q.fifo.words(), out = q.fifo.out();
  unit_.unrouted({static_cast<uint8_t>(out), static_cast<uint8_t>(q.fifo.out_vc())}, words);
  observation().count_cell(q, words);
  observation().count_stalls(now, in, q);
  observation().notify_discarded(now, in, vc, out, pool[index].cell);
  arbiter().occupy_input(now, in, vc, words);
  failures_->yielded_to_discard |= port_bit(in);
  inputs().pop(now, in, vc, q);
  arbiter().schedule_requests_of(in, now + words);
  if (in == kMemory) failures_->memory.expire_front();
  links().return_credit(now, in, vc, words, q);
  if (out == kPark) return park(now, in, vc, index);
  ++(failures_->alive() ? failures_->counters.unreachable : failures_->counters.tin_down);
  pool.release(index);
}

/// Memory takes every cell: a cell that waited for memory could be part of a circular wait. A cell
/// that memory cannot hold ends the run. A parked cell is sent when it has been read as a whole.
void Routes::park(Cycle now, unsigned in, unsigned vc, uint32_t index) {
  CellPool::Node& node = records().mailbox().pool()[index];
  const unsigned words = node.cell.words;
  node.port = kMemory;
  node.cell.vc = kEscapeVc;
  failures_->memory.enter(node.cell, now + words);
  if (failures_->memory_overruns()) fail_memory(now, in, vc);
  const Route route = choose_with_failures(node);
  unit_.routed(route, words);
  node.out = route.port;
  node.out_vc = route.vc;
  ++failures_->counters.parked;
  if (!inputs().enqueue_parked(index)) return;
  arbiter().hold_input(kMemory, now + words);
  VcRecord& q = inputs().record(kMemory, kEscapeVc);
  inputs().load_head(now, kMemory, q, node);
  arbiter().schedule_arbitration(now, kMemory, q.fifo.out());
}

// The next parked cell may still be on its way into memory.
void Routes::leave_memory(unsigned words) {
  failures_->memory.leave(words);
  const Cycle complete = failures_->memory.first_complete();
  if (arbiter().hold_input(kMemory, complete)) arbiter().schedule_requests_of(kMemory, complete);
}

void Routes::fail_memory(Cycle now, unsigned in, unsigned vc) const {
  records().fail(
      now, in, vc,
      fmt::format("parked cells are {} words, and memory holds failures.parked_words: {}",
                  failures_->memory.words(), failures_->memory_words()));
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
