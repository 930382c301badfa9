// SPDX-License-Identifier: Apache-2.0
// Result folder that appears as a whole or not at all: files are written to a second folder, which
// is renamed at the end.
#pragma once

#include <filesystem>
#include <vector>

namespace tinsim {

class OutputDir {
 public:
  /// Throws UsageError when `target` cannot be written, cannot be replaced (the current folder, a
  /// mount point, a symbolic link that leads nowhere), or exists and is neither empty nor a
  /// previous result: a folder with a manifest and nothing but files that are as the manifest has
  /// them. Throws OutputError, as all else here, where the disk is full or fails.
  explicit OutputDir(const std::filesystem::path& target);

  /// Removes everything it created unless keep() was called or commit() succeeded.
  ~OutputDir();
  OutputDir(const OutputDir&) = delete;
  OutputDir& operator=(const OutputDir&) = delete;

  /// Where to write the files: `<target>.tmp-<pid>` and, if need be, a number; created, with
  /// missing parents, by the first call. Throws UsageError.
  const std::filesystem::path& staging();

  /// Keeps the staging folder permanently where it is, with a manifest if there is space.
  void keep();

  /// Writes the manifest and puts the staging folder in the target's place. Throws UsageError; the
  /// previous result is then back in place.
  void commit();

 private:
  void create_parents();
  void remove_created() noexcept;

  std::filesystem::path requested_path_;  ///< as the user named it
  std::filesystem::path target_;          ///< the same folder, resolved
  std::filesystem::path staging_;
  std::vector<std::filesystem::path> created_parents_;  ///< outermost first
  bool is_created_ = false;  ///< the staging folder, and it is to be removed
};

}  // namespace tinsim
