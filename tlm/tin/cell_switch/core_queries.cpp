// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: set-up, and what runs and audits read.
#include <fmt/format.h>

#include <utility>

#include "base/errors.h"
#include "tlm/tin/cell_switch/core.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

CoreParts::CoreParts(const SwitchParams& params, RouteUnit route, unsigned ring_cycles)
    : CoreRecords(params, ring_cycles),
      Arbiter(params),
      LinkSlots(params),
      InputQueues(params),
      CoreTerminals(params),
      Routes(std::move(route)) {
  reset_pointers();
  reset_credit();
  mailbox().set_draw_key(unit().draw_key());
}

void CoreRecords::fail(Cycle now, unsigned port, unsigned vc, const std::string& what) const {
  throw InvariantError(
      fmt::format("{} port {} vc {} cycle {}: {}", params_.name, port, vc, now, what));
}

void CellSwitchCore::schedule_failures(unsigned chip, ChipFailures plan) {
  routes().plan_failures(chip, std::move(plan));
  arbiter().add_memory_input();
  inputs().add_memory_input();
  links().add_memory_input();
}

void CellSwitchCore::observe(SwitchObserver* observer) {
  observation().observe(observer);
  links().observe_drivers(observer);
}

// Dense memory is fetched with the pod's.
void CellSwitchCore::prefetch(Cycle from, Cycle to) const {
  for (VcMask left = inputs().vcs_used(); left != 0; drop_lowest(left)) {
    const unsigned vc = lowest(left);
    static_cast<const CoreRecords&>(parts_).prefetch(vc);
    arbiter().prefetch(vc);
    links().prefetch(vc);
    routes().unit().prefetch(vc, params().ports);
  }
  parts_.mailbox().prefetch(from, to);
  routes().unit().prefetch_rows();
  inputs().prefetch();
  terminals().prefetch();
}

void CellSwitchCore::prefetch_index(Cycle from, Cycle to) const {
  parts_.mailbox().for_cells_due(from, to, [this](const CellPool::Node& node) {
    routes().unit().prefetch_index(node.port, node.cell);
  });
}

void CellSwitchCore::prefetch_entries(Cycle from, Cycle to) const {
  parts_.mailbox().for_cells_due(from, to, [this](const CellPool::Node& node) {
    routes().unit().prefetch_entry(node.port, node.cell);
  });
}

std::string CellSwitchCore::finish(Cycle end) {
  observation().finish(end);
  return "";
}

void CellSwitchCore::clear_counters(Cycle now) {
  observation().clear_counters(now);
  routes().clear_counters();
}

unsigned CellSwitchCore::occupancy(unsigned port, unsigned vc) const {
  return inputs().record(port, vc).fifo.occupancy();
}

unsigned CellSwitchCore::available(unsigned port, unsigned vc) const {
  const bool terminal = params().terminal_ports >> port & 1;
  return terminal ? params().tx_limit[port] : links().credit_of_vc(port, vc);
}

// FIFOs on which no cell has arrived have nothing to add.
void CellSwitchCore::add_received(unsigned port, VcWords& words) const {
  if (links().driven() >> port & 1) return SwitchEngine::add_received(port, words);
  for (VcMask left = inputs().vcs_used(); left != 0; drop_lowest(left)) {
    const unsigned vc = lowest(left);
    const VcRecord& q = inputs().record(port, vc);
    words[vc] += q.fifo.occupancy() + q.freed.words();
  }
}

void CellSwitchCore::add_sendable(unsigned port, VcWords& words) const {
  if (links().driven() >> port & 1) return SwitchEngine::add_sendable(port, words);
  for (unsigned vc = 0; vc < params().vcs; ++vc) words[vc] += available(port, vc);
  links().add_sendable(port, words);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
