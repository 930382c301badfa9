// SPDX-License-Identifier: Apache-2.0
// The networks of a report's runs: chips and their links. Most points of a sweep share one.
#include "platform/report/network_data.h"

#include <algorithm>
#include <utility>

namespace tinsim {

std::size_t Networks::add(nlohmann::ordered_json network) {
  const auto found = std::find(list_.begin(), list_.end(), network);
  if (found != list_.end()) return static_cast<std::size_t>(found - list_.begin());
  list_.push_back(std::move(network));
  return list_.size() - 1;
}

}  // namespace tinsim
