// SPDX-License-Identifier: Apache-2.0
// Host map: which host is on which chip. Numbers of hosts run chip by chip.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "platform/config/platform_config.h"

namespace tinsim {

class HostMap {
 public:
  /// `hosts_of_chip`: how many hosts each chip has, by chip; 0: none.
  explicit HostMap(std::vector<unsigned> hosts_of_chip) : hosts_of_(std::move(hosts_of_chip)) {
    for (unsigned chip = 0; chip < hosts_of_.size(); ++chip) {
      first_of_.push_back(hosts());
      chip_of_.insert(chip_of_.end(), hosts_of_[chip], chip);
      if (hosts_of_[chip] != 0) with_hosts_.push_back(chip);
    }
  }

  unsigned hosts() const { return static_cast<unsigned>(chip_of_.size()); }
  unsigned chips() const { return static_cast<unsigned>(hosts_of_.size()); }
  unsigned chip_of(std::size_t host) const { return chip_of_[host]; }
  /// Number of a host among those of its chip.
  unsigned place_of(std::size_t host) const {
    return static_cast<unsigned>(host) - first_of_[chip_of_[host]];
  }
  unsigned hosts_of(std::size_t chip) const { return hosts_of_[chip]; }
  /// Number of the chip's first host. Precondition: it has one.
  unsigned first_of(std::size_t chip) const { return first_of_[chip]; }
  /// Ascending.
  const std::vector<unsigned>& chips_with_hosts() const { return with_hosts_; }
  unsigned max_per_chip() const { return *std::max_element(hosts_of_.begin(), hosts_of_.end()); }

 private:
  std::vector<unsigned> hosts_of_, first_of_;  ///< by chip
  std::vector<unsigned> chip_of_;              ///< by host
  std::vector<unsigned> with_hosts_;
};

/// Precondition: as of network_size (port_budget.h).
HostMap host_map(const TopologyConfig& topology);

}  // namespace tinsim
