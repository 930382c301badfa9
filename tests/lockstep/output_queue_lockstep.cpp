// SPDX-License-Identifier: Apache-2.0
// Output queue: model and RTL in lockstep.
#include "Voutput_queue_32.h"
#include "Voutput_queue_4.h"
#include "rtl_models/output_queue/output_queue.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/output_queue_stimulus.h"

namespace tinsim {
namespace {

TEST(OutputQueueLockstep, SmallShape) {
  expect_lockstep<OutputQueue<4>, Voutput_queue_4, OutputQueueStimulus<4>>(
      {"Voutput_queue_4", 1000000});
}

TEST(OutputQueueLockstep, FullShape) {
  expect_lockstep<OutputQueue<32>, Voutput_queue_32, OutputQueueStimulus<32>>(
      {"Voutput_queue_32", 1000000});
}

}  // namespace
}  // namespace tinsim
