// SPDX-License-Identifier: Apache-2.0
// Quality of service of packets from hosts as a user configures them: weights where an egress port
// or a link is too small, for any senders, and strict classes alongside bulk on a link.
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <tuple>

#include "tests/performance/ip_floods.h"
#include "tests/platform/config_test_util.h"

namespace tinsim {
namespace {

struct WeightsCase {
  const char* name;
  std::vector<unsigned> weights;
  unsigned message_bytes;  ///< 0: of all sizes from 36 to 8972
  bool same_hosts;         ///< each source has packets of all classes
  unsigned measure_us;     ///< so that the rarest class has 200 packets or more
};

void PrintTo(const WeightsCase& c, std::ostream* out) { *out << c.name; }

class IpWeights : public testing::TestWithParam<WeightsCase> {};

// The sources offer three times what the port takes; what is delivered is as the weights say,
// whatever the sizes of the packets, and though each source could fill its buffer with one class.
// The scheduler interleaves packets: the measurement cuts one of each class at either end.
TEST_P(IpWeights, GoodputIsAsTheWeights) {
  const WeightsCase& c = GetParam();
  const auto classes = static_cast<unsigned>(c.weights.size());
  const TempDir dir;
  std::ofstream(dir / "sizes.csv") << "bytes,cumulative\n36,0.2\n1472,0.6\n8972,1\n";
  PlatformConfig config = one_pod(4);
  config.ip.ingress.buffer_kib = 256;
  config.ip.egress.weights.assign(8, 1);
  for (unsigned i = 0; i < classes; ++i) {
    config.ip.egress.weights[i] = c.weights[i];
    std::vector<unsigned> sources;
    for (unsigned chip = 1; chip < 4; ++chip)
      sources.push_back(2 * chip + (c.same_hosts ? 0 : i % 2));
    IpTrafficConfig entry = flood(i, sources, {0, 0, 0}, 100);
    entry.message_bytes = std::max(1u, c.message_bytes);
    if (c.message_bytes == 0) entry.size_cdf = (dir / "sizes.csv").string();
    config.ip_traffic.push_back(entry);
  }
  config.run.warmup_us = 200;
  config.run.measure_us = c.measure_us;
  const RunResult result = run_fresh(config);
  uint64_t all = 0;
  unsigned sum = 0;
  for (unsigned i = 0; i < classes; ++i) {
    all += bytes_of(result, i);
    sum += c.weights[i];
  }
  for (unsigned i = 0; i < classes; ++i) {
    const double share = double(bytes_of(result, i)) / double(all);
    EXPECT_NEAR(share * sum / c.weights[i], 1, 0.02) << "class " << i;
  }
}

// Short packets: the way of their RTSs to the far chip is full before the egress port is, and what
// that carries is as the weights of the ingress say.
TEST(IpRtsWeights, RtssLeaveByTheWeightsOfTheIngress) {
  constexpr unsigned kWeight = 16;
  PlatformConfig config = one_pod(4);
  config.ip.ingress.buffer_kib = 256;
  config.ip.ingress.weights = config.ip.egress.weights = {kWeight, 1, 1, 1, 1, 1, 1, 1};
  for (unsigned cos : {0u, 1u}) {
    config.ip_traffic.push_back(flood(cos, {2, 3, 4, 5, 6, 7}, {0, 0, 0, 0, 0, 0}, 100));
    config.ip_traffic.back().message_bytes = 36;
  }
  config.run.warmup_us = 300;
  config.run.measure_us = 500;
  const RunResult result = run_fresh(config);
  const auto light = double(bytes_of(result, 1)), all = light + double(bytes_of(result, 0));
  EXPECT_NEAR(light / all * (kWeight + 1), 1, 0.02);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, IpWeights,
    testing::Values(WeightsCase{"EightToOneFromOneHost", {8, 1}, 4096, true, 1000},
                    WeightsCase{"EightToOneFromTwoHosts", {8, 1}, 4096, false, 1000},
                    WeightsCase{"ThreeToOneOfAllSizes", {3, 1}, 0, true, 600},
                    WeightsCase{"FiveToTwoToOneOfAllSizes", {5, 2, 1}, 0, true, 1000},
                    WeightsCase{"FiveToTwoToOneLong", {5, 2, 1}, 8972, true, 1600},
                    WeightsCase{"SevenToThreeToOneOfAllSizes", {7, 3, 1}, 0, true, 1500},
                    WeightsCase{"SixteenToOne", {16, 1}, 1472, true, 500},
                    WeightsCase{"OneToThirtyTwo", {1, 32}, 1472, true, 1000},
                    WeightsCase{"HundredToOneShort", {100, 1}, 36, true, 1000},
                    WeightsCase{"ThreeToOneShort", {3, 1}, 36, true, 200}),
    [](const auto& test) { return std::string(test.param.name); });

/// Two pods joined by one link of 25.6 Gb/s. Bulk of two chips would fill it six times over; the
/// packets of another chip in class 7 cross it too, and leave by a port of their own.
PlatformConfig one_link(bool with_bulk) {
  PlatformConfig config = dragonfly(2, 3, 1, 2);
  config.ip.enabled = true;
  config.ip_traffic = {flood(7, {5}, {11}, 2)};
  config.ip_traffic[0].message_bytes = 1436;  // 1500 from the IP header on
  if (with_bulk) config.ip_traffic.push_back(flood(0, {0, 2}, {6, 8}, 100));
  config.run.warmup_us = 100;
  config.run.measure_us = 400;
  return config;
}

/// The VCs of RTS, CTS and DATA of the high classes (docs/reference/assumptions.md).
std::vector<unsigned> high_vcs() {
  std::vector<unsigned> vcs(9);
  std::iota(vcs.begin(), vcs.end(), 6);
  return vcs;
}

class IpFabricQos : public ::testing::TestWithParam<unsigned> {};

// A strict cell waits for the cell in flight on the link, and in the crossbar for the transfers
// in flight from its input and to its output: cells of 20 cycles, transfers of 20 by the speed-up.
// That is so for the RTS, and once more for the DATA, which then come at most as fast as the link
// takes them. CTSs go the other way, where bulk has nothing but CTSs.
TEST_P(IpFabricQos, AStrictClassWaitsForACellOfBulkPerCrossing) {
  const unsigned speedup = GetParam();
  const auto run = [&](bool with_bulk, bool strict) {
    PlatformConfig config = one_link(with_bulk);
    config.tin.switch_.crossbar_speedup = speedup;
    if (strict) config.tin.output.strict_vcs = high_vcs();
    return hosts_of(run_fresh(config), 7).one_way;
  };
  const Cycle per_crossing = 20 + 2 * 20 / speedup;
  const auto alone = run(false, false), beside = run(true, true), in_turn = run(true, false);
  EXPECT_GT(beside.count(), 50u);
  EXPECT_LE(beside.percentile(50), alone.percentile(50) + 2 * per_crossing);
  EXPECT_LE(beside.percentile(99), alone.percentile(99) + 2 * per_crossing);
  // Without priority it does not hold: the bulk is there.
  EXPECT_GT(in_turn.percentile(99), alone.percentile(99) + 2 * per_crossing);
}

/// Bulk of two hosts to two others of the next chip, over one link of 25.6 Gb/s, in packets that a
/// window holds many of; one of the senders has packets in class 7 for one of the receivers, too.
PlatformConfig same_ports(bool with_bulk, unsigned speedup) {
  PlatformConfig config = dragonfly(1, 4, 0, 2);
  config.topology.local_links_per_pair = 1;
  config.ip.enabled = true;
  config.ip.ingress.strict_classes = config.ip.egress.strict_classes = {7};
  config.tin.switch_.crossbar_speedup = speedup;
  config.tin.output.strict_vcs = high_vcs();
  config.ip_traffic = {flood(7, {3}, {0}, 2)};
  if (with_bulk) config.ip_traffic.push_back(flood(0, {2, 3}, {0, 1}, 100));
  for (IpTrafficConfig& entry : config.ip_traffic) entry.message_bytes = 1436;
  config.run.warmup_us = 100;
  config.run.measure_us = 400;
  return config;
}

// Ports and link are full of bulk whose window is full of it. Bulk does not count in the window of
// strict packets, and they leave before what was granted earlier: so they wait for a frame under
// way, and for a cell and two transfers in either chip, first with the RTS and then with the DATA.
TEST_P(IpFabricQos, AStrictClassDoesNotWaitForTheWindowOfBulk) {
  constexpr Cycle kFrame = 50;
  const Cycle per_crossing = 20 + 2 * 20 / GetParam();
  const RunResult quiet = run_fresh(same_ports(false, GetParam()));
  const RunResult busy = run_fresh(same_ports(true, GetParam()));
  const auto& alone = hosts_of(quiet, 7).one_way;
  const auto& beside = hosts_of(busy, 7).one_way;
  EXPECT_GT(beside.count(), 50u);
  EXPECT_LE(beside.percentile(50), alone.percentile(50) + kFrame + 4 * per_crossing);
  EXPECT_LE(beside.percentile(99), alone.percentile(99) + kFrame + 4 * per_crossing);
  // The bulk is there: a window of it takes 10 us over the link, and more than one is in flight.
  EXPECT_GT(hosts_of(busy, 0).one_way.percentile(50), 4000u);
}

INSTANTIATE_TEST_SUITE_P(SpeedUp, IpFabricQos, testing::Values(1u, 2u, 4u));

class IpPace : public testing::TestWithParam<std::tuple<unsigned, unsigned>> {};

// With a window and a fabric that have room, an overloaded port fetches at its pace: 38 octets of
// layer 2, preamble and gap with each packet. Either end of the measurement cuts a packet.
TEST_P(IpPace, AnOverloadedPortFetchesThatShareOfItsWire) {
  const auto [percent, bytes] = GetParam();
  constexpr double kWireGbps = 100, kMeasureUs = 300;
  constexpr double kSkewUs = 0.5;  // what is in flight at either end differs
  constexpr unsigned kOverhead = 38;
  PlatformConfig config = one_pod(4);
  config.ip.egress.pace_percent = percent;
  config.ip.egress.buffer_kib = 256;
  config.ip.egress.window_kib = 192;
  config.ip_traffic.push_back(flood(0, {2, 4, 6}, {0, 0, 0}, 50));
  config.ip_traffic[0].message_bytes = bytes - 28;
  config.run.warmup_us = 50;
  config.run.measure_us = kMeasureUs;
  const RunResult result = run_fresh(config);
  const double packets = kWireGbps * kMeasureUs * 1000 * percent / 100 / (8 * (bytes + kOverhead));
  EXPECT_NEAR(double(bytes_of(result, 0)) / bytes, packets, 2 + packets * kSkewUs / kMeasureUs);
}

INSTANTIATE_TEST_SUITE_P(Shares, IpPace,
                         testing::Combine(testing::Values(20u, 50u, 70u),
                                          testing::Values(256u, 1500u, 4160u)));

/// Eight hosts of other pods send 30 Gb/s each to eight chips of pod 0, and `senders` of the others
/// all that they can to another chip there, in packets of `bytes`. Returns the p99 of the eight's
/// one-way time from `warmup_us` on.
unsigned p99_beside_incast(unsigned senders, unsigned bytes, unsigned warmup_us = 50,
                           double measure_us = 150) {
  PlatformConfig config = dragonfly(9, 12, 8, 2);
  config.topology.hosts_per_tin = 2;
  config.routing.mode = RouteMode::fully_adaptive;
  config.ip.enabled = true;
  config.host.header_bytes = 28;
  std::vector<unsigned> sources, targets, incast;
  for (unsigned pod = 1; pod < 9; ++pod) {
    sources.push_back(24 * pod);
    targets.push_back(2 * pod);
  }
  for (unsigned i = 0; incast.size() < senders; ++i) {
    const unsigned chip = 13 + i % 95;
    if (chip % 12 != 0) incast.push_back(2 * chip + i / 95);
  }
  config.ip_traffic.push_back(flood(1, sources, targets, 30));
  config.ip_traffic[0].message_bytes = 1472;
  if (senders != 0) {
    config.ip_traffic.push_back(flood(0, incast, std::vector<unsigned>(senders, 0), 50));
    config.ip_traffic[1].message_bytes = bytes - 28;
  }
  config.run.warmup_us = warmup_us;
  config.run.measure_us = measure_us;
  return hosts_of(run_fresh(config), 1).one_way.percentile(99);
}

// Where RTSs wait for DATA at the target's ports they fill the fabric, and those of all others to
// the pod wait behind them: p99 becomes 30 times as long. Where DATA waits for RTSs there, as of
// 1500 bytes from 21 senders on, DATA of others waits behind what the window is too large by.
TEST(IpBystanders, HardlyNoticeAnIncastToTheirPod) {
  const double quiet = p99_beside_incast(0, 0);
  for (unsigned senders : {32u, 160u})
    EXPECT_LT(p99_beside_incast(senders, 4160), 1.2 * quiet) << senders;
  for (unsigned senders : {24u, 32u, 48u, 96u})
    EXPECT_LT(p99_beside_incast(senders, 1500), 1.2 * quiet) << senders << " of 1500 bytes";
}

// Of short packets two hosts already send more RTSs than one port of the target takes, if both
// have theirs there, and 32 more than all of its ports. From 64 on what they send before the first
// answers would be in the way for longer than the warm-up, if nothing held it.
TEST(IpBystanders, HardlyNoticeAnIncastOfShortPackets) {
  const double quiet = p99_beside_incast(0, 0);
  for (unsigned bytes : {64u, 256u})
    for (unsigned senders : {2u, 5u, 16u, 32u, 64u, 96u, 160u})
      EXPECT_LT(p99_beside_incast(senders, bytes), 1.2 * quiet) << senders << " of " << bytes;
}

// All begin in the first cycle. Were all that the window holds fetched at once, or by the same four
// ports of the five from all of them, p99 of these 50 us would be up to three times as long.
TEST(IpBystanders, HardlyNoticeTheStartOfAnIncast) {
  const double quiet = p99_beside_incast(0, 0, 0, 50);
  for (unsigned bytes : {64u, 256u, 512u, 1500u, 4160u})
    for (unsigned senders : {32u, 96u})
      EXPECT_LT(p99_beside_incast(senders, bytes, 0, 50), 1.2 * quiet)
          << senders << " of " << bytes;
}

// Of a link that two classes would fill, the weights of their VCs give the shares. What is counted
// where it leaves differs from what has crossed the link by what the egress ports have fetched.
TEST(IpFabricWeights, WeightsOfVcsShareALink) {
  constexpr unsigned kWeight = 8, kWindow = 32 * 1024;
  PlatformConfig config = one_link(true);
  config.tin.switch_.crossbar_speedup = 2;
  config.ip_traffic[0] = flood(7, {4, 5}, {10, 11}, 100);
  config.tin.output.weights.assign(config.tin.switch_.vcs, 1);
  for (unsigned vc : high_vcs()) config.tin.output.weights[vc] = kWeight;
  config.run.warmup_us = 300;
  config.run.measure_us = 2500;
  const RunResult result = run_fresh(config);
  const auto low = double(bytes_of(result, 0)), high = double(bytes_of(result, 7));
  EXPECT_NEAR(low, (low + high) / (kWeight + 1), 2 * kWindow);
  EXPECT_GT(low, 10 * kWindow);  // so that this says something
}

}  // namespace
}  // namespace tinsim
