// SPDX-License-Identifier: Apache-2.0
// Result folder that appears as a whole or not at all: files are written to a second folder, which
// is renamed at the end.
#include "platform/cli/output_dir.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "base/folder_path.h"
#include "base/output_error.h"
#include "base/usage_error.h"
#include "platform/result/manifest.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

/// `requested` is the folder as the user named it.
[[noreturn]] void refuse(const fs::path& requested, const std::string& why) {
  throw UsageError(
      fmt::format("--out {}: {}; expected a folder that can be written, and is new, "
                  "empty or a previous result",
                  requested.string(), why));
}

/// A full disk is no mistake of the user's.
[[noreturn]] void refuse(const fs::path& requested, const std::error_code& why) {
  if (is_disk_failure(why)) {
    throw OutputError(fmt::format("{}: cannot write: {}", requested.string(), why.message()));
  }
  refuse(requested, why.message());
}

/// A folder where a file system is mounted cannot be replaced by another.
bool is_mount_point(const fs::path& folder) {
  struct stat inside {
  }, above{};
  return ::stat(folder.c_str(), &inside) == 0 &&
         ::stat(folder.parent_path().c_str(), &above) == 0 && inside.st_dev != above.st_dev;
}

/// Whether its files, or the folder itself in one like /tmp, may only be moved by another user.
bool is_protected(const fs::path& folder) {
  struct stat inside {
  }, above{};
  if (!fs::is_empty(folder) && ::access(folder.c_str(), W_OK | X_OK) != 0) return true;
  if (::stat(folder.c_str(), &inside) != 0) return true;
  if (::stat(folder.parent_path().c_str(), &above) != 0) return true;
  const uid_t user = ::geteuid();
  const bool is_sticky = (above.st_mode & S_ISVTX) != 0;
  return is_sticky && user != 0 && user != inside.st_uid && user != above.st_uid;
}

void check_replaceable(const fs::path& target, const fs::path& requested) {
  const std::string broken = broken_link(target);
  if (!broken.empty()) refuse(requested, broken);
  const fs::file_status status = fs::status(target);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) refuse(requested, "exists and is not a folder");
  const std::string foreign = first_foreign(target);
  if (!foreign.empty()) {
    refuse(requested, "holds files that are not a tinsim result (" + foreign + ")");
  }
  // The shell would stay behind in the folder that was replaced.
  if (fs::equivalent(target, fs::current_path())) refuse(requested, "is the current folder");
  if (is_mount_point(target)) refuse(requested, "is a mount point");
  if (is_protected(target)) refuse(requested, "must not be replaced by this user");
}

/// A run that was killed may have left one with the number of this process.
fs::path beside(const fs::path& target, const char* what) {
  return free_name(target.string() + fmt::format(".{}-{}", what, ::getpid()));
}

}  // namespace

OutputDir::OutputDir(const fs::path& target) : requested_path_(target) {
  try {
    target_ = resolve_folder(requested_path_);
    check_replaceable(target_, requested_path_);
  } catch (const fs::filesystem_error& error) {
    refuse(requested_path_, error.code());
  }
  // Only to see that it can be: a run that is interrupted leaves nothing behind.
  staging();
  remove_created();
}

const fs::path& OutputDir::staging() try {
  if (!is_created_) {
    create_parents();
    staging_ = beside(target_, "tmp");
    fs::create_directory(staging_);
    is_created_ = true;
  }
  return staging_;
} catch (const fs::filesystem_error& error) {
  remove_created();
  refuse(requested_path_, error.code());
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
  if (is_created_) fs::remove_all(staging_, ignored);
  std::for_each(created_parents_.rbegin(), created_parents_.rend(),
                [&](const fs::path& folder) { fs::remove(folder, ignored); });
  created_parents_.clear();
  is_created_ = false;
}

void OutputDir::keep() {
  is_created_ = false;
  try {
    Manifest::of(staging_).write(staging_);
  } catch (const std::exception&) {  // the kept files matter more than their list
  }
}

void OutputDir::commit() try {
  Manifest::of(staging_).write(staging_);
  check_replaceable(target_, requested_path_);
  const fs::path previous = beside(target_, "old");
  const bool replaces = fs::exists(target_);
  if (replaces) fs::rename(target_, previous);
  std::error_code failed;
  fs::rename(staging_, target_, failed);
  if (failed && replaces) fs::rename(previous, target_);
  if (failed) refuse(requested_path_, failed);
  is_created_ = false;  // it is the user's now
  fs::remove_all(previous);
} catch (const fs::filesystem_error& error) {
  refuse(requested_path_, error.code());
}

}  // namespace tinsim
