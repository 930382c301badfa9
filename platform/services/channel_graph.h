// SPDX-License-Identifier: Apache-2.0
// Which channels wait for which, by the flows that the TiNs of a Clique hold at present.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "platform/controller/clique/clique_plan.h"

namespace tinsim {

/// A channel: the VCs of one phase on a link, by its sending end. A cell that holds one waits for
/// all outputs that the flows of its port class name, whatever its destination: more than cells can
/// meet, and still without a cycle while every flow keeps the order of turns.
class ChannelGraph {
 public:
  /// No TiN has a flow. The plan outlives it.
  explicit ChannelGraph(const control::CliquePlan& plan);

  /// A flow has these candidates from now on; kNoRoute stands for none. Returns the channels of a
  /// cycle that it closes, by name; empty: none.
  std::vector<std::string> set_flow(std::size_t tin, unsigned flow,
                                    const std::vector<uint8_t>& candidates);

 private:
  using Channel = uint32_t;

  static Channel channel(std::size_t tin, unsigned port, unsigned phase) {
    return static_cast<Channel>((tin * 64 + port) * kVcPhases + phase);
  }
  std::string name(Channel channel) const;
  template <class Fn>
  void for_each_wait(std::size_t tin, unsigned flow, const std::vector<uint8_t>& candidates,
                     Fn&& fn) const;
  std::vector<Channel> way(Channel from, Channel to) const;

  const control::CliquePlan& plan_;
  std::vector<std::map<unsigned, std::vector<uint8_t>>> flows_;  ///< [TiN] flow -> candidates
  std::vector<std::map<Channel, unsigned>> waits_;               ///< channel -> channel, flows
};

}  // namespace tinsim
