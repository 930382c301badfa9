// SPDX-License-Identifier: Apache-2.0
// Receiver of flow-control sets: model and RTL in lockstep.
#include "Vfc_receiver_32.h"
#include "Vfc_receiver_4.h"
#include "rtl_models/fc_receiver/fc_receiver.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/fc_receiver_stimulus.h"

namespace tinsim {
namespace {

TEST(FcReceiverLockstep, SmallShape) {
  expect_lockstep<FcReceiver<4>, Vfc_receiver_4, FcReceiverStimulus<4>>(
      {"Vfc_receiver_4", 1000000});
}

TEST(FcReceiverLockstep, FullShape) {
  expect_lockstep<FcReceiver<32>, Vfc_receiver_32, FcReceiverStimulus<32>>(
      {"Vfc_receiver_32", 1000000});
}

}  // namespace
}  // namespace tinsim
