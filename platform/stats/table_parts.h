// SPDX-License-Identifier: Apache-2.0
// Parts of the result table: lines of text with labels, and what its sections share.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "platform/stats/result.h"

namespace tinsim {

/// A blank at which no line is broken; ASCII's unit separator, which no text contains.
constexpr char kTie = '\x1f';

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

/// `1,234,567`.
std::string grouped(uint64_t n);

/// `name 12` for each counter that is not zero, with blanks for underscores.
template <class Counts, class Format>
std::string list_counts(const Counts& counts, Format&& format) {
  std::string text;
  Counts::walk(counts, [&](std::string name, uint64_t count) {
    if (count == 0) return;
    std::replace(name.begin(), name.end(), '_', kTie);
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name, kTie, format(count));
  });
  return text;
}

/// Mean, `interval` on it, percentiles and maximum, in nanoseconds.
void print_latency_row(TextTable& t, const std::string& label, const Histogram& h,
                       const std::string& interval, const RunResult& r);

/// Sections of the engines that a run has beside raw cells.
void print_ip(TextTable& t, const RunResult& r);
void print_rma(TextTable& t, const RunResult& r);
void print_pcie(TextTable& t, const RunResult& r);
void print_cliquemap(TextTable& t, const RunResult& r);
void print_frames(TextTable& t, const RunResult& r);

}  // namespace tinsim
