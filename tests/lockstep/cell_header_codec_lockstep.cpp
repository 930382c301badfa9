// SPDX-License-Identifier: Apache-2.0
// Cell header codec: model and RTL in lockstep.
#include "Vcell_header_codec.h"
#include "rtl_models/cell_header_codec/cell_header_codec.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/cell_header_codec_stimulus.h"

namespace tinsim {
namespace {

TEST(CellHeaderCodecLockstep, OnlyShape) {
  expect_lockstep<CellHeaderCodec, Vcell_header_codec, CellHeaderCodecStimulus>(
      {"Vcell_header_codec", 2000000});
}

}  // namespace
}  // namespace tinsim
