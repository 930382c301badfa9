// SPDX-License-Identifier: Apache-2.0
// The networks of a report's runs: who is joined to whom. Most points of a sweep share one.
#pragma once

#include <nlohmann/json.hpp>

#include "platform/topology/topology.h"

namespace tinsim {

class Networks {
 public:
  /// The number under which the network is in list(); the same for equal networks.
  std::size_t add(const Topology& topology);

  /// Of each network {`chips`: [[pod, TiN], …], `ports`: ports per chip, `links`: directions of
  /// links as [chip, port, peer chip, peer port, 0 local or 1 global]}.
  const nlohmann::ordered_json& list() const { return list_; }

 private:
  nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
};

}  // namespace tinsim
