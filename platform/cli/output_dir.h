// SPDX-License-Identifier: Apache-2.0
// Result folder that appears whole or not at all: files are written beside it and moved at the end.
#pragma once

#include <filesystem>
#include <vector>

namespace tinsim {

class OutputDir {
 public:
  /// Throws UsageError when `target` cannot be written, cannot be replaced (the current folder, a
  /// mount point), or exists and is neither empty nor a previous result: a folder with summary.json
  /// and nothing but files of the kinds that a run writes.
  explicit OutputDir(const std::filesystem::path& target);

  /// Removes everything it created unless keep() was called or commit() succeeded.
  ~OutputDir();
  OutputDir(const OutputDir&) = delete;
  OutputDir& operator=(const OutputDir&) = delete;

  /// Where to write the files: `<target>.tmp-<pid>`, created, with missing parents, by the first
  /// call. Throws UsageError.
  const std::filesystem::path& staging();

  /// Leaves the staging folder where it is, for good.
  void keep() { is_created_ = false; }

  /// Puts the staging folder in the target's place. Throws UsageError; the previous result is then
  /// back in place.
  void commit();

 private:
  void create_parents();
  void remove_created() noexcept;

  std::filesystem::path asked_;   ///< as the user named it
  std::filesystem::path target_;  ///< the folder that it stands for
  std::filesystem::path staging_;
  std::vector<std::filesystem::path> created_parents_;  ///< outermost first
  bool is_created_ = false;  ///< the staging folder, and it is to be removed
};

}  // namespace tinsim
