// SPDX-License-Identifier: Apache-2.0
// Errors of one configuration: the first of them as lines, and how many more there are.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tinsim {

/// A file of a megabyte can contain half a million errors; the first ones suffice to correct it.
constexpr std::size_t kMaxErrorLines = 50;

class ErrorLines {
 public:
  void add(std::string line) {
    if (count_++ < kMaxErrorLines) return lines_.push_back(std::move(line));
    lines_.resize(kMaxErrorLines + 1);
    lines_.back() =
        "and " + std::to_string(count_ - kMaxErrorLines) + " more errors; expected none";
  }

  /// Errors added.
  std::size_t count() const { return count_; }
  /// The first kMaxErrorLines of them, and where there are more a line that says how many.
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  std::size_t count_ = 0;
};

}  // namespace tinsim
