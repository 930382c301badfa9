// SPDX-License-Identifier: Apache-2.0
// Ordered set codec: model and RTL in lockstep.
#include "Vordered_set_codec.h"
#include "rtl_models/ordered_set_codec/ordered_set_codec.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/ordered_set_codec_stimulus.h"

namespace tinsim {
namespace {

TEST(OrderedSetCodecLockstep, OnlyShape) {
  expect_lockstep<OrderedSetCodec, Vordered_set_codec, OrderedSetCodecStimulus>(
      {"Vordered_set_codec", 2000000});
}

}  // namespace
}  // namespace tinsim
