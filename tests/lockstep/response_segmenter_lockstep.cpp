// SPDX-License-Identifier: Apache-2.0
// Response segmenter: model and RTL in lockstep.
#include "Vresponse_segmenter_4.h"
#include "Vresponse_segmenter_64.h"
#include "rtl_models/response_segmenter/response_segmenter.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/response_segmenter_stimulus.h"

namespace tinsim {
namespace {

TEST(ResponseSegmenterLockstep, SmallShape) {
  expect_lockstep<ResponseSegmenter<4>, Vresponse_segmenter_4, ResponseSegmenterStimulus<4>>(
      {"Vresponse_segmenter_4", 1000000});
}

TEST(ResponseSegmenterLockstep, FullShape) {
  expect_lockstep<ResponseSegmenter<64>, Vresponse_segmenter_64, ResponseSegmenterStimulus<64>>(
      {"Vresponse_segmenter_64", 1000000, 4, 50000});
}

}  // namespace
}  // namespace tinsim
