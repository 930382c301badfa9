// SPDX-License-Identifier: Apache-2.0
// Frames in an Ethernet Clos network: latency, rate, marks, drops, order and spread, by formulas.
#include "tlm/ethernet_clos/ethernet_clos.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/clos_fixture.h"

namespace tinsim {
namespace {

constexpr unsigned kFrame = 992;    // with preamble 1000 bytes: 32 cycles
constexpr Cycle kFrameCycles = 32;  // from the first bit of the preamble to the last of the FCS
constexpr Cycle kHeaderCycles = 3;  // 8 + 64 bytes: 2.3 cycles
constexpr Cycle kHostCable = 6, kSpineCable = 100, kSwitch = 200;  // 3 m, 50 m, 500 ns
constexpr Cycle kStart = 100;
constexpr Cycle kLong = 1'000'000;
constexpr uint8_t kEct0 = 2, kCe = 3;

/// Two leaves of 32 hosts.
EthernetClosConfig two_leaves(ClosForwarding forwarding) {
  EthernetClosConfig config;
  config.forwarding = forwarding;
  return config;
}

Cycle latency(const EthernetClosConfig& config, unsigned from, unsigned to,
              unsigned frame = kFrame) {
  ScriptedClos net(config, 64);
  net.send(from, to, kStart, frame);
  net.run_to(kLong);
  EXPECT_EQ(net.hosts[to].arrived.size(), 1u);
  return net.hosts[to].arrived.at(0).at - kStart;
}

TEST(EthernetClos, StoreAndForwardSendsAFrameOncePerLink) {
  const auto config = two_leaves(ClosForwarding::store_and_forward);
  EXPECT_EQ(latency(config, 0, 1), 2 * kFrameCycles + kSwitch + 2 * kHostCable);
  EXPECT_EQ(latency(config, 0, 32),
            4 * kFrameCycles + 3 * kSwitch + 2 * kHostCable + 2 * kSpineCable);
}

TEST(EthernetClos, CutThroughWaitsForTheHeaderAtEachSwitch) {
  const auto config = two_leaves(ClosForwarding::cut_through);
  EXPECT_EQ(latency(config, 0, 1), kHeaderCycles + kFrameCycles + kSwitch + 2 * kHostCable);
  EXPECT_EQ(latency(config, 0, 32),
            3 * kHeaderCycles + kFrameCycles + 3 * kSwitch + 2 * kHostCable + 2 * kSpineCable);
}

/// A faster output would run out of bits: it waits for the end of the frame.
TEST(EthernetClos, CutThroughStoresFramesForFasterLinks) {
  auto config = two_leaves(ClosForwarding::cut_through);
  config.host_gbps = 50;
  EXPECT_EQ(latency(config, 0, 32), 2 * kFrameCycles         // stored at the leaf
                                        + 2 * kHeaderCycles  // at spine and leaf
                                        + 2 * kFrameCycles   // to the host
                                        + 3 * kSwitch + 2 * kHostCable + 2 * kSpineCable);
}

/// Cycles of a frame with preamble and gap.
double wire_cycles(unsigned frame) { return 8.0 * (8 + frame + 12) / kBitsPerCycle; }

TEST(EthernetClos, FramesFollowEachOtherAtTheRateOfTheLinks) {
  constexpr unsigned kFrames = 1000, kLargest = 4178;
  ScriptedClos net(two_leaves(ClosForwarding::cut_through), 64);
  for (unsigned i = 0; i < kFrames; ++i) net.send(0, 40, 0, kLargest);
  net.run_to(kLong);
  const auto& arrived = net.hosts[40].arrived;
  ASSERT_EQ(arrived.size(), kFrames);
  EXPECT_NEAR(arrived.back().at - arrived.front().at, (kFrames - 1) * wire_cycles(kLargest), 1.5);
}

/// `senders` hosts send a frame each at once to host 0.
std::vector<ClosArrival> burst(ScriptedClos& net, unsigned senders, uint8_t ecn) {
  for (unsigned i = 1; i <= senders; ++i) net.send(i, 0, kStart, kFrame, 0, ecn);
  net.run_to(kLong);
  return net.hosts[0].arrived;
}

/// Frame k finds k frames in the queue.
TEST(EthernetClos, FramesThatFindAQueueBeyondTheThresholdAreMarked) {
  EthernetClosConfig config;
  config.ecn_kib = 5;  // 5 frames of 992 bytes are less, 6 are more
  ScriptedClos net(config, 32);
  const auto arrived = burst(net, 20, kEct0);
  ASSERT_EQ(arrived.size(), 20u);
  for (unsigned k = 0; k < 20; ++k) EXPECT_EQ(arrived[k].ecn, k <= 5 ? kEct0 : kCe) << k;
  EXPECT_EQ(net.clos.classes().find(0)->marked, 14u);
}

TEST(EthernetClos, FramesWithoutEctAreNeverMarked) {
  EthernetClosConfig config;
  config.ecn_kib = 0;
  ScriptedClos net(config, 32);
  for (const ClosArrival& arrival : burst(net, 20, 0)) EXPECT_EQ(arrival.ecn, 0);
}

TEST(EthernetClos, AFixedLimitDropsFramesThatDoNotFit) {
  EthernetClosConfig config;
  config.queue_kib = 10;  // 10 frames of 992 bytes
  ScriptedClos net(config, 32);
  EXPECT_EQ(burst(net, 31, 0).size(), 10u);
  const ClosTotals totals = net.clos.totals();
  EXPECT_EQ(totals.sent, 31u);
  EXPECT_EQ(totals.delivered, 10u);
  EXPECT_EQ(totals.dropped, 21u);
  EXPECT_EQ(totals.queue_peak_bytes, 10u * kFrame);
}

/// Choudhury and Hahne: n full queues hold alpha B / (1 + n alpha) each.
TEST(EthernetClos, TheDynamicThresholdSharesTheBuffer) {
  EthernetClosConfig config;
  config.buffer_kib = 64;
  for (const double alpha : {0.5, 1.0, 2.0}) {
    config.alpha = alpha;
    for (const unsigned queues : {1u, 2u}) {
      config.hosts_per_leaf = 256;
      ScriptedClos net(config, 250);
      for (unsigned i = 2; i < 250; ++i) net.send(i, i % queues, kStart, kFrame);
      net.run_to(kLong);
      const double share = alpha * 65536 / (1 + queues * alpha) / kFrame;
      for (unsigned q = 0; q < queues; ++q)
        EXPECT_NEAR(net.hosts[q].arrived.size(), share, 1.01) << alpha << " " << queues;
      EXPECT_EQ(net.clos.totals().dropped,
                248 - net.hosts[0].arrived.size() - net.hosts[1].arrived.size());
    }
  }
}

/// Frames of a class that arrive while both classes wait.
TEST(EthernetClos, WeightsShareAnOutputInBytes) {
  EthernetClosConfig config;
  config.weights = {1, 1, 1, 1, 1, 8, 1, 1};
  ScriptedClos net(config, 32);
  for (unsigned i = 0; i < 900; ++i) {
    net.send(1, 0, kStart, kFrame, 0);
    net.send(2, 0, kStart, kFrame, 5);
  }
  net.run_to(kLong);
  const auto& arrived = net.hosts[0].arrived;
  unsigned high = 0;
  for (std::size_t i = 0; i < 900; ++i) high += arrived.at(i).packet->cos == 5;
  EXPECT_NEAR(high, 800, 8);
}

TEST(EthernetClos, StrictClassesPrecedeAllOthers) {
  EthernetClosConfig config;
  config.strict_classes = {3};
  ScriptedClos net(config, 32);
  for (unsigned i = 1; i <= 10; ++i) net.send(i, 0, kStart, kFrame, 6);
  for (unsigned i = 11; i <= 20; ++i) net.send(i, 0, kStart, kFrame, 3);
  net.run_to(kLong);
  // The first frame is on the wire when those of class 3 arrive.
  for (unsigned i = 1; i <= 10; ++i) EXPECT_EQ(net.hosts[0].arrived.at(i).packet->cos, 3) << i;
}

/// ECMP: flows spread as a binomial; each keeps its spine, and so its order.
TEST(EthernetClos, FlowsSpreadOverTheSpines) {
  EthernetClosConfig config;
  config.hosts_per_leaf = 64;
  config.spines = 8;
  ScriptedClos net(config, 128);
  for (unsigned from = 0; from < 64; ++from)
    for (unsigned to = 64; to < 128; ++to) net.send(from, to, 0, 64);
  net.run_to(kLong);
  const double flows = 64 * 64, share = 1.0 / 8;
  for (unsigned spine = 0; spine < 8; ++spine) {
    EXPECT_NEAR(static_cast<double>(net.clos.uplink(0, spine).sent), flows * share,
                4 * std::sqrt(flows * share * (1 - share)))
        << spine;
  }
}

TEST(EthernetClos, AFlowUsesOneSpine) {
  ScriptedClos net(two_leaves(ClosForwarding::cut_through), 64);
  for (unsigned i = 0; i < 100; ++i) net.send(3, 60, 0, kFrame);
  net.run_to(kLong);
  unsigned used = 0;
  for (unsigned spine = 0; spine < 32; ++spine) used += net.clos.uplink(0, spine).sent != 0;
  EXPECT_EQ(used, 1u);
}

TEST(EthernetClos, FramesOnTheirWayAreCounted) {
  ScriptedClos net(two_leaves(ClosForwarding::cut_through), 64);
  for (unsigned i = 0; i < 50; ++i) net.send(0, 40, 0, kFrame);
  net.run_to(1000);
  const ClosTotals totals = net.clos.totals();
  EXPECT_GT(totals.in_flight, 0u);
  EXPECT_EQ(totals.sent, totals.delivered + totals.in_flight);
}

}  // namespace
}  // namespace tinsim
