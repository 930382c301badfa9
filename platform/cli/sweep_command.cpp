// SPDX-License-Identifier: Apache-2.0
// `tinsim sweep`: one configuration at many points, and the table of all.
#include <fmt/format.h>

#include <iostream>
#include <numeric>
#include <optional>

#include "base/errors.h"
#include "base/output_error.h"
#include "base/printable.h"
#include "base/stop_signals.h"
#include "base/usage_error.h"
#include "platform/cli/commands.h"
#include "platform/cli/progress_bar.h"
#include "platform/cli/started_points.h"
#include "platform/curves/pareto.h"
#include "platform/curves/saturation.h"
#include "platform/result/result_reference.h"
#include "platform/services/registry.h"
#include "platform/statistics/section.h"
#include "platform/sweep/process_pool.h"
#include "platform/sweep/runner.h"
#include "platform/sweep/tables.h"

namespace tinsim {
namespace {

struct SweepArguments {
  std::string file;
  std::string out;
  unsigned jobs = 0;
  std::optional<size_t> point;
  std::optional<size_t> start_of;
  bool list = false;
  bool collect = false;
  bool quiet = false;
};

/// One line, fit for a terminal.
std::string settings_of(const Sweep& sweep, const SweepPoint& point) {
  std::string text = point.label.empty() ? "" : point.label + ":";
  for (size_t i = 0; i < sweep.parameters.size(); ++i) {
    text +=
        fmt::format("{}{}={}", text.empty() ? "" : " ", sweep.parameters[i], point.values[i].shown);
  }
  return printable(text, text.size());
}

void print_list(const Sweep& sweep) {
  for (size_t i = 0; i < sweep.points.size(); ++i) {
    std::cout << i << " " << sweep.points[i].name << " " << settings_of(sweep, sweep.points[i])
              << "\n";
  }
}

void print_points(const Sweep& sweep, const States& states) {
  const auto number = [](std::optional<double> value) {
    return value ? fmt::format("{:.1f}", *value) : std::string("-");
  };
  fmt::memory_buffer out;
  const auto line = [&](const auto&... field) {
    out.append(fmt::format("{:>6} {:<9} {:>9} {:>9} {:>9} {:>9} {:>9}  {}\n", field...));
  };
  line("point", "status", "Gb/s off.", "accepted", "mean ns", "p99 ns", "p99.9 ns", "parameters");
  for (size_t i = 0; i < states.size(); ++i) {
    const PointState& state = states[i];
    line(i, state.status, number(number_in(state.figures, "offered_gbps_per_tin")),
         number(number_in(state.figures, "accepted_gbps_per_tin")),
         number(number_in(state.figures, "latency_ns.mean")),
         number(number_in(state.figures, "latency_ns.p99")),
         number(number_in(state.figures, "latency_ns.p999")),
         settings_of(sweep, sweep.points[i]) +
             (is_true(state.figures, "saturated") ? "  saturated" : ""));
  }
  std::cout << fmt::to_string(out);
}

/// Saturation throughput per curve; nothing where no load or rate varies.
void print_curves(const Sweep& sweep, const States& states) {
  const SweepCurves curves = curves_of(sweep, states);
  const auto rows = saturations_of(curves.parameters, curves.points, curves.axis);
  if (rows.empty()) return;
  std::cout << "\nsaturation throughput, Gb/s per chip\n";
  for (const CurveSaturation& of : rows) {
    const std::string seeds =
        of.seeds == 1 ? "" : fmt::format(" ({:.1f} to {:.1f}, {} seeds)", of.min, of.max, of.seeds);
    std::cout << fmt::format("{:>9.1f}  {:<9}{}  {}\n", of.mean, name_of(of.kind), seeds,
                             printable(of.curve, of.curve.size()));
  }
}

void warn(const std::string& text) { std::cerr << printable("tinsim: " + text) << "\n"; }

/// Message about tables that could not be written; empty: all were written.
std::string missing_tables(const SweepTables& tables, const SweepFolder& folder) {
  if (tables.failure().empty()) return "";
  return fmt::format(
      "{}; not all tables are up to date, all results are in {}; sweep --collect writes the tables",
      tables.failure(), (folder.path() / "points").string());
}

/// Ends the program with the worst status of the points, or that of missing tables.
void throw_if_failed(const States& states, const std::vector<size_t>& wanted,
                     const std::string& lacking) {
  States of;
  std::string first;
  size_t failed = 0;
  for (const size_t number : wanted) {
    of.push_back(states[number]);
    if (!states[number].failed() || ++failed > 1) continue;
    first = fmt::format("point {}: {}", number, states[number].error);
  }
  if (failed == 0 && !lacking.empty()) throw OutputError(lacking);
  if (failed == 0) return;
  if (!lacking.empty()) warn(lacking);
  const std::string text =
      wanted.size() == 1
          ? first
          : fmt::format("{} of {} points failed; the first is {}", failed, wanted.size(), first);
  switch (worst_status(of)) {
    case 3:
      throw InvariantError(text);
    case 2:
      throw UsageError(text);
    default:
      throw std::runtime_error(text);
  }
}

/// A sweep that a signal ends is not a failed one.
void end_of(const States& states, const std::vector<size_t>& wanted, const std::string& lacking) {
  if (recorded_signal() == 0) return throw_if_failed(states, wanted, lacking);
  const auto done = std::count_if(wanted.begin(), wanted.end(),
                                  [&](size_t number) { return states[number].status == "done"; });
  std::cerr << fmt::format("tinsim: Cut by {}: {} of {} points are done.\n",
                           signal_name(recorded_signal()), done, wanted.size());
}

void run_missing(const Sweep& sweep, const SweepFolder& folder, const SweepArguments& arguments,
                 const std::vector<size_t>& wanted, SweepTables* tables, States& states) {
  ProgressBar bar(!arguments.quiet);
  RunnerHooks hooks;
  hooks.progress = [&bar](const SweepProgress& at) {
    bar.show(static_cast<double>(at.ended) / static_cast<double>(at.points),
             fmt::format("{} of {} points{}", at.ended, at.points,
                         at.failed == 0 ? "" : fmt::format(", {} failed", at.failed)));
  };
  hooks.ended = [&](size_t number, const PointState& state) {
    if (tables != nullptr) tables->update(number, states);
    if (!state.failed() || wanted.size() == 1) return;
    bar.clear();
    warn(fmt::format("point {}: {}: {}", number, state.status, state.error));
  };
  hooks.set_aside = [&bar](const std::filesystem::path& aside) {
    bar.clear();
    warn(fmt::format("a point's folder had been changed; it is {} now, and the point is run again",
                     aside.string()));
  };
  record_signals();
  run_points(sweep, folder, wanted, arguments.jobs, hooks, states);
}

void sweep_all(const Sweep& sweep, const SweepArguments& arguments) {
  const SweepFolder folder(arguments.out, SweepFolder::Use::kAlone);
  States states = states_of(sweep, folder);
  SweepTables tables(sweep, folder, warn);
  tables.write(states, arguments.collect ? SweepTables::kLongWaitMs : SweepTables::kShortWaitMs);
  std::vector<size_t> wanted(states.size());
  std::iota(wanted.begin(), wanted.end(), 0);
  if (!arguments.collect) {
    if (!tables.failure().empty()) warn(tables.failure() + "; the sweep continues");
    run_missing(sweep, folder, arguments, wanted, &tables, states);
    tables.write(states, SweepTables::kLongWaitMs);
  }
  if (!arguments.quiet) {
    print_points(sweep, states);
    print_curves(sweep, states);
  }
  std::cout.flush();
  end_of(states, wanted, missing_tables(tables, folder));
}

void sweep_one(const Sweep& sweep, const SweepArguments& arguments) {
  const size_t number = *arguments.point;
  if (number >= sweep.points.size()) {
    throw UsageError(
        fmt::format("--point {}: is no point; expected 0 to {}", number, sweep.points.size() - 1));
  }
  const SweepFolder folder(arguments.out, SweepFolder::Use::kShared);
  States states = states_of(sweep, folder);
  run_missing(sweep, folder, arguments, {number}, nullptr, states);
  end_of(states, {number}, "");
}

/// Neither may an MPI process fork, nor a program that it starts take itself for one of its ranks.
void require_one_rank(const Ranks& ranks) {
  if (ranks.size() == 1) return;
  throw UsageError(fmt::format(
      "sweep: starts processes of its own for its points, but is one of {} ranks itself; expected "
      "no MPI launcher, and --jobs {}",
      ranks.size(), ranks.size()));
}

/// A misspelt figure would be noticed only after the last point.
void check_figures(const Sweep& sweep) {
  const ResultSections all = all_sections();
  const auto check = [&](const std::string& key, const std::string& name) {
    if (name.empty() || is_figure(all, name)) return;
    throw ConfigError(fmt::format(
        "{}: {}: '{}' is no parameter of the sweep and no figure of summary.json; expected a name "
        "such as latency_ns.p99",
        sweep.file.string(), key, printable(name, 80)));
  };
  const auto& paths = sweep.parameters;
  const bool is_parameter =
      sweep.x == kLabel || std::find(paths.begin(), paths.end(), sweep.x) != paths.end();
  if (!is_parameter) check("x", sweep.x);
  for (std::size_t i = 0; i < sweep.y.size(); ++i) check(fmt::format("y.{}", i), sweep.y[i]);
  check("pareto.cost", sweep.pareto.cost);
  if (sweep.pareto.gain != kSaturationGain) check("pareto.gain", sweep.pareto.gain);
}

void sweep(SweepArguments arguments, const Ranks& ranks) {
  const Sweep sweep = load_points(arguments.file);
  check_figures(sweep);
  if (arguments.list) return print_list(sweep);
  if (!arguments.collect) require_one_rank(ranks);
  end_on_signals(true);
  if (arguments.out.empty()) throw UsageError("--out is required, unless --list is given");
  if (arguments.start_of) {
    return run_started_points(sweep, arguments.out, *arguments.start_of, arguments.jobs);
  }
  if (arguments.jobs == 0) arguments.jobs = usable_cores();
  arguments.point ? sweep_one(sweep, arguments) : sweep_all(sweep, arguments);
}

}  // namespace

void add_sweep_command(CLI::App& program, Task& task, const Ranks& ranks) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* command =
      program.add_subcommand("sweep", "run a configuration at many points, and tabulate them");
  command->add_option("SWEEP", arguments->file, "sweep file (YAML, docs/reference/sweeps.md)")
      ->required();
  command->add_option("--out", arguments->out, "folder for sweep.csv, sweep.sqlite and the points")
      ->type_name("DIR");
  command->add_option("--jobs", arguments->jobs, "points at a time; one per core unless given")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  CLI::Option* list = command->add_flag("--list", arguments->list, "print the points, run nothing");
  CLI::Option* point =
      command->add_option("--point", arguments->point, "run this point only, write no table")
          ->type_name("K")
          ->excludes(list);
  // Called by a sweep to share a start; not for users.
  command->add_option("--start-of", arguments->start_of)->group("");
  command->add_flag("--collect", arguments->collect, "write the tables, run nothing")
      ->excludes(list)
      ->excludes(point);
  command->add_flag("--quiet", arguments->quiet, "no table, no progress bar");
  command->callback(
      [arguments, &ranks, &task] { task.act = [arguments, &ranks] { sweep(*arguments, ranks); }; });
}

}  // namespace tinsim
