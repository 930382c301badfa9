// SPDX-License-Identifier: Apache-2.0
// FEC encoder: model and RTL in lockstep.
#include "Vrs_fec_encoder.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/rs_fec_encoder_stimulus.h"

namespace tinsim {
namespace {

TEST(RsFecEncoderLockstep, OnlyShape) {
  expect_lockstep<RsFecEncoder, Vrs_fec_encoder, RsFecEncoderStimulus>(
      {"Vrs_fec_encoder", 1000000});
}

}  // namespace
}  // namespace tinsim
