// SPDX-License-Identifier: Apache-2.0
// Reorder queue: model and RTL in lockstep.
#include "Vreorder_queue_16.h"
#include "Vreorder_queue_64.h"
#include "rtl_models/reorder_queue/reorder_queue.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/reorder_queue_stimulus.h"

namespace tinsim {
namespace {

TEST(ReorderQueueLockstep, SmallShape) {
  expect_lockstep<ReorderQueue<16>, Vreorder_queue_16, ReorderQueueStimulus<16>>(
      {"Vreorder_queue_16", 1000000});
}

TEST(ReorderQueueLockstep, FullShape) {
  expect_lockstep<ReorderQueue<64>, Vreorder_queue_64, ReorderQueueStimulus<64>>(
      {"Vreorder_queue_64", 1000000});
}

}  // namespace
}  // namespace tinsim
