// SPDX-License-Identifier: Apache-2.0
// Folders that a user names as the place for results.
#include "base/folder_path.h"

#include <fmt/format.h>

#include <cerrno>

namespace tinsim {

namespace fs = std::filesystem;

fs::path resolve_folder(const fs::path& requested) {
  const fs::path path = fs::weakly_canonical(fs::absolute(requested)).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

// The existing part of the path is free of symbolic links, so a remaining one is broken.
std::string broken_link(const fs::path& folder) {
  for (fs::path path = folder; path.has_relative_path(); path = path.parent_path()) {
    if (!fs::is_symlink(fs::symlink_status(path))) continue;
    return path.string() + " is a symbolic link that leads nowhere";
  }
  return "";
}

fs::path free_name(const std::string& name) {
  fs::path free = name;
  for (unsigned i = 2; fs::exists(fs::symlink_status(free)); ++i) {
    free = fmt::format("{}-{}", name, i);
  }
  return free;
}

bool is_disk_failure(const std::error_code& error) {
  const int number = error.value();
  return number == ENOSPC || number == EDQUOT || number == EFBIG || number == EIO;
}

}  // namespace tinsim
