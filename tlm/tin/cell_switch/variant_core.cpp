// SPDX-License-Identifier: Apache-2.0
// The chip core compiled in the shape of variants of the switch: all of its sources once more.
#define TINSIM_VARIANT_CORE

#include "tlm/tin/cell_switch/variant_core.h"

#include "tlm/tin/cell_switch/arbiter.cpp"
#include "tlm/tin/cell_switch/arbiter_blocked.cpp"
#include "tlm/tin/cell_switch/arbiter_kinds.cpp"
#include "tlm/tin/cell_switch/arbiter_match.cpp"
#include "tlm/tin/cell_switch/core.cpp"
#include "tlm/tin/cell_switch/core_queries.cpp"
#include "tlm/tin/cell_switch/core_terminals.cpp"
#include "tlm/tin/cell_switch/failure_unit.cpp"
#include "tlm/tin/cell_switch/input_queues.cpp"
#include "tlm/tin/cell_switch/link_mos.cpp"
#include "tlm/tin/cell_switch/link_queries.cpp"
#include "tlm/tin/cell_switch/link_sets.cpp"
#include "tlm/tin/cell_switch/link_slots.cpp"
#include "tlm/tin/cell_switch/observation.cpp"
#include "tlm/tin/cell_switch/routes.cpp"
#include "tlm/tin/cell_switch/routes_discard.cpp"

namespace tinsim {

std::shared_ptr<SwitchEngine> make_variant_core(const SwitchParams& params, const RouteTable& table,
                                                const RouteParams& route_params, unsigned chip,
                                                unsigned ring_cycles) {
  RouteUnit route(table, route_params, params.seed, chip, params.terminal_ports, params.memory);
  return std::allocate_shared<CellSwitchCore>(
      std::pmr::polymorphic_allocator<CellSwitchCore>(params.dense), params, std::move(route),
      ring_cycles);
}

}  // namespace tinsim
