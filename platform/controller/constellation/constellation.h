// SPDX-License-Identifier: Apache-2.0
// The instances of a Clique's controller around their NIB.
#pragma once

#include "platform/controller/fm/flow_manager.h"
#include "platform/controller/re/routing_engine.h"
#include "platform/controller/sfe/front_end.h"

namespace tinsim::control {

enum class Instance : std::uint8_t { kNib, kRoutingEngine, kFlowManager, kFrontEnd };
constexpr unsigned kInstances = 4;

struct ConstellationSettings {
  FrontEndLimits limits;
  std::uint64_t plan_interval_us = 0;  ///< least time from one plan to the next
  std::size_t open_blocks = 512;       ///< of the NIB
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
  /// Both outlive it. All TiNs are taken to be up.
  Constellation(const CliquePlan& plan, RegisterTransport& transport,
                const ConstellationSettings& settings);

  /// Does what is due. Calls are in order of time.
  void step(std::uint64_t now_us);
  /// Ends an instance and starts another. A new NIB is empty, and all instances start again.
  void restart(Instance instance);

  /// Mask of the links of a TiN that are UP.
  void report_links(std::size_t tin, std::uint64_t up);
  /// A TiN has lost its power, or has it again.
  void report_tin(std::size_t tin, bool is_up);
  /// A TiN is to carry no cells between others, or is to carry them again.
  void drain(std::size_t tin, bool is_drained);

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
  ConstellationCounts ended_;  ///< of instances that have ended
  std::unique_ptr<Nib> nib_;
  std::unique_ptr<FrontEnd> front_end_;
  std::unique_ptr<FlowManager> flows_;
  std::unique_ptr<RoutingEngine> routing_;
};

}  // namespace tinsim::control
