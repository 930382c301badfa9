// SPDX-License-Identifier: Apache-2.0
// FEC decoder: model and RTL in lockstep.
#include "Vrs_fec_decoder.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/rs_fec_decoder_stimulus.h"

namespace tinsim {
namespace {

TEST(RsFecDecoderLockstep, OnlyShape) {
  expect_lockstep<RsFecDecoder, Vrs_fec_decoder, RsFecDecoderStimulus>(
      {"Vrs_fec_decoder", 2000000});
}

}  // namespace
}  // namespace tinsim
