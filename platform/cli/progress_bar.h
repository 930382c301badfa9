// SPDX-License-Identifier: Apache-2.0
// Progress bar on standard error, shown only on a terminal.
#pragma once

#include <string>

namespace tinsim {

class ProgressBar {
 public:
  /// `enabled` false, or a standard error that is no terminal: nothing is shown.
  explicit ProgressBar(bool enabled) : enabled_(enabled) {}
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `done` is 0..1; redraws when the shown percentage or the note after it changes.
  void show(double done, const std::string& note = "");
  void clear();

 private:
  bool enabled_;
  int percent_ = -1;
  std::string note_;
};

}  // namespace tinsim
