// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run, and `tinsim resume`.
#include "platform/cli/checkpoints.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "base/printable.h"
#include "base/process_image/process_image.h"
#include "base/stop_signals.h"
#include "base/stopwatch.h"
#include "base/usage_error.h"
#include "platform/cli/commands.h"

namespace tinsim {
namespace {

/// A file that cannot be written is found before the simulation, not after ten minutes of it.
void require_writable(const std::string& file) {
  const std::filesystem::path fresh = fresh_file(file);
  errno = 0;
  if (!std::ofstream(fresh))
    throw UsageError(
        fmt::format("--checkpoint {}: cannot be written: {}; expected a file in a "
                    "folder that can be written",
                    file, std::strerror(errno)));
  std::filesystem::remove(fresh);
}

}  // namespace

void CheckpointArguments::add_to(CLI::App& command) {
  CLI::Option* const of_file =
      command
          .add_option("--checkpoint", file,
                      "save the state of the run in this file from time to time, for tinsim resume")
          ->type_name("FILE");
  command
      .add_option("--checkpoint-minutes", minutes,
                  "wall time between two checkpoints; 0: after each batch")
      ->type_name("MINUTES")
      ->check(CLI::Range(0.0, 1e6))
      ->needs(of_file);
}

void CheckpointArguments::prepare(const PlatformConfig& config) const {
  if (config.writes_traces())
    throw UsageError(
        "--checkpoint: the run writes traces while it simulates, which are not part of a "
        "checkpoint; expected a run without");
  require_writable(file);
  fix_addresses();
  note_inherited_files();
}

Checkpoints::Checkpoints(const CheckpointArguments& arguments)
    : file_(arguments.file.empty() ? "" : std::filesystem::absolute(arguments.file).string()),
      between_s_(arguments.minutes * 60),
      next_s_(time_now().wall_s + between_s_) {}

void Checkpoints::after_batch() {
  const TimeSpent at = time_now();
  // A run that is being cut would go on to be cut.
  if (file_.empty() || at.wall_s < next_s_ || recorded_signal() != 0) return;
  try {
    if (save_image(file_) == ImageSide::kResumed) {
      go_on_from(at);
      end_on_signals(true);
      note_inherited_files();
    }
  } catch (const std::exception& error) {  // the run matters more than its checkpoint
    std::cerr << printable(fmt::format("tinsim: no checkpoint this time: {}", error.what()))
              << std::endl;
    std::error_code ignored;
    std::filesystem::remove(fresh_file(file_), ignored);
  }
  next_s_ = time_now().wall_s + between_s_;
}

void Checkpoints::remove() {
  std::error_code ignored;
  if (!file_.empty()) std::filesystem::remove(file_, ignored);
}

void add_resume_command(CLI::App& program, Task& task) {
  auto file = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("resume", "go on with a run from its checkpoint");
  command->add_option("FILE", *file, "file that tinsim run --checkpoint has written")->required();
  command->callback([file, &task] {
    task.act = [file] {
      fix_addresses();
      resume_image(*file);
    };
  });
}

}  // namespace tinsim
