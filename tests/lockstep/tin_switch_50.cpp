// SPDX-License-Identifier: Apache-2.0
// tin_switch: model and RTL in lockstep at 50 ports, and their speed.
#include <chrono>

#include "Vtin_switch_50.h"
#include "rtl_models/tin_switch/tin_switch.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/tin_switch_stimulus.h"

namespace tinsim {
namespace {

using Chip = TinSwitch<50, 32, 512>;
using Stimulus = TinSwitchStimulus<50, 32, 512>;

TEST(TinSwitchLockstep, FiftyPorts) {
  constexpr unsigned kSeeds = 2;
  const LockstepPlan plan = {"Vtin_switch_50", environment_number("TINSIM_CYCLES", 100000), kSeeds};
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    try {
      fmt::print("{}\n", run_lockstep<Chip, Stimulus>(
                             plan, seed, plan.cycles / kSeeds,
                             Rtl<Chip, Vtin_switch_50>(plan.verilated, static_cast<int>(seed))));
    } catch (const InvariantError& error) {
      FAIL() << error.what();
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fmt::print("{:.0f} cycles per second, stimulus included\n",
             static_cast<double>(plan.cycles) / seconds.count());
}

}  // namespace
}  // namespace tinsim
