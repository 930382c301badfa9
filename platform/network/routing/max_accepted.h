// SPDX-License-Identifier: Apache-2.0
// The most of an offered load that a network can deliver, whichever sources and routes get ahead.
#pragma once

#include <utility>
#include <vector>

#include "platform/network/routing/bounds.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// Cells that one source sends in one order, or several sources of a chip with equal shares.
struct Stream {
  unsigned chip = 0;
  /// Target chip and rate, each once, by number; rates in units of a TrafficMatrix.
  std::vector<std::pair<unsigned, double>> targets;
};

/// Adds a stream, to one that the chip has already where the shares of their targets are the same.
void add_stream(std::vector<Stream>& streams, Stream stream);

/// The traffic that may use more than its share of a scarce resource.
enum class Unfairness {
  kSources,  ///< one source of another. In the long run, for a source's cells keep their order
  kPairs,    ///< also the cells of one target before those of another, while buffers fill with
             ///< blocked cells
};

/// Bound on the delivered traffic, in port rates per chip, for a matrix scaled to `offered` port
/// rates per chip, and its streams. It holds for each choice among the routes that the tables
/// permit: for any prices y of links and terminal ports, none negative, delivered <= sum of y over
/// all ports + sum of rate * max(0, 1 - mean price of its routes) over all streams, or pairs, by
/// the cheapest route of each pair: the weak duality of the maximum multicommodity flow. The search
/// for prices that minimize the sum begins at those of `start`, whose per_chip_ports can be reached
/// by routes that the tables permit. In large networks, where the search is costly, the bound may
/// stay above its minimum. Not above `offered`. Precondition: prove_deadlock_free() holds.
double max_accepted(const Topology& topology, const std::vector<RouteTable>& tables,
                    const TrafficMatrix& traffic, const std::vector<Stream>& streams,
                    double offered, const ThroughputBound& start, Unfairness unfairness);

}  // namespace tinsim
