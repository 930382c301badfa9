// SPDX-License-Identifier: Apache-2.0
// The load that the configured operations of 1RMA would put on the links.
#include "platform/services/rma_demand.h"

#include <algorithm>

#include "platform/network/routing/bounds.h"
#include "platform/network/topology/topology.h"
#include "platform/services/rma_hosts.h"
#include "rtl_models/parts/rma_words.h"

namespace tinsim {
namespace {

/// Words of one operation.
struct OperationWords {
  double there = 0;  ///< from the initiator to the target
  double back = 0;
};

double data_words(unsigned bytes, unsigned cell_bytes) {
  const unsigned whole = bytes / cell_bytes, rest = bytes % cell_bytes;
  return whole * rma_cell_words(cell_bytes) + (rest == 0 ? 0 : rma_cell_words(rest));
}

OperationWords words_of(const RmaTrafficConfig& traffic, unsigned cell_bytes) {
  constexpr unsigned kAtomicBytes = 8;
  const double request = kRmaRequestWords, pull = kRmaRequestWords, ack = rma_cell_words(0);
  if (traffic.op == RmaTrafficOp::read) return {request, data_words(traffic.bytes, cell_bytes)};
  if (traffic.op == RmaTrafficOp::write)
    return {request + data_words(traffic.bytes, cell_bytes), pull + ack};
  const unsigned operands = traffic.op == RmaTrafficOp::cas ? 2 * kAtomicBytes : kAtomicBytes;
  return {request + data_words(operands, cell_bytes), pull + rma_cell_words(kAtomicBytes)};
}

/// Words per cycle that one entry makes hosts send to each other. A share of the matrix is one of
/// the mean host's, of which there are `hosts_per_chip` on a chip.
void add_entry(const PlatformConfig& config, const Topology& topology, std::size_t index,
               TrafficMatrix& matrix) {
  const RmaTrafficConfig& entry = config.rma_traffic[index];
  const double hosts_per_chip =
      static_cast<double>(topology.hosts.size()) / static_cast<double>(topology.chips.size());
  const double operations = *entry.gbps * 1000 / (8.0 * entry.bytes * config.tin.core_mhz);
  const OperationWords words = words_of(entry, config.rma.cell_bytes);
  const std::vector<HostTargets> targets = rma_targets(config, topology, index);
  const auto add = [&](unsigned from, unsigned to, double share) {
    matrix.add(from, to, share * operations * words.there * hosts_per_chip);
    matrix.add(to, from, share * operations * words.back * hosts_per_chip);
  };
  for (unsigned from = 0; from < targets.size(); ++from) {
    const HostTargets& of = targets[from];
    for (unsigned to : of.list) add(from, to, 1.0 / static_cast<double>(of.list.size()));
    if (!of.list.empty()) continue;
    for (unsigned to = 0; to < of.all_hosts; ++to)
      if (to != from) add(from, to, 1.0 / (of.all_hosts - 1.0));
  }
}

}  // namespace

std::optional<RmaDemand> rma_demand(const PlatformConfig& config, const Topology& topology,
                                    const std::vector<RouteTable>& tables) {
  TrafficMatrix matrix(topology);
  for (std::size_t i = 0; i < config.rma_traffic.size(); ++i)
    if (config.rma_traffic[i].gbps) add_entry(config, topology, i, matrix);
  if (matrix.injected() == 0) return std::nullopt;
  const ThroughputBound bound = throughput_bound(topology, tables, matrix);
  const double busiest = std::max(bound.max_local, bound.max_global);
  if (busiest == 0) return std::nullopt;
  return RmaDemand{busiest, bound.max_global >= bound.max_local ? "global links" : "local links"};
}

}  // namespace tinsim
