// SPDX-License-Identifier: Apache-2.0
// Links, cables and optical modules, counted from the topology.
#include "platform/cost/network_cost.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tinsim {
namespace {

struct Bundle {
  uint64_t ends = 0;  ///< of links
  double metres = 0;  ///< of the longest link
};

/// Ends of the bundle of a link between two pods: two groups, or two pods of one group. Groups have
/// numbers behind those of all pods.
std::pair<unsigned, unsigned> bundle_of(const CostNetworkConfig& cost, unsigned pods, unsigned a,
                                        unsigned b) {
  const unsigned group_a = a / cost.pods_per_group, group_b = b / cost.pods_per_group;
  const auto ends =
      group_a == group_b ? std::pair(a, b) : std::pair(pods + group_a, pods + group_b);
  return std::minmax(ends.first, ends.second);
}

uint64_t divided_up(uint64_t number, uint64_t by) { return (number + by - 1) / by; }

}  // namespace

NetworkCost network_cost(const PlatformConfig& config, const Topology& topology) {
  const CostNetworkConfig& cost = config.cost.network;
  NetworkCost sum;
  sum.chips = topology.chips.size();
  std::map<std::pair<unsigned, unsigned>, Bundle> bundles;
  std::map<unsigned, uint64_t> global_ends;  // by pod
  uint64_t local_ends = 0;
  double local_ends_m = 0;
  for (const ChipInfo& chip : topology.chips) {
    for (const PortInfo& port : chip.ports) {
      const bool own = port.metres != kLengthOfKind;
      if (port.kind == PortKind::kLocal) {
        ++local_ends;
        local_ends_m += own ? static_cast<double>(port.metres) : config.link.local_m;
      } else if (port.kind == PortKind::kGlobal) {
        ++global_ends[chip.pod];
        Bundle& bundle =
            bundles[bundle_of(cost, topology.pods, chip.pod, topology.chips[port.peer_chip].pod)];
        ++bundle.ends;
        bundle.metres =
            std::max(bundle.metres, own ? static_cast<double>(port.metres) : config.link.global_m);
      }
    }
  }
  sum.local_links = local_ends / 2;
  sum.local_m = local_ends_m / 2;
  for (const auto& [ends, bundle] : bundles) {
    const uint64_t cables = divided_up(bundle.ends / 2, cost.links_per_cable);
    sum.global_links += bundle.ends / 2;
    sum.cables += cables;
    sum.cable_m += static_cast<double>(cables) * bundle.metres;
  }
  for (const auto& [pod, ends] : global_ends) sum.optics += divided_up(ends, cost.optics_channels);
  sum.optics_w = static_cast<double>(sum.optics) * cost.optics_w;
  return sum;
}

}  // namespace tinsim
