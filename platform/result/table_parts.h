// SPDX-License-Identifier: Apache-2.0
// Parts of the result table: lines of text with labels, and what its sections share.
#pragma once

#include <fmt/args.h>

#include <string>
#include <string_view>
#include <type_traits>

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

/// `format` with the fields of `record` by their names in files: counts grouped, figures as the
/// format says.
template <class R>
std::string fields_text(const char* format, const R& record) {
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for_each_field<R>([&](auto field) {
    using Type = typename decltype(field)::Type;
    if constexpr (std::is_integral_v<Type>) {
      values.push_back(fmt::arg(field.name, grouped(record.*field.member)));
    } else if constexpr (std::is_floating_point_v<Type>) {
      values.push_back(fmt::arg(field.name, record.*field.member));
    }
  });
  return fmt::vformat(format, values);
}

/// Sections of a run's engines, without raw cells, each followed by a rule.
void print_sections(TextTable& t, const RunResult& r);
void print_frames(TextTable& t, const RunResult& r);

}  // namespace tinsim
