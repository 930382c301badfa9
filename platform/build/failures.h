// SPDX-License-Identifier: Apache-2.0
// The failures of one run: the tables that follow them, their proof, and their part of the result.
#pragma once

#include <memory>
#include <vector>

#include "platform/network/failure_plan.h"
#include "platform/network/routing/deadlock.h"
#include "platform/network/routing/reachability.h"
#include "platform/network/topology/topology.h"
#include "platform/statistics/result.h"
#include "tlm/tin/cell_switch/failure_unit.h"

namespace tinsim {

class Failures {
 public:
  /// `tables`, of the whole network and ready_for_failures(), must not be moved. Throws ConfigError
  /// where tables before and after a change could deadlock together, or a path is too long.
  Failures(const PlatformConfig& config, const Topology& topology,
           const std::vector<RouteTable>& tables);

  const FailurePlan& plan() const { return plan_; }
  /// Of all tables of the run and all escape routes together.
  const DeadlockProof& proof() const { return proof_; }
  /// For SwitchEngine::schedule_failures(). Without tables where a controller writes them.
  ChipFailures of_chip(unsigned chip) const;
  /// Cells may wait for tables that have not been installed: a standstill is then no deadlock.
  bool may_wait(Cycle now) const;
  /// Adds changes and failed links; the counts of chips are there already. Precondition:
  /// result.links are those of the whole network.
  void report(const Topology& topology, RunResult& result) const;

 private:
  /// The tables from one change on.
  struct Generation {
    std::vector<RouteTable> tables;
    std::shared_ptr<const EscapeRoutes> escape;
    Reachability before, after;
  };
  void report_changes(const Topology& topology, RunResult& result) const;
  void report_links(const Topology& topology, RunResult& result) const;

  FailurePlan plan_;
  bool has_controller_;                  ///< which writes tables by registers
  uint64_t memory_words_;                ///< of each TiN, for parked cells
  std::vector<Generation> generations_;  ///< one per change of the plan
  DeadlockProof proof_;
};

/// Extends tables of the undamaged network by what failures require: more hops for a cell, and in a
/// network given as a graph entries for more states.
void ready_for_failures(const PlatformConfig& config, const Topology& topology,
                        std::vector<RouteTable>& tables);

}  // namespace tinsim
