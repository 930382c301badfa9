// SPDX-License-Identifier: Apache-2.0
// Failures as one chip sees them: dead ports, its own state, planned route tables, counters.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/fields/kinds.h"
#include "tlm/tin/cell_switch/mailbox.h"
#include "tlm/tin/cell_switch/parked_cells.h"
#include "tlm/tin/cell_switch/route_unit.h"
#include "tlm/tin/routing/escape_table.h"

namespace tinsim {

/// Planned changes of one chip, in order of cycles.
struct ChipFailures {
  /// From cycle `at` on the chip routes by these.
  struct Tables {
    Cycle at = 0;
    const RouteTable* routes = nullptr;
    std::shared_ptr<const EscapeTable> escape;
  };
  /// The chip itself fails, or works again.
  struct StateChange {
    Cycle at = 0;
    bool alive = false;
  };
  std::vector<Tables> tables;
  std::vector<StateChange> state_changes;
  uint64_t memory_words = UINT64_MAX;  ///< of parked cells, at most
};

/// Cells in the whole run, of one chip or of several.
struct FailureTotals {
  TIN_RECORD(FailureTotals);
  TIN_FIELD(Sum, rerouted, "cells that were routed again because their port failed");
  TIN_FIELD(Sum, waited, "cells that had no live candidate for some time");
  TIN_FIELD(Sum, escaped, "cells that took an escape VC, 30 or 31");
  TIN_FIELD(Sum, parked, "times that a cell was stored in a TiN's memory, to be sent from there");
  TIN_FIELD(Sum, unreachable, "cells dropped: no route is left to their destination");
  TIN_FIELD(Sum, tin_down, "cells dropped: the TiN that they were in has failed");
};

/// Of one chip.
struct FailureCounters : FailureTotals {
  // Values of ParkedCells.
  uint64_t peak_parked_cells = 0, peak_parked_words = 0;
  uint64_t hops_before_parking = 0;

  uint64_t dropped() const { return unreachable + tin_down; }
};

/// Numbers of outputs that no chip has. A head bound to kNoOutput waits until a link comes up or
/// tables change; one bound to kDiscard is read from its FIFO and dropped; one bound to kPark is
/// read into memory, which is an input of the crossbar like any other.
constexpr unsigned kPark = 61, kNoOutput = 62, kDiscard = 63;
/// The number of that input.
constexpr unsigned kMemory = 61;

/// Holds the state; the chip core applies it to cells (routes.cpp, routes_discard.cpp).
class FailureUnit {
 public:
  FailureUnit(unsigned chip, ChipFailures plan) : chip_(chip), plan_(std::move(plan)) {
    set_next();
  }

  /// Cycle of the next planned change.
  Cycle next() const { return next_; }
  /// Takes the changes due up to `now`.
  void take_plan(Cycle now, RouteUnit& routes);

  /// `not_up`: ports whose block link_state is not in state UP in cycle now + 3. Returns the ports
  /// that routing treats as down in `now`.
  uint64_t seen(Cycle now, uint64_t not_up) {
    uint64_t& slot = seen_[now % seen_.size()];
    const uint64_t before = slot;
    slot = not_up;
    return before;
  }

  bool memory_overruns() const { return memory.words() > plan_.memory_words; }
  uint64_t memory_words() const { return plan_.memory_words; }

  bool alive() const { return alive_; }
  /// Ports that no cell may be bound to.
  uint64_t dead() const { return dead_; }
  uint64_t down_ports() const { return down_; }
  void set_down(uint64_t ports) {
    down_ = ports;
    set_dead();
  }

  /// The route of a cell at the head of a FIFO of input `in`; the output may be kNoOutput or
  /// kDiscard.
  Route choose(unsigned in, const Cell& cell, const RouteUnit& routes) const;
  /// Counts the change of a cell's route from `from`, whose port is kNoRoute for a new cell, to
  /// `to`.
  void count_route_change(unsigned vc, const Route& from, const Route& to);

  FailureCounters counters;
  ParkedCells memory;
  std::array<uint64_t, kMaxPorts> lost_in_queue{};  ///< cells, by output port
  uint64_t yielded_to_discard = 0;  ///< inputs whose last turn was used to discard a cell

 private:
  Route escape(unsigned in, const Cell& cell, const RouteUnit& routes) const;
  void set_next();
  void set_dead() {
    const uint64_t no_output = uint64_t{1} << kNoOutput;
    dead_ = alive_ ? down_ | no_output : ~(uint64_t{1} << kDiscard);
  }

  unsigned chip_;
  ChipFailures plan_;
  std::size_t next_tables_ = 0, next_state_change_ = 0;
  Cycle next_ = kNoCycle;
  const EscapeTable* escape_ = nullptr;
  bool alive_ = true;
  uint64_t down_ = 0, dead_ = uint64_t{1} << kNoOutput;
  /// A port runs three cycles ahead of its chip, and each of its stages takes a cycle.
  std::array<uint64_t, 4> seen_{};
};

}  // namespace tinsim
