// SPDX-License-Identifier: Apache-2.0
// Route tables that a controller writes.
#include "platform/services/controlled_tables.h"

#include <algorithm>
#include <map>
#include <utility>

#include "platform/network/routing/live_tables.h"
#include "platform/network/routing/route_paths.h"
#include "rtl_models/registers/decode.h"

namespace tinsim {
namespace {

uint32_t address_in(const RegisterRun& run, std::size_t n) {
  return run.address + registers::kRegisterBytes * static_cast<uint32_t>(n);
}

/// The registers of a map as runs.
class RunMap {
 public:
  void add(const std::vector<RegisterRun>& runs) {
    for (const RegisterRun& run : runs)
      for (std::size_t n = 0; n < run.values.size(); ++n)
        words_[address_in(run, n)] = {run.values[n], run.masks[n]};
  }
  std::vector<RegisterRun> runs() const {
    std::vector<RegisterRun> runs;
    for (const auto& [address, word] : words_) {
      if (runs.empty() || address_in(runs.back(), runs.back().values.size()) != address)
        runs.push_back({address, {}, {}});
      runs.back().values.push_back(word.first);
      runs.back().masks.push_back(word.second);
    }
    return runs;
  }

 private:
  std::map<uint32_t, std::pair<uint32_t, uint32_t>> words_;  ///< address -> value and mask
};

void copy_row(const RouteRows& from, unsigned row, RouteRows& to) {
  for (unsigned port_class = 0; port_class < kPortClasses; ++port_class) {
    for (unsigned phase = 0; phase < from.phases; ++phase) {
      const std::size_t place = from.place(port_class, phase, row);
      to.set(place, from.at(place));
    }
  }
}

bool same_entries(const RouteTable& a, const RouteTable& b) {
  return a.routes == b.routes || *a.routes == *b.routes;
}

}  // namespace

ControlledTables::ControlledTables(const Topology& topology, std::vector<RouteTable> tables,
                                   const RouteParams& params)
    : topology_(topology),
      tables_(std::move(tables)),
      params_(params),
      live_(topology),
      chips_(topology.chips.size()),
      paths_(topology.chips.size()),
      wanted_paths_(topology.chips.size()),
      next_(topology.chips.size()) {
  for (std::size_t chip = 0; chip < chips_.size(); ++chip) {
    chips_[chip].wanted = tables_[chip];
    originals_.push_back(runs_of(tables_[chip]));
    if (originals_[chip].empty()) chips_[chip].held = tables_[chip];  // nothing to write
    refresh(chip);
  }
}

std::vector<RegisterRun> ControlledTables::runs_of(const RouteTable& table) const {
  return route_image(EditedRoutes(table, params_));
}

void ControlledTables::refresh(std::size_t chip) {
  Chip& of = chips_[chip];
  of.is_current = of.held && same_entries(*of.held, of.wanted);
  std::fill(next_.begin(), next_.end(), std::nullopt);
}

void ControlledTables::report_links(std::size_t chip, uint64_t up) {
  chips_[chip].up = up;
  LiveNetwork live(topology_);
  for (std::size_t n = 0; n < chips_.size(); ++n) {
    const auto& ports = topology_.chips[n].ports;
    for (unsigned port = 0; chips_[n].up && port < ports.size(); ++port) {
      if (is_link(ports[port]) && (*chips_[n].up >> port & 1) == 0)
        live.fail_link({static_cast<uint16_t>(n), static_cast<uint8_t>(port)});
    }
  }
  if (live == live_) return;
  live_ = live;
  std::vector<RouteTable> wanted = make_live_tables(topology_, tables_, live_);
  for (std::size_t n = 0; n < chips_.size(); ++n) {
    wanted[n].joined_pods = tables_[n].joined_pods;  // no mode with minimal routes reads them
    chips_[n].wanted = std::move(wanted[n]);
    refresh(n);
  }
  std::fill(wanted_paths_.begin(), wanted_paths_.end(), std::nullopt);
}

std::vector<RegisterRun> ControlledTables::update(std::size_t chip) {
  Chip& of = chips_[chip];
  of.sent = may_update(chip) ? *next_[chip] : of.held;
  RunMap runs;
  for (const uint32_t address : of.addresses) {
    const uint32_t mask = registers::place_of(address).reg->mask(registers::Access::rw);
    runs.add(reset_values({{address, {0}, {mask}}}));
  }
  runs.add(runs_of(*of.sent));
  of.sent_runs = runs.runs();
  for (const RegisterRun& run : of.sent_runs)
    for (std::size_t n = 0; n < run.values.size(); ++n) of.addresses.insert(address_in(run, n));
  return of.sent_runs;
}

void ControlledTables::updated(std::size_t chip) {
  chips_[chip].held = chips_[chip].sent;
  chips_[chip].held_runs = chips_[chip].sent_runs;
  std::fill(paths_.begin(), paths_.end(), std::nullopt);
  refresh(chip);
}

std::vector<const RouteTable*> ControlledTables::held_tables() const {
  std::vector<const RouteTable*> held;
  for (const Chip& chip : chips_) held.push_back(chip.held ? &*chip.held : nullptr);
  return held;
}

bool ControlledTables::has_path(std::size_t from, std::size_t to) const {
  if (!paths_[to]) paths_[to] = chips_with_paths(topology_, held_tables(), to);
  return (*paths_[to])[from];
}

/// With the tables that all chips are to have.
bool ControlledTables::has_wanted_path(std::size_t from, std::size_t to) const {
  if (!wanted_paths_[to]) {
    std::vector<const RouteTable*> wanted;
    for (const Chip& chip : chips_) wanted.push_back(&chip.wanted);
    wanted_paths_[to] = chips_with_paths(topology_, wanted, to);
  }
  return (*wanted_paths_[to])[from];
}

bool ControlledTables::keeps_paths(std::size_t chip, const RouteTable& table) const {
  std::vector<const RouteTable*> after = held_tables();
  after[chip] = &table;
  for (std::size_t to = 0; to < chips_.size(); ++to) {
    const std::vector<bool> leads = chips_with_paths(topology_, after, to);
    for (std::size_t from = 0; from < chips_.size(); ++from)
      if (!leads[from] && has_path(from, to) && has_wanted_path(from, to)) return false;
  }
  return true;
}

/// The wanted table; if it breaks a path, the held one with as many rows of it as do not: chips
/// that wait for each other do so because of different destinations.
std::optional<RouteTable> ControlledTables::next_table(std::size_t chip) const {
  const Chip& of = chips_[chip];
  if (!of.held || keeps_paths(chip, of.wanted)) return of.wanted;
  RouteTable next = *of.held;
  bool has_changed = false;
  for (unsigned row = 0; row < of.wanted.routes->rows; ++row) {
    RouteTable more = next;
    copy_row(*of.wanted.routes, row, more.edit());
    if (same_entries(more, next) || !keeps_paths(chip, more)) continue;
    next = std::move(more);
    has_changed = true;
  }
  return has_changed ? std::optional(std::move(next)) : std::nullopt;
}

bool ControlledTables::may_update(std::size_t chip) const {
  if (!next_[chip]) next_[chip] = next_table(chip);
  return next_[chip]->has_value();
}

}  // namespace tinsim
