// SPDX-License-Identifier: Apache-2.0
// Failures as one chip sees them: dead ports, its own state, planned route tables.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tlm/tin/cell_switch/chip_failures.h"
#include "tlm/tin/cell_switch/parked_cells.h"
#include "tlm/tin/cell_switch/route_unit.h"
#include "tlm/tin/cell_switch/shape.h"
#include "tlm/tin/routing/escape_table.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

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

  /// Cycle of the next planned change; 0: as soon as possible.
  Cycle next() const { return is_edited_ ? 0 : next_; }
  bool has_tables_by_registers() const { return plan_.tables_by_registers; }
  /// Registers have changed the table: heads without an output get another choice.
  void note_edit() { is_edited_ = true; }
  /// Takes the changes due up to `now`.
  void take_plan(Cycle now, RouteUnit& routes);

  /// `not_up`: ports whose block link_state is not in state UP in cycle now + 3. Returns the ports
  /// that routing treats as down in `now`.
  PortMask seen(Cycle now, PortMask not_up) {
    PortMask& slot = seen_[now % seen_.size()];
    const PortMask before = slot;
    slot = not_up;
    return before;
  }

  bool memory_overruns() const { return memory.words() > plan_.memory_words; }
  uint64_t memory_words() const { return plan_.memory_words; }

  bool alive() const { return alive_; }
  /// Ports that no cell may be bound to.
  PortMask dead() const { return dead_; }
  PortMask down_ports() const { return down_; }
  void set_down(Cycle now, PortMask ports) {
    if ((ports & ~down_) != 0) counters.last_down = now;
    down_ = ports;
    set_dead();
  }

  /// The route of a cell at the head of a FIFO of input `in`; the output may be kNoOutput or
  /// kDiscard.
  Route choose(unsigned in, const Cell& cell, const RouteUnit& routes) const {
    return choose(in, cell, routes, [&] { return routes.choose(in, cell); });
  }
  /// The same; `by_table` is called for the choice among the candidates of the table.
  template <class ByTable>
  Route choose(unsigned in, const Cell& cell, const RouteUnit& routes, ByTable&& by_table) const {
    const Route no_output{kNoOutput, cell.vc}, discard{kDiscard, cell.vc};
    if (!alive_) return discard;
    if (cell.vc >= kEscapeVc) return escape(in, cell, routes);
    const bool arrived = routes.is_here(cell);
    if (!arrived && escape_ != nullptr) {
      if (escape_->is_dead(cell.dst)) return discard;
      if (cell.hop <= 1) return {kPark, cell.vc};
    }
    const Route route = by_table();
    if (route.port != kNoRoute && (dead_ >> route.port & 1) == 0) return route;
    if (escape_ != nullptr && !arrived) return escape(in, cell, routes);
    return plan_.tables_by_registers && !arrived ? discard : no_output;
  }
  /// Counts the change of a cell's route from `from`, whose port is kNoRoute for a new cell, to
  /// `to`.
  void count_route_change(unsigned vc, const Route& from, const Route& to);

  FailureCounters counters;
  ParkedCells memory;
  std::array<uint64_t, kCorePorts> lost_in_queue{};  ///< cells, by output port
  PortMask yielded_to_discard = 0;  ///< inputs whose last turn was used to discard a cell

 private:
  Route escape(unsigned in, const Cell& cell, const RouteUnit& routes) const;
  void set_next();
  void set_dead() {
    const PortMask no_output = port_bit(kNoOutput);
    dead_ = alive_ ? down_ | no_output : ~port_bit(kDiscard);
  }

  unsigned chip_;
  ChipFailures plan_;
  std::size_t next_tables_ = 0, next_state_change_ = 0;
  Cycle next_ = kNoCycle;
  const EscapeTable* escape_ = nullptr;
  bool alive_ = true, is_edited_ = false;
  PortMask down_ = 0, dead_ = port_bit(kNoOutput);
  /// A port runs three cycles ahead of its chip, and each of its stages takes a cycle.
  std::array<PortMask, 4> seen_{};
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
