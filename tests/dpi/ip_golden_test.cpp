// SPDX-License-Identifier: Apache-2.0
// IP path: RTL with its golden checker bound to it, silent on the block, loud on a mutant.
#include "Vcellifier_golden.h"
#include "Vcellifier_golden_m1.h"
#include "Vcts_scheduler_golden.h"
#include "Vcts_scheduler_golden_m1.h"
#include "Vecn_ctd_golden.h"
#include "Vecn_ctd_golden_m1.h"
#include "Vip_lookup_golden.h"
#include "Vip_lookup_golden_m1.h"
#include "Vreassembly_buffer_golden.h"
#include "Vreassembly_buffer_golden_m1.h"
#include "Vreorder_queue_golden.h"
#include "Vreorder_queue_golden_m1.h"
#include "rtl_models/cellifier/cellifier.h"
#include "rtl_models/cts_scheduler/cts_scheduler.h"
#include "rtl_models/ecn_ctd/ecn_ctd.h"
#include "rtl_models/ip_lookup/ip_lookup.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"
#include "rtl_models/reorder_queue/reorder_queue.h"
#include "testbench/golden_check.h"
#include "testbench/stimulus/cellifier_stimulus.h"
#include "testbench/stimulus/cts_scheduler_stimulus.h"
#include "testbench/stimulus/ecn_ctd_stimulus.h"
#include "testbench/stimulus/ip_lookup_stimulus.h"
#include "testbench/stimulus/reassembly_buffer_stimulus.h"
#include "testbench/stimulus/reorder_queue_stimulus.h"

namespace tinsim {
namespace {

TEST(IpGoldenChecker, IpLookup) {
  expect_checked<IpLookup<64, 64>, Vip_lookup_golden, Vip_lookup_golden_m1,
                 IpLookupStimulus<64, 64>>();
}

TEST(IpGoldenChecker, Cellifier) {
  expect_checked<Cellifier, Vcellifier_golden, Vcellifier_golden_m1, CellifierStimulus>();
}

TEST(IpGoldenChecker, CtsScheduler) {
  expect_checked<CtsScheduler, Vcts_scheduler_golden, Vcts_scheduler_golden_m1,
                 CtsSchedulerStimulus>();
}

TEST(IpGoldenChecker, ReassemblyBuffer) {
  expect_checked<ReassemblyBuffer<4, 20>, Vreassembly_buffer_golden, Vreassembly_buffer_golden_m1,
                 ReassemblyBufferStimulus<4, 20>>();
}

TEST(IpGoldenChecker, ReorderQueue) {
  expect_checked<ReorderQueue<16>, Vreorder_queue_golden, Vreorder_queue_golden_m1,
                 ReorderQueueStimulus<16>>();
}

TEST(IpGoldenChecker, EcnCtd) {
  expect_checked<EcnCtd, Vecn_ctd_golden, Vecn_ctd_golden_m1, EcnCtdStimulus>();
}

}  // namespace
}  // namespace tinsim
