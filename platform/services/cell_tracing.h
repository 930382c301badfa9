// SPDX-License-Identifier: Apache-2.0
// Cell tracing in the chips of a network: the filter and the sampler of each.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/services.h"
#include "tlm/tin/cell_trace/chip_tracer.h"

namespace tinsim {

/// Cells of a chip's CPU port, which has the records, are not traced.
class CellTracing final : public Service {
 public:
  /// Null where the configuration has no cell tracing.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  explicit CellTracing(const ServiceContext& context);

  /// Null: the chip is of another rank.
  ChipTracer* tracer(std::size_t chip) { return tracers_[chip].get(); }
  const ChipTracer* tracer(std::size_t chip) const { return tracers_[chip].get(); }

  void build(const ChipSite& site) override;
  /// Records of a window count when it is over.
  bool may_run_ahead() const override { return false; }
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  uint64_t cpu_ports(std::size_t chip) const;

  const PlatformConfig config_;
  const Topology& topology_;
  std::vector<std::unique_ptr<ChipTracer>> tracers_;  ///< by chip
};

}  // namespace tinsim
