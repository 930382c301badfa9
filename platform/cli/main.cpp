// SPDX-License-Identifier: Apache-2.0
// tinsim: the command line program. Exit status 0 done, 2 bad usage or configuration, 3 an
// invariant broke during the run, 1 anything else.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <systemc>

#include "platform/cli/commands.h"
#include "platform/cli/usage_error.h"
#include "platform/errors.h"
#include "platform/parallel/launch.h"
#include "platform/printable.h"

namespace {

enum ExitStatus { kDone = 0, kOther = 1, kBadInput = 2, kInvariantBroken = 3 };

// libsystemc's main() prints its banner before it calls sc_main().
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

int fail(ExitStatus status, const std::string& text) {
  std::cerr << "tinsim: error: " << tinsim::printable(text) << "\n";
  return status;
}

bool is_run(int argc, char** argv) { return argc > 1 && std::string(argv[1]) == "run"; }

int parse_and_run(int argc, char** argv, tinsim::Ranks& ranks) {
  CLI::App program("Cycle-accurate model of TiN chips in a Dragonfly network.", "tinsim");
  program.require_subcommand(1);
  tinsim::add_run_command(program, ranks);
  tinsim::add_check_command(program);
  tinsim::add_topology_command(program);
  tinsim::add_report_command(program);
  tinsim::add_schema_command(program);
  tinsim::add_sweep_command(program, ranks);
  // CLI11 would only say that a command is missing.
  const bool names_command = argc > 1 && argv[1][0] != '-';
  const auto is_named = [&](const CLI::App* command) { return command->check_name(argv[1]); };
  if (names_command && program.get_subcommands(is_named).empty()) {
    return fail(kBadInput,
                std::string("'") + argv[1] +
                    "' is no command; expected run, check, topology, report, schema or sweep");
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help
    return fail(kBadInput, std::string(error.what()) + " (see tinsim --help)");
  }
  return kDone;
}

int run_program(int argc, char** argv, tinsim::Ranks& ranks) try {
  const int status = parse_and_run(argc, argv, ranks);
  if (!std::cout.flush()) return fail(kOther, "standard output cannot be written");
  return status;
} catch (const tinsim::UsageError& error) {
  return fail(kBadInput, error.what());
} catch (const tinsim::ConfigError& error) {
  std::cerr << error.what() << "\n";
  return kBadInput;
} catch (const tinsim::InvariantError& error) {
  return fail(kInvariantBroken, error.what());
} catch (const std::exception& error) {
  return fail(kOther, error.what());
}

/// All ranks parse and run, and the first speaks for all. One that fails alone, while others wait
/// for it, says so and ends them.
int run_shared(int argc, char** argv, tinsim::Ranks& ranks) {
  if (!is_run(argc, argv)) return ranks.is_first() ? run_program(argc, argv, ranks) : kDone;
  std::ostringstream said;
  std::streambuf* const err = std::cerr.rdbuf();
  if (!ranks.is_first()) std::cerr.rdbuf(said.rdbuf());
  const int status = run_program(argc, argv, ranks);
  std::cerr.rdbuf(err);
  if (status != kDone && ranks.are_working()) {
    if (!ranks.is_first()) std::cerr << "rank " << ranks.rank() << ": " << said.str() << std::flush;
    ranks.abort(status);
  }
  return status;
}

}  // namespace

int sc_main(int argc, char* argv[]) try {
  const std::unique_ptr<tinsim::Ranks> ranks = tinsim::join_ranks();
  return run_shared(argc, argv, *ranks);
} catch (const tinsim::UsageError& error) {
  return fail(kBadInput, error.what());
}
