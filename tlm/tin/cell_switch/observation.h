// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: reports events to an observer, and counts cells and stalls of VC FIFOs.
#pragma once

#include <memory>

#include "tlm/tin/cell_switch/core_part.h"
#include "tlm/tin/cell_switch/core_records.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/observed_ordered_sets.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

class Observation : public CorePart<Observation> {
 public:
  /// Null: nothing is observed from now on.
  void observe(SwitchObserver* observer);
  bool is_observed() const { return observer_ != nullptr; }
  SwitchObserver* observer() const { return observer_; }
  /// Precondition: is_observed().
  ObservedOrderedSets& sets() { return *sets_; }

  // Each event, where there is an observer.
  void notify_received(Cycle now, const CellPool::Node& node) const {
    if (observer_ != nullptr) report_received(now, node);
  }
  void notify_matched(Cycle now, unsigned in, unsigned out, const CellPool::Node& node) const {
    if (observer_ != nullptr) report_matched(now, in, out, node);
  }
  void notify_freed(Cycle now, unsigned in, unsigned vc, unsigned words) const {
    if (observer_ != nullptr) report_freed(now, in, vc, words);
  }
  void notify_started(Cycle tx, unsigned out, const Cell& cell) const {
    if (observer_ != nullptr) report_started(tx, out, cell);
  }
  void notify_credited(Cycle use, unsigned out, unsigned vc, unsigned words) const {
    if (observer_ != nullptr) report_credited(use, out, vc, words);
  }
  void notify_discarded(Cycle now, unsigned in, unsigned vc, unsigned out, const Cell& cell) const {
    if (observer_ != nullptr) observer_->matched(now, in, vc, out, cell);
  }

  // Stalls of the head of `q`, the FIFO of input `in`.
  [[gnu::always_inline]] void begin_wait(Cycle since, unsigned in, VcRecord& q) const;
  [[gnu::always_inline]] void begin_block(Cycle now, unsigned in, VcRecord& q) const;
  /// Adds the cycles up to `until` for which the head has been blocked.
  void count_blocked(Cycle until, unsigned in, VcRecord& q) const;
  /// Adds all other stalled cycles up to `until`.
  [[gnu::always_inline]] void count_stalls(Cycle until, unsigned in, VcRecord& q) const;

  /// A cell is matched: one hop.
  void count_match(VcRecord& q, unsigned words) {
    ++cell_hops_;
    count_cell(q, words);
  }
  /// A cell leaves its FIFO.
  static void count_cell(VcRecord& q, unsigned words) {
    ++q.counts.cells;
    q.counts.words += words;
  }

  Cycle waits_since(const VcRecord& q) const { return q.counts.since; }
  uint64_t cell_hops() const { return cell_hops_; }
  VcCounters counters(unsigned port, unsigned vc) const;
  void clear_counters(Cycle now);
  /// Counts the stalls of the heads that still wait.
  void finish(Cycle end);

 private:
  // Out of the way of switches that have no observer.
  [[gnu::cold, gnu::noinline]] void report_received(Cycle now, const CellPool::Node& node) const;
  [[gnu::cold, gnu::noinline]] void report_matched(Cycle now, unsigned in, unsigned out,
                                                   const CellPool::Node& node) const;
  [[gnu::cold, gnu::noinline]] void report_freed(Cycle now, unsigned in, unsigned vc,
                                                 unsigned words) const;
  [[gnu::cold, gnu::noinline]] void report_started(Cycle tx, unsigned out, const Cell& cell) const;
  [[gnu::cold, gnu::noinline]] void report_credited(Cycle use, unsigned out, unsigned vc,
                                                    unsigned words) const;

  uint64_t cell_hops_ = 0;
  SwitchObserver* observer_ = nullptr;
  std::unique_ptr<ObservedOrderedSets> sets_;  ///< while observed
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
