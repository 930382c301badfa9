// SPDX-License-Identifier: Apache-2.0
// Runs a model in lockstep with its Verilated RTL under a random stimulus, seed by seed.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/common/traced.h"
#include "testbench/any_rtl.h"
#include "testbench/covered.h"
#include "testbench/drive.h"
#include "testbench/lockstep_minimal.h"
#include "testbench/verilated_ports.h"

namespace tinsim {

/// `cycles` in all, divided among `seeds` runs. Environment:
///   TINSIM_SOAK_FACTOR=n   n times the cycles
///   TINSIM_SEED=s          only the run with seed s
///   TINSIM_WAVES=file.fst  write the ports of that run as waves
///   TINSIM_MINIMAL=f.yaml  write the smallest stimulus of a difference, for `tinsim replay`
///   TINSIM_COVERAGE=folder write the functional coverage of all runs, <shape>.csv
struct LockstepPlan {
  std::string verilated;  ///< name of the Verilated class
  std::uint64_t cycles;
  unsigned seeds = 4;
  unsigned reset_every = 5000;
  std::string block = {}, parameters = {};  ///< "vc_fifo", "NumVcs=4,MaxWords=64"
};

inline std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// The command that repeats one run of the current test with a waveform.
inline std::string reproduce_command(std::uint64_t seed) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return fmt::format(
      "TINSIM_SEED={} TINSIM_WAVES=lockstep.fst TINSIM_MINIMAL=lockstep.yaml {} "
      "--gtest_filter={}.{}",
      seed, ::testing::internal::GetArgvs().at(0), test->test_suite_name(), test->name());
}

/// Samples nothing.
struct NoCoverage {};

/// One run; throws LockstepMismatch. Returns the lockstep's closing line. `rtl` is new.
template <class Model, class Stimulus, class AsRtl, class Collector>
std::string run_lockstep(const LockstepPlan& plan, std::uint64_t seed, std::uint64_t cycles,
                         AsRtl rtl, [[maybe_unused]] Collector& collector) {
  using Pair = Lockstep<Model, AsRtl>;
  auto pair = std::make_unique<Pair>(fmt::format("{} seed {}", plan.verilated, seed),
                                     reproduce_command(seed), Model(), std::move(rtl));
  auto stimulus = std::make_unique<Stimulus>(seed);
  if (const char* file = std::getenv("TINSIM_WAVES")) {
    WaveFile waves(file);
    Traced<Pair> traced(waves, plan.verilated, std::move(*pair));
    drive(traced, *stimulus, cycles, seed, plan.reset_every);
    return traced.block().finish();
  }
  if constexpr (std::is_same_v<Collector, NoCoverage>) {
    drive(*pair, *stimulus, cycles, seed, plan.reset_every);
  } else {
    Covered<Pair, Collector> covered(*pair, collector);
    drive(covered, *stimulus, cycles, seed, plan.reset_every);
  }
  return pair->finish();
}
/// The same without coverage.
template <class Model, class Stimulus, class AsRtl>
std::string run_lockstep(const LockstepPlan& plan, std::uint64_t seed, std::uint64_t cycles,
                         AsRtl rtl) {
  NoCoverage none;
  return run_lockstep<Model, Stimulus>(plan, seed, cycles, std::move(rtl), none);
}

/// Demands that all runs together have hit every bin of the list, and no bin that it excludes.
template <class Collector>
void expect_covered(const LockstepPlan& plan, const Collector& collector) {
  fmt::print("{}", collector.summary());
  EXPECT_EQ(fmt::format("{}", fmt::join(collector.holes(), " ")), "")
      << "holes of " << plan.verilated;
  EXPECT_EQ(fmt::format("{}", fmt::join(collector.hit_though_excluded(), " ")), "");
  if (const char* folder = std::getenv("TINSIM_COVERAGE")) {
    std::filesystem::create_directories(folder);
    std::ofstream file(fmt::format("{}/{}.csv", folder, plan.verilated.substr(1)));
    file << collector.csv();
    EXPECT_TRUE(file.flush().good()) << folder;
  }
}

/// Demands that model and RTL have the same ports and agree in every cycle of the plan; with a
/// collector also that the stimulus covers its list.
template <class Model, class V, class Stimulus, class Collector = NoCoverage>
void expect_lockstep(const LockstepPlan& plan) {
  EXPECT_EQ(verilated_ports(plan.verilated), model_ports<Model>());
  const std::uint64_t cycles = plan.cycles * environment_number("TINSIM_SOAK_FACTOR", 1);
  const std::uint64_t only = environment_number("TINSIM_SEED", 0);
  const auto collector = std::make_unique<Collector>();
  for (std::uint64_t seed = only ? only : 1; seed <= (only ? only : plan.seeds); ++seed) {
    try {
      const std::string result = run_lockstep<Model, Stimulus>(
          plan, seed, cycles / plan.seeds, Rtl<Model, V>(plan.verilated, static_cast<int>(seed)),
          *collector);
      fmt::print("{}\n", result);
    } catch (const LockstepMismatch& mismatch) {
      FAIL() << mismatch.what()
             << smallest_stimulus<Model, Rtl<Model, V>, Stimulus>(
                    plan.block, plan.parameters, plan.verilated, seed, cycles / plan.seeds,
                    plan.reset_every, mismatch.field());
    } catch (const InvariantError& error) {
      FAIL() << error.what();
    }
  }
  if constexpr (!std::is_same_v<Collector, NoCoverage>) {
    if (!only) expect_covered(plan, *collector);
  }
}

/// Demands that each seed finds the bug planted in the RTL that `make(name, seed)` makes.
template <class Model, class Stimulus>
void expect_caught_in(const LockstepPlan& plan, AnyRtl<Model> (*make)(const std::string&, int)) {
  const std::uint64_t cycles = plan.cycles / plan.seeds;
  for (std::uint64_t seed = 1; seed <= plan.seeds; ++seed) {
    try {
      run_lockstep<Model, Stimulus>(plan, seed, cycles,
                                    make(plan.verilated, static_cast<int>(seed)));
      ADD_FAILURE() << plan.verilated << ": seed " << seed << " did not find the planted bug in "
                    << cycles << " cycles";
    } catch (const LockstepMismatch& mismatch) {
      fmt::print("{} seed {}: caught in cycle {} after reset, {}\n", plan.verilated, seed,
                 mismatch.cycle(), mismatch.field());
    }
  }
}

/// The same of a mutant of the RTL, the Verilated class V.
template <class Model, class V, class Stimulus>
void expect_caught(const LockstepPlan& plan) {
  expect_caught_in<Model, Stimulus>(plan, AnyRtl<Model>::template of<V>);
}

}  // namespace tinsim
