// SPDX-License-Identifier: Apache-2.0
// Result folder that appears whole or not at all: files are written beside it and moved at the end.
#include "platform/cli/output_dir.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string>

#include "platform/cli/usage_error.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

/// `asked` is the folder as the user named it.
[[noreturn]] void refuse(const fs::path& asked, const std::string& why) {
  throw UsageError(
      fmt::format("--out {}: {}; expected a folder that can be written, and is new, "
                  "empty or a previous result",
                  asked.string(), why));
}

/// The name itself, without `.`, `..`, trailing slash or symbolic links, so that there is a
/// folder beside it.
fs::path resolve(const fs::path& target) {
  fs::path path = fs::weakly_canonical(fs::absolute(target)).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

/// Whether a run may have written this. Folders and files of other kinds are somebody's own.
bool is_of_a_result(const fs::directory_entry& entry) {
  static const std::set<std::string> kKinds = {".csv", ".pcapng", ".fst", ".gtkw"};
  static const std::string kTimeline = "timeline.json";  // the end of a timeline's name
  const fs::path name = entry.path().filename();
  const std::string text = name.string();
  const bool is_timeline =
      text.size() >= kTimeline.size() &&
      text.compare(text.size() - kTimeline.size(), kTimeline.size(), kTimeline) == 0;
  return entry.is_regular_file() && !entry.is_symlink() &&
         (name == "summary.json" || name == "config.yaml" || name == "report.html" || is_timeline ||
          kKinds.count(name.extension().string()) != 0);
}

bool is_result(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return fs::exists(folder / "summary.json") &&
         std::all_of(begin(entries), end(entries), is_of_a_result);
}

/// A folder where a file system is mounted cannot be replaced by another.
bool is_mount_point(const fs::path& folder) {
  struct stat inside {
  }, above{};
  return ::stat(folder.c_str(), &inside) == 0 &&
         ::stat(folder.parent_path().c_str(), &above) == 0 && inside.st_dev != above.st_dev;
}

void check_replaceable(const fs::path& target, const fs::path& asked) {
  const fs::file_status status = fs::status(target);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) refuse(asked, "exists and is not a folder");
  if (!fs::is_empty(target) && !is_result(target)) {
    refuse(asked, "holds files that are not a tinsim result");
  }
  // The shell would stay behind in the folder that was replaced.
  if (fs::equivalent(target, fs::current_path())) refuse(asked, "is the current folder");
  if (is_mount_point(target)) refuse(asked, "is a mount point");
}

fs::path beside(const fs::path& target, const char* what) {
  return target.string() + fmt::format(".{}-{}", what, ::getpid());
}

}  // namespace

OutputDir::OutputDir(const fs::path& target) : asked_(target) {
  try {
    target_ = resolve(asked_);
    check_replaceable(target_, asked_);
    staging_ = beside(target_, "tmp");
  } catch (const fs::filesystem_error& error) {
    refuse(asked_, error.code().message());
  }
  // Only to see that it can be: a run that is interrupted leaves nothing behind.
  staging();
  remove_created();
}

const fs::path& OutputDir::staging() try {
  if (!is_created_) {
    create_parents();
    fs::create_directory(staging_);
    is_created_ = true;
  }
  return staging_;
} catch (const fs::filesystem_error& error) {
  remove_created();
  refuse(asked_, error.code().message());
}

OutputDir::~OutputDir() {
  if (is_created_) remove_created();
}

void OutputDir::create_parents() {
  std::vector<fs::path> missing;
  for (fs::path folder = target_.parent_path(); !fs::exists(folder);) {
    missing.push_back(folder);
    folder = folder.parent_path();
  }
  std::reverse(missing.begin(), missing.end());
  for (const fs::path& folder : missing) {
    fs::create_directory(folder);
    created_parents_.push_back(folder);
  }
}

void OutputDir::remove_created() noexcept {
  std::error_code ignored;
  fs::remove_all(staging_, ignored);
  std::for_each(created_parents_.rbegin(), created_parents_.rend(),
                [&](const fs::path& folder) { fs::remove(folder, ignored); });
  created_parents_.clear();
  is_created_ = false;
}

void OutputDir::commit() try {
  check_replaceable(target_, asked_);
  const fs::path previous = beside(target_, "old");
  const bool replaces = fs::exists(target_);
  if (replaces) fs::rename(target_, previous);
  std::error_code failed;
  fs::rename(staging_, target_, failed);
  if (failed && replaces) fs::rename(previous, target_);
  if (failed) refuse(asked_, failed.message());
  is_created_ = false;  // it is the user's now
  fs::remove_all(previous);
} catch (const fs::filesystem_error& error) {
  refuse(asked_, error.code().message());
}

}  // namespace tinsim
