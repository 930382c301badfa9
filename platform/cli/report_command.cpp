// SPDX-License-Identifier: Apache-2.0
// `tinsim report`: one HTML file that shows the result of a run or a sweep.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/usage_error.h"
#include "platform/cli/commands.h"
#include "platform/report/page.h"
#include "platform/result/manifest.h"
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

/// Whether a file begins as a page of report_page() does.
bool is_report(const fs::path& path) {
  std::string begin(4096, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.find("<title>tinsim report</title>") != begin.npos;
}

fs::path folder_of(const fs::path& file) { return fs::absolute(file).parent_path(); }

/// Why a report must not be written there; empty: it may.
std::string why_not_replaceable(const fs::path& path) {
  const fs::file_status status = fs::symlink_status(path);
  if (fs::is_directory(fs::status(path))) return "is a folder; expected the name of a file";
  if (!fs::is_directory(folder_of(path)) || ::access(folder_of(path).c_str(), W_OK | X_OK) != 0) {
    return "lies in no folder that can be written; expected one that can";
  }
  if (!fs::exists(status)) return "";
  if (!fs::is_regular_file(status) || !is_report(path)) {
    return "exists and is no report; expected a new name, or that of a report";
  }
  const auto manifest = Manifest::read(folder_of(path));
  const std::string name = path.filename().string();
  if (!manifest || !manifest->lists(name)) return "";
  const std::string why = manifest->change_of(folder_of(path), name);
  return why.empty() ? "" : why + "; expected the report as it was, or a new name";
}

void write(const fs::path& path, const std::string& page) {
  // Files that tinsim writes into a result folder are listed there.
  if (Manifest::read(folder_of(path))) {
    write_listed(folder_of(path), path.filename().string(), page);
  } else {
    write_whole(path, page);
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
  const std::string why = why_not_replaceable(out);
  if (!why.empty()) throw UsageError(fmt::format("--out {}: {}", out.string(), why));
  write(out, report_page(report_data(folder, all_sections()), !arguments.no_charts));
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
