// SPDX-License-Identifier: Apache-2.0
// Mixes of flows: incast, shuffle and storage, with sizes from a distribution.
#pragma once

#include <memory>
#include <vector>

#include "base/size_cdf.h"
#include "tlm/host/flows/flow_source.h"
#include "tlm/host/flows/flows_config.h"

namespace tinsim {

struct FlowMix {
  FlowKind kind = FlowKind::incast;  ///< incast, shuffle or storage
  std::vector<uint16_t> hosts;       ///< at least 2
  SizeCdf sizes;                     ///< of responses, of flows of a shuffle, of data
  bool with_requests = true;         ///< else data is read without one
  uint64_t count = 0;                ///< queries, or operations
  double gbps = 10;                  ///< of responses or data, by host
  unsigned fan_in = 8;               ///< below the number of hosts
  unsigned outstanding = 4;
  uint32_t request_bytes = 64;
  double read_share = 1;
  uint64_t seed = 1;
};

/// Flow by flow; docs/reference/flows.md has the rules.
std::unique_ptr<FlowSource> make_mix(FlowMix mix);

}  // namespace tinsim
