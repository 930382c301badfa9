// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: the routes of cells, and the effects of failed links and chips on cells.
#pragma once

#include <memory>
#include <utility>

#include "tlm/tin/cell_switch/core_part.h"
#include "tlm/tin/cell_switch/core_records.h"
#include "tlm/tin/cell_switch/failure_unit.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

class Routes : public CorePart<Routes> {
 public:
  explicit Routes(RouteUnit unit) : unit_(std::move(unit)) {}
  void plan_failures(unsigned chip, ChipFailures plan);

  RouteUnit& unit() { return unit_; }
  const RouteUnit& unit() const { return unit_; }

  /// Routes the arriving cell of this node. Plain: nothing fails.
  template <bool kPlain>
  [[gnu::always_inline]] void route(Cycle now, CellPool::Node& node);
  /// Routes the cell at the head of a FIFO again.
  void reroute(uint32_t index);

  // Failures.
  bool may_fail() const { return failures_ != nullptr; }
  /// Tables do not change by a plan.
  bool can_edit() const { return !may_fail() || failures_->has_tables_by_registers(); }
  /// Registers have changed the table.
  void note_edit() {
    if (may_fail()) failures_->note_edit();
  }
  /// No head may be bound to this output; see failure_unit.h.
  bool is_dead(unsigned out) const { return dead_ >> out & 1; }
  /// Cycle of the next planned change; kNoCycle: none.
  Cycle next_failure() const { return failures_ != nullptr ? failures_->next() : kNoCycle; }
  /// Takes the failures that are due: flushes queues of dead links, routes their heads again.
  void run_failures(Cycle now);
  /// As Arbiter::arbitrate(), with heads that are dropped or parked.
  void arbitrate_and_discard(Cycle now);
  /// A parked cell has begun to leave memory.
  void leave_memory(unsigned words);

  uint64_t lost_in_queue(unsigned port) const;
  FailureCounters failure_counters() const;
  void clear_counters();

 private:
  Route choose_with_failures(CellPool::Node& node);
  void reroute_heads(Cycle now, unsigned out);
  void reroute_head(Cycle now, unsigned in, unsigned vc);
  PortMask inputs_to_discard() const;
  void discard(Cycle now, PortMask ins);
  void discard_one(Cycle now, unsigned in);
  void park(Cycle now, unsigned in, unsigned vc, uint32_t index);
  [[noreturn]] void fail_memory(Cycle now, unsigned in, unsigned vc) const;
  [[gnu::cold, gnu::noinline]] [[noreturn]] void fail_route(Cycle now,
                                                            const CellPool::Node& node) const;

  PortMask dead_ = 0;
  std::unique_ptr<FailureUnit> failures_;  ///< where links or chips fail
  RouteUnit unit_;
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
