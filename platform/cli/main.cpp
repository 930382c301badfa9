// SPDX-License-Identifier: Apache-2.0
// tinsim: the command line program. Exit status 0 done, 2 bad usage or configuration, 3 an
// invariant broke during the run, 1 anything else; 130 and 143: SIGINT and SIGTERM.
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <systemc>

#include "base/error_text.h"
#include "base/errors.h"
#include "base/printable.h"
#include "base/program_version.h"
#include "base/stop_signals.h"
#include "base/usage_error.h"
#include "platform/cli/commands.h"
#include "platform/ranks/launch.h"

namespace {

enum ExitStatus { kDone = 0, kOther = 1, kBadInput = 2, kInvariantBroken = 3 };

// libsystemc's main() prints its banner before it calls sc_main().
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

// A file of the largest size that `ulimit -f` allows is an error of its writer, as a full disk is.
[[maybe_unused]] const auto kFileSizeSignalOff = std::signal(SIGXFSZ, SIG_IGN);

/// Message of a failed program, and its exit status.
struct Failure {
  ExitStatus status;
  std::string text;
};

Failure error(ExitStatus status, const std::string& text) {
  return {status, "tinsim: error: " + tinsim::printable(text)};
}

/// Of the exception that is being handled.
Failure current_failure() try { throw; } catch (const tinsim::UsageError& e) {
  return error(kBadInput, e.what());
} catch (const tinsim::ConfigError& e) {
  return {kBadInput, tinsim::printable_lines(e.what())};
} catch (const tinsim::InvariantError& e) {
  std::string text = tinsim::printable_lines(e.what());
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return {kInvariantBroken, "tinsim: error: " + text};
} catch (const std::exception& e) {
  return error(kOther, tinsim::message_of(e));
}

int fail(const Failure& failure) {
  std::cerr << failure.text << "\n" << std::flush;
  return failure.status;
}

/// CLI11 would only report that a command is missing.
void require_known_command(const CLI::App& program, int argc, char** argv) {
  const bool names_command = argc > 1 && argv[1][0] != '-';
  const auto is_named = [&](const CLI::App* command) { return command->check_name(argv[1]); };
  if (!names_command || !program.get_subcommands(is_named).empty()) return;
  throw tinsim::UsageError(
      std::string("'") + argv[1] +
      "' is no command; expected run, resume, check, topology, report, schema, "
      "registers, controller, sweep, compare, trace-paths, replay or wan");
}

tinsim::Task parse(int argc, char** argv, tinsim::Ranks& ranks) {
  CLI::App program("Cycle-accurate model of TiN chips in a Dragonfly network.", "tinsim");
  program.require_subcommand(1);
  program.set_version_flag("--version", tinsim::program_version() + "\n",
                           "print version, revision, compiler and options, and exit");
  tinsim::Task task;
  tinsim::add_run_command(program, task, ranks);
  tinsim::add_resume_command(program, task);
  tinsim::add_check_command(program, task);
  tinsim::add_topology_command(program, task);
  tinsim::add_report_command(program, task);
  tinsim::add_schema_command(program, task);
  tinsim::add_registers_command(program, task);
  tinsim::add_controller_command(program, task);
  tinsim::add_sweep_command(program, task, ranks);
  tinsim::add_compare_command(program, task);
  tinsim::add_trace_paths_command(program, task);
  tinsim::add_replay_command(program, task);
  tinsim::add_wan_command(program, task);
  require_known_command(program, argc, argv);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() != 0)
      throw tinsim::UsageError(e.what() + std::string(" (see tinsim --help)"));
    std::ostringstream help;
    program.exit(e, help);
    task.act = [text = help.str()] { std::cout << text; };
  }
  if (task.of_all_ranks) return task;
  for (int i = 1; i < argc; ++i) task.must_match += (i == 1 ? "" : " ") + std::string(argv[i]);
  return task;
}

/// A rank that does something else would leave the others waiting for it.
void require_same_task(tinsim::Ranks& ranks, const std::string& own) {
  const tinsim::Bytes bytes = ranks.broadcast({own.begin(), own.end()});
  const std::string first(bytes.begin(), bytes.end());
  ranks.run_collectively([&] {
    if (own == first) return;
    throw tinsim::UsageError("rank " + std::to_string(ranks.rank()) + " is to '" + own +
                             "', rank 0 to '" + first + "'; expected the same of all ranks");
  });
}

/// The command line, which all ranks read and which is the same at all.
tinsim::Task agreed_task(int argc, char** argv, tinsim::Ranks& ranks) {
  tinsim::Task task;
  ranks.run_collectively([&] { task = parse(argc, argv, ranks); });
  require_same_task(ranks, task.must_match);
  return task;
}

/// All ranks do the same, and throw the same.
void perform(const tinsim::Task& task, tinsim::Ranks& ranks) {
  if (task.of_all_ranks) {
    task.act();
  } else {
    ranks.run_collectively([&] {
      if (ranks.is_first()) task.act();
    });
  }
  ranks.run_collectively([] {
    if (!std::cout.flush()) throw std::runtime_error("standard output cannot be written");
  });
}

/// The first rank prints for all. A rank that fails alone, while others wait for it, prints its
/// error and ends them.
int run_shared(int argc, char** argv, tinsim::Ranks& ranks, bool may_start_ranks) try {
  const tinsim::Task task = agreed_task(argc, argv, ranks);
  if (may_start_ranks && task.start_ranks) {
    std::unique_ptr<tinsim::Ranks> started;
    ranks.run_collectively([&] { started = task.start_ranks(); });
    if (started != nullptr) return run_shared(argc, argv, *started, false);
  }
  perform(task, ranks);
  std::vector<uint64_t> votes = {tinsim::signal_vote(tinsim::recorded_signal())};
  ranks.add_up(votes);
  tinsim::ignore_signals();
  const int signal = tinsim::elected_signal(votes[0]);
  return signal == 0 ? int{kDone} : tinsim::signal_status(signal);
} catch (...) {
  tinsim::ignore_signals();
  const Failure failure = current_failure();
  if (ranks.is_first()) fail(failure);
  if (!ranks.are_working()) return failure.status;
  if (!ranks.is_first())
    fail({failure.status, "rank " + std::to_string(ranks.rank()) + ": " + failure.text});
  ranks.abort(failure.status);
  return failure.status;  // not reached; g++ at -O1 warns of a virtual [[noreturn]] function
}

}  // namespace

int sc_main(int argc, char* argv[]) try {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  const std::unique_ptr<tinsim::Ranks> ranks = tinsim::join_ranks();
  return run_shared(argc, argv, *ranks, true);
} catch (const tinsim::UsageError&) {
  const Failure failure = current_failure();
  return tinsim::launched_rank() == 0 ? fail(failure) : failure.status;
}
