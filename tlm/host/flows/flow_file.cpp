// SPDX-License-Identifier: Apache-2.0
// A list of flows in a CSV file: a strict reader that names line and column.
#include "tlm/host/flows/flow_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/byte_order_mark.h"
#include "base/errors.h"
#include "base/input_file.h"
#include "base/printable.h"

namespace tinsim {
namespace {

constexpr std::string_view kHeader = "id,src,dst,bytes,start_ns,after";
constexpr std::size_t kFields = 6;
constexpr uint64_t kMaxHost = std::numeric_limits<uint16_t>::max();
constexpr uint64_t kMaxBytes = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kMaxId = std::numeric_limits<int64_t>::max();
constexpr uint64_t kMaxNs = 1'000'000'000'000;  // longer than any run

}  // namespace

FlowFile::FlowFile(std::string file) : file_(std::move(file)) {
  if (const std::string fault = input_fault(file_); !fault.empty())
    throw ConfigError(fmt::format("{}: flows: cannot be opened ({}); expected a CSV list of flows",
                                  printable(file_), fault));
  in_.open(file_);
}

std::string FlowFile::place() const { return fmt::format("{}:{}", printable(file_), number_); }

void FlowFile::fail(std::size_t column, const std::string& sentence) const {
  throw ConfigError(fmt::format("{}:{}: flows: {}", place(), column + 1, printable(sentence)));
}

/// The next line with content; false at the end.
bool FlowFile::read_line() {
  while (std::getline(in_, line_)) {
    ++number_;
    if (!line_.empty() && line_.back() == '\r') line_.pop_back();
    if (number_ == 1 && line_.rfind(kByteOrderMark, 0) == 0) line_.erase(0, kByteOrderMark.size());
    if (!line_.empty() && line_.front() != '#') return true;
  }
  if (in_.bad())
    throw ConfigError(
        fmt::format("{}: flows: cannot be read; expected a CSV list of flows", printable(file_)));
  return false;
}

bool FlowFile::next(Flow& flow) {
  if (!has_header_) {
    const bool is_there = read_line();
    if (!is_there || line_ != kHeader)
      fail(0, fmt::format("header is '{}'; expected '{}'", is_there ? line_ : "", kHeader));
    has_header_ = true;
  }
  if (!read_line()) return false;
  const auto commas = static_cast<std::size_t>(std::count(line_.begin(), line_.end(), ','));
  if (commas + 1 != kFields)
    fail(0, fmt::format("{} fields; expected {}: {}", commas + 1, kFields, kHeader));
  std::size_t at = 0;
  flow.id = number(take_field(at), "id", 0, kMaxId);
  flow.src = static_cast<uint16_t>(number(take_field(at), "src", 0, kMaxHost));
  flow.dst = static_cast<uint16_t>(number(take_field(at), "dst", 0, kMaxHost));
  flow.bytes = static_cast<uint32_t>(number(take_field(at), "bytes", 1, kMaxBytes));
  flow.start_ns = number(take_field(at), "start_ns", 0, kMaxNs);
  take_predecessors(take_field(at), flow);
  return true;
}

FlowFile::Field FlowFile::take_field(std::size_t& at) const {
  const std::size_t end = std::min(line_.find(',', at), line_.size());
  const Field field{at, std::string_view(line_).substr(at, end - at)};
  at = std::min(end + 1, line_.size());
  return field;
}

uint64_t FlowFile::number(const Field& field, const char* name, uint64_t least,
                          uint64_t most) const {
  uint64_t value = 0;
  const char* end = field.text.data() + field.text.size();
  const auto [stop, error] = std::from_chars(field.text.data(), end, value);
  if (error != std::errc() || stop != end || value < least || value > most)
    fail(field.at, fmt::format("{} is '{}'; expected an integer from {} to {}", name, field.text,
                               least, most));
  return value;
}

void FlowFile::take_predecessors(const Field& field, Flow& flow) const {
  flow.after.clear();
  for (std::size_t at = 0; at < field.text.size();) {
    const std::size_t end = std::min(field.text.find(' ', at), field.text.size());
    flow.after.push_back(
        number({field.at + at, field.text.substr(at, end - at)}, "after", 0, kMaxId));
    at = end + 1;
  }
}

}  // namespace tinsim
