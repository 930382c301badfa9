// SPDX-License-Identifier: Apache-2.0
// Packets that fail on a PCIe link come again: nothing is lost or overtaken, and the wire is lost
// for as long as the formula of docs/reference/pcie.md says.
#include <gtest/gtest.h>

#include <cmath>

#include "testbench/pcie_bench.h"

namespace tinsim {
namespace {

constexpr uint32_t kBytes = 256;
constexpr double kWire = (24 + kBytes) * 8 / 113.70 * 0.4;  ///< cycles of such a write

PcieParams with_errors(double rate, double naks_lost = 0) {
  PcieParams params = bench_params();
  params.of_host = {};  // infinite
  params.carried = false;
  params.tlp_errors = static_cast<uint64_t>(std::ldexp(rate, 32));
  params.nak_errors = static_cast<uint64_t>(std::ldexp(naks_lost, 32));
  return params;
}

/// Cycles until the last of `count` writes has arrived.
double busy(const PcieParams& params, unsigned count, TlpSender::Counters* counters = nullptr) {
  TlpSender sender(params, params.of_host, TlpSender::Way::kUp);
  Cycle last = 0;
  for (unsigned n = 0; n < count; ++n) EXPECT_TRUE(sender.write_at_once(kBytes, 0, last));
  if (counters != nullptr) *counters = sender.counters();
  return last;
}

/// Failures of n packets are geometric: their number has mean n p / (1 - p) and variance n p / (1 -
/// p)^2. Each takes the wire once more, and the wait, which begins with a whole cycle: half a cycle
/// more on average.
void expect_formula(double rate, double naks_lost) {
  constexpr unsigned kCount = 100'000;
  const PcieParams params = with_errors(rate, naks_lost);
  const double wait = (1 - naks_lost) * static_cast<double>(params.nak_cycles) +
                      naks_lost * static_cast<double>(params.replay_cycles);
  const double odds = rate / (1 - rate), each = kWire + wait + 0.5;
  TlpSender::Counters counters;
  const double cycles = busy(params, kCount, &counters);
  const double spread = naks_lost * (1 - naks_lost) *
                        std::pow(static_cast<double>(params.replay_cycles - params.nak_cycles), 2);
  const double sigma = std::sqrt(kCount * (odds / (1 - rate) * each * each + odds * spread));
  EXPECT_NEAR(cycles, kCount * (kWire + odds * each), 4 * sigma);
  EXPECT_LT(4 * sigma, 0.06 * cycles) << "or the test says little";
  EXPECT_NEAR(static_cast<double>(counters.replayed), kCount * odds,
              4 * std::sqrt(kCount * odds / (1 - rate)));
  EXPECT_EQ(counters.tlps, kCount);
  EXPECT_EQ(counters.payload_bytes, uint64_t{kCount} * kBytes);
  EXPECT_EQ(counters.wire_bytes, (kCount + counters.replayed) * (24 + kBytes));
  EXPECT_EQ(counters.timeouts == 0, naks_lost == 0);
}

TEST(PcieReplay, TakesTheWireAsTheFormulaSays) {
  for (const double rate : {0.01, 0.05, 0.5}) expect_formula(rate, 0);
}

TEST(PcieReplay, WaitsForTheTimerWhereANakIsLost) {
  expect_formula(0.05, 1);
  expect_formula(0.05, 0.3);
}

TEST(PcieReplay, CostsNothingWithoutErrors) {
  TlpSender::Counters counters;
  PcieParams other = with_errors(0, 0.5);
  other.nak_cycles = 10'000;
  EXPECT_EQ(busy(other, 1000, &counters), busy(with_errors(0), 1000));
  EXPECT_NEAR(busy(with_errors(0), 1000), 1000 * kWire, 1);
  EXPECT_EQ(counters.replayed + counters.timeouts, 0u);
}

/// Both ways, with real octets: reads and writes end, each once, rightly and in order.
TEST(PcieReplay, LosesAndReordersNothing) {
  PcieParams params = bench_params();
  params.tlp_errors = uint64_t{1} << 30;  // a quarter
  params.nak_errors = uint64_t{1} << 30;
  params.interleave = false;  // completions in order of address
  PcieBench bench(params);
  std::vector<uint8_t> octets(4096);
  for (unsigned n = 0; n < 64; ++n) {
    for (unsigned i = 0; i < octets.size(); ++i) octets[i] = static_cast<uint8_t>(n + 7 * i);
    bench.link.write(bench.now, 4096 * n, {octets.data(), 4096}, n, true);
    bench.run();
    bench.link.read(bench.now, 4096 * n, 4096, 100 + n);
    bench.run();
    uint32_t next = 0;
    for (const PcieBench::Piece& piece : bench.pieces) {
      EXPECT_EQ(piece.cookie, 100 + n);
      EXPECT_EQ(piece.offset, next);
      for (uint32_t i = 0; i < piece.size; ++i)
        EXPECT_EQ(piece.bytes[i], static_cast<uint8_t>(n + 7 * (next + i)));
      next += piece.size;
    }
    EXPECT_EQ(next, 4096u);
    bench.pieces.clear();
  }
  ASSERT_EQ(bench.completed.size(), 64u);
  for (unsigned n = 0; n < 64; ++n) EXPECT_EQ(bench.completed[n].cookie, n);
  EXPECT_TRUE(bench.link.idle());
  EXPECT_EQ(bench.link.tags_out(), 0u);
  EXPECT_TRUE(bench.link.up().credit_is_whole() && bench.link.down().credit_is_whole());
  EXPECT_GT(bench.link.up().counters().replayed, 100u);
  EXPECT_GT(bench.link.down().counters().timeouts, 20u);
}

TEST(PcieReplay, DependsOnSeedAndDirection) {
  const auto up = [](uint64_t seed, TlpSender::Way way) {
    PcieParams params = with_errors(0.1);
    params.seed = seed;
    TlpSender sender(params, params.of_host, way);
    std::vector<Cycle> arrivals(200);
    for (Cycle& at : arrivals) sender.write_at_once(kBytes, 0, at);
    return arrivals;
  };
  const auto first = up(1, TlpSender::Way::kUp);
  EXPECT_EQ(up(1, TlpSender::Way::kUp), first);
  EXPECT_NE(up(2, TlpSender::Way::kUp), first);
  EXPECT_NE(up(1, TlpSender::Way::kDown), first);
}

}  // namespace
}  // namespace tinsim
