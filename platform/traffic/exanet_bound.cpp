// SPDX-License-Identifier: Apache-2.0
// Throughput bound of an ExaNet network.
#include "platform/traffic/exanet_bound.h"

#include <algorithm>
#include <vector>

#include "platform/network/exanet_plan.h"
#include "platform/traffic/exanet_packets.h"
#include "platform/traffic/size_table.h"
#include "platform/traffic/traffic_bound.h"

namespace tinsim {
namespace {

constexpr double kFrameWords = 3;  // Magic, Start, and the credit word after a packet

/// Mean words of a packet, by the packets of each entry: all offer the same share.
double mean_words(const PlatformConfig& as_cells) {
  double words = 0;
  for (const TrafficConfig& entry : as_cells.traffic)
    words += SizeTable(entry.cell_bytes).mean_words();
  return words / static_cast<double>(as_cells.traffic.size());
}

}  // namespace

std::optional<ExanetBound> exanet_bound(const PlatformConfig& config, const Topology& topology) {
  const PlatformConfig as_cells = packets_as_cells(config);
  const auto traffic = known_traffic(as_cells, topology);
  if (!traffic || as_cells.traffic.size() != 1) return {};
  const ExanetParams params = exanet_params(config);
  const auto chips = static_cast<unsigned>(topology.chips.size());
  std::vector<double> loads(chips * kExanetDirections);
  double crossed = 0;
  for (unsigned from = 0; from < chips; ++from) {
    for (unsigned to = 0; to < chips; ++to) {
      const double rate = traffic->matrix.rate(from, to);
      if (rate == 0 || from == to) continue;
      const ExanetPlace src = exanet_place(params.lattice, from),
                        dst = exanet_place(params.lattice, to);
      for (ExanetPlace at = src; at != dst;) {
        const unsigned direction =
            exanet_step(params.lattice, params.routing, at, dst, src).direction;
        loads[exanet_chip(params.lattice, at) * kExanetDirections + direction] += rate;
        crossed += rate;
        at = exanet_neighbour(params.lattice, at, direction);
      }
    }
  }
  const double busiest = *std::max_element(loads.begin(), loads.end());
  if (busiest == 0) return {};
  ExanetBound bound;
  const double words = mean_words(as_cells);
  bound.frame_share = kFrameWords / (words + kFrameWords);
  bound.words_per_chip = (1 - bound.frame_share) / busiest;
  bound.mean_links = crossed / traffic->matrix.injected();
  return bound;
}

}  // namespace tinsim
