// SPDX-License-Identifier: Apache-2.0
// Parts of the result table: lines of text with labels, and what its sections share.
#include "platform/result/table_parts.h"

#include "base/printable.h"
#include "platform/result/writer.h"

namespace tinsim {
namespace {

constexpr std::size_t kColumns = 80, kLabelColumns = 14;

/// Byte length of the first `columns` characters of UTF-8 text.
std::size_t prefix_bytes(std::string_view text, std::size_t columns) {
  std::size_t i = 0;
  for (; i < text.size(); ++i)
    if ((text[i] & 0xC0) != 0x80 && columns-- == 0) break;
  return i;
}

/// Cuts one line off the front of `text`; a word longer than the line (a path) is cut.
std::string_view take_line(std::string_view& text) {
  std::size_t end = prefix_bytes(text, kColumns - 2 - kLabelColumns);
  if (end < text.size()) {
    const std::size_t blank = text.rfind(' ', end);
    if (blank != std::string_view::npos && blank > 0) end = blank;
  }
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return line;
}

/// Names of files and nodes come from outside; ties do not.
std::string fit_for_terminal(std::string_view text) {
  std::string fit;
  for (std::size_t tie; (tie = text.find(kTie)) != text.npos; text.remove_prefix(tie + 1))
    fit += printable(text.substr(0, tie), text.size()) + kTie;
  return fit + printable(text, text.size());
}

}  // namespace

void TextTable::rule() {
  for (std::size_t i = 0; i < kColumns; ++i) text_ += "─";
  text_ += '\n';
}

void TextTable::row(std::string_view label, std::string_view text, std::string_view style) {
  const std::string fit = fit_for_terminal(text);
  std::string_view rest = fit;
  do {
    const std::string_view line = take_line(rest);
    text_ += fmt::format("  {}{:<{}}{}{}\n", on(style), label, kLabelColumns, line, off(style));
    label = "";
  } while (!rest.empty());
}

std::string TextTable::text() const {
  std::string text = text_;
  std::replace(text.begin(), text.end(), kTie, ' ');
  return text;
}

void print_latency_row(TextTable& t, const std::string& label, const Histogram& h,
                       const std::string& interval, const RunResult& r) {
  const auto ns = [&](double cycles) { return cycles_to_ns(cycles, r.core_mhz); };
  t.row(label, fmt::format("{:7.1f} {:<10}{:>10.1f}{:>11.1f}{:>11.1f}{:>11.1f}", ns(h.mean()),
                           interval, ns(h.percentile(50)), ns(h.percentile(99)),
                           ns(h.percentile(99.9)), ns(static_cast<double>(h.max()))));
}

}  // namespace tinsim
