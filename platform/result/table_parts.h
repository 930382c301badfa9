// SPDX-License-Identifier: Apache-2.0
// Parts of the result table: lines of text with labels, and what its sections share.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "platform/statistics/count_text.h"
#include "platform/statistics/result.h"

namespace tinsim {

constexpr std::string_view kBold = "\033[1m", kRed = "\033[1;31m", kYellow = "\033[1;33m";

/// Collects lines `  label         text`, wrapped at blanks, and rules between sections.
class TextTable {
 public:
  explicit TextTable(bool colour) : colour_(colour) {}

  void rule();
  /// `style`: how the line looks where colours are wanted.
  void row(std::string_view label, std::string_view text, std::string_view style = "");
  std::string text() const;

 private:
  std::string_view on(std::string_view style) const { return colour_ ? style : ""; }
  std::string_view off(std::string_view style) const {
    return colour_ && !style.empty() ? "\033[0m" : "";
  }

  bool colour_;
  std::string text_;
};

/// Mean, `interval` on it, percentiles and maximum, in nanoseconds.
void print_latency_row(TextTable& t, const std::string& label, const Histogram& h,
                       const std::string& interval, const RunResult& r);

/// The sections of a run, each with a rule after it; one without a presentation of its own has its
/// line, or a line for each field with name, value, unit and meaning.
void print_sections(TextTable& t, const RunResult& r);
void print_frames(TextTable& t, const RunResult& r);

}  // namespace tinsim
