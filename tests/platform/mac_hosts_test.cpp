// SPDX-License-Identifier: Apache-2.0
// Hosts behind the Ethernet MACs: goodput and latency by formula, PAUSE and PFC.
#include <gtest/gtest.h>

#include <cmath>

#include "platform/services/ip_hosts.h"
#include "platform/statistics/ip_result.h"
#include "testbench/run_fresh.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

/// Two chips: hosts 0 to 3 at NICs, 4 and 5 at MACs.
constexpr unsigned kMac0 = 4, kMac1 = 5;

IpTrafficConfig pair_of(unsigned from, unsigned to, double gbps) {
  IpTrafficConfig entry;
  entry.pattern = HostPattern::pairs;
  entry.transport = IpTransport::none;
  entry.gbps = gbps;
  entry.sources = {from};
  entry.targets = {to};
  return entry;
}

PlatformConfig two_chips(std::vector<IpTrafficConfig> entries) {
  PlatformConfig config = of_kind("pair", 2, 8);
  config.ip.enabled = true;
  config.tin.switch_.crossbar_speedup = 2;
  config.host.at_macs = true;
  config.ip_traffic = std::move(entries);
  config.run.warmup_us = 50;
  config.run.measure_us = 500;
  return config;
}

const HostClassStats& class_0(const RunResult& result) {
  return result.sections.get<IpResult>().classes.at(0).hosts;
}

uint64_t lost(const RunResult& result) {
  uint64_t sum = 0;
  for (const auto& [cause, packets] : result.sections.get<IpResult>().lost.by_name())
    sum += packets;
  return sum;
}

double gbps(uint64_t bytes, double us) { return double(bytes) * 8 / us / 1000; }

/// Of a wire of 100 Gb/s: 64 octets of headers, 18 of L2 and FCS, 8 of preamble, 12 of gap.
double goodput_of(unsigned payload) { return 100.0 * payload / (payload + 64 + 18 + 8 + 12); }

TEST(MacHosts, GoodputIsTheWiresLessItsOverheads) {
  for (unsigned payload : {512u, 1436u, 4096u, 8000u}) {
    IpTrafficConfig entry = pair_of(kMac0, kMac1, 200);
    entry.message_bytes = payload;
    entry.mtu_bytes = payload + 64;
    PlatformConfig config = two_chips({entry});
    config.ip.mac.flow_control = FlowControl::pause;
    const RunResult result = run_fresh(config);
    EXPECT_EQ(lost(result), 0u);
    // When the measurement begins or ends, the far MAC has fetched its window at most.
    const double of_ip = double(payload) / (payload + 64);
    EXPECT_NEAR(gbps(result.sections.get<IpResult>().classes.at(0).bytes, 500) * of_ip,
                goodput_of(payload), gbps(32 * 1024, 500))
        << payload;
  }
}

TEST(MacHosts, ACableAtEachEndIsAllThatTheyWaitForBesides) {
  const auto shortest = [](unsigned from, unsigned to, double cable_ns) {
    PlatformConfig config = two_chips({pair_of(from, to, 0.2)});
    config.ip_traffic[0].transport = IpTransport::swift;
    config.ip.mac.cable_ns = cable_ns;
    config.run.measure_us = 16000;  // a set of flow control may cost a message a cycle
    const RunResult result = run_fresh(config);
    return std::pair(class_0(result).one_way.min(), class_0(result).fabric_rtt.min());
  };
  const auto [one_way, rtt] = shortest(0, 2, 500);
  constexpr Cycle kCable = 300;  // 750 ns
  const auto [far_one_way, far_rtt] = shortest(kMac0, kMac1, 750);
  EXPECT_EQ(far_one_way, one_way + 2 * kCable);
  EXPECT_EQ(far_rtt, rtt + 4 * kCable);
  const auto [half_one_way, half_rtt] = shortest(kMac0, 2, 750);
  EXPECT_EQ(half_one_way, one_way + kCable);
  EXPECT_EQ(half_rtt, rtt + 2 * kCable);
}

TEST(MacHosts, PauseKeepsWhatAFullBufferWouldDrop) {
  // The NIC takes the half of what comes.
  for (const char* control : {"none", "pause"}) {
    PlatformConfig config = two_chips({pair_of(kMac0, 2, 200)});
    config.ip.nic_gbps = 50;
    config.ip.ingress.buffer_kib = 128;
    config.ip.mac.flow_control = Word{control};
    const RunResult result = run_fresh(config);
    EXPECT_EQ(lost(result) != 0, std::string(control) == "none");
    EXPECT_NEAR(gbps(class_0(result).counts.bytes, 500), goodput_of(4096) / 2,
                gbps(4096, 500) + 1e-9);
  }
}

TEST(MacHosts, PfcHoldsOneClassAndTheOthersGoOn) {
  // Class 1 is held at 12.5 Gb/s by its target's NIC; class 2, to a MAC, has the rest of the wire.
  IpTrafficConfig slow = pair_of(kMac0, 2, 100), quick = pair_of(kMac0, kMac1, 60);
  slow.cos = 1;
  quick.cos = 2;
  PlatformConfig config = two_chips({slow, quick});
  config.ip.nic_gbps = 12;
  config.ip.ingress.class_percent = {12};
  config.ip.mac.flow_control = FlowControl::pfc;
  config.run.warmup_us = 200;
  const RunResult result = run_fresh(config);
  EXPECT_EQ(lost(result), 0u);
  ASSERT_EQ(result.sections.get<IpResult>().classes.size(), 2u);
  const double share = goodput_of(4096) / 100;
  EXPECT_NEAR(gbps(result.sections.get<IpResult>().classes[0].hosts.counts.bytes, 500), 12 * share,
              0.02 * 12 * share);
  // Poisson: five standard deviations of the number of messages.
  const double mean = 60e3 * 500 / 8 / 4096;
  EXPECT_NEAR(double(result.sections.get<IpResult>().classes[1].hosts.counts.bytes) / 4096, mean,
              5 * std::sqrt(mean));
}

TEST(MacHosts, TakePartInPatternsOfAllHosts) {
  IpTrafficConfig entry;
  entry.gbps = 5;
  const RunResult result = run_fresh(two_chips({entry}));
  EXPECT_EQ(result.sections.get<IpResult>().hosts, 6u);
  unsigned macs = 0;
  for (const IpPortRow& row : result.sections.get<IpResult>().ports)
    macs += row.eport == kMacEport && !row.cos;
  EXPECT_EQ(macs, 2u);
  EXPECT_EQ(lost(result), 0u);
}

}  // namespace
}  // namespace tinsim
