// SPDX-License-Identifier: Apache-2.0
// The parts of a run: from configuration to a platform with its first traffic.
#include "platform/run/run_state.h"

#include <algorithm>

#include "platform/config/clock_cycles.h"
#include "platform/network/exanet_plan.h"
#include "platform/network/routing/route_tables.h"

namespace tinsim {
namespace {

constexpr unsigned kBatchesPerMeasurement = 100;
constexpr unsigned kBatchesPerLongestMeasurement = 400;
constexpr Cycle kShortestBatch = 50;

/// The configuration with the loads of the start, drawn from other random numbers.
PlatformConfig at_start(PlatformConfig config) {
  for (const ServiceEntry& entry : service_registry()) {
    if (entry.set_start_load != nullptr) entry.set_start_load(config);
  }
  config.run.seed = ~config.run.seed;
  return config;
}

/// Routes of the chips, without a cycle of channels. ExaNet nodes compute theirs; of a table only
/// the hop count of new cells is used.
void prove_routes(RunState& state) {
  if (state.config.chip == ChipKind::exanet) {
    state.proof = prove_exanet_network(state.config);
    require_exanet_proof(state.config, state.proof);
    state.tables.resize(state.topology.chips.size());
    for (RouteTable& table : state.tables) table.initial_hop = kMaxExanetHops;
    return;
  }
  state.tables = make_route_tables(state.config, state.topology);
  state.proof = prove_deadlock_free(state.topology, state.tables);
  require_deadlock_free(state.proof);
}

}  // namespace

Cycle whole_batches(Cycle cycles, Cycle batch) { return (cycles + batch - 1) / batch * batch; }

RunState network_of(const PlatformConfig& config, const std::string& config_path) {
  RunState state;
  state.config = config;
  state.config_path = config_path;
  state.topology = make_topology(config);
  prove_routes(state);
  const RunConfig& run = config.run;
  const Cycle measure = clock_cycles(config, run.longest_measure_us());
  state.batch = std::max(
      measure / (run.measure_us.is_auto() ? kBatchesPerLongestMeasurement : kBatchesPerMeasurement),
      kShortestBatch);
  state.measure = whole_batches(measure, state.batch);
  return state;
}

void add_platform(RunState& state, Ranks& ranks) {
  if (!state.config.failures.events.empty()) {
    ready_for_failures(state.config, state.topology, state.tables);
    state.failures = std::make_unique<Failures>(state.config, state.topology, state.tables);
  }
  const PlatformConfig first = state.config.run.start_us ? at_start(state.config) : state.config;
  PlatformConfig built = first;  // the first message of each source is drawn when it is made
  built.run.seed = state.config.run.seed;
  state.platform = std::make_unique<Platform>("tinsim", built, state.topology, state.tables,
                                              make_traffic(first, state.topology, &state.replay),
                                              state.batch, ranks);
  if (state.config.run.start_us) state.platform->change_rates(first);
  if (state.failures != nullptr) state.platform->schedule(*state.failures);
}

RunFacts facts_of(const RunState& state) {
  return {state.config, state.topology, state.tables, state.platform->services(),
          state.platform->now()};
}

}  // namespace tinsim
