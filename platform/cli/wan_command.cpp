// SPDX-License-Identifier: Apache-2.0
// `tinsim wan`: lossless Ethernet over a WAN, in steps of the longest PAUSE or frame by frame.
#include <iostream>

#include "base/usage_error.h"
#include "platform/cli/commands.h"
#include "platform/cli/report_file.h"
#include "platform/report/page.h"
#include "platform/result/manifest.h"
#include "platform/wan/wan_file.h"
#include "platform/wan/wan_result.h"
#include "tlm/wan/frame_model.h"
#include "tlm/wan/stepped_model.h"

namespace tinsim {
namespace {

struct WanArguments {
  bool steps = false, frames = false, tables = false, json = false;
  std::string config, csv, report;
  std::vector<std::string> overrides;
};

void print(const WanArguments& arguments, const WanResult& result) {
  if (arguments.json) {
    std::cout << wan_json(result).dump(2) << "\n";
    return;
  }
  if (arguments.steps || arguments.frames) std::cout << wan_text(result);
  if (arguments.tables) std::cout << wan_tables_text();
}

void run_wan(const WanArguments& arguments) {
  if (!arguments.steps && !arguments.frames && !arguments.tables)
    throw UsageError("wan: nothing to do; expected --steps, --frames or --tables");
  if (!arguments.report.empty()) require_replaceable("--report", arguments.report);
  WanResult result;
  result.config = load_wan(arguments.config, arguments.overrides);
  if (arguments.steps) result.steps = run_steps(result.config);
  if (arguments.frames) result.frames = WanFrameModel(result.config).run();
  if (!arguments.csv.empty()) write_whole(arguments.csv, wan_csv(result));
  if (!arguments.report.empty())
    write_report(arguments.report, report_page(wan_report_data(result), true));
  print(arguments, result);
}

}  // namespace

void add_wan_command(CLI::App& program, Task& task) {
  auto arguments = std::make_shared<WanArguments>();
  CLI::App* command = program.add_subcommand(
      "wan", "PAUSE, PFC and link credits between two clusters over a long cable");
  command->add_flag("--steps", arguments->steps, "run the model in steps of the longest PAUSE");
  command->add_flag("--frames", arguments->frames, "run the model that sends each frame");
  command->add_flag("--tables", arguments->tables, "print pause and send times per rate");
  command->add_option("--config", arguments->config, "file with the section wan (YAML)")
      ->type_name("FILE");
  command
      ->add_option("--set", arguments->overrides,
                   "override one value, for example --set wan.constant=20")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--json", arguments->json, "print JSON");
  command->add_option("--csv", arguments->csv, "write each step to a file")->type_name("FILE");
  command->add_option("--report", arguments->report, "write one HTML file with curves")
      ->type_name("FILE");
  command->callback([arguments, &task] { task.act = [arguments] { run_wan(*arguments); }; });
}

}  // namespace tinsim
