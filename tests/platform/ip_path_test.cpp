// SPDX-License-Identifier: Apache-2.0
// The IP path in small networks: latency to the cycle by formula, order, conservation.
#include <gtest/gtest.h>

#include "tests/platform/ip_network_fixture.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

// docs/reference/ip_over_gnet.md, with the default delays.
constexpr unsigned kLookup = 24, kRts = 6, kCts = 4, kPull = 8, kData = 4;
constexpr unsigned kNicPorts = 5;

/// Cycles from a cell's first word at its source to its last at its sink, over `links` local links
/// of 1 m: 16 for each chip, 2 for each wire, one word per cycle
/// (docs/explanation/architecture.md).
unsigned cell_latency(unsigned links, unsigned words) {
  return 16 * (links + 1) + 2 * links + words - 1;
}

/// First cycle after `bytes` octets on a wire of 250 bits per cycle.
unsigned wire_cycles(unsigned bytes) { return (bytes * 8 + 249) / 250; }

unsigned frame_of(unsigned bytes) { return std::max(64u, bytes + 18); }

/// From the first bit into the source's NIC to the last out of the destination's, nothing else
/// about. All cells must find ports of their own: same chip, or one cell.
unsigned latency(unsigned links, unsigned bytes) {
  const unsigned whole = wire_cycles(8 + frame_of(bytes));
  const unsigned known = bytes > 256 ? wire_cycles(8 + 64) : whole;
  const unsigned rts = known + kLookup + cell_latency(links, 2);
  const unsigned cts = rts + kRts + kCts + cell_latency(links, 2);
  const unsigned pull = std::max(cts + kPull, whole);
  const unsigned cells = (bytes + 147) / 148;
  unsigned last = 0;
  for (unsigned i = 0; i < cells; ++i) {
    const unsigned vbytes = std::min(148u, bytes - 148 * i);
    const unsigned words = 1 + (4 + vbytes + 7) / 8;
    last = std::max(last, pull + i / kNicPorts * 20 + cell_latency(links, words));
  }
  return last + kData + whole;
}

class ZeroLoad : public testing::TestWithParam<unsigned> {};

TEST_P(ZeroLoad, OnOneChipToTheCycle) {
  IpTestNetwork net(of_kind("single", 2));
  net.host(0).send(net.packet(0, 1, GetParam(), 100));
  net.run_to(20000);
  ASSERT_EQ(net.host(1).received().size(), 1u);
  EXPECT_EQ(net.host(1).received()[0].at - 100, latency(0, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Sizes, ZeroLoad,
                         testing::Values(20, 46, 64, 144, 148, 149, 256, 257, 296, 740, 741, 1500,
                                         4096, 9000, 16383));

TEST(IpPath, OneCellOverALinkToTheCycle) {
  IpTestNetwork net(of_kind("pair", 2));
  net.host(0).send(net.packet(0, 3, 100, 77));
  net.run_to(2000);
  ASSERT_EQ(net.host(3).received().size(), 1u);
  EXPECT_EQ(net.host(3).received()[0].at - 77, latency(1, 100));
}

/// A way through the network: cycles of a cell of a word from source to sink
/// (docs/explanation/architecture.md): 16 for each chip, 2 for a local link of 1 m, 100 for a
/// global one of 50 m and 12 for its FEC.
unsigned way(unsigned local, unsigned global) {
  return 16 * (local + global + 1) + 2 * local + (100 + 12) * global;
}

/// As latency(), where all cells share one link: the cells of a packet follow each other word by
/// word, as soon as the first has come.
unsigned latency_in_line(unsigned local, unsigned global, unsigned bytes) {
  const unsigned whole = wire_cycles(8 + frame_of(bytes));
  const unsigned known = bytes > 256 ? wire_cycles(8 + 64) : whole;
  const unsigned cts = known + kLookup + kRts + kCts + 2 * (way(local, global) + 1);
  const unsigned cells = (bytes + 147) / 148;
  unsigned words = 0;
  for (unsigned i = 0; i < cells; ++i) words += 1 + (4 + std::min(148u, bytes - 148 * i) + 7) / 8;
  return std::max(cts + kPull, whole) + way(local, global) + words - 1 + kData + whole;
}

struct Way {
  unsigned pods, tins, from, to, local, global;
};

/// One link between pods and one between TiNs. Sets that refresh credits are off: each would be a
/// word between the cells.
class ZeroLoadInLine : public testing::TestWithParam<Way> {};

TEST_P(ZeroLoadInLine, OfEachSizeToTheCycle) {
  const Way way = GetParam();
  PlatformConfig config = dragonfly(way.pods, way.tins, 1, 1);
  config.topology.hosts_per_tin = 2;
  config.link.fc_refresh_us = 0;
  IpTestNetwork net(config);
  const std::vector<unsigned> sizes = {20, 148, 149, 592, 741, 1500, 4096, 9198, 16383};
  constexpr Cycle kApart = 10000;
  Cycle born = 100;
  for (unsigned bytes : sizes) {
    net.host(way.from).send(net.packet(way.from, way.to, bytes, born));
    born += kApart;
  }
  net.run_to(born);
  const auto& received = net.host(way.to).received();
  ASSERT_EQ(received.size(), sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    EXPECT_EQ(received[i].at - (100 + i * kApart), latency_in_line(way.local, way.global, sizes[i]))
        << sizes[i] << " bytes";
}

// Two pods of four TiNs have their link at TiN 0 of each: hosts 0 and 8 are there.
INSTANTIATE_TEST_SUITE_P(Ways, ZeroLoadInLine,
                         testing::Values(Way{1, 2, 0, 3, 1, 0}, Way{2, 4, 0, 8, 0, 1},
                                         Way{2, 4, 0, 15, 1, 1}, Way{2, 4, 7, 15, 2, 1}));

// At 400 Gb/s the shortest frames take two thirds of a cycle, so that two of them end in one.
TEST(IpPath, PacketsOfAFlowKeepTheirOrderWhereSeveralComeInACycle) {
  constexpr unsigned kPackets = 200;
  PlatformConfig config = of_kind("pair", 2);
  config.ip.nic_gbps = 400;
  IpTestNetwork net(config);
  for (unsigned i = 0; i < kPackets; ++i) net.host(0).send(net.packet(0, 3, 46, 100));
  net.run_to(20000);
  const auto& received = net.host(3).received();
  ASSERT_EQ(received.size(), kPackets);
  for (unsigned i = 0; i < kPackets; ++i) EXPECT_EQ(received[i].packet->number, i);
}

// A fat tree has hosts on its leaves only: chips 0 and 1, joined by one of two tops.
TEST(IpPath, OverAChipWithoutHostsToTheCycle) {
  PlatformConfig config = of_kind("fat_tree", 2);
  config.topology.arity = 2;
  config.topology.levels = 2;
  config.topology.link_kind = GraphLinkKind::local;
  IpTestNetwork net(config);
  ASSERT_EQ(net.hosts(), 4u);
  net.host(1).send(net.packet(1, 2, 100, 77));
  net.run_to(2000);
  ASSERT_EQ(net.host(2).received().size(), 1u);
  EXPECT_EQ(net.host(2).received()[0].at - 77, latency(2, 100));
}

// While a jumbo of class 1 waits, class 0, which has had its share, is granted nothing. Packets
// that left at the rate of the wire before the jumbo began are those granted before its request,
// and what was in flight.
TEST(IpPath, AJumboGoesHoweverFullShortPacketsKeepTheWindow) {
  constexpr unsigned kShort = 500, kJumbo = 16000, kWindowKib = 16;
  PlatformConfig config = of_kind("pair", 2);
  config.ip.egress.window_kib = kWindowKib;
  config.ip.egress.strict_classes = {};
  config.ip.egress.weights = {1};
  IpTestNetwork net(config);
  for (unsigned i = 0; i < 2000; ++i) {  // more than the wire of host 3 takes, all the time
    net.host(0).send(net.packet(0, 3, kShort, i * 15, 0, 1));
    net.host(2).send(net.packet(2, 3, kShort, i * 15, 0, 1));
  }
  net.host(1).send(net.packet(1, 3, kJumbo, 3000, 1, 2));
  net.run_to(60000);
  Cycle jumbo = 0;
  unsigned before = 0;
  for (const auto& got : net.host(3).received()) {
    if (got.packet->bytes == kJumbo) jumbo = got.at;
    before += got.packet->bytes == kShort && jumbo == 0 && got.at > 3000;
  }
  ASSERT_NE(jumbo, 0u);
  // Its RTS is there before the packet is whole, so within its own time on the wire.
  constexpr unsigned kAsks = 16000 * 8 / 250 / 17 + 1;  // short packets leave every 17 cycles
  EXPECT_LE(before, kAsks + kWindowKib * 1024 / kShort);
}

TEST(IpPath, NothingIsLostAndEachFlowIsInOrder) {
  IpTestNetwork net(dragonfly(2, 2, 2, 2));
  constexpr unsigned kPackets = 3000;
  std::vector<unsigned> sent(net.hosts());
  for (unsigned i = 0; i < kPackets; ++i) {
    const uint64_t random = mix64(i);
    const unsigned from = random % net.hosts();
    const unsigned to = (from + 1 + (random >> 8) % (net.hosts() - 1)) % net.hosts();
    const unsigned bytes = 20 + (random >> 16) % (random >> 60 == 0 ? 9000 : 1481);
    // A flow is of one class: packets of different classes may overtake each other.
    const auto cos = static_cast<uint8_t>((random >> 40) % 8);
    net.host(from).send(net.packet(from, to, bytes, i * 4, cos, to * 8 + cos));
    ++sent[to];
  }
  net.run_to(100000);
  for (unsigned h = 0; h < net.hosts(); ++h) {
    EXPECT_EQ(net.host(h).unsent(), 0u);
    EXPECT_EQ(net.host(h).received().size(), sent[h]);
  }
  const IpCounters total = net.total();
  EXPECT_EQ(total.taken, kPackets);
  EXPECT_EQ(total.delivered, kPackets);
  EXPECT_EQ(total.late_cells, 0u);
}

// Strict packets arrive at 100 Gb/s and leave by two ports of 25.6: they are served alone as long
// as there are any, 100 us, and the others, cleared long before, are given up where they do not
// arrive.
TEST(IpPath, WhatTheEgressHasGivenUpIsNotSent) {
  constexpr unsigned kOthers = 20, kStrictToEach = 20;
  PlatformConfig config = of_kind("pair", 2, 8);
  config.ip.nic_ports = 2;
  config.ip.high_classes
      .clear();  // one VC: the others are not sent while the strict ones are blocked on credit
  config.ip.ingress.strict_classes = {7};
  config.ip.egress.window_kib = 8;
  config.ip.egress.fetch_timeout_us = 5;
  IpTestNetwork net(config);
  for (unsigned i = 0; i < kOthers; ++i) {
    for (unsigned k = 0; k < kStrictToEach; ++k) net.host(0).send(net.packet(0, 2, 1500, 0, 7, 1));
    net.host(0).send(net.packet(0, 3, 1500, 0, 0, 2));
  }
  net.run_to(100000);
  const IpCounters total = net.total();
  const uint64_t given_up = total.lost[static_cast<std::size_t>(IpLoss::kFetchTimeout)];
  EXPECT_GT(given_up, kOthers / 2);
  EXPECT_EQ(net.host(3).received().size() + given_up, kOthers);
  EXPECT_EQ(net.host(2).received().size(), kOthers * kStrictToEach);
  EXPECT_EQ(total.late_cells, 0u);
  EXPECT_TRUE(net.engine_of(0).is_idle());
  EXPECT_TRUE(net.engine_of(2).is_idle());
}

}  // namespace
}  // namespace tinsim
