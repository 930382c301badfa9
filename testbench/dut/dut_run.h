// SPDX-License-Identifier: Apache-2.0
// main() of a lockstep program made by tinsim_add_dut().
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "rtl_models/common/check.h"
#include "rtl_models/common/rtl.h"
#include "testbench/covered.h"
#include "testbench/drive.h"
#include "testbench/dut/dut_bench.h"
#include "testbench/dut/dut_files.h"
#include "testbench/dut/dut_options.h"
#include "testbench/dut/dut_replay.h"
#include "testbench/dut/dut_state.h"
#include "testbench/random_stall.h"
#include "testbench/record_run.h"

namespace tinsim {

/// A stimulus with some inputs fixed.
template <class Stimulus, class Fix, class Out>
class FixedStimulus {
 public:
  using In = typename Stimulus::In;
  explicit FixedStimulus(std::uint64_t seed) : stimulus_(seed) {}
  In restart() { return fixed(stimulus_.restart()); }
  In next(const Out& out) { return fixed(stimulus_.next(out)); }

 private:
  static In fixed(In in) {
    Fix::apply(in);
    return in;
  }
  Stimulus stimulus_;
};

/// The runs of one program. A run with the same options repeats in every cycle.
template <class Model, class V, class Stimulus, class Collector>
class DutRuns {
  using User = Rtl<Model, V>;
  using Pair = Lockstep<Model, User>;

 public:
  DutRuns(const Dut& dut, const DutOptions& options, std::string program, ReplayShape shape)
      : dut_(dut), options_(options), program_(std::move(program)), shape_(std::move(shape)) {}

  /// Exit status of the program.
  int run() {
    check_cycles();
    for (unsigned n = 0; n < options_.seeds; ++n) {
      const int status = run_seed(options_.first_seed + n);
      if (status != 0) return status;
    }
    if (!options_.coverage.empty()) write_coverage();
    return 0;
  }

 private:
  /// Throws ConfigError if a seed has too few cycles for a transaction, or for the latency.
  void check_cycles() const {
    if (cycles_per_seed() >= kLongestIdle) return;
    std::uint64_t least = 1;
    for (unsigned n = 0; n < options_.seeds; ++n) {
      const std::uint64_t first = first_compared(options_.first_seed + n);
      if (first == 0) return;  // the run says that it compared nothing
      least = std::max(least, first);
    }
    least *= options_.seeds;
    if (options_.cycles < least)
      throw ConfigError(fmt::format("--cycles: {}; expected at least {} for {} seed{}",
                                    options_.cycles, least, options_.seeds,
                                    options_.seeds == 1 ? "" : "s"));
  }

  /// Cycles until a run compares its first transaction, and one output in it; 0: in none of
  /// kLongestIdle cycles.
  std::uint64_t first_compared(std::uint64_t seed) const {
    const unsigned latency =
        dut_.latency.empty() ? 0 : *std::min_element(dut_.latency.begin(), dut_.latency.end());
    for (std::uint64_t cycles = 16; cycles <= kLongestIdle; cycles *= 16) {
      auto pair = std::make_unique<Lockstep<Model, Model>>();
      DutBench<Lockstep<Model, Model>> bench(*pair);
      auto stimulus = std::make_unique<Stimulus>(seed);
      try {
        drive<BackDoor::kUnused>(bench, *stimulus, cycles, seed, options_.reset_every);
      } catch (const InvariantError&) {
        return 0;  // the run reports it
      }
      if (bench.first_transaction() != 0) return bench.first_transaction() + latency;
    }
    return 0;
  }

  void write_coverage() const {
    fmt::print("{}", collector_->summary());
    std::ofstream file(options_.coverage);
    file << collector_->csv();
    if (!file.flush())
      throw ConfigError("--coverage: cannot write '" + options_.coverage + "'; expected a file");
  }

  int run_seed(std::uint64_t seed) {
    const std::uint64_t cycles = cycles_per_seed();
    auto pair =
        std::make_unique<Pair>(fmt::format("{} seed {}", dut_.name, seed), reproduce(seed, cycles),
                               Model(), User(dut_.name, static_cast<int>(seed % 0x7fffffff)));
    pair->set_latency(dut_.latency);
    DutBench<Pair> bench(*pair);
    auto stimulus = std::make_unique<Stimulus>(seed);
    if (!options_.waves.empty()) bench.draw(options_.waves, dut_.name);
    try {
      if (options_.coverage.empty()) {
        drive<BackDoor::kUnused>(bench, *stimulus, cycles, seed, options_.reset_every);
      } else {
        Covered<DutBench<Pair>, Collector> covered(bench, *collector_);
        drive<BackDoor::kUnused>(covered, *stimulus, cycles, seed, options_.reset_every);
      }
      bench.close();
      fmt::print("{}\n", pair->finish());
      return 0;
    } catch (const LockstepMismatch& mismatch) {
      bench.close();
      fmt::print("{}", mismatch.what());
      report(mismatch, seed, bench.cycles());
      return 1;
    } catch (const ProtocolError& error) {
      fmt::print(
          "{} seed {}: the model of {} refuses an input, rule {}; expected a FIX that keeps it\n",
          dut_.name, seed, dut_.block, error.what());
      return 3;
    }
  }

  void report(const LockstepMismatch& mismatch, std::uint64_t seed, std::uint64_t cycles) const {
    const unsigned before =
        1 +
        (dut_.latency.empty() ? 0 : *std::max_element(dut_.latency.begin(), dut_.latency.end()));
    auto stimulus = std::make_unique<Stimulus>(seed);
    fmt::print("{}", state_around<Model>(*stimulus, cycles, before, seed, options_.reset_every));
    report_minimal(record(seed), mismatch.field());
    const std::string field = field_name(mismatch.field());
    for (const Dut::Port& port : dut_.ports) {
      if (port.ours == field)
        fmt::print("port: {} of {} is {} of {}\n", field, dut_.block, port.theirs, dut_.top);
    }
    fmt::print("{}: FAILED: seed {}, cycle {} after reset{}{}\n", dut_.name, seed, mismatch.cycle(),
               mismatch.field().empty() ? "" : ", ", mismatch.field());
  }

  std::vector<Recording> record(std::uint64_t seed) const {
    auto pair = std::make_unique<Pair>(dut_.name, "", Model(),
                                       User(dut_.name, static_cast<int>(seed % 0x7fffffff)));
    pair->set_latency(dut_.latency);
    auto stimulus = std::make_unique<Stimulus>(seed);
    return record_run<BackDoor::kUnused>(*pair, *stimulus, recording_head(shape_, seed),
                                         cycles_per_seed(), seed, options_.reset_every);
  }
  void report_minimal(const std::vector<Recording>& recordings, const std::string& field) const {
    fmt::print("{}", transactions_text(shape_, recordings.front()));
    const Minimal minimal = minimal_of(shape_, recordings, field);
    if (minimal.text.empty()) {
      fmt::print("the inputs alone do not show it again: no smallest stimulus\n");
      return;
    }
    fmt::print("{}", minimal.text);
    if (options_.minimal.empty()) return;
    fmt::print("{}", saved_text(options_.minimal, shape_, minimal.shrunk.recording,
                                fmt::format("Repeat it: {0} --replay FILE, or tinsim replay FILE "
                                            "--dut {0}.so",
                                            dut_.name),
                                fmt::format("{} --replay {}", program_, options_.minimal)));
  }
  std::uint64_t cycles_per_seed() const {
    return std::max<std::uint64_t>(options_.cycles / options_.seeds, 1);
  }

  std::string reproduce(std::uint64_t seed, std::uint64_t cycles) const {
    return fmt::format("{0} --seed {1} --cycles {2}{3}{4} --waves {5}.fst --minimal {5}.yaml",
                       program_, seed, cycles,
                       options_.stalls < 0 ? "" : fmt::format(" --stalls {}", options_.stalls),
                       options_.reset_every == dut_.reset_every
                           ? ""
                           : fmt::format(" --reset-every {}", options_.reset_every),
                       dut_.name);
  }

  Dut dut_;
  DutOptions options_;
  std::string program_;
  ReplayShape shape_;
  static constexpr std::uint64_t kLongestIdle = 65536;  ///< a power of 16
  std::unique_ptr<Collector> collector_ = std::make_unique<Collector>();
};

/// `Fix` has `static void apply(Model::In&)`. A part may have registers in V.
template <class Block, class V, class BlockStimulus, class Fix, class Collector>
int dut_main(const Dut& dut, int argc, char** argv) {
  using Model = ModelFor<Block, V>;
  const auto make_shape = [&] {
    return dut_shape<Block, V, Fix>(dut.name, dut.block, dut.parameters, dut.latency);
  };
  const auto complain = [&](const std::string& text) {
    fmt::print(stderr, "{}: {}\n", dut.name, printable_lines(text));
  };
  try {
    DutOptions options = parse_dut_options(dut, std::vector<std::string>(argv + 1, argv + argc));
    if (options.help) {
      fmt::print("{}", dut_usage(dut));
      return 0;
    }
    if (!options.replay.empty()) {
      std::string text;
      const int status = replay_dut(
          options.replay,
          [&] {
            ReplayShape shape = make_shape();
            if (options.model_alone) shape.make_other = {};
            return shape;
          },
          text);
      if (status < 2)
        fmt::print("{}", text);
      else
        complain(text);
      return status;
    }
    resolve_outputs(options);
    if (options.stalls >= 0) RandomStall::fixed_percent() = 100 - options.stalls;
    return DutRuns<Model, V, FixedStimulus<BlockStimulus, Fix, typename Block::Out>, Collector>(
               dut, options, argv[0], make_shape())
        .run();
  } catch (const ConfigError& error) {
    complain(error.what());
    return 2;
  } catch (const std::exception& error) {
    complain(error.what());
    return 3;
  }
}

}  // namespace tinsim
