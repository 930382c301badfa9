// SPDX-License-Identifier: Apache-2.0
// Raw cells of the configured traffic, and the terminal ports of all chips.
#pragma once

#include <memory>
#include <vector>

#include "platform/config/platform_config.h"
#include "platform/services/services.h"
#include "platform/services/terminal_ports.h"

namespace tinsim {

/// Every chip has terminal ports; those of an engine are its own, all others belong to raw cells.
class RawCells final : public Service {
 public:
  /// Null where the chips are not TiNs.
  static std::unique_ptr<Service> make(const ServiceContext& context);
  static void set_start_load(PlatformConfig& config);

  /// Takes the traffic of this rank's chips.
  explicit RawCells(const ServiceContext& context);

  TerminalPorts& terminals(std::size_t chip) { return *terminals_[chip]; }

  void build(const ChipSite& site) override;
  void change_rates(const PlatformConfig& config, Cycle now) override;
  uint64_t waiting_age(Cycle now, uint64_t& sources) override;
  void keep_ages(Cycle first, Cycle step) override;
  uint64_t cells_injected() const override;
  std::optional<unsigned> source_credit(std::size_t chip, unsigned port,
                                        unsigned vc) const override;
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  void add_births(const TerminalPorts& terminals, Cycle now, RunResult& result) const;

  const Topology& topology_;
  ChipMemory& memory_;
  TerminalParams params_;
  bool has_traffic_;
  bool keeps_port_histograms_;
  std::vector<PortTraffic> traffic_;                  ///< owns the tables that its generators read
  std::vector<std::vector<std::size_t>> traffic_of_;  ///< by chip
  std::vector<std::shared_ptr<TerminalPorts>> terminals_;  ///< by chip; null: of another rank
};

}  // namespace tinsim
