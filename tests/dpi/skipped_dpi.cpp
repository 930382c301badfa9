// SPDX-License-Identifier: Apache-2.0
// Stands for the DPI tests where nothing was Verilated: skipped is not passed.
#include <gtest/gtest.h>

TEST(GoldenChecker, NeedsVerilator) {
  GTEST_SKIP() << "configured with TINSIM_RTL=OFF, or without Verilator 5.006 or later";
}
