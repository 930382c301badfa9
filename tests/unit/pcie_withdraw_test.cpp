// SPDX-License-Identifier: Apache-2.0
// PCIe link: atomic operations that are taken back.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "testbench/pcie_bench.h"

namespace tinsim {
namespace {

// One tag: the second of three waits for the first, until it is taken back.
TEST(PcieWithdraw, AnAtomicThatHasNotBegunCanBeWithdrawn) {
  PcieParams params = bench_params();
  params.tags = 1;
  PcieBench bench(params);
  for (const uint64_t n : {1, 2, 3}) bench.link.atomic(0, {AtomicOp::kFetchAdd, 8, 8 * n, n, 0}, n);
  bench.run(50);
  EXPECT_FALSE(bench.link.withdraw_atomic(50, 1)) << "is on its way";
  EXPECT_FALSE(bench.link.withdraw_atomic(50, 4)) << "there is none";
  EXPECT_TRUE(bench.link.withdraw_atomic(50, 2));
  EXPECT_FALSE(bench.link.withdraw_atomic(50, 2));
  bench.run();
  ASSERT_EQ(bench.atomics.size(), 2u);
  EXPECT_EQ(bench.atomics[0].cookie, 1u);
  EXPECT_EQ(bench.atomics[1].cookie, 3u);
  for (const auto [n, value] : {std::pair{1, 1}, {2, 0}, {3, 3}}) {
    uint8_t octets[8];
    bench.memory.read(8 * n, octets, 8);
    EXPECT_EQ(load_little(octets, 8), static_cast<uint64_t>(value));
  }
  EXPECT_TRUE(bench.link.idle());
  EXPECT_EQ(bench.link.tags_out(), 0u);
}

// The last one, too, and what comes after it is in order.
TEST(PcieWithdraw, RequestsAroundAWithdrawnOneAreDone) {
  PcieParams params = bench_params();
  params.tags = 1;
  PcieBench bench(params);
  bench.link.read(0, 0, 64, 1);
  bench.link.read(0, 64, 1024, 2);  // two requests
  bench.link.atomic(0, {AtomicOp::kSwap, 8, 8, 1, 0}, 2);
  EXPECT_TRUE(bench.link.withdraw_atomic(0, 2)) << "of that cookie, the atomic operation";
  bench.link.read(0, 128, 64, 3);
  bench.run();
  std::vector<uint64_t> ends;
  for (const auto& piece : bench.pieces)
    if (piece.last) ends.push_back(piece.cookie);
  EXPECT_EQ(ends, (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_TRUE(bench.atomics.empty());
  EXPECT_TRUE(bench.link.idle());
}

}  // namespace
}  // namespace tinsim
