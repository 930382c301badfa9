// SPDX-License-Identifier: Apache-2.0
// Runs a model in lockstep with its Verilated RTL under a random stimulus, seed by seed.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/common/traced.h"
#include "testbench/drive.h"
#include "testbench/verilated_ports.h"

namespace tinsim {

/// `cycles` in all, divided among `seeds` runs. Environment:
///   TINSIM_SOAK_FACTOR=n   n times the cycles
///   TINSIM_SEED=s          only the run with seed s
///   TINSIM_WAVES=file.fst  write the ports of that run as waves
struct LockstepPlan {
  std::string verilated;  ///< name of the Verilated class
  std::uint64_t cycles;
  unsigned seeds = 4;
  unsigned reset_every = 5000;
};

inline std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// The command that repeats one run of the current test with a waveform.
inline std::string reproduce_command(std::uint64_t seed) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return fmt::format("TINSIM_SEED={} TINSIM_WAVES=lockstep.fst {} --gtest_filter={}.{}", seed,
                     ::testing::internal::GetArgvs().at(0), test->test_suite_name(), test->name());
}

/// One run; throws LockstepMismatch. Returns the lockstep's closing line.
template <class Model, class V, class Stimulus>
std::string run_lockstep(const LockstepPlan& plan, std::uint64_t seed, std::uint64_t cycles) {
  using Pair = Lockstep<Model, Rtl<Model, V>>;
  auto pair = std::make_unique<Pair>(fmt::format("{} seed {}", plan.verilated, seed),
                                     reproduce_command(seed), Model(),
                                     Rtl<Model, V>(plan.verilated, static_cast<int>(seed)));
  auto stimulus = std::make_unique<Stimulus>(seed);
  if (const char* file = std::getenv("TINSIM_WAVES")) {
    WaveFile waves(file);
    Traced<Pair> traced(waves, plan.verilated, std::move(*pair));
    drive(traced, *stimulus, cycles, seed, plan.reset_every);
    return traced.block().finish();
  }
  drive(*pair, *stimulus, cycles, seed, plan.reset_every);
  return pair->finish();
}

/// Demands that model and RTL have the same ports and agree in every cycle of the plan.
template <class Model, class V, class Stimulus>
void expect_lockstep(const LockstepPlan& plan) {
  EXPECT_EQ(verilated_ports(plan.verilated), model_ports<Model>());
  const std::uint64_t cycles = plan.cycles * environment_number("TINSIM_SOAK_FACTOR", 1);
  const std::uint64_t only = environment_number("TINSIM_SEED", 0);
  for (std::uint64_t seed = only ? only : 1; seed <= (only ? only : plan.seeds); ++seed) {
    try {
      const std::string result = run_lockstep<Model, V, Stimulus>(plan, seed, cycles / plan.seeds);
      fmt::print("{}\n", result);
    } catch (const InvariantError& error) {
      FAIL() << error.what();
    }
  }
}

/// Demands that the lockstep finds the bug planted in a mutant of the RTL.
template <class Model, class V, class Stimulus>
void expect_caught(const LockstepPlan& plan) {
  for (std::uint64_t seed = 1; seed <= plan.seeds; ++seed) {
    try {
      run_lockstep<Model, V, Stimulus>(plan, seed, plan.cycles / plan.seeds);
    } catch (const LockstepMismatch& mismatch) {
      fmt::print("{} seed {}: caught in cycle {} after reset, {}\n", plan.verilated, seed,
                 mismatch.cycle(), mismatch.field());
      return;
    }
  }
  FAIL() << plan.verilated << ": the planted bug was not found in " << plan.cycles << " cycles";
}

}  // namespace tinsim
