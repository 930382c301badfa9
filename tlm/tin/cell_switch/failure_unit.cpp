// SPDX-License-Identifier: Apache-2.0
// Failures as one chip sees them: dead ports, its own state, planned route tables, counters.
#include "tlm/tin/cell_switch/failure_unit.h"

#include <algorithm>

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

namespace {

/// The bit of `mask` with this number, counted from the lowest set one, cyclically.
uint8_t nth_port(PortMask mask, uint64_t number) {
  for (number %= port_count(mask); number != 0; --number) drop_lowest(mask);
  return static_cast<uint8_t>(lowest(mask));
}

}  // namespace

void FailureUnit::set_next() {
  next_ = kNoCycle;
  if (next_tables_ < plan_.tables.size()) next_ = plan_.tables[next_tables_].at;
  if (next_state_change_ < plan_.state_changes.size())
    next_ = std::min(next_, plan_.state_changes[next_state_change_].at);
}

void FailureUnit::take_plan(Cycle now, RouteUnit& routes) {
  for (; next_tables_ < plan_.tables.size() && plan_.tables[next_tables_].at <= now;
       ++next_tables_) {
    routes.set_table(*plan_.tables[next_tables_].routes);
    escape_ = plan_.tables[next_tables_].escape.get();
  }
  for (; next_state_change_ < plan_.state_changes.size() &&
         plan_.state_changes[next_state_change_].at <= now;
       ++next_state_change_)
    alive_ = plan_.state_changes[next_state_change_].alive;
  is_edited_ = false;
  set_next();
  set_dead();
}

Route FailureUnit::escape(unsigned in, const Cell& cell, const RouteUnit& routes) const {
  if (routes.is_here(cell)) return {routes.terminal_port(cell), cell.vc};
  if (escape_->is_dead(cell.dst)) return {kDiscard, cell.vc};
  // From memory a cell enters the escape VCs as it would from any other.
  const EscapeTable::Options options =
      escape_->options_to(chip_, in, in == kMemory ? 0u : unsigned{cell.vc}, cell.dst);
  if (options.none()) return {kDiscard, cell.vc};
  // The next chip must find a hop left as well.
  if (options.park || cell.hop <= 1) return {kPark, cell.vc};
  for (unsigned i = 0; i < options.ports.size(); ++i) {
    const PortMask live = ~dead_ & options.ports[i];
    if (live == 0) continue;
    const uint64_t flow = flow_hash(0, cell.src, cell.dst, cell.cls);
    return {nth_port(live, hop_hash(flow, chip_)), static_cast<uint8_t>(kEscapeVc + i)};
  }
  return {kNoOutput, cell.vc};
}

void FailureUnit::count_route_change(unsigned vc, const Route& from, const Route& to) {
  const bool waits = to.port == kNoOutput, waited = from.port == kNoOutput;
  const bool had_a_port = from.port < kPark;
  counters.rerouted += had_a_port && to.port != kDiscard;
  counters.waited += waits && !waited;
  if (vc >= kEscapeVc) return;
  counters.escaped += to.port < kPark && to.vc >= kEscapeVc;
  counters.escaped -= had_a_port && from.vc >= kEscapeVc;  // it had not left yet
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
