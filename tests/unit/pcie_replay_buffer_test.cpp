// SPDX-License-Identifier: Apache-2.0
// A replay buffer of limited size and Acks that are lost: bandwidth by the formulae of
// docs/reference/pcie.md, times as a simulation in small steps gives them, and nothing lost.
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <random>

#include "testbench/pcie_bench.h"

namespace tinsim {
namespace {

constexpr uint32_t kBytes = 256, kOnWire = 24 + kBytes;
constexpr double kWire = kOnWire * 8 / 113.70 * 0.4;  ///< cycles of such a write
constexpr Cycle kWhole = 8;                           ///< … rounded up

PcieParams with_buffer(uint32_t packets, double acks_lost = 0) {
  PcieParams params = bench_params();
  params.of_host = {};  // infinite
  params.carried = false;
  params.replay_bytes = packets * kOnWire;
  params.ack_errors = static_cast<uint64_t>(std::ldexp(acks_lost, 32));
  return params;
}

/// Cycles until the last of `count` writes, `gap` cycles apart, has arrived.
Cycle busy(const PcieParams& params, unsigned count, Cycle gap = 0,
           TlpSender::Counters* counters = nullptr) {
  TlpSender sender(params, params.of_host, TlpSender::Way::kUp);
  Cycle last = 0;
  for (unsigned n = 0; n < count; ++n) EXPECT_TRUE(sender.write_at_once(kBytes, n * gap, last));
  if (counters != nullptr) *counters = sender.counters();
  return last;
}

/// A buffer of n packets is full while the first is on the wire and its Ack is awaited, or never.
TEST(PcieReplayBuffer, LetsThroughWhatTheFormulaSays) {
  constexpr unsigned kBursts = 50;
  for (uint32_t n = 1; n <= 20; ++n) {
    const PcieParams params = with_buffer(n);
    const Cycle round = kWhole + params.ack_cycles;
    const double full = n * kWire;
    const Cycle cycles = busy(params, n * kBursts);
    if (full <= round) {
      EXPECT_EQ(cycles, (kBursts - 1) * round + static_cast<Cycle>(std::ceil(full))) << n;
    } else {
      EXPECT_NEAR(cycles, kBursts * full, 1) << n;
    }
  }
}

TEST(PcieReplayBuffer, CostsNothingWhereThereIsNone) {
  PcieParams other = with_buffer(0);
  other.ack_cycles = 5000;
  EXPECT_EQ(busy(other, 1000), static_cast<Cycle>(std::ceil(1000 * kWire)));
}

/// Each burst ends with one Ack. When it is lost nothing goes until the timer ends, after the first
/// packet's last octet; then all go again, and the first one's arrival brings an Ack.
TEST(PcieReplayBuffer, WaitsForTheTimerWhereAnAckIsLost) {
  constexpr unsigned kBursts = 4000, kPackets = 6;
  for (const double lost : {0.1, 0.5}) {
    const PcieParams params = with_buffer(kPackets, lost);
    TlpSender::Counters counters;
    const double cycles = busy(params, kPackets * kBursts, 0, &counters);
    const double odds = lost / (1 - lost), more = params.replay_cycles + kWhole;
    const double mean = kBursts * (kWhole + params.ack_cycles + odds * more);
    const double sigma = std::sqrt(kBursts * odds / (1 - lost));
    EXPECT_NEAR(cycles, mean, 4 * sigma * more + params.ack_cycles);
    EXPECT_NEAR(static_cast<double>(counters.timeouts), kBursts * odds, 4 * sigma);
    EXPECT_EQ(counters.replayed, kPackets * counters.timeouts);
    EXPECT_EQ(counters.tlps, uint64_t{kPackets} * kBursts);
    EXPECT_EQ(counters.wire_bytes, (counters.tlps + counters.replayed) * kOnWire);
  }
}

/// The next Ack says as much, unless there is none before the timer ends: of writes on a busy wire
/// none is sent again, of single ones each whose Ack is lost.
TEST(PcieReplayBuffer, NextAckRepairsALostOne) {
  constexpr unsigned kCount = 10'000;
  TlpSender::Counters counters;
  EXPECT_EQ(busy(with_buffer(0, 0.01), kCount, 0, &counters), busy(with_buffer(0), kCount));
  EXPECT_EQ(counters.timeouts, 0u);
  const Cycle gap = 20'000;  // the timer ends often enough in it
  EXPECT_EQ(busy(with_buffer(0, 0.2), kCount, gap, &counters), (kCount - 1) * gap + kWhole);
  EXPECT_NEAR(static_cast<double>(counters.timeouts), kCount * 0.25,
              4 * std::sqrt(kCount * 0.25 / 0.8));
  EXPECT_EQ(counters.replayed, counters.timeouts);
}

/// Sender, receiver and Ack timer stepped through every cycle, in 1 / rate.num of which time on the
/// wire is counted. No Ack is lost.
std::vector<Cycle> stepped(const PcieParams& params, const std::vector<uint32_t>& sizes) {
  struct Out {
    uint64_t arrival;
    uint32_t bytes;
    bool seen;
  };
  std::vector<Cycle> arrivals;
  std::deque<Out> out;
  uint64_t wire_free = 0, held = 0, ack_sent = 0;
  for (uint64_t now = 0; arrivals.size() < sizes.size(); ++now) {
    // The receiver: what has come, and an Ack that is due says so of all.
    for (Out& each : out) {
      if (each.seen || each.arrival > now) continue;
      each.seen = true;
      if (ack_sent == 0) ack_sent = each.arrival + params.ack_cycles;
    }
    if (ack_sent == now && now != 0) {
      while (!out.empty() && out.front().seen) {
        held -= out.front().bytes;
        out.pop_front();
      }
      ack_sent = 0;
    }
    // The sender: what starts in this cycle.
    while (arrivals.size() < sizes.size() && wire_free < (now + 1) * params.rate.num) {
      const uint32_t bytes = 24 + sizes[arrivals.size()];
      if (held + bytes > params.replay_bytes) break;
      held += bytes;
      wire_free = std::max(wire_free, now * params.rate.num) + bytes * params.rate.den;
      const uint64_t arrival = (wire_free + params.rate.num - 1) / params.rate.num;
      out.push_back({arrival, bytes, false});
      arrivals.push_back(static_cast<Cycle>(arrival));
    }
  }
  return arrivals;
}

TEST(PcieReplayBuffer, TimesAreThoseOfSmallSteps) {
  std::mt19937 random(1);
  for (unsigned n = 0; n < 200; ++n) {
    PcieParams params = with_buffer(0);
    params.replay_bytes = 280 + random() % 3000;
    params.ack_cycles = 1 + random() % 120;
    std::vector<uint32_t> sizes;
    for (unsigned i = 0; i < 200; ++i) sizes.push_back(4 * (1 + random() % 64));
    TlpSender sender(params, params.of_host, TlpSender::Way::kUp);
    std::vector<Cycle> arrivals(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i)
      ASSERT_TRUE(sender.write_at_once(sizes[i], 0, arrivals[i]));
    EXPECT_EQ(arrivals, stepped(params, sizes)) << params.replay_bytes << " " << params.ack_cycles;
  }
}

/// Everything that can go wrong, both ways, with real octets.
TEST(PcieReplayBuffer, LosesAndReordersNothing) {
  PcieParams params = bench_params();
  params.tlp_errors = params.nak_errors = params.ack_errors = uint64_t{1} << 30;  // a quarter
  params.replay_bytes = 600;
  params.interleave = false;  // completions in order of address
  PcieBench bench(params);
  std::vector<uint8_t> octets(4096);
  for (unsigned n = 0; n < 64; ++n) {
    for (unsigned i = 0; i < octets.size(); ++i) octets[i] = static_cast<uint8_t>(n + 7 * i);
    bench.link.write(bench.now, 4096 * n, {octets.data(), 4096}, n, true);
    bench.link.read(bench.now, 4096 * n, 4096, n);
    bench.run();
    std::vector<uint8_t> read;
    for (const PcieBench::Piece& piece : bench.pieces) {
      EXPECT_EQ(piece.offset, read.size());
      read.insert(read.end(), piece.bytes.begin(), piece.bytes.end());
    }
    EXPECT_EQ(read, octets);
    bench.pieces.clear();
    ASSERT_EQ(bench.completed.size(), n + 1);
    EXPECT_EQ(bench.completed.back().cookie, n);
  }
  EXPECT_TRUE(bench.link.idle());
  EXPECT_EQ(bench.link.tags_out(), 0u);
  EXPECT_TRUE(bench.link.up().credit_is_whole() && bench.link.down().credit_is_whole());
  EXPECT_GT(bench.link.up().counters().timeouts, 100u);
  EXPECT_GT(bench.link.down().counters().timeouts, 100u);
}

}  // namespace
}  // namespace tinsim
