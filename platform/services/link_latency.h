// SPDX-License-Identifier: Apache-2.0
// Delays of the links of a network, measured by LAT sets between their ports.
#pragma once

#include <memory>
#include <vector>

#include "platform/network/link_plan.h"
#include "platform/services/service.h"

namespace tinsim {

class SwitchEngine;
struct LinkLatencyRow;

/// `link.latency_us`: the ports themselves send PING and PONG; this reads what they found.
class LinkLatency final : public Service {
 public:
  /// Null without `link.latency_us`.
  static std::unique_ptr<Service> make(const ServiceContext& context);
  static void declare_sections(ResultSections& sections);

  explicit LinkLatency(const ServiceContext& context);

  void build(const ChipSite& site) override;
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  LinkLatencyRow row(const RunFacts& facts, unsigned chip, unsigned port) const;

  LinkPlan plan_;
  std::vector<SwitchEngine*> switches_;  ///< by chip; null: of another rank
};

}  // namespace tinsim
