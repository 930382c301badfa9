// SPDX-License-Identifier: Apache-2.0
// The file of a report, which replaces nothing but a report.
#include "platform/cli/report_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "base/usage_error.h"
#include "platform/result/manifest.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

void require_replaceable(const std::string& option, const fs::path& path) {
  const std::string why = why_not_replaceable(path);
  if (!why.empty()) throw UsageError(fmt::format("{} {}: {}", option, path.string(), why));
}

void write_report(const fs::path& path, const std::string& page) {
  // Files that tinsim writes into a result folder are listed there.
  if (Manifest::read(folder_of(path))) {
    write_listed(folder_of(path), path.filename().string(), page);
  } else {
    write_whole(path, page);
  }
}

}  // namespace tinsim
