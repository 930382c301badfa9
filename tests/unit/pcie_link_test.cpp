// SPDX-License-Identifier: Apache-2.0
// PCIe link: times of single requests, errors, atomics, order, and the host's way into the chip.
#include "tlm/pcie/pcie_link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "testbench/bench.h"
#include "testbench/pcie_bench.h"
#include "tlm/pcie/read_latency.h"

namespace tinsim {
namespace {

/// Cycles of `bytes` on the link that is idle, rounded up.
Cycle on_wire(const PcieParams& params, uint32_t bytes) {
  return static_cast<Cycle>((bytes * params.rate.den + params.rate.num - 1) / params.rate.num);
}

TEST(PcieLink, ReadTakesRequestLatencyAndCompletion) {
  const PcieParams params = bench_params();
  for (const uint32_t bytes : {1u, 64u, 256u}) {
    PcieBench bench(params);
    bench.link.read(1000, 0, bytes, 7);
    bench.run();
    ASSERT_EQ(bench.pieces.size(), 1u);
    const auto& piece = bench.pieces[0];
    EXPECT_EQ(piece.at, 1000 + on_wire(params, 24) + params.read_cycles +
                            on_wire(params, 20 + (bytes + 3) / 4 * 4));
    EXPECT_EQ(piece.cookie, 7u);
    EXPECT_TRUE(piece.last);
    EXPECT_EQ(piece.size, bytes);
  }
}

TEST(PcieLink, LastOctetOf4KbComesAfterAllCompletionsAtTheLinksRate) {
  const PcieParams params = bench_params();
  PcieBench bench(params);
  bench.link.read(0, 0, 4096, 1);
  bench.run();
  ASSERT_EQ(bench.pieces.size(), 16u);
  // Eight requests follow each other more closely than their completions, so these have no gaps.
  EXPECT_EQ(bench.pieces.back().at,
            on_wire(params, 24) + params.read_cycles + on_wire(params, 4096 + 16 * 20));
  EXPECT_TRUE(bench.pieces.back().last);
}

TEST(PcieLink, WriteIsInMemoryAfterItsTimeAndNotBefore) {
  const PcieParams params = bench_params();
  PcieBench bench(params);
  const uint8_t octets[] = {1, 2, 3, 4, 5};
  const Cycle lands = 50 + on_wire(params, 24 + 8) + params.write_cycles;
  bench.link.write(50, 0x1001, {octets, 5}, 3, true);
  bench.run(lands);
  uint8_t seen[7] = {};
  bench.memory.read(0x1000, seen, 7);
  EXPECT_EQ(seen[1], 0);
  EXPECT_TRUE(bench.completed.empty());
  bench.run();
  ASSERT_EQ(bench.completed.size(), 1u);
  EXPECT_EQ(bench.completed[0].at, lands);
  EXPECT_FALSE(bench.completed[0].error);
  bench.memory.read(0x1000, seen, 7);
  EXPECT_EQ(std::vector<uint8_t>(seen, seen + 7), (std::vector<uint8_t>{0, 1, 2, 3, 4, 5, 0}));
}

TEST(PcieLink, AReadSeesWhatWasWrittenBeforeIt) {
  PcieParams params = bench_params();
  params.write_cycles = 1000;  // longer than a read takes
  PcieBench bench(params);
  std::vector<uint8_t> octets(512, 0x5a);
  bench.link.write(0, 0, {octets.data(), 512}, 0, false);
  bench.link.read(0, 256, 64, 1);
  bench.run();
  ASSERT_EQ(bench.pieces.size(), 1u);
  EXPECT_EQ(bench.pieces[0].bytes, std::vector<uint8_t>(64, 0x5a));
  EXPECT_GT(bench.pieces[0].at, 1000u);
}

TEST(PcieLink, AtomicsChangeMemoryAndReturnWhatWasThere) {
  PcieBench bench(bench_params());
  const uint64_t first = 0xfffffffffffffff0;
  uint8_t octets[8];
  store_little(octets, 8, first);
  bench.memory.write(64, octets, 8);
  const auto now = [&] {
    bench.memory.read(64, octets, 8);
    return load_little(octets, 8);
  };
  const auto perform = [&](const DmaAtomic& atomic) {
    bench.link.atomic(bench.now, atomic, 1);
    bench.run();
    return bench.atomics.back().old_value;
  };
  EXPECT_EQ(perform({AtomicOp::kFetchAdd, 8, 64, 0x20, 0}), first);
  EXPECT_EQ(now(), 0x10u) << "modulo 2^64";
  EXPECT_EQ(perform({AtomicOp::kCompareSwap, 8, 64, 5, 0x11}), 0x10u);
  EXPECT_EQ(now(), 0x10u) << "the comparison failed";
  EXPECT_EQ(perform({AtomicOp::kCompareSwap, 8, 64, 5, 0x10}), 0x10u);
  EXPECT_EQ(now(), 5u);
  EXPECT_EQ(perform({AtomicOp::kSwap, 8, 64, first, 0}), 5u);
  EXPECT_EQ(perform({AtomicOp::kFetchAdd, 4, 64, 0x18, 0}), 0xfffffff0u);
  EXPECT_EQ(now(), 0xffffffff00000008u) << "no carry beyond four octets";
  EXPECT_EQ(perform({AtomicOp::kSwap, 4, 68, 7, 0}), 0xffffffffu);
  EXPECT_EQ(now(), 0x700000008u);
}

TEST(PcieLink, AtomicsAreDoneInOrderOfTheirTurnAndNoneIsLost) {
  PcieParams params = bench_params();
  params.read_sigma = 16 << 8;
  PcieBench bench(params);
  for (unsigned n = 0; n < 1000; ++n) bench.link.atomic(0, {AtomicOp::kFetchAdd, 8, 8, 1, 0}, n);
  bench.run();
  uint8_t octets[8];
  bench.memory.read(8, octets, 8);
  EXPECT_EQ(load_little(octets, 8), 1000u);
  std::vector<bool> seen(1000);
  for (const auto& atomic : bench.atomics) seen.at(atomic.old_value) = true;
  EXPECT_EQ(seen, std::vector<bool>(1000, true)) << "every value from 0 to 999 was there once";
}

TEST(PcieLink, OutsideMemoryThereAreErrorsAndNothingIsTouched) {
  PcieBench bench(bench_params(), 4096 + 100);
  std::vector<uint8_t> octets(400, 1);
  bench.link.read(0, 3000, 2000, 1);  // two requests in memory, the others not
  bench.link.write(0, 4096, {octets.data(), 101}, 2, true);
  bench.link.atomic(0, {AtomicOp::kSwap, 8, 4192, 1, 0}, 3);
  bench.link.read(0, 0, 64, 4);
  bench.run();
  unsigned ends = 0;
  for (const auto& piece : bench.pieces) {
    if (piece.cookie != 1) continue;
    ASSERT_EQ(ends, 0u) << "nothing comes after the end";
    ends += piece.last;
    EXPECT_EQ(piece.error, piece.last);
  }
  EXPECT_EQ(ends, 1u);
  ASSERT_EQ(bench.completed.size(), 1u);
  EXPECT_TRUE(bench.completed[0].error);
  ASSERT_EQ(bench.atomics.size(), 1u);
  EXPECT_TRUE(bench.atomics[0].error);
  EXPECT_EQ(bench.memory.pages(), 0u);
  EXPECT_TRUE(bench.pieces.back().last && bench.link.idle());
  EXPECT_EQ(bench.link.tags_out(), 0u);
  // A read and an atomic operation have numbers of operations again that others can use.
  bench.link.read(bench.now, 0, 64, 5);
  bench.run();
  EXPECT_EQ(bench.pieces.back().cookie, 5u);
  EXPECT_FALSE(bench.pieces.back().error);
}

TEST(PcieLink, StoresAndLoadsReachTheChipInOrder) {
  const PcieParams params = bench_params();
  PcieBench bench(params);
  uint8_t command[64];
  for (unsigned n = 0; n < 64; ++n) command[n] = static_cast<uint8_t>(n);
  for (unsigned n = 0; n < 4; ++n) bench.link.store(10, 0x10040 + 16 * n, {command + 16 * n, 16});
  bench.link.load(10, 0x20, 8, 77);
  bench.link.load(10, 0x200, 8, 78);
  bench.run();
  ASSERT_EQ(bench.stores.size(), 4u);
  for (unsigned n = 0; n < 4; ++n) {
    EXPECT_EQ(bench.stores[n].offset, 0x10040 + 16 * n);
    EXPECT_EQ(bench.stores[n].bytes, std::vector<uint8_t>(command + 16 * n, command + 16 * n + 16));
    EXPECT_EQ(bench.stores[n].at, 10 + on_wire(params, (n + 1) * 40) + params.mmio_cycles);
  }
  ASSERT_EQ(bench.loads.size(), 2u);
  EXPECT_EQ(bench.loads[77].bytes,
            (std::vector<uint8_t>{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}));
  EXPECT_EQ(bench.loads[77].offset, 0u);
  EXPECT_EQ(bench.loads[77].at, 10 + on_wire(params, 4 * 40 + 24) + params.mmio_cycles +
                                    on_wire(params, 28) + params.mmio_cycles);
  EXPECT_EQ(bench.loads[78].offset, 1u) << "an error";
  EXPECT_TRUE(bench.loads[78].bytes.empty());
}

TEST(PcieLink, NamesTheCallerThatBreaksItsRules) {
  PcieBench bench(bench_params());
  auto& link = bench.link;
  const uint8_t octets[64] = {};
  EXPECT_EQ(broken_rule([&] { link.read(0, 0, 0, 0); }), "DmaSize");
  EXPECT_EQ(broken_rule([&] { link.write(0, 0, {octets, 0}, 0, false); }), "DmaSize");
  EXPECT_EQ(broken_rule([&] {
              link.atomic(0, {AtomicOp::kSwap, 2, 0, 0, 0}, 0);
            }),
            "DmaAtomicShape");
  EXPECT_EQ(broken_rule([&] {
              link.atomic(0, {AtomicOp::kSwap, 8, 4, 0, 0}, 0);
            }),
            "DmaAtomicShape");
  EXPECT_EQ(broken_rule([&] { link.store(0, 48, {octets, 17}); }), "MmioSize");
  EXPECT_EQ(broken_rule([&] { link.store(0, 0, {octets, 0}); }), "MmioSize");
  EXPECT_EQ(broken_rule([&] { link.load(0, 1 << 17, 8, 0); }), "MmioSize");
  link.read(0, 0, 64, 0);
  EXPECT_EQ(broken_rule([&] { link.read(500, 0, 64, 0); }), "PcieRunsInOrder");
  bench.run();
  EXPECT_EQ(broken_rule([&] { link.read(bench.now - 1, 0, 64, 0); }), "PcieRunsInOrder");
  EXPECT_EQ(broken_rule([&] { link.read(bench.now, 0, 64, 0); }), "none");
}

TEST(ReadLatency, IsNormalTruncatedAndAFunctionOfItsName) {
  PcieParams params;  // 240 +- 16 cycles
  constexpr unsigned kDraws = 200000;
  double sum = 0, squares = 0;
  unsigned inside = 0;
  ReadLatency latency(params);
  for (unsigned n = 0; n < kDraws; ++n) {
    const double z = (static_cast<double>(latency.of(n)) - 240) / 16;
    ASSERT_LE(std::abs(z), 3.0);
    sum += z;
    squares += z * z;
    inside += std::abs(z) <= 15.5 / 16;  // whole cycles: P(|Z| < 15.5 / 16)
  }
  // Of a normal variate truncated at 3: variance 1 - 6 phi(3) / (2 Phi(3) - 1) = 0.9733, alongside
  // 1 / 12 of a cycle by rounding. Errors: four standard deviations of the sample, and 0.0005 at
  // either end for the table.
  const double error = 4 / std::sqrt(double{kDraws});
  EXPECT_NEAR(sum / kDraws, 0, error);
  EXPECT_NEAR(squares / kDraws, 0.9733 + 1 / (12.0 * 256), 0.02);
  const double expected = std::erf(15.5 / 16 / std::sqrt(2.0)) / std::erf(3 / std::sqrt(2.0));
  EXPECT_NEAR(double{1} * inside / kDraws, expected, error + 0.001);

  PcieParams other = params;
  EXPECT_EQ(ReadLatency(other).of(5), latency.of(5));
  other.host = 1;
  ReadLatency others(other);
  unsigned same = 0, equal_to_next = 0;
  for (unsigned n = 0; n < 1000; ++n) {
    same += others.of(n) == latency.of(n);
    equal_to_next += latency.of(n) == latency.of(n + 1);
  }
  // Two are equal with a probability of 1 / (2 sqrt(pi) 16), 1.8 %.
  EXPECT_LT(same, 40u) << "each host draws its own";
  EXPECT_LT(equal_to_next, 40u) << "and for each request";
}

/// The whole distribution, with a deviation of so many cycles that they are as good as continuous.
TEST(ReadLatency, HasTheDistributionOfItsFormula) {
  PcieParams params;
  params.read_cycles = 40000;
  params.read_sigma = 4000 << 8;
  constexpr unsigned kDraws = 200000;
  ReadLatency latency(params);
  std::vector<double> drawn;
  for (unsigned n = 0; n < kDraws; ++n)
    drawn.push_back((static_cast<double>(latency.of(n)) - 40000) / 4000);
  std::sort(drawn.begin(), drawn.end());
  const double inside = std::erf(3 / std::sqrt(2.0));
  double distance = 0;
  for (unsigned n = 0; n < kDraws; ++n) {
    const double formula = 0.5 + std::erf(drawn[n] / std::sqrt(2.0)) / inside / 2;
    distance = std::max(distance, std::abs(formula - (n + 0.5) / kDraws));
  }
  // Kolmogorov: a true sample is further away than 1.95 / sqrt(n) once in 1000; the table; half a
  // cycle.
  EXPECT_LT(distance, 1.95 / std::sqrt(double{kDraws}) + 0.0005 + 0.4 * 0.5 / 4000);
}

}  // namespace
}  // namespace tinsim
