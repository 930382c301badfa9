// SPDX-License-Identifier: Apache-2.0
// The controller of a Clique at the Ethernet of some of its TiNs.
#pragma once

#include <memory>
#include <vector>

#include "platform/controller/in_band/in_band_controller.h"
#include "platform/services/control_ethernet.h"
#include "platform/services/controller_changes.h"
#include "platform/services/controller_timeline.h"
#include "platform/services/register_audit.h"
#include "platform/services/services.h"
#include "platform/statistics/controller_result.h"

namespace tinsim {

/// The controller is in the process that simulates the first chip of `ecp.ethernet_chips`.
class CliqueController final : public Service {
 public:
  /// Null without `controller.kind: constellation`. Requires IpNetwork and ControlProcessors.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  explicit CliqueController(const ServiceContext& context);

  void build(const ChipSite& site) override;
  void join(RemoteChips& remote) override { ethernet_.join(remote); }
  bool may_run_ahead() const override { return false; }
  void end_batch(Cycle now, uint64_t dropped) override;
  bool may_wait() const override {
    return changes_.has_failures() && controller_ != nullptr && !controller_->is_settled();
  }
  void open_capture(const std::filesystem::path& folder) override;
  void close_capture(Cycle end) override;
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

  /// Null in other processes.
  control::InBandController* controller() { return controller_.get(); }
  const control::CliquePlan& plan() const { return plan_; }

 private:
  void preset(std::size_t chip, uint32_t address, uint32_t value);
  void preset_ip(std::size_t chip);
  void preset_entry(std::size_t chip, std::size_t entry, const std::vector<uint32_t>& words);
  void clear_routes(std::size_t chip);
  void audit_writes(std::size_t chip);
  void poll(Cycle now);

  const PlatformConfig config_;
  const Services& services_;
  Ranks& ranks_;
  const control::CliquePlan plan_;
  ControlEthernet ethernet_;
  ControllerChanges changes_;
  RegisterAudit audit_;
  std::unique_ptr<ControllerTimeline> timeline_;  ///< null: none is written
  std::unique_ptr<control::InBandController> controller_;
  std::vector<RegisterSpace*> registers_;  ///< by chip; null: of other processes
  std::vector<const Tin*> tins_;           ///< of this process
};

}  // namespace tinsim
