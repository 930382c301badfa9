// SPDX-License-Identifier: Apache-2.0
// Whole hosts on a wire: what is measured, by formula; the host's own time; losses.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/traffic_host_wires.h"

namespace tinsim {
namespace {

TEST(TrafficHost, FabricRttIsTwoWiresWhateverTheRemoteHostTakes) {
  Wires wires(2);
  wires.network.host.process_cycles = 1600;
  wires.network.host.jitter_cycles = 400;
  wires.gap = 1;
  const unsigned entry = wires.add_entry({}, 1, 4096);
  wires.make_hosts();
  wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(2'000'000);
  const HostClassStats& stats = *wires.stats.find(0);
  EXPECT_GT(stats.fabric_rtt.count(), 100u);
  EXPECT_EQ(stats.fabric_rtt.min(), 2 * kDelay);
  EXPECT_EQ(stats.fabric_rtt.max(), 2 * kDelay);
  EXPECT_EQ(stats.one_way.min(), kDelay);
  EXPECT_EQ(stats.one_way.max(), kDelay);
  EXPECT_EQ(stats.completion.min(), kDelay);
}

TEST(TrafficHost, TheHostsTimeIsBetweenSegmentAndAcknowledgement) {
  Wires wires(2);
  wires.network.host.process_cycles = 1600;
  wires.network.host.jitter_cycles = 400;
  wires.gap = 1;
  const unsigned entry = wires.add_entry({}, 1, 4096);
  wires.make_hosts();
  wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(4'000'000);
  Cycle least = kNoCycle, most = 0;
  for (const PacketPtr& packet : wires.sent) {
    if (!packet->segment.is_ack) continue;
    least = std::min(least, packet->segment.remote_cycles);
    most = std::max(most, packet->segment.remote_cycles);
    EXPECT_EQ(packet->born, packet->segment.sent + kDelay + packet->segment.remote_cycles);
  }
  EXPECT_GE(least, 1600u);
  EXPECT_LT(least, 1620u);       // 300 draws from 401 values
  EXPECT_LE(most, 2000u + 400);  // one may wait for the one before it
  EXPECT_GT(most, 1980u);
}

TEST(TrafficHost, PacketsOneByOneMakeTheHostABottleneck) {
  Wires wires(3);
  wires.network.host.packet_cycles = 500;
  wires.network.swift.endpoint_target = 4000;
  wires.network.swift.initial_window = 64;
  wires.gap = 100;
  const unsigned entry = wires.add_entry({}, 100, 65536);  // overload
  wires.make_hosts();
  for (unsigned i : {1u, 2u}) wires.host(i).add_source(entry, {{0}, 0});
  wires.run_to(1'000'000);
  wires.stats.measure(1'000'000, 3'000'000);
  const uint64_t before = wires.host(0).received_bytes();
  wires.run_to(3'000'000);
  // The endpoint window holds; 500 cycles a packet give 4096 bytes each.
  EXPECT_LT(wires.host(1).swift(entry, 0)->endpoint_window(),
            wires.host(1).swift(entry, 0)->fabric_window());
  const double packets = double(wires.host(0).received_bytes() - before) / 4096;
  EXPECT_NEAR(packets, 2e6 / 500, 0.02 * 2e6 / 500);
}

TEST(TrafficHost, MessagesAreCutAndCompleteByFormula) {
  Wires wires(2);
  wires.network.swift.initial_window = 100;
  TrafficClass of_entry;
  of_entry.segment_bytes = 1000;
  const unsigned entry = wires.add_entry(of_entry, 0.01, 4500);  // never two at a time
  wires.make_hosts();
  wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(20'000'000);
  const HostClassStats& stats = *wires.stats.find(0);
  ASSERT_GT(stats.counts.messages, 5u);
  EXPECT_EQ(stats.counts.messages, stats.counts.messages_made);
  EXPECT_EQ(stats.counts.packets, 5 * stats.counts.messages);
  EXPECT_EQ(stats.counts.bytes, 4500 * stats.counts.messages);
  EXPECT_EQ(stats.counts.sent_again, 0u);
  // Five segments, one every 100 cycles.
  EXPECT_EQ(stats.completion.min(), 400 + kDelay);
  EXPECT_EQ(stats.completion.max(), 400 + kDelay);
  const Packet& first = *wires.sent[0];
  EXPECT_EQ(first.bytes, 1064u);
  EXPECT_EQ(first.frame_bytes, 1064u + 18);
}

TEST(TrafficHost, WithoutTransportNothingIsAcknowledgedAndTheNicSetsThePace) {
  Wires wires(2);
  TrafficClass of_entry;
  of_entry.with_swift = false;
  of_entry.cos = 3;
  const unsigned entry = wires.add_entry(of_entry, 1000, 4096);
  wires.make_hosts();
  wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(100'000);
  for (const PacketPtr& packet : wires.sent) {
    EXPECT_FALSE(packet->segment.is_ack);
    EXPECT_EQ(packet->cos, 3u);
  }
  EXPECT_NEAR(double(wires.sent.size()), 1000, 2);
  const HostCounts& counts = wires.stats.find(3)->counts;
  // All births are counted, also of what has not been sent: 13.1 cycles apart.
  EXPECT_NEAR(double(counts.messages_made), 100'000 / 13.1072, 5 * std::sqrt(100'000 / 13.1072));
}

TEST(TrafficHost, TheTransportSendsNoFasterThanItsRate) {
  for (const bool with_swift : {false, true}) {
    Wires wires(2);
    wires.network.host.send_rate = WireRate{411, 2};  // 82.2 Gb/s at 400 MHz
    wires.network.swift.initial_window = 200;
    wires.gap = 10;
    TrafficClass of_entry;
    of_entry.with_swift = with_swift;
    const unsigned entry = wires.add_entry(of_entry, 0.1, 100 * 4096);  // never two at a time
    wires.make_hosts();
    wires.host(0).add_source(entry, {{1}, 0});
    wires.run_to(20'000'000);
    Cycle born = 0;
    for (const PacketPtr& packet : wires.sent) {
      if (packet->segment.is_ack) continue;
      const unsigned n = packet->segment.number % 100;
      if (n == 0) born = packet->segment.message_born;
      // Packet n when the n before it have passed, to the cycle: nothing is rounded twice.
      EXPECT_EQ(packet->segment.sent, born + n * 4096 * 8 * 2 / 411) << n;
    }
    EXPECT_GT(wires.stats.find(0)->counts.messages, 0u);
  }
}

TEST(TrafficHost, LossesAreSentAgainAndEachByteCountsOnce) {
  Wires wires(2);
  uint32_t random = 1;
  wires.loses = [&](const Packet&) {
    random = random * 1664525u + 1013904223u;
    return (random >> 16) % 20 == 0;
  };
  const unsigned entry = wires.add_entry({}, 2, 20000);
  wires.make_hosts();
  wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(8'000'000);
  const HostCounts& counts = wires.stats.find(0)->counts;
  EXPECT_GT(counts.sent_again, 10u);
  EXPECT_GT(counts.messages, 200u);
  EXPECT_LE(counts.bytes, counts.bytes_made);
  // Few messages are in flight at the end.
  EXPECT_GT(counts.bytes + 40 * 20000, counts.bytes_made);
  EXPECT_GE(counts.bytes, counts.messages * 20000);
  EXPECT_GT(counts.again, 0u);  // an acknowledgement was lost
  EXPECT_EQ(wires.host(1).received_bytes(), counts.bytes);
}

TEST(TrafficHost, MarksAreCountedAndEchoed) {
  Wires wires(2);
  wires.marks = [](const Packet& packet) { return uint8_t(packet.ecn == 2 ? 3 : packet.ecn); };
  TrafficClass of_entry;
  of_entry.ecn = 2;
  const unsigned entry = wires.add_entry(of_entry, 1, 4096);
  wires.make_hosts();
  wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(500'000);
  const HostCounts& counts = wires.stats.find(0)->counts;
  EXPECT_GT(counts.marked, 10u);
  EXPECT_EQ(counts.marked, counts.packets);
  for (const PacketPtr& packet : wires.sent) {
    EXPECT_EQ(packet->segment.marked, packet->segment.is_ack);
  }
}

TEST(TrafficHost, OnlyTheMeasurementCounts) {
  Wires wires(2);
  const unsigned entry = wires.add_entry({}, 1, 4096);
  wires.make_hosts();
  wires.host(0).add_source(entry, {{1}, 0});
  wires.stats.measure(500'000, 1'000'000);
  wires.run_to(500'000);
  EXPECT_EQ(wires.stats.find(0), nullptr);
  wires.run_to(1'000'000);
  const uint64_t packets = wires.stats.find(0)->counts.packets;
  EXPECT_NEAR(double(packets), 500'000 / 13107.2, 5 * std::sqrt(38.0));
  wires.run_to(2'000'000);
  EXPECT_EQ(wires.stats.find(0)->counts.packets, packets);
}

TEST(HostStats, AddUpInAnyOrder) {
  HostStats a, b, ab, ba;
  a.of_class(1).fabric_rtt.add(10);
  a.of_class(1).counts.bytes = 5;
  b.of_class(1).fabric_rtt.add(20);
  b.of_class(1).counts.bytes = 7;
  b.of_class(6).counts.messages = 1;
  ab.merge(a), ab.merge(b);
  ba.merge(b), ba.merge(a);
  EXPECT_EQ(ab.find(1)->counts.bytes, 12u);
  EXPECT_EQ(ba.find(1)->counts.bytes, 12u);
  EXPECT_TRUE(ab.find(1)->fabric_rtt == ba.find(1)->fabric_rtt);
  EXPECT_EQ(ab.find(1)->fabric_rtt.count(), 2u);
  EXPECT_EQ(ab.find(6)->counts.messages, 1u);
  EXPECT_EQ(ab.find(0), nullptr);
}

}  // namespace
}  // namespace tinsim
