// SPDX-License-Identifier: Apache-2.0
// Short packets: what an overload of them leaves of a NIC, of others' time, and of a shared wire.
#include <gtest/gtest.h>

#include "platform/statistics/ip_result.h"
#include "tests/performance/ip_floods.h"

namespace tinsim {
namespace {

constexpr unsigned kHeaders = 28;     ///< of a packet, from the IP header on: one_pod()
constexpr double kWireOverhead = 38;  ///< of a packet: L2 header, FCS, preamble, gap
constexpr unsigned kMeasureUs = 100;

uint64_t packets_of(const RunResult& result, unsigned cos) {
  return hosts_of(result, cos).counts.packets;
}

/// Packets of `bytes` that a wire of 100 Gb/s takes in the measurement.
double wire_packets(double bytes) { return 1e5 * kMeasureUs / (8 * (bytes + kWireOverhead)); }

struct OverloadCase {
  unsigned senders, bytes;
};

class IpShort : public testing::TestWithParam<OverloadCase> {};

// Hosts of chips of their own send all that their NICs take to one. The cells of short packets use
// all its ports equally, only useful RTSs are sent, and no host takes more and more: so its NIC is
// full, at length, too. (Where one of three had most, its links would limit all to 70 to 95 %.)
TEST_P(IpShort, AnOverloadFillsTheNic) {
  const OverloadCase& c = GetParam();
  PlatformConfig config = one_pod(12);
  config.tin.switch_.crossbar_speedup = 2;
  std::vector<unsigned> sources;
  for (unsigned i = 0; i < c.senders; ++i) sources.push_back(2 + 2 * (i % 11) + i / 11);
  config.ip_traffic = {flood(0, sources, std::vector<unsigned>(c.senders, 0), 100)};
  config.ip_traffic[0].message_bytes = c.bytes - kHeaders;
  config.run.warmup_us = 800;
  config.run.measure_us = kMeasureUs;
  const RunResult result = run_fresh(config);
  EXPECT_NEAR(double(packets_of(result, 0)) / wire_packets(c.bytes), 1, 0.02);
  EXPECT_EQ(result.sections.get<IpResult>().rts_queue_peak, config.ip.egress.drop_threshold + 1);
}

INSTANTIATE_TEST_SUITE_P(Cases, IpShort,
                         testing::Values(OverloadCase{3, 64}, OverloadCase{5, 64},
                                         OverloadCase{22, 64}, OverloadCase{3, 256},
                                         OverloadCase{4, 256}, OverloadCase{5, 256},
                                         OverloadCase{22, 256}, OverloadCase{5, 512},
                                         OverloadCase{5, 1500}, OverloadCase{8, 1500}),
                         [](const auto& test) {
                           return std::to_string(test.param.senders) + "HostsOf" +
                                  std::to_string(test.param.bytes) + "Bytes";
                         });

struct WireCase {
  unsigned first, second;  ///< bytes of the packets of the two hosts, from the IP header on
};

class IpSharedWire : public testing::TestWithParam<WireCase> {};

// Both hosts of a NIC send all they can, to hosts of different chips. They have the wire in turns
// by bytes from the IP header on: n packets of a bytes and m of b with n a = m b fill it.
TEST_P(IpSharedWire, HostsOfANicHaveAsManyBytes) {
  const double a = GetParam().first, b = GetParam().second;
  PlatformConfig config = one_pod(3, 8);
  config.tin.switch_.crossbar_speedup = 2;
  config.ip_traffic = {flood(0, {0}, {2}, 150), flood(1, {1}, {4}, 150)};
  config.ip_traffic[0].message_bytes = GetParam().first - kHeaders;
  config.ip_traffic[1].message_bytes = GetParam().second - kHeaders;
  config.run.warmup_us = 50;
  config.run.measure_us = kMeasureUs;
  const RunResult result = run_fresh(config);
  const double each = 1e5 * kMeasureUs / 8 / ((a + kWireOverhead) / a + (b + kWireOverhead) / b);
  EXPECT_NEAR(double(packets_of(result, 0)) * a / each, 1, 0.02);
  EXPECT_NEAR(double(packets_of(result, 1)) * b / each, 1, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Cases, IpSharedWire,
                         testing::Values(WireCase{1500, 1500}, WireCase{4160, 64},
                                         WireCase{256, 4160}, WireCase{64, 1500}),
                         [](const auto& test) {
                           return std::to_string(test.param.first) + "And" +
                                  std::to_string(test.param.second);
                         });

}  // namespace
}  // namespace tinsim
