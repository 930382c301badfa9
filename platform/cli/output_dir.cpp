// SPDX-License-Identifier: Apache-2.0
// Result folder that appears whole or not at all: files are written beside it and moved at the end.
#include "platform/cli/output_dir.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

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

void check_replaceable(const fs::path& target, const fs::path& asked) {
  const fs::file_status status = fs::status(target);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) refuse(asked, "exists and is not a folder");
  if (!fs::is_empty(target) && !fs::exists(target / "summary.json")) {
    refuse(asked, "holds files that are not a tinsim result");
  }
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
    create_parents();
    fs::create_directory(staging_);
  } catch (const fs::filesystem_error& error) {
    remove_created();
    refuse(asked_, error.code().message());
  }
}

OutputDir::~OutputDir() {
  if (!committed_) remove_created();
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
  committed_ = true;
  fs::remove_all(previous);
} catch (const fs::filesystem_error& error) {
  refuse(asked_, error.code().message());
}

}  // namespace tinsim
