// SPDX-License-Identifier: Apache-2.0
// `tinsim run`: simulate, print the result table, write the result folder.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

#include "base/errors.h"
#include "base/printable.h"
#include "base/stop_signals.h"
#include "base/usage_error.h"
#include "platform/build/dut_switch.h"
#include "platform/cli/checkpoints.h"
#include "platform/cli/commands.h"
#include "platform/cli/file_name.h"
#include "platform/cli/output_dir.h"
#include "platform/cli/run_jobs.h"
#include "platform/cli/run_meter.h"
#include "platform/config/chip_impl.h"
#include "platform/network/topology/topology.h"
#include "platform/result/writer.h"
#include "platform/run/run.h"
#include "platform/watch/watch_server.h"
#include "rtl_models/slots/block_recorder.h"

namespace tinsim {
namespace {

struct RunArguments {
  ConfigArguments config;
  std::string seed;
  std::string out;
  std::string dut;
  std::string minimal;            ///< file of the smallest stimulus of a difference; empty: none
  std::string jobs;               ///< processes; empty: those that a launcher started
  std::optional<unsigned> watch;  ///< port of the live page
  CheckpointArguments checkpoints;
  bool quiet = false;
};

/// CLI11's own conversion would take -1 for the largest seed.
std::string check_seed(const std::string& text) {
  uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seed);
  const bool good = error == std::errc() && stop == end;
  return good ? "" : "'" + text + "' is no seed; expected an integer from 0 to 2^64 - 1";
}

/// An empty name is most likely a shell variable that is not set; the result must not be lost.
std::string check_folder_name(const std::string& text) {
  return text.empty() ? "'' is no name; expected a folder" : "";
}

/// If a run is aborted, its traces show the events up to the abort.
RunResult simulate(const PlatformConfig& config, const RunOptions& options,
                   std::optional<OutputDir>& out) try {
  return run_simulation(config, options);
} catch (const InvariantError& error) {
  if (!config.writes_traces()) throw;
  if (!out) throw;
  out->keep();
  throw InvariantError(
      fmt::format("{} (traces up to there: {})", error.what(), options.trace_folder.string()));
}

/// Ranks refer to this folder during its lifetime.
class CleanUp {
 public:
  CleanUp(Ranks& ranks, std::function<void()> clean_up) : ranks_(ranks) {
    ranks_.on_loss(std::move(clean_up));
  }
  ~CleanUp() { ranks_.on_loss({}); }
  CleanUp(const CleanUp&) = delete;
  CleanUp& operator=(const CleanUp&) = delete;

 private:
  Ranks& ranks_;
};

void say_cut(const RunResult& result, const std::string& folder) {
  std::cout.flush();
  std::cerr << printable(fmt::format("tinsim: {}{}", cut_text(result),
                                     folder.empty() ? "" : " Partial result: " + folder))
            << "\n";
}

/// The key that puts the RTL of `--dut` into chips; empty where the configuration does.
std::string selector_of_dut(const PlatformConfig& config) {
  const std::string block = dut_in_use()->block;
  if (block == "exanet_router") return config.exanet.impl == BlockImpl::model ? "exanet.impl" : "";
  if (block != "cell_switch") {
    const auto chosen = config.tin.blocks.chosen();
    if (std::find(chosen.begin(), chosen.end(), block) != chosen.end()) return "";
    BlockChoices::walk(config.tin.blocks, [&](const char* name, const auto& choice) {
      if (block == name && choice.has_value())
        throw UsageError(
            fmt::format("--dut: tin.blocks.{} is model; expected rtl or lockstep", name));
    });
    return "tin.blocks." + block;
  }
  if (config.tin.impl == SwitchImpl::model) return "tin.impl";
  if (is_tin_switch(config))
    throw UsageError(fmt::format(
        "--dut: {} is a cell_switch, and tin.impl_block is tin_switch; expected cell_switch",
        dut_in_use()->top));
  if (config.tin.impl != SwitchImpl::rtl && config.tin.impl != SwitchImpl::lockstep)
    throw UsageError(
        fmt::format("--dut: tin.impl is {}; expected rtl or lockstep", word_of(config.tin.impl)));
  return "";
}

/// A regular file, or none yet, that can be opened for writing.
void expect_writable(const std::string& option, const std::string& file) {
  std::error_code none;
  const bool exists = std::filesystem::exists(file, none);
  const bool regular = !exists || std::filesystem::is_regular_file(file, none);
  const bool good = regular && std::ofstream(file, std::ios::app).good();
  if (!exists && good) std::filesystem::remove(file, none);
  if (!good)
    throw UsageError(fmt::format("{}: '{}' cannot be written; expected a file", option, file));
}

/// Blocks in lockstep keep their inputs.
void keep_inputs(const RunArguments& arguments, const PlatformConfig& config) {
  if (arguments.minimal.empty()) return;
  bool any = config.exanet.impl == BlockImpl::lockstep;
  BlockChoices::walk(config.tin.blocks, [&any](const char*, const auto& choice) {
    any |= choice == BlockImpl::lockstep;
  });
  if (!any)
    throw UsageError(
        "--minimal: no block of tin.blocks, nor exanet.impl, is lockstep; expected one");
  expect_writable("--minimal", arguments.minimal);
  keep_block_inputs(arguments.minimal, arguments.dut);
}

PlatformConfig load(const RunArguments& arguments) {
  ConfigArguments source = arguments.config;
  if (!arguments.seed.empty()) source.overrides.push_back("run.seed=" + arguments.seed);
  PlatformConfig config = source.load();
  if (!arguments.dut.empty()) {
    use_dut(arguments.dut);
    const std::string selector = selector_of_dut(config);
    if (!selector.empty()) {
      source.overrides.push_back(selector + "=rtl");
      config = source.load();
    }
  }
  if (config.writes_traces() && arguments.out.empty()) {
    throw UsageError(source.file +
                     (config.trace.is_on()          ? ": trace"
                      : config.cell_tracing.enabled ? ": cell_tracing"
                      : config.flows.writes_table() ? ": flows.table"
                      : config.tap.is_live()        ? ": tap"
                      : config.controller.timeline  ? ": controller.timeline"
                                                    : ": ip.capture") +
                     ": writes files into the result folder; expected --out DIR");
  }
  keep_inputs(arguments, config);
  return config;
}

/// The options that only the first rank applies.
std::string first_ranks_share(const RunArguments& arguments) {
  std::string text = "run";
  if (!arguments.out.empty()) text += " --out " + arguments.out;
  if (!arguments.dut.empty()) text += " --dut " + arguments.dut;
  if (!arguments.minimal.empty()) text += " --minimal " + arguments.minimal;
  if (!arguments.jobs.empty()) text += " --jobs " + arguments.jobs;
  if (arguments.watch) text += fmt::format(" --watch {}", *arguments.watch);
  if (arguments.checkpoints.are_on()) text += " --checkpoint " + arguments.checkpoints.file;
  if (arguments.quiet) text += " --quiet";
  return text;
}

std::unique_ptr<Ranks> start_ranks(const RunArguments& arguments, const Ranks& ranks) {
  if (ranks.size() > 1) {
    throw UsageError(fmt::format("--jobs {}: is one of {} ranks already; expected no MPI launcher",
                                 arguments.jobs, ranks.size()));
  }
  return start_jobs(arguments.jobs, make_topology(load(arguments)).pods);
}

/// Of one process, and without what only it can have open.
void prepare_checkpoints(const RunArguments& arguments, const PlatformConfig& config,
                         const Ranks& ranks) {
  if (!arguments.checkpoints.are_on()) return;
  const auto refuse = [](const char* what) {
    throw UsageError(std::string("--checkpoint: does not go with ") + what);
  };
  if (ranks.size() > 1) refuse("several processes; expected one");
  if (arguments.watch) refuse("--watch, which has a thread; expected one of them");
  if (!arguments.dut.empty()) refuse("--dut; expected one of them");
  arguments.checkpoints.prepare(config);
}

/// The live page; null: none is wanted here.
std::unique_ptr<WatchServer> watch_of(const RunArguments& arguments, Ranks& ranks) {
  std::unique_ptr<WatchServer> watch;
  ranks.run_collectively([&] {
    if (!arguments.watch || !ranks.is_first()) return;
    watch = std::make_unique<WatchServer>(*arguments.watch, arguments.config.file, ranks.size());
    std::cerr << fmt::format("tinsim: live page at http://127.0.0.1:{}/\n", watch->port());
  });
  return watch;
}

/// The first rank alone writes and shows anything.
void run(const RunArguments& arguments, Ranks& ranks) {
  end_on_signals(ranks.is_first());
  PlatformConfig config;
  std::optional<OutputDir> out;
  RunOptions options;
  options.config_path = arguments.config.file;
  options.ranks = &ranks;
  ranks.run_collectively([&] {
    config = load(arguments);
    prepare_checkpoints(arguments, config, ranks);
    // A folder that cannot be written is found before the simulation, not after.
    if (!arguments.out.empty() && ranks.is_first()) out.emplace(arguments.out);
  });
  // Until then nothing is written that a signal could leave behind.
  options.built = [&](RunOptions& late) {
    record_signals();
    if (!config.writes_traces() || !ranks.is_first()) return;
    late.trace_folder = options.trace_folder = out->staging();
  };
  options.cut_by = recorded_signal;
  const CleanUp clean_up(ranks, [&out] { out.reset(); });
  RunMeter bar(!arguments.quiet && ranks.is_first());
  Checkpoints checkpoints(arguments.checkpoints);
  options.progress = [&](const RunProgress& progress) {
    bar.show(progress);
    checkpoints.after_batch();
  };
  const std::unique_ptr<WatchServer> watch = watch_of(arguments, ranks);
  options.watcher = watch.get();
  const RunResult result = simulate(config, options, out);
  bar.clear();
  ranks.run_collectively([&] {
    if (!out) return;
    write_results(out->staging(), result);
    out->commit();
  });
  if (!result.cut) checkpoints.remove();
  if (!ranks.is_first()) return;
  if (!arguments.quiet) print_table(std::cout, result);
  if (result.cut) say_cut(result, arguments.out);
}

}  // namespace

void add_run_command(CLI::App& program, Task& task, Ranks& ranks) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = program.add_subcommand("run", "simulate and print a result table");
  arguments->config.add_to(*command);
  command->add_option("--seed", arguments->seed, "seed of all random streams (run.seed)")
      ->type_name("N")
      ->check(check_seed);
  command->add_option("--out", arguments->out, "folder for summary.json, config.yaml and tables")
      ->type_name("DIR")
      ->check(check_folder_name);
  command
      ->add_option("--dut", arguments->dut,
                   "shared object with RTL of your own for the chips in tin.impl_chips "
                   "(docs/guide/check_your_rtl.md); tin.impl: rtl, unless it is lockstep")
      ->type_name("FILE")
      ->check(check_file_name);
  command
      ->add_option(
          "--minimal", arguments->minimal,
          "where a block in lockstep (tin.blocks, exanet.impl) differs: its smallest stimulus, "
          "for tinsim replay")
      ->type_name("FILE")
      ->check(check_file_name);
  command
      ->add_option("--jobs", arguments->jobs,
                   "processes that simulate the network together; auto: one per core")
      ->type_name("N")
      ->check(check_jobs);
  command
      ->add_option("--watch", arguments->watch,
                   "serve a live page of the run on this port of 127.0.0.1; 0: any that is free")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65535));
  arguments->checkpoints.add_to(*command);
  command->add_flag("--quiet", arguments->quiet, "no table, no progress");
  command->callback([arguments, &ranks, &task] {
    task = {
        [arguments, &ranks] { run(*arguments, ranks); }, true, first_ranks_share(*arguments), {}};
    if (!arguments->jobs.empty())
      task.start_ranks = [arguments, &ranks] { return start_ranks(*arguments, ranks); };
  });
}

}  // namespace tinsim
