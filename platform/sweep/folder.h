// SPDX-License-Identifier: Apache-2.0
// Sweep folder: the state of each point, across interruptions.
#pragma once

#include <filesystem>
#include <string>

#include "platform/curves/figures.h"

namespace tinsim {

struct PointState {
  std::string status = "pending";  ///< docs/reference/sweeps.md
  int exit_status = 0;             ///< exit status of the program for a failed point
  std::string error;
  Figures figures;  ///< of a point that is done

  bool failed() const { return exit_status != 0; }
};

class SweepFolder {
 public:
  enum class Use { kAlone, kShared, kForOwner };

  /// Creates missing folders and locks the folder: alone, shared with others, or on behalf of the
  /// process that holds it. Throws ConfigError if it is no folder, belongs to something else, holds
  /// tables that no sweep made, or is locked.
  SweepFolder(const std::filesystem::path& folder, Use use);
  ~SweepFolder();
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;

  const std::filesystem::path& path() const { return folder_; }
  /// The result folder of a point.
  std::filesystem::path point(const std::string& name) const { return folder_ / "points" / name; }
  /// The standard error of a running point.
  std::filesystem::path errors(const std::string& name) const;

  /// Done, if its result is whole and of the configuration with the hash `name`; failed, if that
  /// was recorded; cut, if its result is one of a run that was cut; else pending.
  PointState state(const std::string& name) const;
  /// Removes the rest of an interrupted or failed run of a point. A result folder with changed or
  /// added files is renamed instead; returns that name, else nothing.
  std::filesystem::path clear(const std::string& name) const;
  /// Removes errors() and keeps its text as the error of a point that failed. A failed write is
  /// mentioned in the error.
  PointState record_failure(const std::string& name, const PointState& state) const;
  /// The text of errors(), in one line without the program's name.
  std::string error_text(const std::string& name) const;

 private:
  std::filesystem::path failure_file(const std::string& name) const;
  /// Removes unfinished tables of a sweep that was killed.
  void remove_unfinished() const;

  std::filesystem::path folder_;
  int lock_ = -1;
};

/// An error text of several lines, in one.
std::string one_line(std::string text);

}  // namespace tinsim
