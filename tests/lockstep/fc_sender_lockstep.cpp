// SPDX-License-Identifier: Apache-2.0
// Flow-control sender: model and RTL in lockstep.
#include "Vfc_sender_1.h"
#include "Vfc_sender_32.h"
#include "Vfc_sender_4.h"
#include "rtl_models/fc_sender/fc_sender.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/fc_sender_stimulus.h"

namespace tinsim {
namespace {

TEST(FcSenderLockstep, OneVc) {
  expect_lockstep<FcSender<1>, Vfc_sender_1, FcSenderStimulus<1>>({"Vfc_sender_1", 1000000});
}

TEST(FcSenderLockstep, SmallShape) {
  expect_lockstep<FcSender<4>, Vfc_sender_4, FcSenderStimulus<4>>({"Vfc_sender_4", 1000000});
}

TEST(FcSenderLockstep, FullShape) {
  expect_lockstep<FcSender<32>, Vfc_sender_32, FcSenderStimulus<32>>({"Vfc_sender_32", 1000000});
}

}  // namespace
}  // namespace tinsim
