// SPDX-License-Identifier: Apache-2.0
// Measurement of a link's delay: model and RTL in lockstep.
#include "Vlatency_meter.h"
#include "rtl_models/latency_meter/latency_meter.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/latency_meter_stimulus.h"

namespace tinsim {
namespace {

TEST(LatencyMeterLockstep, OnlyShape) {
  expect_lockstep<LatencyMeter, Vlatency_meter, LatencyMeterStimulus>({"Vlatency_meter", 2000000});
}

}  // namespace
}  // namespace tinsim
