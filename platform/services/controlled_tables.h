// SPDX-License-Identifier: Apache-2.0
// Route tables that a controller writes: those of the configuration, without links that are down.
#pragma once

#include <optional>
#include <set>

#include "platform/controller/network_tables.h"
#include "platform/network/topology/live_network.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

class ControlledTables final : public control::NetworkTables {
 public:
  /// `tables`: of the whole network, a Dragonfly or a pair with minimal routes. The topology
  /// outlives it.
  ControlledTables(const Topology& topology, std::vector<RouteTable> tables,
                   const RouteParams& params);

  void report_links(std::size_t chip, uint64_t up) override;
  bool is_current(std::size_t chip) const override { return chips_[chip].is_current; }
  bool may_update(std::size_t chip) const override;
  std::vector<RegisterRun> update(std::size_t chip) override;
  void updated(std::size_t chip) override;
  const std::vector<RegisterRun>& held(std::size_t chip) const override {
    return chips_[chip].held_runs;
  }
  bool has_path(std::size_t from, std::size_t to) const override;

  /// Writes of the whole network's table of a chip.
  const std::vector<RegisterRun>& original(std::size_t chip) const { return originals_[chip]; }

 private:
  struct Chip {
    std::optional<uint64_t> up;  ///< as it reported
    RouteTable wanted;
    std::optional<RouteTable> held, sent;
    std::vector<RegisterRun> held_runs, sent_runs;
    std::set<uint32_t> addresses;  ///< of all registers that were ever sent to it
    bool is_current = false;
  };

  std::vector<RegisterRun> runs_of(const RouteTable& table) const;
  std::vector<const RouteTable*> held_tables() const;
  bool has_wanted_path(std::size_t from, std::size_t to) const;
  bool keeps_paths(std::size_t chip, const RouteTable& table) const;
  std::optional<RouteTable> next_table(std::size_t chip) const;
  void refresh(std::size_t chip);

  const Topology& topology_;
  const std::vector<RouteTable> tables_;
  const RouteParams params_;
  std::vector<std::vector<RegisterRun>> originals_;
  LiveNetwork live_;
  std::vector<Chip> chips_;
  // Answers, until a table changes.
  mutable std::vector<std::optional<std::vector<bool>>> paths_, wanted_paths_;  ///< by destination
  mutable std::vector<std::optional<std::optional<RouteTable>>> next_;  ///< by chip: next_table()
};

}  // namespace tinsim
