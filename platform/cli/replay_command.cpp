// SPDX-License-Identifier: Apache-2.0
// `tinsim replay`: repeats the stimulus of a block that showed a difference.
#include <fmt/format.h>

#include <iostream>
#include <stdexcept>

#include "base/errors.h"
#include "platform/cli/commands.h"
#include "platform/cli/file_name.h"
#include "rtl_models/replay/recording_file.h"
#include "rtl_models/replay/replay_report.h"
#include "rtl_models/replay/replay_shapes.h"
#include "rtl_models/slots/dut_file.h"

namespace tinsim {
namespace {

struct ReplayArguments {
  std::string file, dut;
  bool model_alone = false;
};

/// The status of the program is then 1.
[[noreturn]] void fail_again(const std::string& file) {
  std::cout << std::flush;
  throw std::runtime_error(file + ": the implementations differ");
}

void replay_own(const ReplayArguments& arguments) {
  const RecordingHead head = read_recording_head(arguments.file);
  ReplayShape shape = find_replay_shape(arguments.file, head.block, head.parameters);
  if (arguments.model_alone) shape.make_other = {};
  const Replayed replayed = replay_file(arguments.file, shape);
  std::cout << replayed.text;
  if (replayed.differs) fail_again(arguments.file);
}

void replay_dut(const ReplayArguments& arguments) {
  std::string text;
  const int status =
      load_dut(arguments.dut)
          .replay(
              arguments.file.c_str(),
              [](void* to, const char* part) { static_cast<std::string*>(to)->append(part); },
              &text);
  if (status == 2) throw ConfigError(text);
  if (status == 3) throw InvariantError(text);
  std::cout << text;
  if (status == 1) fail_again(arguments.file);
}

}  // namespace

void add_replay_command(CLI::App& program, Task& task) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* command = program.add_subcommand(
      "replay", "repeat a stimulus that showed a difference of a block (exit status 1: again)");
  command->add_option("FILE", arguments->file, "file of --minimal or TINSIM_MINIMAL (YAML)")
      ->required();
  CLI::Option* dut =
      command
          ->add_option("--dut", arguments->dut,
                       "shared object of tinsim_add_dut() to be held to the model; without it the "
                       "block's own RTL")
          ->type_name("FILE")
          ->check(check_file_name);
  command
      ->add_flag("--model", arguments->model_alone,
                 "the model alone: its outputs and registers in each cycle")
      ->excludes(dut);
  command->callback([arguments, dut, &task] {
    const bool has_dut = dut->count() != 0;
    task.act = [arguments, has_dut] {
      if (!has_dut)
        replay_own(*arguments);
      else
        replay_dut(*arguments);
    };
  });
}

}  // namespace tinsim
