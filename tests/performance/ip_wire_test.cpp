// SPDX-License-Identifier: Apache-2.0
// One host that sends packets of several classes to one other, faster than its wire: the share of
// each of it, as goodput, by weights and header overhead.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/performance/ip_floods.h"
#include "tests/platform/config_test_util.h"

namespace tinsim {
namespace {

constexpr unsigned kHeaders = 28;     ///< of a packet, from the IP header on: one_pod()
constexpr double kWireOverhead = 38;  ///< of a packet: L2 header, FCS, preamble, gap

struct WireCase {
  const char* name;
  std::vector<unsigned> weights;
  std::vector<unsigned> packets;  ///< bytes from the IP header on; 0: messages of 36 to 8972 bytes
  unsigned measure_us;            ///< so that the rarest class has 100 packets or more
  const char* where = "both";     ///< the weights are those of: ingress, egress, both
  /// The limiting resource: "wire"; "ports", of the chip, 95 % of it where the crossbar has no
  /// speed-up; "lanes", two, half of it.
  const char* least = "wire";
  bool is_least(const char* what) const { return least == std::string(what); }
};

void PrintTo(const WireCase& c, std::ostream* out) { *out << c.name; }

PlatformConfig overload(const WireCase& c, const std::string& sizes) {
  PlatformConfig config = one_pod(2, c.is_least("lanes") ? 2 : 8);
  config.tin.switch_.crossbar_speedup = c.is_least("wire") ? 2 : 1;
  std::vector<unsigned> weights = c.weights;
  weights.resize(8, 1);
  if (c.where != std::string("egress")) config.ip.ingress.weights = weights;
  if (c.where != std::string("ingress")) config.ip.egress.weights = weights;
  for (unsigned cos = 0; cos < c.weights.size(); ++cos) {
    IpTrafficConfig entry = flood(cos, {2}, {0}, 150);
    if (c.packets[cos] == 0) entry.size_cdf = sizes;
    entry.message_bytes = std::max(c.packets[cos], kHeaders + 1) - kHeaders;
    config.ip_traffic.push_back(entry);
  }
  config.run.warmup_us = 100;
  config.run.measure_us = c.measure_us;
  return config;
}

class IpWire : public testing::TestWithParam<WireCase> {};

// Bytes from the IP header on are as the weights say.
TEST_P(IpWire, GoodputOfOneHostIsAsTheWeights) {
  const WireCase& c = GetParam();
  const TempDir dir;
  std::ofstream(dir / "sizes.csv") << "bytes,cumulative\n36,0.2\n1472,0.6\n8972,1\n";
  const RunResult result = run_fresh(overload(c, (dir / "sizes.csv").string()));
  const auto ip_bytes = [&](unsigned cos) {
    const HostCounts& counts = hosts_of(result, cos).counts;
    return double(counts.bytes) + double(kHeaders) * double(counts.packets);
  };
  double all = 0, sum = 0, wire_bits = 0;
  for (unsigned cos = 0; cos < c.weights.size(); ++cos) {
    all += ip_bytes(cos);
    sum += c.weights[cos];
    wire_bits += 8 * (ip_bytes(cos) + kWireOverhead * double(hosts_of(result, cos).counts.packets));
  }
  for (unsigned cos = 0; cos < c.weights.size(); ++cos) {
    EXPECT_NEAR(ip_bytes(cos) / all * sum / c.weights[cos], 1, 0.02) << "class " << cos;
  }
  if (c.is_least("wire")) {
    EXPECT_NEAR(wire_bits / (1e5 * c.measure_us), 1, 0.02);  // it is full
  }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, IpWire,
    testing::Values(WireCase{"EightToOne", {8, 1}, {1500, 1500}, 200},
                    WireCase{"EightToOneShort", {8, 1}, {64, 64}, 100},
                    WireCase{"EightToOneLong", {8, 1}, {9000, 9000}, 1000},
                    WireCase{"EightToOneLongBesideShort", {8, 1}, {9000, 64}, 500},
                    WireCase{"EightToOneShortBesideLong", {8, 1}, {64, 9000}, 1000},
                    WireCase{"EightToOneOfAllSizes", {8, 1}, {0, 0}, 600},
                    WireCase{"EightToOneAtTheEgressOnly", {8, 1}, {1500, 1500}, 200, "egress"},
                    WireCase{"EightToOneAtTheIngressOnly", {8, 1}, {1500, 1500}, 200, "ingress"},
                    WireCase{"EightToOneByTwoLanes", {8, 1}, {1500, 1500}, 400, "both", "lanes"},
                    WireCase{"EightToOneByThePorts", {8, 1}, {1500, 1500}, 200, "both", "ports"},
                    WireCase{
                        "HundredToOneByThePorts", {100, 1}, {1500, 1500}, 1500, "both", "ports"},
                    WireCase{"SevenToThreeToOne", {7, 3, 1}, {1500, 9000, 64}, 500},
                    WireCase{"SevenToThreeToOneOfAllSizes", {7, 3, 1}, {0, 0, 0}, 800},
                    WireCase{"HundredToOne", {100, 1}, {1500, 1500}, 1500},
                    WireCase{"HundredToOneShort", {100, 1}, {64, 64}, 150}),
    [](const auto& test) { return std::string(test.param.name); });

// Under Swift what waits for the wire waits in the host, where the weights hold; connections see
// no delay in the fabric, and their windows stay open.
TEST(IpWireSwift, GoodputOfConnectionsIsAsTheWeights) {
  PlatformConfig config = overload({"", {8, 1}, {1500, 1500}, 300}, "");
  for (IpTrafficConfig& entry : config.ip_traffic) {
    entry.transport = IpTransport::swift;
    entry.message_bytes = 64 * 1472;
  }
  const RunResult result = run_fresh(config);
  EXPECT_NEAR(double(bytes_of(result, 0)) / double(bytes_of(result, 1)), 8, 8 * 0.02);
}

/// A strict class with 10 Gb/s of 1500 bytes, and with bulk five others of as much as the wire
/// takes, with frames six times as long. Four of these have equal weights, so that by weights alone
/// it would be the turn of all four at once, of each before that of the strict one.
RunResult strict_beside(bool with_bulk) {
  PlatformConfig config = one_pod(2, 8);
  config.ip.ingress.strict_classes = config.ip.egress.strict_classes = {7};
  config.ip.ingress.weights = config.ip.egress.weights = {8, 1, 1, 1, 1, 1, 1, 1};
  config.ip_traffic = {flood(7, {2}, {0}, 10)};
  for (unsigned cos = 0; with_bulk && cos < 5; ++cos)
    config.ip_traffic.push_back(flood(cos, {2}, {0}, 100));
  for (IpTrafficConfig& entry : config.ip_traffic)
    entry.message_bytes = (entry.cos == 7 ? 1500 : 9000) - kHeaders;
  config.run.warmup_us = 100;
  config.run.measure_us = 1000;
  return run_fresh(config);
}

// A strict packet waits for a frame of bulk on either wire; in either chip for a cell and two
// transfers, first with the RTS and then with the DATA. What it gets is what it requests, and bulk
// has the rest by its weights.
TEST(IpWireStrict, HasAllItAsksForAndWaitsForAFrameOnEitherWire) {
  constexpr Cycle kFrame = 290, kPerCrossing = 20 + 2 * 20;
  const RunResult quiet = strict_beside(false), busy = strict_beside(true);
  const HostClassStats &alone = hosts_of(quiet, 7), &beside = hosts_of(busy, 7);
  // The last frame of bulk ends after the measurement, and what is born in the meantime is counted
  // then.
  EXPECT_NEAR(double(beside.counts.bytes_made), double(alone.counts.bytes_made), 1472);
  EXPECT_NEAR(double(beside.counts.bytes) / double(alone.counts.bytes), 1, 0.02);
  for (double percent : {50., 99.}) {
    EXPECT_LE(beside.completion.percentile(percent),
              alone.completion.percentile(percent) + 2 * kFrame + 4 * kPerCrossing);
  }
  for (unsigned cos = 1; cos < 5; ++cos) {
    EXPECT_NEAR(double(bytes_of(busy, 0)) / double(bytes_of(busy, cos)), 8, 8 * 0.02) << cos;
  }
}

}  // namespace
}  // namespace tinsim
