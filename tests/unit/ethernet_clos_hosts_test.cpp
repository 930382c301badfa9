// SPDX-License-Identifier: Apache-2.0
// Hosts on Ethernet switches: waiting by queueing theory, DCTCP's queue, and lost packets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/clos_fixture.h"

namespace tinsim {
namespace {

constexpr unsigned kHeaders = 64;

/// Poisson packets of one size from 240 hosts to one: the output is nearly an M/D/1 queue, whose
/// mean wait is rho / (2 (1 - rho)) service times (Pollaczek and Khinchine).
TEST(EthernetClosHosts, AnOutputIsAnMD1Queue) {
  constexpr unsigned kHosts = 241, kBytes = 934;
  constexpr Cycle kWarmup = 100'000, kEnd = 8'000'000;
  const double service = 8.0 * (8 + kBytes + kHeaders + 18 + 12) / kBitsPerCycle;
  for (const double load : {0.5, 0.8}) {
    EthernetClosConfig config;
    config.hosts_per_leaf = 256;
    BusyClos net(config, kHosts);
    TrafficClass entry;
    entry.with_swift = false;
    const double wire_gbps = load * 100 / (kHosts - 1);
    net.add_entry(entry, wire_gbps * kBytes * 8 / (service * kBitsPerCycle), kBytes);
    net.make();
    for (unsigned i = 1; i < kHosts; ++i) net.add_source(i, 0, 0);
    net.start(kWarmup, kEnd);
    net.clos->run_to(kEnd);
    const Histogram& waits = net.clos->classes().find(0)->queueing;
    const double expected = load / (2 * (1 - load)) * service;
    EXPECT_NEAR(waits.mean(), expected, 0.04 * expected) << load;
    EXPECT_EQ(net.clos->totals().dropped, 0u);
  }
}

struct QueueRange {
  double least, most;  ///< packets
};

/// Two flows of DCTCP share a link of 100 Gb/s; threshold of 60 packets. After the start.
QueueRange dctcp_queue(unsigned flows, unsigned ecn_kib, double* gbps) {
  constexpr Cycle kStart = 4'000'000, kEnd = 8'000'000;
  EthernetClosConfig config;
  config.transport = ClosTransport::dctcp;
  config.host_m = 1000;  // 4 us there, back likewise, and two switches: about 20 us
  config.ecn_kib = ecn_kib;
  BusyClos net(config, flows + 1);
  TrafficClass entry;
  entry.ecn = 2;
  net.add_entry(entry, 200, 100'000'000);
  net.make();
  for (unsigned i = 1; i <= flows; ++i) net.add_source(i, 0, 0);
  net.start(kStart, kEnd);
  QueueRange range{1e9, 0};
  net.clos->run_to(kStart);
  for (Cycle at = kStart; at < kEnd; at += 20) {
    net.clos->run_to(at);
    const double packets = static_cast<double>(net.clos->output_to(0).bytes(0)) / 4178;
    range.least = std::min(range.least, packets);
    range.most = std::max(range.most, packets);
  }
  net.clos->run_to(kEnd);
  *gbps = 8.0 * static_cast<double>(net.stats.find(0)->counts.bytes) / ((kEnd - kStart) * 2.5);
  return range;
}

/// Alizadeh et al., SIGCOMM 2010, equations 7 to 10: the queue lies between K + N - A and K + N,
/// A = sqrt(2 N (C RTT + K)) / 2, for flows that are in step.
TEST(EthernetClosHosts, TheQueueOfDctcpFollowsItsFormula) {
  constexpr double kThreshold = 60 * 1024.0 * 4 / 4178;  // packets of 240 KiB
  const double rtt_us = 4 * 5.0 + 2 * 0.5 + 0.7;         // cables, switches, frame and header
  const double pipe = rtt_us * 100e3 / (8 * 4198);
  for (const unsigned flows : {2u, 8u}) {
    double gbps = 0;
    const QueueRange range = dctcp_queue(flows, 240, &gbps);
    const double most = kThreshold + flows;
    const double amplitude = std::sqrt(2 * flows * (pipe + kThreshold)) / 2;
    EXPECT_NEAR(range.most, most, 0.25 * amplitude + flows) << flows;
    EXPECT_GT(range.least, most - 2 * amplitude) << flows;
    EXPECT_LT(range.least, most - 0.4 * amplitude) << flows;
    EXPECT_NEAR(gbps, 100.0 * 4096 / 4198, 0.5) << flows;
  }
}

/// Where the threshold is far below C RTT / 7, the queue runs empty and the link idles (eq. 13).
TEST(EthernetClosHosts, DctcpLosesThroughputBelowItsSmallestThreshold) {
  double gbps = 0;
  const QueueRange range = dctcp_queue(2, 8, &gbps);
  EXPECT_EQ(range.least, 0);
  EXPECT_LT(gbps, 0.98 * 100.0 * 4096 / 4198);
}

/// An incast into a small buffer: packets are dropped, sent again, and each message arrives once.
TEST(EthernetClosHosts, DroppedPacketsAreSentAgain) {
  for (const ClosTransport transport : {ClosTransport::swift, ClosTransport::dctcp}) {
    constexpr Cycle kBurst = 40'000, kEnd = 4'000'000;
    EthernetClosConfig config;
    config.transport = transport;
    config.buffer_kib = 128;
    BusyClos net(config, 32);
    TrafficClass entry;
    entry.ecn = 2;
    net.add_entry(entry, 10, 65536, kBurst);
    net.make();
    for (unsigned i = 1; i < 32; ++i) net.add_source(i, 0, 0);
    net.start(0, kEnd);
    net.clos->run_to(kEnd);
    const ClosTotals totals = net.clos->totals();
    const HostCounts& counts = net.stats.find(0)->counts;
    EXPECT_GT(totals.dropped, 0u);
    EXPECT_EQ(totals.in_flight, 0u);
    EXPECT_GT(counts.sent_again, 0u);
    EXPECT_GT(counts.messages_made, 50u);
    EXPECT_EQ(counts.messages, counts.messages_made);
    EXPECT_EQ(counts.bytes, counts.bytes_made);
  }
}

}  // namespace
}  // namespace tinsim
