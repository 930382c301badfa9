// SPDX-License-Identifier: Apache-2.0
// Sorting of received words: model and RTL in lockstep.
#include "Vlink_rx_32.h"
#include "Vlink_rx_4.h"
#include "rtl_models/link_rx/link_rx.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/link_rx_stimulus.h"

namespace tinsim {
namespace {

TEST(LinkRxLockstep, SmallShape) {
  expect_lockstep<LinkRx<4>, Vlink_rx_4, LinkRxStimulus<4>>({"Vlink_rx_4", 1000000});
}

TEST(LinkRxLockstep, FullShape) {
  expect_lockstep<LinkRx<32>, Vlink_rx_32, LinkRxStimulus<32>>({"Vlink_rx_32", 1000000});
}

}  // namespace
}  // namespace tinsim
