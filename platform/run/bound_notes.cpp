// SPDX-License-Identifier: Apache-2.0
// The bounds that a result reports with the accepted throughput, up to the first that holds.
#include "platform/run/bound_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "platform/config/chip_shape.h"
#include "platform/traffic/exanet_bound.h"
#include "platform/traffic/traffic_bound.h"

namespace tinsim {
namespace {

/// Words that were born before the measurement and may have been delivered in it.
double words_under_way(const RunResult& result) {
  double words = 0;
  for (const Batch& batch : result.warmup_batches)
    words += static_cast<double>(batch.offered_words) - static_cast<double>(batch.accepted_words);
  return std::max(0.0, words);
}

}  // namespace

std::vector<BoundNote> bound_notes(const PlatformConfig& config, const Topology& topology,
                                   const std::vector<RouteTable>& tables, const RunResult& result) {
  const auto traffic = known_traffic(config, topology);
  if (!traffic) return {};
  std::vector<BoundNote> notes;
  const auto add = [&](const char* name, double ports, std::string_view what) {
    notes.push_back({name, ports * port_gbps(config),
                     fmt::format("{:.4f} port rates per TiN {}", ports, what)});
  };
  const ThroughputBound even = throughput_bound(topology, tables, traffic->matrix);
  const bool fails = !config.failures.events.empty();
  add(even.limited_by, even.per_chip_ports,
      fails ? "fill the busiest port before anything fails"
            : fmt::format("fill the busiest port if {}", bound_condition(config)));
  const auto whole = static_cast<double>(result.measure_cycles * result.chips);
  if (whole == 0) return notes;
  const double accepted = static_cast<double>(result.accepted_words) / whole;
  const bool passes_chips = tables[0].first_leg_phases != 0;
  if (fails || passes_chips || accepted <= even.per_chip_ports) return notes;

  // The generated traffic, and with it the bounds, deviates from its mean.
  const double measured = std::max(static_cast<double>(result.offered_words) / whole, accepted);
  const double offered = std::max(traffic->ports_per_chip, measured);
  double most = even.per_chip_ports;
  const auto raise = [&](Unfairness unfairness, const char* name, const char* what) {
    if (accepted <= most) return;
    const double next = max_accepted(topology, tables, traffic->matrix, traffic->streams, offered,
                                     even, unfairness);
    if (next <= most) return;
    most = next;
    add(name, most, what);
  };
  raise(Unfairness::kSources, "long run", "are the most of this load if some sources go on");
  raise(Unfairness::kPairs, "filling", "are the most while buffers fill with what is held up");
  if (accepted > most)
    add("under way", most + words_under_way(result) / whole,
        "are the most with what was under way when the measurement began");
  return notes;
}

std::vector<BoundNote> exanet_bound_notes(const PlatformConfig& config, const Topology& topology) {
  const auto bound = exanet_bound(config, topology);
  if (!bound) return {};
  return {{"lines", bound->words_per_chip * config.exanet.clock_mhz * 64 / 1000.0,
           fmt::format("{:.4f} line rates per chip fill the busiest line if all sources slow down "
                       "alike",
                       bound->words_per_chip)}};
}

}  // namespace tinsim
