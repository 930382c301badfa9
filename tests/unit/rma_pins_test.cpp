// SPDX-License-Identifier: Apache-2.0
// PinModule: the blocks of 1RMA driven through sc_signals behave as the plain models.
#include "rtl_models/command_slots/command_slots_pins.h"
#include "rtl_models/region_table/region_table_pins.h"
#include "rtl_models/request_codec/request_codec_pins.h"
#include "rtl_models/response_segmenter/response_segmenter_pins.h"
#include "rtl_models/solicitation/solicitation_pins.h"
#include "rtl_models/timeout_wheel/timeout_wheel_pins.h"
#include "testbench/pin_bench.h"
#include "testbench/stimulus/command_slots_stimulus.h"
#include "testbench/stimulus/region_table_stimulus.h"
#include "testbench/stimulus/request_codec_stimulus.h"
#include "testbench/stimulus/response_segmenter_stimulus.h"
#include "testbench/stimulus/solicitation_stimulus.h"
#include "testbench/stimulus/timeout_wheel_stimulus.h"

namespace tinsim {
namespace {

TEST(RmaPinModule, CommandSlotsBehavesAsThePlainModel) {
  expect_same_on_pins<CommandSlots<8>, CommandSlotsPins<CommandSlots<8>>, CommandSlotsStimulus<8>>(
      5000);
}

TEST(RmaPinModule, RegionTableBehavesAsThePlainModel) {
  expect_same_on_pins<RegionTable<16>, RegionTablePins<RegionTable<16>>, RegionTableStimulus<16>>(
      5000);
}

TEST(RmaPinModule, SolicitationBehavesAsThePlainModel) {
  expect_same_on_pins<Solicitation<4>, SolicitationPins<Solicitation<4>>, SolicitationStimulus<4>>(
      5000);
}

TEST(RmaPinModule, RequestCodecBehavesAsThePlainModel) {
  expect_same_on_pins<RequestCodec, RequestCodecPins<RequestCodec>, RequestCodecStimulus>(5000);
}

TEST(RmaPinModule, ResponseSegmenterBehavesAsThePlainModel) {
  expect_same_on_pins<ResponseSegmenter<4>, ResponseSegmenterPins<ResponseSegmenter<4>>,
                      ResponseSegmenterStimulus<4>>(5000);
}

TEST(RmaPinModule, TimeoutWheelBehavesAsThePlainModel) {
  expect_same_on_pins<TimeoutWheel<8>, TimeoutWheelPins<TimeoutWheel<8>>, TimeoutWheelStimulus<8>>(
      5000);
}

}  // namespace
}  // namespace tinsim
