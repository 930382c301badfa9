// SPDX-License-Identifier: Apache-2.0
// Classes of one host that would fill its wire: shares by weight in bytes, strict classes first.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "tests/unit/traffic_host_wires.h"

namespace tinsim {
namespace {

constexpr uint32_t kHeader = 64;  ///< HostConfig::header_bytes

TrafficClass raw_class(unsigned cos, unsigned segment_bytes) {
  TrafficClass of_entry;
  of_entry.with_swift = false;
  of_entry.cos = static_cast<uint8_t>(cos);
  of_entry.segment_bytes = segment_bytes;
  return of_entry;
}

/// Bytes of packets with data, from the IP header on.
std::array<uint64_t, 8> bytes_sent(const Wires& wires) {
  std::array<uint64_t, 8> bytes{};
  for (const PacketPtr& packet : wires.sent) {
    if (!packet->segment.is_ack) bytes[packet->cos] += packet->bytes;
  }
  return bytes;
}

struct SharesCase {
  const char* name;
  std::vector<unsigned> weights;  ///< of classes 0 on
  std::vector<unsigned> packets;  ///< bytes of a class's packets, at most
  bool with_swift;
};

void PrintTo(const SharesCase& c, std::ostream* out) { *out << c.name; }

class TrafficHostShares : public testing::TestWithParam<SharesCase> {};

// In start-time fair queueing, two flows that always wait differ in bytes per unit of weight by no
// more than a packet of each (Goyal, Vin, Cheng, SIGCOMM 1996, theorem 1).
TEST_P(TrafficHostShares, AreTheWeightsButForAPacketOfEach) {
  const SharesCase& c = GetParam();
  Wires wires(2);
  wires.gap = 4;
  wires.network.swift.initial_window = wires.network.swift.max_window = 2000;
  for (unsigned cos = 0; cos < c.weights.size(); ++cos) {
    wires.network.shares.weights[cos] = static_cast<uint8_t>(c.weights[cos]);
    TrafficClass of_entry = raw_class(cos, c.packets[cos] - kHeader);
    of_entry.with_swift = c.with_swift;
    wires.add_entry(of_entry, 200000, 16 * 8936);
  }
  wires.make_hosts();
  for (unsigned entry = 0; entry < c.weights.size(); ++entry)
    wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(2000);
  wires.sent.clear();  // from here on all of them wait
  wires.run_to(c.with_swift ? 6000 : 22'000);
  const auto bytes = bytes_sent(wires);
  for (unsigned i = 0; i < c.weights.size(); ++i) {
    ASSERT_GT(bytes[i], 0u);
    for (unsigned j = 0; j < i; ++j) {
      const auto share = [&](unsigned k) { return double(bytes[k]) / c.weights[k]; };
      const auto packet = [&](unsigned k) { return double(c.packets[k]) / c.weights[k]; };
      EXPECT_NEAR(share(i), share(j), packet(i) + packet(j)) << i << ' ' << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, TrafficHostShares,
    testing::Values(SharesCase{"EightToOne", {8, 1}, {1500, 1500}, false},
                    SharesCase{"EightToOneShort", {8, 1}, {128, 128}, false},
                    SharesCase{"EightToOneShortBesideLong", {8, 1}, {128, 9000}, false},
                    SharesCase{"OneToEightShortBesideLong", {1, 8}, {128, 9000}, false},
                    SharesCase{"EqualShortBesideLong", {1, 1}, {128, 9000}, false},
                    SharesCase{"SevenToThreeToOne", {7, 3, 1}, {1500, 9000, 600}, false},
                    SharesCase{"HundredToOne", {100, 1}, {1500, 1500}, false},
                    SharesCase{"EightToOneSwift", {8, 1}, {1500, 1500}, true},
                    SharesCase{"SevenToThreeToOneSwift", {7, 3, 1}, {1500, 9000, 600}, true}),
    [](const auto& test) { return std::string(test.param.name); });

// However many entries or connections a class has: they share what is their class's.
TEST(TrafficHostWire, EntriesOfAClassShareItsPart) {
  Wires wires(4);
  wires.gap = 4;
  wires.network.shares.weights[1] = 3;
  for (unsigned cos : {0u, 0u, 1u}) wires.add_entry(raw_class(cos, 1436), 200000, 8936);
  wires.make_hosts();
  for (unsigned entry = 0; entry < 3; ++entry)
    wires.host(0).add_source(entry, {{static_cast<uint16_t>(entry + 1)}, 0});
  wires.run_to(20'000);
  const auto bytes = bytes_sent(wires);
  EXPECT_NEAR(double(bytes[1]) / double(bytes[0]), 3, 0.03);
  EXPECT_NEAR(double(wires.host(1).received_bytes()) / double(wires.host(2).received_bytes()), 1,
              0.02);
}

// A packet of a strict class waits for the one that is on the wire, and for nothing else; two
// strict classes wait for each other, the lower one longer.
TEST(TrafficHostWire, StrictClassesWaitForThePacketOnTheWireOnly) {
  Wires wires(2);
  wires.network.shares.strict = 1u << 6;
  wires.network.shares.weights[0] = 255;
  wires.add_entry(raw_class(0, 4096), 1000, 65536);
  wires.add_entry(raw_class(6, 1436), 1, 1436);  // one message is rarely born while another waits
  wires.make_hosts();
  for (unsigned entry : {0u, 1u}) wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(1'000'000);
  unsigned strict = 0, bulk_before = 0;
  Cycle born_before = 0;
  for (const PacketPtr& packet : wires.sent) {
    if (packet->cos != 6) {
      ++bulk_before;
      continue;
    }
    ++strict;
    // Between a strict packet's birth and its first bit no other may begin.
    if (packet->born >= born_before + 2 * wires.gap) {
      EXPECT_LE(packet->segment.sent, packet->born + wires.gap);
    }
    born_before = packet->born;
  }
  EXPECT_GT(strict, 100u);
  EXPECT_GT(bulk_before, 9000u);
}

TEST(TrafficHostWire, OfStrictClassesTheHighestGoesFirst) {
  Wires wires(2);
  wires.gap = 4;
  wires.network.shares.strict = 1u << 3 | 1u << 5;
  for (unsigned cos : {3u, 5u, 7u}) wires.add_entry(raw_class(cos, 1436), 200000, 8936);
  wires.make_hosts();
  for (unsigned entry = 0; entry < 3; ++entry) wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(1000);
  wires.sent.clear();
  wires.run_to(10'000);
  const auto bytes = bytes_sent(wires);
  EXPECT_GT(bytes[5], 0u);
  EXPECT_EQ(bytes[3] + bytes[7], 0u);
}

// A share that a class did not use while the NIC did not take it is lost: no class has a claim
// afterwards.
TEST(TrafficHostWire, AClassThatWasHeldBackHasNoClaim) {
  Wires wires(2);
  wires.gap = 4;
  for (unsigned cos : {0u, 1u}) wires.add_entry(raw_class(cos, 1436), 200000, 8936);
  wires.make_hosts();
  for (unsigned entry : {0u, 1u}) wires.host(0).add_source(entry, {{1}, 0});
  wires.run_to(2000);
  wires.host(0).hold(1u << 0);
  wires.sent.clear();
  wires.run_to(4000);
  EXPECT_EQ(bytes_sent(wires)[0], 0u);
  EXPECT_GE(wires.sent.size(), 499u);
  wires.host(0).hold(0);
  wires.sent.clear();
  wires.run_to(4000 + 4 * 100);
  const auto bytes = bytes_sent(wires);
  EXPECT_NEAR(double(bytes[0]), double(bytes[1]), 2 * 1500);
}

}  // namespace
}  // namespace tinsim
