// SPDX-License-Identifier: Apache-2.0
// The failures of one run: the tables that follow them, their proof, and their part of the result.
#include "platform/build/failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/errors.h"
#include "platform/config/chip_impl.h"
#include "platform/config/located.h"
#include "platform/network/routing/escape_hops.h"
#include "platform/network/routing/graph_live_tables.h"
#include "platform/network/routing/graph_tables.h"
#include "platform/network/routing/live_tables.h"
#include "platform/network/topology/graph.h"

namespace tinsim {
namespace {

constexpr uint8_t kMaxHops = 31;  ///< five bits of the cell header

struct DarkTimes {
  Cycle first = kNoCycle;
  Cycle last = 0;
};

/// When each link was dark, by both its ends.
std::map<LinkEnd, DarkTimes> dark_times(const FailurePlan& plan, const Topology& topology) {
  std::map<LinkEnd, DarkTimes> times;
  for (const Failure& failure : plan.failures()) {
    for (const LinkEnd& end : both_ends(topology, failure.dark)) {
      times[end].first = std::min(times[end].first, failure.at);
      times[end].last = std::max(times[end].last, failure.until);
    }
  }
  return times;
}

uint64_t links_down(const Topology& topology, const LiveNetwork& live) {
  const LiveNetwork whole(topology);
  uint64_t ends = 0;
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip)
    ends += static_cast<unsigned>(__builtin_popcountll(whole.links(chip) & ~live.links(chip)));
  return ends / 2;
}

/// Makes the tables of the network without the failed parts.
class Cleaner {
 public:
  Cleaner(const PlatformConfig& config, const Topology& topology,
          const std::vector<RouteTable>& tables)
      : topology_(topology), tables_(tables) {
    if (is_graph_kind(config.topology.kind)) hops_ = changing_hops(config, topology);
  }
  std::vector<RouteTable> tables_for(const LiveNetwork& live) const {
    return hops_ == nullptr ? make_live_tables(topology_, tables_, live)
                            : make_live_graph_tables(topology_, *hops_, tables_, live);
  }

 private:
  const Topology& topology_;
  const std::vector<RouteTable>& tables_;
  std::unique_ptr<NextHops> hops_;  ///< null in a network of pods
};

void require_short_paths(const PlatformConfig& config, unsigned links) {
  if (links < kMaxHops) return;
  fail_at(
      config, "failures.events",
      fmt::format("a cell that these send round may cross {} links, by tables and "
                  "then on escape VCs; expected at most {}, which is what the hop count of a cell, "
                  "of five bits, can tell",
                  links, kMaxHops - 1));
}

/// Chips on pins cannot drop cells without a route.
void require_ways(const PlatformConfig& config, const Reachability& after) {
  if (switch_impl(config) == SwitchImpl::model || after.with_escape == after.pairs) return;
  const PinsKey pins = pins_key(config.tin);
  fail_at(
      config, "failures.events",
      fmt::format("of {} pairs of TiNs {} keep a route, and cells of the others are dropped, "
                  "which {} {} cannot; expected failures that leave all, or {}",
                  after.pairs, after.with_escape.value_or(0), pins.key, pins.value, pins.without));
}

}  // namespace

void ready_for_failures(const PlatformConfig& config, const Topology& topology,
                        std::vector<RouteTable>& tables) {
  if (is_graph_kind(config.topology.kind)) tables = make_changing_graph_tables(config, topology);
  for (RouteTable& table : tables) table.initial_hop = kMaxHops;
}

Failures::Failures(const PlatformConfig& config, const Topology& topology,
                   const std::vector<RouteTable>& tables)
    : plan_(config, topology),
      has_controller_(config.controller.is_on()),
      memory_words_(config.failures.parked_words) {
  const auto ranks = has_controller_
                         ? nullptr
                         : std::make_shared<const std::vector<unsigned>>(escape_ranks(topology));
  std::vector<const std::vector<RouteTable>*> all = {&tables};
  std::vector<const EscapeRoutes*> escapes;
  const Cleaner cleaner(config, topology, tables);
  generations_.reserve(plan_.changes().size());  // chips hold pointers to the tables
  for (const NetworkChange& change : plan_.changes()) {
    Generation next;
    next.before = reachability(topology, *all.back(), change.live, nullptr);
    next.tables = cleaner.tables_for(change.live);
    if (!has_controller_)
      next.escape = std::make_shared<const EscapeRoutes>(topology, change.live, ranks);
    next.after = reachability(topology, next.tables, change.live, next.escape.get());
    require_ways(config, next.after);
    generations_.push_back(std::move(next));
    all.push_back(&generations_.back().tables);
    if (!has_controller_) escapes.push_back(generations_.back().escape.get());
  }
  proof_ = prove_deadlock_free(topology, all, escapes);
  require_deadlock_free(proof_);
  if (is_graph_kind(config.topology.kind))
    require_short_paths(config, longest_path(topology, all, escapes));
}

ChipFailures Failures::of_chip(unsigned chip) const {
  ChipFailures failures;
  failures.memory_words = memory_words_;
  failures.tables_by_registers = has_controller_;
  for (std::size_t i = 0; i < generations_.size(); ++i) {
    if (!has_controller_)
      failures.tables.push_back(
          {plan_.changes()[i].tables, &generations_[i].tables[chip], generations_[i].escape});
    const bool alive = plan_.changes()[i].live.has_chip(chip);
    const bool was_alive = failures.state_changes.empty() || failures.state_changes.back().alive;
    if (alive != was_alive) failures.state_changes.push_back({plan_.changes()[i].at, alive});
  }
  return failures;
}

bool Failures::may_wait(Cycle now) const {
  const auto& changes = plan_.changes();
  return std::any_of(changes.begin(), changes.end(), [now](const NetworkChange& change) {
    return change.at <= now && now <= change.tables;
  });
}

void Failures::report(const Topology& topology, RunResult& result) const {
  report_changes(topology, result);
  report_links(topology, result);
  FailureResult& failures = result.failures;
  if (failures.parked_peak.words != 0) {
    const ChipInfo& chip = topology.chips[failures.parked_peak.chip];
    failures.parked_peak.tin = fmt::format("pod{}.tin{}", chip.pod, chip.tin);
  }
}

void Failures::report_changes(const Topology& topology, RunResult& result) const {
  const auto us = [&](Cycle cycle) { return static_cast<double>(cycle) / result.core_mhz; };
  for (std::size_t i = 0; i < generations_.size(); ++i) {
    const NetworkChange& change = plan_.changes()[i];
    const Generation& generation = generations_[i];
    FailureChange row;
    row.at_us = us(change.at);
    row.tables_us = us(change.tables);
    row.links_down = links_down(topology, change.live);
    for (unsigned chip = 0; chip < topology.chips.size(); ++chip)
      row.tins_down += !change.live.has_chip(chip);
    row.pairs = generation.after.pairs;
    row.connected = generation.after.connected;
    row.reached_before_always = generation.before.by_tables;
    row.reached_before_sometimes = generation.before.by_some_choice;
    row.reached_by_tables = generation.after.by_tables;
    row.reached_after = has_controller_ ? generation.after.by_tables.value_or(0)
                                        : generation.after.with_escape.value_or(0);
    result.failures.changes.push_back(row);
  }
}

void Failures::report_links(const Topology& topology, RunResult& result) const {
  const auto us = [&](Cycle cycle) { return static_cast<double>(cycle) / result.core_mhz; };
  const std::map<LinkEnd, DarkTimes> times = dark_times(plan_, topology);
  for (const LinkRow& link : result.links) {
    const auto dark = times.find({link.chip, link.port});
    if (dark == times.end()) continue;
    FailedLink row;
    row.port = port_name(topology, dark->first);
    row.peer = port_name(topology, {link.peer_chip, link.peer_port});
    row.kind = link.kind == PortKind::kGlobal ? "global" : "local";
    row.at_us = us(dark->second.first);
    if (dark->second.last != kNoCycle) row.until_us = us(dark->second.last);
    row.cells_sent = link.cells_sent;
    LostCells::walk(link.lost, [&](const char*, uint64_t cells) { row.lost_on_wire += cells; });
    row.lost_in_queue = link.lost.output_queue;
    row.lost_on_wire -= row.lost_in_queue;
    row.damaged = link.errors.cells_damaged;
    result.failures.links.push_back(std::move(row));
  }
}

}  // namespace tinsim
