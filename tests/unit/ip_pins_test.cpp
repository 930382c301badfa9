// SPDX-License-Identifier: Apache-2.0
// PinModule: the blocks of the IP path driven through sc_signals behave as the plain models.
#include "rtl_models/cellifier/cellifier_pins.h"
#include "rtl_models/cts_scheduler/cts_scheduler_pins.h"
#include "rtl_models/ecn_ctd/ecn_ctd_pins.h"
#include "rtl_models/ip_lookup/ip_lookup_pins.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer_pins.h"
#include "rtl_models/reorder_queue/reorder_queue_pins.h"
#include "testbench/pin_bench.h"
#include "testbench/stimulus/cellifier_stimulus.h"
#include "testbench/stimulus/cts_scheduler_stimulus.h"
#include "testbench/stimulus/ecn_ctd_stimulus.h"
#include "testbench/stimulus/ip_lookup_stimulus.h"
#include "testbench/stimulus/reassembly_buffer_stimulus.h"
#include "testbench/stimulus/reorder_queue_stimulus.h"

namespace tinsim {
namespace {

TEST(IpPinModule, IpLookupBehavesAsThePlainModel) {
  expect_same_on_pins<IpLookup<64, 64>, IpLookupPins<IpLookup<64, 64>>, IpLookupStimulus<64, 64>>(
      5000);
}

TEST(IpPinModule, CellifierBehavesAsThePlainModel) {
  expect_same_on_pins<Cellifier, CellifierPins<Cellifier>, CellifierStimulus>(5000);
}

TEST(IpPinModule, CtsSchedulerFollowsItsInputsAsThePlainModel) {
  expect_same_on_pins<CtsScheduler, CtsSchedulerPins<CtsScheduler>, CtsSchedulerStimulus>(5000);
}

TEST(IpPinModule, ReassemblyBufferBehavesAsThePlainModel) {
  expect_same_on_pins<ReassemblyBuffer<4, 20>, ReassemblyBufferPins<ReassemblyBuffer<4, 20>>,
                      ReassemblyBufferStimulus<4, 20>>(5000);
}

TEST(IpPinModule, ReorderQueueBehavesAsThePlainModel) {
  expect_same_on_pins<ReorderQueue<16>, ReorderQueuePins<ReorderQueue<16>>,
                      ReorderQueueStimulus<16>>(5000);
}

TEST(IpPinModule, EcnCtdBehavesAsThePlainModel) {
  expect_same_on_pins<EcnCtd, EcnCtdPins<EcnCtd>, EcnCtdStimulus>(5000);
}

}  // namespace
}  // namespace tinsim
