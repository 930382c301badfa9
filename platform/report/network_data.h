// SPDX-License-Identifier: Apache-2.0
// The networks of a report's runs: chips and their links. Most points of a sweep share one.
#pragma once

#include <nlohmann/json.hpp>

namespace tinsim {

class Networks {
 public:
  /// The number under which the network (network_file.h) is in list(); the same for equal ones.
  std::size_t add(nlohmann::ordered_json network);

  const nlohmann::ordered_json& list() const { return list_; }

 private:
  nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
};

}  // namespace tinsim
