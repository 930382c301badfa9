// SPDX-License-Identifier: Apache-2.0
// `tinsim report`: one HTML file that shows the result of a run or a sweep.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "platform/cli/commands.h"
#include "platform/cli/usage_error.h"
#include "platform/output_file.h"
#include "platform/report/page.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string folder;
  std::string out;
  bool no_charts = false;
};

/// Writes beside the file and moves: an earlier report is replaced by a whole one or not at all.
void write(const fs::path& path, const std::string& page) {
  if (fs::is_directory(path)) {
    throw UsageError(
        fmt::format("--out {}: is a folder; expected the name of a file", path.string()));
  }
  const fs::path staging = path.string() + fmt::format(".tmp-{}", ::getpid());
  try {
    OutputFile file(staging);
    file.write(page.data(), page.size());
    file.close();
    fs::rename(staging, path);
  } catch (...) {
    std::error_code ignored;
    fs::remove(staging, ignored);
    throw;
  }
}

void report(const ReportArguments& arguments) {
  const fs::path folder = arguments.folder;
  if (!fs::exists(folder / "summary.json") && !fs::exists(folder / "sweep.json")) {
    throw UsageError(
        fmt::format("report {}: holds neither summary.json nor sweep.json; expected "
                    "the folder of a run or of a sweep",
                    arguments.folder));
  }
  const fs::path out = arguments.out.empty() ? folder / "report.html" : fs::path(arguments.out);
  write(out, report_page(report_data(folder), !arguments.no_charts));
}

}  // namespace

void add_report_command(CLI::App& program) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command =
      program.add_subcommand("report", "write one HTML file that shows a run or a sweep");
  command->add_option("DIR", arguments->folder, "result folder of a run or a sweep")->required();
  command->add_option("--out", arguments->out, "file to write (default: DIR/report.html)")
      ->type_name("FILE");
  command->add_flag("--no-charts", arguments->no_charts, "tables only: a small file");
  command->callback([arguments] { report(*arguments); });
}

}  // namespace tinsim
