// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: reports events to an observer, and counts cells and stalls of VC FIFOs.
#include "tlm/tin/cell_switch/observation.h"

#include <algorithm>

#include "tlm/tin/cell_switch/core_parts.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

void Observation::observe(SwitchObserver* observer) {
  observer_ = observer;
  sets_ = observer != nullptr ? std::make_unique<ObservedOrderedSets>(records().params()) : nullptr;
}

void Observation::report_received(Cycle now, const CellPool::Node& node) const {
  observer_->cell_received(now - records().delays().rx_to_request, node.port, node.cell);
}

void Observation::report_matched(Cycle now, unsigned in, unsigned out,
                                 const CellPool::Node& node) const {
  const bool credited = !(records().params().terminal_ports >> out & 1);
  if (credited) observer_->credit_taken(now, out, {node.out_vc, node.cell.words});
  observer_->matched(now, in, node.cell.vc, out, node.cell);
}

void Observation::report_freed(Cycle now, unsigned in, unsigned vc, unsigned words) const {
  observer_->credit_sent(now + records().delays().match_to_credit(), in, {vc, words});
}

void Observation::report_started(Cycle tx, unsigned out, const Cell& cell) const {
  if (links().is_queued(out)) sets_->cell_sent(out, cell.vc, cell.words);
  observer_->cell_started(tx, out, cell);
}

void Observation::report_credited(Cycle use, unsigned out, unsigned vc, unsigned words) const {
  observer_->credit_received(use - timing::kCreditToUse, out, {vc, words});
}

inline void Observation::begin_wait(Cycle since, unsigned in, VcRecord& q) const {
  q.counts.since = since;
  q.counts.busy_at_since = arbiter().busy_cycles(in, since);
  q.counts.blocked_cycles = 0;
}

inline void Observation::begin_block(Cycle now, unsigned in, VcRecord& q) const {
  q.counts.blocked_since = now;
  q.counts.busy_at_block = arbiter().busy_cycles(in, now);
}

void Observation::count_blocked(Cycle until, unsigned in, VcRecord& q) const {
  if (q.block.cause() == HeadBlock::Cause::kNone) return;
  StallCounts& c = q.counts;
  const uint32_t busy = arbiter().busy_cycles(in, until) - c.busy_at_block;  // is in stall_input
  const uint32_t cycles = until - c.blocked_since - busy;
  (q.block.cause() == HeadBlock::Cause::kCredit ? c.stall_credit : c.stall_queue) += cycles;
  c.blocked_cycles += cycles;
}

inline void Observation::count_stalls(Cycle until, unsigned in, VcRecord& q) const {
  StallCounts& c = q.counts;
  const uint32_t all = 0u - (until > c.since);  // all ones, or nothing
  const uint32_t busy = arbiter().busy_cycles(in, until) - c.busy_at_since;
  c.stall_input += busy & all;
  c.stall_output += (until - c.since - busy - c.blocked_cycles) & all;
}

VcCounters Observation::counters(unsigned port, unsigned vc) const {
  const VcRecord& q = inputs().record(port, vc);
  const StallCounts& c = q.counts;
  return {c.cells,
          c.words,
          c.stall_input,
          c.stall_credit,
          c.stall_queue,
          c.stall_output,
          static_cast<uint16_t>(q.fifo.peak())};
}

void Observation::clear_counters(Cycle now) {
  inputs().for_all_in_use([&](unsigned port, VcRecord& q) {
    StallCounts& c = q.counts;
    c.cells = c.words = 0;
    c.stall_input = c.stall_credit = c.stall_queue = c.stall_output = 0;
    if (q.fifo.empty()) return;
    begin_wait(std::max(c.since, now), port, q);  // stalls before now are not counted
    begin_block(now, port, q);
  });
  inputs().clear_peaks();
}

void Observation::finish(Cycle end) {
  inputs().for_all_in_use([&](unsigned port, VcRecord& q) {
    if (q.fifo.empty()) return;
    count_blocked(end, port, q);
    count_stalls(end, port, q);
  });
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
