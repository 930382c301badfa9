// SPDX-License-Identifier: Apache-2.0
// Reassembly buffer: model and RTL in lockstep.
#include "Vreassembly_buffer_4.h"
#include "Vreassembly_buffer_64.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/reassembly_buffer_stimulus.h"

namespace tinsim {
namespace {

// Resets are rare, so that generations start again: in the small shape there are 16384 of them.
TEST(ReassemblyBufferLockstep, SmallShape) {
  expect_lockstep<ReassemblyBuffer<4, 20>, Vreassembly_buffer_4, ReassemblyBufferStimulus<4, 20>>(
      {"Vreassembly_buffer_4", 1000000, 4, 250'000});
}

TEST(ReassemblyBufferLockstep, FullShape) {
  expect_lockstep<ReassemblyBuffer<64, 437>, Vreassembly_buffer_64,
                  ReassemblyBufferStimulus<64, 437>>({"Vreassembly_buffer_64", 1000000, 4, 50'000});
}

}  // namespace
}  // namespace tinsim
