// SPDX-License-Identifier: Apache-2.0
// The instances of a Clique's controller around their NIB.
#pragma once

#include "platform/controller/fm/flow_manager.h"
#include "platform/controller/ibr/ibr_shards.h"
#include "platform/controller/operations/units.h"
#include "platform/controller/re/routing_engine.h"
#include "platform/controller/sfe/front_end.h"

namespace tinsim::control {

enum class Instance : std::uint8_t { kNib, kRoutingEngine, kFlowManager, kFrontEnd };
constexpr unsigned kInstances = 4;

struct ConstellationSettings {
  FrontEndLimits limits;
  std::uint64_t plan_interval_us = 0;  ///< least time from one plan to the next
  std::size_t open_blocks = 512;       ///< of the NIB
  unsigned ibr_shards = 4;             ///< of external routes (Aquila, section 3)
  std::vector<unsigned> absent_pods;   ///< of the plan, that are added later
};

/// Counts of all instances since the beginning.
struct ConstellationCounts {
  RoutingCounts routing;
  FlowManagerCounts flows;
  FrontEndCounts requests;
  std::uint64_t restarts = 0;
};

class Constellation {
 public:
  /// Both outlive it. All TiNs but those of absent pods are taken to be up.
  Constellation(const CliquePlan& plan, RegisterTransport& transport,
                const ConstellationSettings& settings);

  /// Does what is due; plans only if it may. Calls are in order of time.
  void step(std::uint64_t now_us, bool may_plan = true);
  /// Ends an instance and starts another. A new NIB is empty, and all instances start again.
  void restart(Instance instance);

  /// Mask of the links of a TiN that are UP.
  void report_links(std::size_t tin, std::uint64_t up);
  /// A TiN has lost its power, or has it again.
  void report_tin(std::size_t tin, bool is_up);
  /// The far end of a port's cable, as its two TiNs discovered by messages over the link.
  void report_neighbour(std::size_t tin, unsigned port, const CableEnd& end);

  // Plans of an operator; they stay when instances end.
  /// Cells between other TiNs do not cross these, as one unit, where there is another way. They
  /// stay reachable. TiNs that were drained with others belong to this unit from now on.
  void drain(const std::vector<std::size_t>& tins);
  void undrain(const std::vector<std::size_t>& tins);
  /// Adds an absent pod: its TiNs are up from now on.
  void populate(unsigned pod);
  /// External routes, for a speaker of a routing protocol. They stay when other instances end.
  IbrShards& external() { return *external_; }

  /// All TiNs that are up have the tables that follow from the reports.
  bool is_settled() const { return routing_->is_current() && flows_->is_settled(); }
  const Nib& nib() const { return *nib_; }
  ConstellationCounts counts() const;

 private:
  void start_nib();
  void start_routing();
  void start_flows();
  void start_front_end();

  const CliquePlan& plan_;
  RegisterTransport& transport_;
  const ConstellationSettings settings_;
  ConstellationCounts ended_;                     ///< of instances that have ended
  std::vector<bool> is_present_;                  ///< by TiN: populated
  std::map<std::size_t, std::uint16_t> drained_;  ///< TiN -> unit
  std::unique_ptr<Nib> nib_;
  std::unique_ptr<IbrShards> external_;
  std::unique_ptr<FrontEnd> front_end_;
  std::unique_ptr<FlowManager> flows_;
  std::unique_ptr<RoutingEngine> routing_;
};

}  // namespace tinsim::control
