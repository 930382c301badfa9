// SPDX-License-Identifier: Apache-2.0
// PAUSE times and InfiniBand send times by formula, and the errors of the printed tables.
#include <gtest/gtest.h>

#include "tlm/wan/pause_times.h"

namespace tinsim {
namespace {

TEST(WanTimes, PauseOfEachRate) {
  const std::vector<PauseRow> rows = pause_rows();
  const double quanta[] = {512, 51.2, 12.8, 5.12}, longest[] = {33.554, 3.3554, 0.8388, 0.33554};
  ASSERT_EQ(rows.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_DOUBLE_EQ(rows[i].quantum_ns, quanta[i]);
    EXPECT_NEAR(rows[i].max_pause_ms, longest[i], 1e-4 * longest[i]);
    EXPECT_TRUE(rows[i].slide_max_pause_ms.is_right);
    EXPECT_EQ(rows[i].slide_quantum_ns.is_right, rows[i].gbps != 40);
  }
}

TEST(WanTimes, SendTimeOfEachRate) {
  const std::vector<CreditRow> rows = credit_rows();
  const double blocks[] = {64, 32, 16, 9.43, 4.71, 5.12},
               longest[] = {131.07, 65.54, 32.77, 19.31, 9.66, 10.49};
  ASSERT_EQ(rows.size(), 6u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_NEAR(rows[i].block_ns, blocks[i], 0.006);
    EXPECT_NEAR(rows[i].max_send_us, longest[i], 0.006);
    const bool is_own_rate = rows[i].gbps == 100;
    EXPECT_EQ(rows[i].slide_max_send_us.is_right, !is_own_rate);
    EXPECT_EQ(rows[i].slide_block_ns.is_right,
              rows[i].name != "DDR" && rows[i].name != "QDR" && !is_own_rate);
  }
}

TEST(WanTimes, FlowControlPacketsPerSecondOfEdr) {
  // The slides: about 104 000 for EDR at 108.6 Gb/s.
  EXPECT_NEAR(credits_per_second(108.6), 103'600, 100);
  EXPECT_NEAR(credits_per_second(100), 95'367, 1);
}

TEST(WanTimes, TheLargestGrantIsHalfTheRangeOfTheCounter) {
  EXPECT_EQ(kMaxCreditBlocks, 2048u);
  EXPECT_EQ(kMaxCreditBlocks * kCreditBlockBytes, 131'072u);
}

}  // namespace
}  // namespace tinsim
