// SPDX-License-Identifier: Apache-2.0
// Throughput bound of an ExaNet network: the load of its busiest line.
#pragma once

#include <optional>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

struct ExanetBound {
  /// Injection per chip, in words of 64 bits per cycle, that fills the busiest line.
  double words_per_chip = 0;
  double mean_links = 0;   ///< that the mean packet crosses
  double frame_share = 0;  ///< of the words on a line: Magic, Start and a credit word
};

/// If all sources are slowed down equally. None where the traffic is not known beforehand.
/// Precondition: `chip: exanet`.
std::optional<ExanetBound> exanet_bound(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
