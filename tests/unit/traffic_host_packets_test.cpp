// SPDX-License-Identifier: Apache-2.0
// Whole hosts on a wire: order of sending, octets of packets, and packets of other sources.
#include <gtest/gtest.h>

#include "tests/unit/traffic_host_wires.h"
#include "tlm/ethernet/flow.h"
#include "tlm/ethernet/frame.h"
#include "tlm/ethernet/packet_frame.h"

namespace tinsim {
namespace {

TEST(TrafficHost, TwoEntriesShareTheNicInTurn) {
  Wires wires(3);
  TrafficClass raw;
  raw.with_swift = false;
  raw.cos = 1;
  TrafficClass high = raw;
  high.cos = 2;
  const unsigned a = wires.add_entry(raw, 1000, 4096), b = wires.add_entry(high, 1000, 4096);
  wires.make_hosts();
  wires.host(0).add_source(a, {{1}, 0});
  wires.host(0).add_source(b, {{2}, 0});
  wires.run_to(200'000);
  EXPECT_NEAR(double(wires.host(1).received_bytes()) / wires.host(2).received_bytes(), 1, 0.01);
}

TEST(TrafficHost, ConnectionsAndPacketsWithoutTransportShareTheNicInTurn) {
  Wires wires(3);
  wires.network.swift.initial_window = 200;
  TrafficClass raw;
  raw.with_swift = false;
  const unsigned a = wires.add_entry(raw, 1000, 4096), b = wires.add_entry({}, 1000, 4096);
  wires.make_hosts();
  wires.host(0).add_source(a, {{1}, 0});
  wires.host(0).add_source(b, {{2}, 0});
  wires.run_to(200'000);
  EXPECT_NEAR(double(wires.host(1).received_bytes()) / wires.host(2).received_bytes(), 1, 0.01);
}

TEST(TrafficHost, OctetsAreASoundIpv4Packet) {
  Wires wires(2);
  wires.network.carried = true;
  TrafficClass of_entry;
  of_entry.cos = 5;
  of_entry.ecn = 2;
  const unsigned entry = wires.add_entry(of_entry, 1, 3000);
  wires.make_hosts();
  wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(200'000);
  ASSERT_GT(wires.sent.size(), 4u);
  for (const PacketPtr& packet : wires.sent) {
    ASSERT_EQ(packet->data.size(), packet->bytes);
    const auto frame =
        leaving_frame(*packet, {mac_of({0, 1, 0}), mac_of({0, 0, 0}), {}}, packet->ecn);
    EXPECT_EQ(frame.size(), packet->frame_bytes);
    const FrameInfo info = parse_frame(frame.data(), frame.size(), {});
    EXPECT_EQ(info.verdict, FrameVerdict::kIpv4);
    EXPECT_EQ(info.cos, 5u);
    EXPECT_EQ(info.ecn, packet->ecn);
    EXPECT_EQ(flow_number(info.flow), packet->flow);
    EXPECT_EQ(flow_hash(packet->flow), packet->flow_hash);
    EXPECT_EQ(info.ip_dst.hi, packet->address_hi);
  }
}

TEST(TrafficHost, PacketsOfOthersAreLeftAlone) {
  Wires wires(2);
  wires.add_entry({}, 1, 4096);
  wires.make_hosts();
  wires.host(1).receive(std::make_shared<Packet>(), 0, 5);
  EXPECT_EQ(wires.host(1).received_bytes(), 0u);
  EXPECT_EQ(wires.stats.find(0), nullptr);
  EXPECT_EQ(wires.host(1).next(), kNoCycle);
}

}  // namespace
}  // namespace tinsim
