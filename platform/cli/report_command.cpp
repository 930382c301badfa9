// SPDX-License-Identifier: Apache-2.0
// `tinsim report`: one HTML file that shows the result of a run or a sweep.
#include <fmt/format.h>

#include <filesystem>

#include "base/usage_error.h"
#include "platform/cli/commands.h"
#include "platform/cli/report_file.h"
#include "platform/report/page.h"
#include "platform/services/registry.h"
#include "platform/statistics/section.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string folder;
  std::string out;
  bool no_charts = false;
};

void report(const ReportArguments& arguments) {
  const fs::path folder = arguments.folder;
  if (!fs::exists(folder / "summary.json") && !fs::exists(folder / "sweep.json")) {
    throw UsageError(
        fmt::format("report {}: holds neither summary.json nor sweep.json; expected "
                    "the folder of a run or of a sweep",
                    arguments.folder));
  }
  const fs::path out = arguments.out.empty() ? folder / "report.html" : fs::path(arguments.out);
  require_replaceable("--out", out);
  write_report(out, report_page(report_data(folder, all_sections()), !arguments.no_charts));
}

}  // namespace

void add_report_command(CLI::App& program, Task& task) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command =
      program.add_subcommand("report", "write one HTML file that shows a run or a sweep");
  command->add_option("DIR", arguments->folder, "result folder of a run or a sweep")->required();
  command->add_option("--out", arguments->out, "file to write (default: DIR/report.html)")
      ->type_name("FILE");
  command->add_flag("--no-charts", arguments->no_charts, "tables only: a small file");
  command->callback([arguments, &task] { task.act = [arguments] { report(*arguments); }; });
}

}  // namespace tinsim
