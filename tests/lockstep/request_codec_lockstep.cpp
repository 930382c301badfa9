// SPDX-License-Identifier: Apache-2.0
// Request codec: model and RTL in lockstep.
#include "Vrequest_codec.h"
#include "rtl_models/request_codec/request_codec.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/request_codec_stimulus.h"

namespace tinsim {
namespace {

TEST(RequestCodecLockstep, OnlyShape) {
  expect_lockstep<RequestCodec, Vrequest_codec, RequestCodecStimulus>({"Vrequest_codec", 1000000});
}

}  // namespace
}  // namespace tinsim
