// SPDX-License-Identifier: Apache-2.0
// Registers set by the back door: in the SystemVerilog, in both sides of a lockstep, or without
// effect.
#include "Vecn_ctd.h"
#include "Vlatency_meter.h"
#include "rtl_models/ecn_ctd/ecn_ctd.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/ecn_ctd_stimulus.h"

namespace tinsim {
namespace {

TEST(BackDoor, WritesEveryBitOfAnArray) {
  Rtl<EcnCtd, Vecn_ctd> rtl;
  rtl.reset({});
  EcnCtd::Preset registers;
  for (unsigned queue = 0; queue < kRtsQueues; ++queue) {
    for (unsigned bit = 0; bit < 12; ++bit) {
      registers.depth_q[queue] = 1u << bit;
      rtl.preset(registers);
      EXPECT_EQ(rtl.out().depth_o, registers.depth_q);
    }
  }
}

TEST(BackDoor, RefusesWhatIsNotPublicOrHasAnotherWidth) {
  VerilatedContext context;
  const Vlatency_meter meter(&context, "meter");
  EXPECT_NO_THROW(write_register(context, "flight_cycles_q", Bits<48>(1)));
  EXPECT_THROW(write_register(context, "flight_cycles_q", Bits<47>(1)), InvariantError);
  EXPECT_THROW(write_register(context, "in_flight_q", true), InvariantError);
}

/// Ignores the inputs of the bench.
struct DeafEcnCtd : EcnCtd {
  void preset(const Preset&) {}
};

TEST(BackDoor, TheLockstepSeesASideThatIsNotSet) {
  const LockstepPlan plan = {"Vecn_ctd", 1000};
  const auto run = [&](auto model) {
    run_lockstep<decltype(model), EcnCtdStimulus>(
        plan, 1, plan.cycles, Rtl<decltype(model), Vecn_ctd>(plan.verilated, 1));
  };
  EXPECT_NO_THROW(run(EcnCtd()));
  EXPECT_THROW(run(DeafEcnCtd()), LockstepMismatch);
}

}  // namespace
}  // namespace tinsim
