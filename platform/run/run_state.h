// SPDX-License-Identifier: Apache-2.0
// The parts of a run, and the measured batches.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/build/failures.h"
#include "platform/build/platform.h"
#include "platform/network/routing/deadlock.h"
#include "platform/network/topology/topology.h"
#include "platform/statistics/precision_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/steady.h"

namespace tinsim {

/// A network with its traffic, and the batches that its run has measured so far.
struct RunState {
  PlatformConfig config;
  std::string config_path;  ///< as the user named it
  Topology topology;
  std::vector<RouteTable> tables;
  DeadlockProof proof;
  std::unique_ptr<Failures> failures;  ///< null: nothing fails
  ReplayReport replay;
  std::unique_ptr<Platform> platform;  ///< made from those above
  Cycle batch = 0;                     ///< length of a batch in cycles
  Cycle begin = 0;                     ///< of the measurement, a multiple of `batch`
  Cycle measure = 0;                   ///< its length, another
  std::optional<Cut> cut;              ///< of a run that ended early
  std::vector<Batch> warmup;           ///< up to `begin`; without births
  std::vector<Batch> measured;
  std::optional<SteadyStart> auto_verdict;  ///< of an automatic warm-up
  std::vector<PrecisionRow> precision;      ///< of a measurement of length `auto`
  std::vector<std::string> notes;           ///< of this rank's chips
};

/// The network and the lengths of batches and measurement; no platform yet. Throws ConfigError for
/// cyclic routing.
RunState network_of(const PlatformConfig& config, const std::string& config_path);

/// Makes the platform, or this rank's share, with the traffic of the start, if there is one.
/// `state` stays where it is: the platform refers to it.
void add_platform(RunState& state, Ranks& ranks);

/// Values at the end of the run on which the services' sections of the result depend.
RunFacts facts_of(const RunState& state);

/// Rounded up.
Cycle whole_batches(Cycle cycles, Cycle batch);

}  // namespace tinsim
