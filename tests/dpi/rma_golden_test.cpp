// SPDX-License-Identifier: Apache-2.0
// 1RMA: RTL with its golden checker bound to it, silent on the block, loud on a mutant.
#include "Vcommand_slots_golden.h"
#include "Vcommand_slots_golden_m1.h"
#include "Vregion_table_golden.h"
#include "Vregion_table_golden_m1.h"
#include "Vrequest_codec_golden.h"
#include "Vrequest_codec_golden_m1.h"
#include "Vresponse_segmenter_golden.h"
#include "Vresponse_segmenter_golden_m1.h"
#include "Vsolicitation_golden.h"
#include "Vsolicitation_golden_m1.h"
#include "Vtimeout_wheel_golden.h"
#include "Vtimeout_wheel_golden_m1.h"
#include "rtl_models/command_slots/command_slots.h"
#include "rtl_models/region_table/region_table.h"
#include "rtl_models/request_codec/request_codec.h"
#include "rtl_models/response_segmenter/response_segmenter.h"
#include "rtl_models/solicitation/solicitation.h"
#include "rtl_models/timeout_wheel/timeout_wheel.h"
#include "testbench/golden_check.h"
#include "testbench/stimulus/command_slots_stimulus.h"
#include "testbench/stimulus/region_table_stimulus.h"
#include "testbench/stimulus/request_codec_stimulus.h"
#include "testbench/stimulus/response_segmenter_stimulus.h"
#include "testbench/stimulus/solicitation_stimulus.h"
#include "testbench/stimulus/timeout_wheel_stimulus.h"

namespace tinsim {
namespace {

TEST(RmaGoldenChecker, CommandSlots) {
  expect_checked<CommandSlots<8>, Vcommand_slots_golden, Vcommand_slots_golden_m1,
                 CommandSlotsStimulus<8>>();
}

TEST(RmaGoldenChecker, RegionTable) {
  expect_checked<RegionTable<16>, Vregion_table_golden, Vregion_table_golden_m1,
                 RegionTableStimulus<16>>();
}

TEST(RmaGoldenChecker, RequestCodec) {
  expect_checked<RequestCodec, Vrequest_codec_golden, Vrequest_codec_golden_m1,
                 RequestCodecStimulus>();
}

TEST(RmaGoldenChecker, ResponseSegmenter) {
  expect_checked<ResponseSegmenter<4>, Vresponse_segmenter_golden, Vresponse_segmenter_golden_m1,
                 ResponseSegmenterStimulus<4>>();
}

TEST(RmaGoldenChecker, Solicitation) {
  expect_checked<Solicitation<4>, Vsolicitation_golden, Vsolicitation_golden_m1,
                 SolicitationStimulus<4>>();
}

TEST(RmaGoldenChecker, TimeoutWheel) {
  expect_checked<TimeoutWheel<8>, Vtimeout_wheel_golden, Vtimeout_wheel_golden_m1,
                 TimeoutWheelStimulus<8>>();
}

}  // namespace
}  // namespace tinsim
