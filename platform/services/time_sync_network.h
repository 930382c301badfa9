// SPDX-License-Identifier: Apache-2.0
// The hardware clocks of the chips of a network, and how far apart they are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/network/time_sync_plan.h"
#include "platform/ranks/ranks.h"
#include "platform/services/service.h"
#include "platform/statistics/time_sync_result.h"
#include "tlm/tin/time_sync/time_sync_unit.h"

namespace tinsim {

class TimeSyncNetwork final : public Service {
 public:
  /// Null without `timesync.enabled`.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  static void declare_sections(ResultSections& sections);

  explicit TimeSyncNetwork(const ServiceContext& context);

  const TimeSyncPlan& plan() const { return plan_; }
  /// Of a chip of this rank.
  TimeSyncUnit& unit(std::size_t chip) { return *units_[chip]; }

  void build(const ChipSite& site) override;
  void measure(Cycle from, Cycle to, Cycle batch) override;
  /// Compares the clocks at the sampling times before `cycle`.
  void apply_deferred_updates(Cycle cycle) override;
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  /// Time and status of a clock.
  struct Reading {
    uint64_t time;
    uint32_t chip;
    bool valid, standby, stopped;
  };
  void make_blocks(const ServiceContext& context);
  std::string chip_name(std::size_t chip) const;
  std::vector<Reading> read(Cycle at) const;
  void compare(Cycle at, const std::vector<Reading>& readings);
  bool is_steady(const std::vector<Reading>& readings) const;
  void count_beyond(Cycle at, const std::vector<Reading>& readings);
  TimeSyncRow row(unsigned chip, double cycle_us) const;

  const Topology& topology_;
  Ranks& ranks_;
  unsigned core_mhz_;
  TimeSyncPlan plan_;
  std::vector<std::unique_ptr<TimeSyncUnit>> units_;    ///< by chip; null: of another rank
  std::vector<std::unique_ptr<TimeSyncBlock>> blocks_;  ///< by chip; null: none
  Cycle sampling_interval_;
  Cycle next_sample_ = kNoCycle, samples_end_ = 0;
  TimeSyncResult compared_;  ///< at the first rank
};

}  // namespace tinsim
