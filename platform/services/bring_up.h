// SPDX-License-Identifier: Apache-2.0
// Brings a network up in-band: a controller on the Ethernet of some chips.
#pragma once

#include <memory>
#include <vector>

#include "platform/controller/network_controller.h"
#include "platform/services/controlled_tables.h"
#include "platform/services/ethernet_host.h"
#include "platform/services/services.h"
#include "platform/statistics/bring_up_result.h"

namespace tinsim {

/// The controller is in the process that simulates the chips with Ethernet, which are of one pod.
class BringUp final : public Service {
 public:
  /// Null unless `bring_up.enabled`. Requires IpNetwork and ControlProcessors.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  explicit BringUp(const ServiceContext& context);

  void build(const ChipSite& site) override;
  bool may_run_ahead() const override { return false; }
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

  /// Null at ranks without chips with Ethernet.
  const control::NetworkController* controller() const { return controller_.get(); }

 private:
  control::ControllerPlan plan() const;
  void clear_tables(std::size_t chip);
  void attach(std::size_t chip);
  void poll(Cycle now);

  const PlatformConfig config_;
  const Topology& topology_;
  const Services& services_;
  ControlledTables tables_;
  std::unique_ptr<control::NetworkController> controller_;
  std::vector<std::unique_ptr<EthernetHost>> hosts_;  ///< by chip; null: it has no Ethernet here
  Cycle next_poll_ = 0;                               ///< of the controller
};

}  // namespace tinsim
