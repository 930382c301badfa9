// SPDX-License-Identifier: Apache-2.0
// A host behind the NIC that sends flows as messages under Swift.
#pragma once

#include <algorithm>

#include "tlm/host/flows/flow_board.h"
#include "tlm/host/flows/flow_feed.h"
#include "tlm/host/flows/flow_stats.h"
#include "tlm/host/traffic_host.h"

namespace tinsim {

/// The only entry of traffic of `network` has its class.
class FlowHost final : public Host {
 public:
  /// All must outlive the host. `notice`: from the end of a flow until its source knows of it.
  FlowHost(const HostNetwork& network, uint16_t number, HostStats& stats, FlowFeed& feed,
           HostFlows& flows, FlowBoard& board, FlowStats& flow_stats, Cycle notice);

  Cycle next() const override {
    return std::min({traffic_.next(), flows_.next(), feed_.horizon()});
  }
  PacketPtr take(Cycle now) override {
    start_flows(now);
    return traffic_.take(now);
  }
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override {
    start_flows(at);
    traffic_.receive(packet, ecn, at);
  }
  bool hold(uint8_t classes) override { return traffic_.hold(classes); }
  void prefetch() const override { traffic_.prefetch(); }
  void expect(const Packet& packet) override { traffic_.expect(packet); }

 private:
  void start_flows(Cycle now);
  void arrived(uint16_t from, Cycle at);

  uint16_t number_;
  Cycle process_, notice_;
  HostFlows& flows_;
  FlowBoard& board_;
  FlowStats& stats_;
  FlowFeed& feed_;
  TrafficHost traffic_;
};

}  // namespace tinsim
