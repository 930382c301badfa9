// SPDX-License-Identifier: Apache-2.0
// Channels that cells can hold and wait for, kept up to date as routes change one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/network/topology/topology.h"

namespace tinsim::control {

/// A channel is one VC phase of one directed link. It waits for all channels that flows of its
/// inputs name in any row, so the graph has at least the dependencies that cells can cause: without
/// a cycle here there is none there. An exact proof decides about a cycle that is found here.
class ChannelGraph {
 public:
  /// The topology outlives it.
  explicit ChannelGraph(const Topology& topology);

  /// Cells of the channel that ends at this port, with this phase, may leave by `outputs` in phase
  /// `out_phase` from now on. True: that closes a cycle.
  bool set(std::size_t tin, unsigned in_port, unsigned phase, std::uint64_t outputs,
           unsigned out_phase);
  bool has_cycle();

 private:
  struct Channel {
    std::uint64_t outputs = 0;
    unsigned out_phase = 0;
  };
  std::size_t index(std::size_t tin, unsigned port, unsigned phase) const;
  /// Whether channels behind `outputs` of this one lead back to it.
  bool leads_back(std::size_t channel, std::uint64_t outputs);
  void visit_next(std::size_t channel, std::uint64_t outputs);

  const Topology& topology_;
  std::vector<Channel> channels_;
  std::vector<std::uint32_t> visited_;  ///< by channel: number of the search
  std::uint32_t search_ = 0;
  std::vector<std::size_t> pending_;
};

}  // namespace tinsim::control
