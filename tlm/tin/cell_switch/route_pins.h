// SPDX-License-Identifier: Apache-2.0
// route_select as a block of a switch on pins: each decision of a RouteUnit, on its pins.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "base/errors.h"
#include "rtl_models/common/block_slot.h"
#include "rtl_models/route_select/route_select.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// The RouteUnit looks candidates up and knows the queues; the block chooses. A switch decides for
/// all of its inputs in one cycle, the block takes one cell per cycle: each decision takes two
/// cycles of the block. Routing by way of another pod does not use it.
class RoutePins {
 public:
  static constexpr unsigned kPorts = 50;
  using Block = RouteSelect<kPorts>;

  RoutePins(std::optional<BlockImpl> choice, std::string name) : name_(std::move(name)) {
    place_block(block_, choice, {name_, &cycle_});
  }

  /// The block's port for a cell, in cycle `cycle`; kNoRoute if there is none. Precondition:
  /// is_choice(). Throws InvariantError.
  uint8_t choose(const RouteUnit& unit, unsigned in_port, const Cell& cell, uint64_t cycle) {
    cycle_ = cycle;
    follow_rule(unit);
    drive(unit, in_port, cell);
    block_.tick(in_);
    in_.valid_i = false;
    block_.tick(in_);
    const Block::Out& out = block_.out();
    if (!out.valid_o)
      throw InvariantError(fmt::format("{} port {} vc {} cycle {}: route_select has no answer",
                                       name_, in_port, unsigned{cell.vc}, cycle));
    return out.none_o ? kNoRoute : static_cast<uint8_t>(out.port_o);
  }
  /// The cell's output is the choice of a candidate.
  static bool is_choice(const RouteUnit& unit, const Cell& cell) {
    return !unit.is_here(cell) && !has_via_pods(unit.mode_);
  }

 private:
  // Straps change with resets only; between two decisions nothing is in the block.
  void follow_rule(const RouteUnit& unit) {
    const ChoiceRule& rule = unit.params_.rule;
    Block::In straps = in_;
    straps.minimal_count_i = rule.minimal_count;
    straps.nonminimal_count_i = rule.nonminimal_count;
    straps.minimal_weight_i = rule.minimal_weight;
    straps.nonminimal_weight_i = rule.nonminimal_weight;
    straps.minimal_bias_i = rule.minimal_bias;
    straps.nonminimal_bias_i = rule.nonminimal_bias;
    bool equal = is_reset_;
    Block::In::zip(straps, in_,
                   [&](const char*, const auto& a, const auto& b) { equal &= a == b; });
    if (equal) return;
    in_ = straps;
    block_.reset(in_);
    is_reset_ = true;
  }

  void drive(const RouteUnit& unit, unsigned in_port, const Cell& cell) {
    const unsigned vc = cell.vc + (unit.table_.phase_increment_ports >> in_port & 1);
    const RouteEntry& entry = unit.entry_of(in_port, unit.table_.vc_phase[vc], cell.dst);
    const bool ordered = unit.is_ordered(cell);
    const uint64_t permitted = unit.table_.permitted_outputs(in_port).first();
    in_.valid_i = true;
    in_.hashed_i = !unit.by_cost_ || ordered;
    in_.detour_i = unit.has_detours_ && (in_.hashed_i ? !(ordered && unit.params_.ordered_minimal)
                                                      : unit.draws_detours_);
    put_list(entry.minimal, permitted, in_.minimal_i, in_.minimal_valid_i);
    if (in_.detour_i)
      put_list(entry.detours, permitted, in_.nonminimal_i, in_.nonminimal_valid_i);
    else
      in_.nonminimal_valid_i.fill(false);
    const uint64_t flow =
        mix64(unit.hash_seed_ ^ (uint64_t{cell.cls} << 32 | uint64_t{cell.dst} << 16 | cell.src));
    in_.hash_i = hop_hash(flow, unit.chip_) & 31u;
    const HopDraws draws(unit.random_bits(unit.chip_, cell));
    for (unsigned n = 0; n < in_.random_i.size(); ++n) in_.random_i[n] = draws(n);
    for (unsigned port = 0; port < kPorts; ++port) {
      in_.up_i[port] = unit.up_ >> port & 1;
      in_.queue_i[port] = unit.adaptive() ? unit.queued_[vc * kCorePorts + port] : 0;
    }
  }

  template <class List, class Ports, class Valid>
  static void put_list(const List& list, uint64_t permitted, Ports& ports, Valid& valid) {
    for (std::size_t n = 0; n < list.size(); ++n) {
      valid[n] = is_usable(list[n], permitted);
      ports[n] = valid[n] ? list[n] : 0;
    }
  }

  std::string name_;
  BlockSlot<Block> block_;
  Block::In in_{};
  bool is_reset_ = false;
  uint64_t cycle_ = 0;
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
