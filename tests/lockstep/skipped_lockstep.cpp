// SPDX-License-Identifier: Apache-2.0
// Stands for the lockstep tests where nothing was Verilated: skipped is not passed.
#include <gtest/gtest.h>

#define TINSIM_SKIPPED(suite)                                                              \
  TEST(suite, NeedsVerilator) {                                                            \
    GTEST_SKIP() << "configured with TINSIM_RTL=OFF, or without Verilator 5.006 or later"; \
  }

TINSIM_SKIPPED(CellHeaderCodecLockstep)
TINSIM_SKIPPED(CreditCounterLockstep)
TINSIM_SKIPPED(VcFifoLockstep)
TINSIM_SKIPPED(IslipArbiterLockstep)
TINSIM_SKIPPED(CrossbarLockstep)
TINSIM_SKIPPED(OutputQueueLockstep)
TINSIM_SKIPPED(CellSwitchLockstep)
TINSIM_SKIPPED(MutantLockstep)
TINSIM_SKIPPED(RuleLockstep)
