// SPDX-License-Identifier: Apache-2.0
// Pairs of TiNs between which IP packets travel both ways, by the flows and groups that the NIB has
// as installed and the links that are reported as UP.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/clique/nib_tables.h"

namespace tinsim::control {

class InstalledPaths {
 public:
  /// The plan outlives it.
  explicit InstalledPaths(const CliquePlan& plan) : plan_(plan) {}

  /// A NIB, which outlives its use, replaces the one before.
  void use(const Nib& nib);
  /// From a host on the Ethernet of `entry` to the control processor of `tin`, and back.
  /// Precondition: use() has been called.
  bool join(std::size_t entry, std::size_t tin);

 private:
  void refresh();
  bool has_ip_flow(std::size_t at, unsigned endpoint, std::size_t to) const;
  bool leads(std::size_t from, std::size_t to);

  const CliquePlan& plan_;
  const Nib* nib_ = nullptr;
  std::unique_ptr<NibSubscription> changes_;
  std::vector<RouteTable> tables_;                    ///< without candidates that are down
  std::vector<std::optional<std::vector<bool>>> to_;  ///< [to][from], once computed
};

}  // namespace tinsim::control
