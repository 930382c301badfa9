// SPDX-License-Identifier: Apache-2.0
// VC FIFO: model and RTL in lockstep.
#include "Vvc_fifo_32.h"
#include "Vvc_fifo_4.h"
#include "rtl_models/vc_fifo/vc_fifo.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"

namespace tinsim {
namespace {

TEST(VcFifoLockstep, SmallShape) {
  expect_lockstep<VcFifo<4, 64>, Vvc_fifo_4, VcFifoStimulus<4, 64>>({"Vvc_fifo_4", 1000000});
}

TEST(VcFifoLockstep, FullShape) {
  expect_lockstep<VcFifo<32, 512>, Vvc_fifo_32, VcFifoStimulus<32, 512>>({"Vvc_fifo_32", 1000000});
}

}  // namespace
}  // namespace tinsim
