// SPDX-License-Identifier: Apache-2.0
// Parts of an ExaNet node: its router, and framer, credits and transmit buffer of each link.
#include <algorithm>

#include "platform/cost/block_memory.h"
#include "platform/cost/chip_parts.h"
#include "platform/network/topology/link_selector.h"
#include "rtl_models/exanet_router/exanet_router.h"
#include "tlm/exanet/exanet_network.h"

namespace tinsim {
namespace {

constexpr auto kSide = CostSide::kSwitch;

/// Intra-tile ports, inter-tile ports, words of the buffers of headers and of payload at both.
template <class Router>
BlockShape router_shape(unsigned links) {
  return {Router::kIntraPorts, links, Router::kHeaderSize, Router::kIntraSize, Router::kInterSize};
}

/// Links of the node that has most of them.
unsigned link_ports(const Topology& topology) {
  const auto links_of = [](const ChipInfo& chip) {
    return static_cast<unsigned>(std::count_if(chip.ports.begin(), chip.ports.end(), is_link));
  };
  unsigned most = 0;
  for (const ChipInfo& chip : topology.chips) most = std::max(most, links_of(chip));
  return most;
}

}  // namespace

void add_exanet_parts(const PlatformConfig& config, const Topology& topology,
                      std::vector<ChipPart>& parts) {
  const unsigned links = link_ports(topology);
  const bool is_small = config.exanet.buffers == ExanetBuffers::small;
  const BlockShape shape =
      is_small ? router_shape<ExanetSmallRouter>(links) : router_shape<ExanetPaperRouter>(links);
  parts.push_back(block_part(kSide, "exanet_router", 1, shape, "exanet_router"));
  for (const char* block : {"exanet_apelink_framer", "exanet_credit_manager"})
    parts.push_back(block_part(kSide, block, links, {}));
  // As large as the receive buffers of both channels.
  const uint64_t bits = uint64_t{2} * kExanetWordBits * (shape[2] + shape[4]);
  parts.push_back(memory_part(kSide, "exanet_transmit_buffer", links, bits, true));
  parts.push_back(macro_part(kSide, "exanet_serdes", links, config.cost.area.serdes_mm2));
}

}  // namespace tinsim
