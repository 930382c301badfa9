// SPDX-License-Identifier: Apache-2.0
// Routes that registers of TiNs make up, and the pairs of TiNs that they join.
#pragma once

#include <array>
#include <vector>

#include "platform/controller/clique/clique_plan.h"
#include "platform/network/topology/live_network.h"

namespace tinsim::control {

class FakeRoutes {
 public:
  explicit FakeRoutes(const CliquePlan& plan);

  /// Takes the tables of a plan instead of registers.
  void set_tables(const std::vector<RouteTable>& tables);
  /// Takes a flow's eight registers.
  void set_flow(std::size_t tin, unsigned number, const std::uint32_t* words);
  void set_row(std::size_t tin, unsigned address, unsigned row) { rows_[tin][address] = row; }
  void set_input(std::size_t tin, unsigned port, unsigned port_class, bool next_phase);
  void set_forbidden(std::size_t tin, unsigned port, std::uint64_t ports) {
    forbidden_[tin][port] = ports;
  }
  const RouteEntry& entry(std::size_t tin, unsigned number) const { return entries_[tin][number]; }
  /// Ports that flows of an input name in any row.
  std::uint64_t outputs(std::size_t tin, unsigned in_port, unsigned phase) const;
  unsigned port_class(std::size_t tin, unsigned in_port) const { return classes_[tin][in_port]; }
  unsigned phase_after(std::size_t tin, unsigned in_port, unsigned phase) const {
    return phase + (next_phase_[tin] >> in_port & 1);
  }

  /// Links that count from now on.
  void set_live(const LiveNetwork& live);
  /// Pairs that were joined and are no more, since the last call. Only TiNs behind a row of a TiN
  /// count. `from` * TiNs + `to`; empty: none.
  std::vector<std::size_t> broken_by(std::size_t tin, unsigned row);
  bool is_joined(std::size_t from, std::size_t to) const { return joined_[to][from]; }

  /// TiNs that cells may come to on their way, the first and last one included.
  std::vector<bool> on_the_way(std::size_t from, std::size_t to) const;

  std::vector<RouteTable> tables() const;

 private:
  void set_entry(std::size_t tin, unsigned number, const RouteEntry& entry);
  enum class Known : std::uint8_t { kNo, kVisited, kLeads, kEnds };
  bool leads(std::size_t tin, unsigned port_class, unsigned phase, std::size_t to);
  bool leads_over_all(std::size_t tin, unsigned port_class, unsigned phase, std::size_t to);
  std::vector<bool> joined_to(std::size_t to);

  const CliquePlan& plan_;
  std::vector<std::vector<RouteEntry>> entries_;          ///< [TiN][flow]
  std::vector<std::vector<std::uint64_t>> ports_;         ///< … as masks
  std::vector<std::array<unsigned, 1024>> rows_;          ///< [TiN][address]
  std::vector<std::array<std::uint8_t, 64>> classes_;     ///< [TiN][input]
  std::vector<std::uint64_t> next_phase_;                 ///< [TiN] mask of inputs
  std::vector<std::array<std::uint64_t, 64>> forbidden_;  ///< [TiN][input]
  std::vector<std::uint64_t> live_;                       ///< [TiN] mask of links
  std::vector<std::vector<bool>> joined_;                 ///< [to][from]
  std::vector<Known> known_;
};

}  // namespace tinsim::control
