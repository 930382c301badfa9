// SPDX-License-Identifier: Apache-2.0
// Configured hosts on whole networks: results by formula, conservation, sharing, repetition.
#include "platform/services/ip_hosts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <stdexcept>

#include "platform/statistics/ip_result.h"
#include "testbench/run_fresh.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

PlatformConfig with_hosts(PlatformConfig config, IpTrafficConfig entry, double measure_us) {
  config.ip.enabled = true;
  config.ip_traffic = {entry};
  config.run.warmup_us = 50;
  config.run.measure_us = measure_us;
  return config;
}

const IpClassResult& only_class(const RunResult& result) {
  EXPECT_EQ(result.sections.get<IpResult>().classes.size(), 1u);
  return result.sections.get<IpResult>().classes.at(0);
}

uint64_t lost(const IpResult& ip) {
  uint64_t sum = 0;
  for (const auto& [cause, packets] : ip.lost.by_name()) sum += packets;
  return sum;
}

/// First cycle after `bytes` octets on a wire of 250 bits per cycle.
unsigned wire_cycles(unsigned bytes) { return (bytes * 8 + 249) / 250; }

/// docs/reference/ip_over_gnet.md, default delays, both hosts on one chip, a packet of at least two
/// cells.
unsigned latency_on_one_chip(unsigned bytes) {
  const auto cell = [](unsigned words) { return 16 + words - 1; };
  const unsigned whole = wire_cycles(8 + std::max(64u, bytes + 18));
  const unsigned rts = (bytes > 256 ? wire_cycles(8 + 64) : whole) + 24 + cell(2);
  const unsigned pull = std::max(rts + 6 + 4 + cell(2) + 8, whole);
  unsigned last = 0;
  for (unsigned i = 0; i * 148 < bytes; ++i) {
    const unsigned words = 1 + (4 + std::min(148u, bytes - 148 * i) + 7) / 8;
    last = std::max(last, pull + i / 5 * 20 + cell(words));
  }
  return last + 4 + whole;
}

TEST(IpHosts, WithoutLoadTheRttIsTwoPacketsByFormula) {
  // A message of one packet now and then, on one chip: its latency, and that of a 64-byte packet.
  IpTrafficConfig entry;
  entry.gbps = 0.05;
  entry.pattern = HostPattern::pairs;
  entry.sources = {0};
  entry.targets = {1};
  const RunResult result = run_fresh(with_hosts(of_kind("single", 2), entry, 20000));
  const HostClassStats& hosts = only_class(result).hosts;
  ASSERT_GT(hosts.fabric_rtt.count(), 10u);
  EXPECT_EQ(hosts.one_way.min(), latency_on_one_chip(4160));
  EXPECT_EQ(hosts.fabric_rtt.min(), latency_on_one_chip(4160) + latency_on_one_chip(64));
  EXPECT_DOUBLE_EQ(hosts.fabric_rtt.percentile(50), double(hosts.fabric_rtt.min()));
}

/// The row of a port: of one class, or of all.
const IpPortRow& port_row(const RunResult& result, unsigned eport, std::optional<unsigned> cos) {
  for (const IpPortRow& row : result.sections.get<IpResult>().ports) {
    if (row.eport == eport && row.cos == cos) return row;
  }
  throw std::out_of_range("no such row");
}

// Little's law: what waits on average is what comes per cycle times how long it waits. The
// simulator measures levels and times apart.
TEST(IpHosts, LevelsOfAPortAreRatesTimesWaiting) {
  IpTrafficConfig entry;
  entry.pattern = HostPattern::incast;
  entry.targets = {0};
  entry.transport = IpTransport::none;
  entry.gbps = 30;  // three sources: 92 % of the target's NIC with headers, preambles and gaps
  entry.cos = 3;
  const RunResult result = run_fresh(with_hosts(of_kind("pair", 2, 8), entry, 4000));
  const IpPortRow& row = port_row(result, 0, 3);
  const auto cycles = static_cast<double>(result.measure_cycles);
  const double rate = static_cast<double>(row.packets) / cycles;
  // At the begin and at the end of the measurement the peak, at most, waits; a part of the waiting
  // of each, at most the longest, is counted outside of it or not yet.
  const double edges = 2.0 * row.rts_peak * row.queued.max / cycles;
  EXPECT_GT(row.rts_mean, 0.5);
  EXPECT_LT(edges, 0.05 * row.rts_mean);
  EXPECT_NEAR(row.rts_mean, rate * row.queued.mean, edges);
  EXPECT_GE(row.rts_peak, row.rts_mean);
  EXPECT_GE(row.queued.max, row.queued.mean);
  const IpPortRow& all = port_row(result, 0, std::nullopt);
  EXPECT_LE(all.window_peak, 32 * 1024u);
  // Fetched, held back, and on the wire, if it need not wait for that.
  const double least = rate * 4160 * (row.fetched.mean + row.held.mean + wire_cycles(8 + 4178));
  EXPECT_GT(all.window_mean, 0.98 * least);
  // Cells of 148 bytes, 29 for each packet of 4160: levels of the same packets.
  EXPECT_NEAR(all.slots_mean * 4160 / 29, all.window_mean, 1e-6 * all.window_mean);
  EXPECT_EQ(all.packets, row.packets);
  EXPECT_EQ(all.rts_peak, row.rts_peak);
}

TEST(IpHosts, APortWithoutLoadShowsTheFormulaAndNoWaiting) {
  IpTrafficConfig entry;
  entry.gbps = 0.05;
  entry.pattern = HostPattern::pairs;
  entry.sources = {0};
  entry.targets = {1};
  entry.cos = 6;
  const RunResult result = run_fresh(with_hosts(of_kind("single", 2), entry, 20000));
  const IpPortRow& data = port_row(result, 1, 6);
  const IpPortRow& acks = port_row(result, 0, 6);
  EXPECT_EQ(data.one_way.max, latency_on_one_chip(4160));
  EXPECT_EQ(acks.one_way.max, latency_on_one_chip(64));
  EXPECT_EQ(acks.fabric_rtt.max, latency_on_one_chip(4160) + latency_on_one_chip(64));
  EXPECT_EQ(acks.fabric_rtt.mean, acks.fabric_rtt.max);
  EXPECT_TRUE(std::isnan(data.fabric_rtt.mean)) << "host 1 sends no data";
  EXPECT_EQ(data.packets, acks.packets);
  EXPECT_EQ(data.bytes, data.packets * 4160);
  EXPECT_EQ(data.queued.max, 0);
  EXPECT_EQ(data.held.max, 0);
  EXPECT_EQ(data.rts_peak, 1u);
  EXPECT_EQ(data.refused + data.marked, 0u);
  EXPECT_EQ(port_row(result, 1, std::nullopt).window_peak, 4160u);
  EXPECT_EQ(port_row(result, 1, std::nullopt).slots_peak, 29u);
  EXPECT_EQ(port_row(result, 1, std::nullopt).reorder_peak, 0u);
  // Each cell has crossed one chip, those of packets as well.
  EXPECT_GT(result.hops_cells, 0u);
  EXPECT_EQ(result.hops_sum, result.hops_cells);
}

TEST(IpHosts, UniformMessagesArriveAsOffered) {
  IpTrafficConfig entry;
  entry.gbps = 10;  // 4/7 of it to the other pod, over two links: 45 %
  const RunResult result = run_fresh(with_hosts(dragonfly(2, 2, 2, 2), entry, 400));
  const HostCounts& counts = only_class(result).hosts.counts;
  const double offered =
      ip_gbps(counts.bytes_made, result.measure_cycles, result.sections.get<IpResult>().hosts, 400);
  const double arrived =
      ip_gbps(counts.bytes, result.measure_cycles, result.sections.get<IpResult>().hosts, 400);
  // 8 hosts * 10 Gb/s * 400 us / 4 KiB messages, Poisson: five deviations.
  EXPECT_NEAR(offered / 10, 1, 5 / std::sqrt(8 * 10e3 * 400 / 8 / 4096));
  EXPECT_NEAR(arrived / offered, 1, 0.02);
  EXPECT_EQ(lost(result.sections.get<IpResult>()), 0u);
  EXPECT_EQ(counts.sent_again, 0u);
  const IpResult& ip = result.sections.get<IpResult>();
  EXPECT_GE(ip.taken, ip.delivered + lost(ip));
  EXPECT_LE(ip.taken, ip.delivered + lost(ip) + ip.held_ingress + ip.held_egress);
  EXPECT_FALSE(result.verdict.saturated);
}

TEST(IpHosts, IncastFillsTheTargetsNicAndTheSendersShareIt) {
  IpTrafficConfig entry;
  entry.pattern = HostPattern::incast;
  entry.targets = {0};
  entry.gbps = 40;
  // Three senders, one of them on the target's chip; links for 200 Gb/s between the chips.
  const RunResult result = run_fresh(with_hosts(of_kind("pair", 2, 8), entry, 400));
  const HostCounts& counts = only_class(result).hosts.counts;
  const double arrived = 8e-3 * double(counts.bytes) * 400 / double(result.measure_cycles);
  // 4096 of the 4160 + 18 + 20 bytes that a packet takes of the wire, which host 1 shares for the
  // acknowledgements of a third of them, 64 + 18 + 20 bytes each.
  EXPECT_NEAR(arrived, 100 * 4096 / (4198 + 102 / 3.0), 1);
  EXPECT_FALSE(result.verdict.steady);  // 120 Gb/s are offered
}

TEST(IpHosts, SpreadByPacketsEveryPacketArrivesToo) {
  IpTrafficConfig entry;
  entry.gbps = 10;
  PlatformConfig config = with_hosts(dragonfly(2, 2, 2, 2), entry, 400);
  config.ip.ingress.spread = IpSpread::packet;
  const RunResult result = run_fresh(config);
  const HostCounts& counts = only_class(result).hosts.counts;
  EXPECT_NEAR(double(counts.bytes) / double(counts.bytes_made), 1, 0.02);
  EXPECT_EQ(counts.timeouts, 0u);
}

// Contexts and slots are used again many times before a timeout reads them.
TEST(IpHosts, NothingIsGivenUpThatIsOnlyAnotherPacketInTheSamePlace) {
  IpTrafficConfig entry;
  entry.transport = IpTransport::none;
  entry.gbps = 10;
  entry.message_bytes = 200;
  PlatformConfig config = with_hosts(of_kind("single", 2), entry, 10000);
  config.ip.ingress.rts_timeout_us = 50;
  config.ip.egress.fetch_timeout_us = 50;
  const RunResult result = run_fresh(config);
  EXPECT_GT(result.sections.get<IpResult>().delivered, 100'000u);
  EXPECT_EQ(lost(result.sections.get<IpResult>()), 0u);
}

TEST(IpHosts, ARepeatedRunIsTheSame) {
  IpTrafficConfig entry;
  entry.gbps = 30;
  entry.message_bytes = 20000;
  const PlatformConfig config = with_hosts(of_kind("pair", 2), entry, 100);
  const RunResult a = run_fresh(config), b = run_fresh(config);
  EXPECT_EQ(a.state_hash, b.state_hash);
  EXPECT_TRUE(only_class(a).hosts.fabric_rtt == only_class(b).hosts.fabric_rtt);
  PlatformConfig other = config;
  other.run.seed = 2;
  EXPECT_NE(run_fresh(other).state_hash, a.state_hash);
}

TEST(IpHosts, PermutationsAndListsAreKept) {
  PlatformConfig config = with_hosts(dragonfly(2, 2, 2, 2), {}, 100);
  const Topology topology = make_topology(config);
  config.ip_traffic[0].pattern = HostPattern::permutation;
  std::vector<unsigned> hit(8);
  const auto permuted = targets_of(config, 0);
  for (unsigned host = 0; host < 8; ++host) {
    ASSERT_EQ(permuted[host].list.size(), 1u);
    EXPECT_NE(permuted[host].list[0], host);
    ++hit[permuted[host].list[0]];
  }
  EXPECT_EQ(hit, std::vector<unsigned>(8, 1));
  config.ip_traffic[0].pattern = HostPattern::incast;
  config.ip_traffic[0].targets = {2, 3};
  config.ip_traffic[0].sources = {1, 2};
  const auto incast = targets_of(config, 0);
  EXPECT_EQ(incast[1].list, (std::vector<uint16_t>{2, 3}));
  for (unsigned host : {0u, 2u, 3u, 4u}) EXPECT_TRUE(incast[host].empty()) << host;
}

TEST(IpHosts, CarriedPacketsArriveWhole) {
  IpTrafficConfig entry;
  entry.gbps = 10;
  PlatformConfig config = with_hosts(of_kind("pair", 2), entry, 50);
  config.ip.payload = Payload::carried;
  const RunResult carried = run_fresh(config);
  config.ip.payload = Payload::counted;
  EXPECT_EQ(carried.state_hash, run_fresh(config).state_hash);
}

}  // namespace
}  // namespace tinsim
