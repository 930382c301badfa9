// SPDX-License-Identifier: Apache-2.0
// Message sizes: a strict CSV reader that names line and column, and the draw.
#include "base/size_cdf.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>

#include "base/byte_order_mark.h"
#include "base/errors.h"
#include "base/input_file.h"
#include "base/printable.h"

namespace tinsim {
namespace {

constexpr std::string_view kHeader = "bytes,cumulative";
constexpr uint64_t kOne = uint64_t{1} << 32;
constexpr uint32_t kMaxBytes = 1u << 30;

struct Line {
  const std::string& file;
  unsigned number;
  std::string_view text;

  [[noreturn]] void fail(size_t column, const std::string& sentence) const {
    throw ConfigError(fmt::format("{}:{}:{}: size_cdf: {}", printable(file), number, column + 1,
                                  printable(sentence)));
  }
};

template <class T>
bool parse(std::string_view text, T& value) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stop == text.data() + text.size();
}

struct Row {
  uint32_t bytes = 0;
  double cumulative = 0;
};

Row parse_row(const Line& line, const Row* before) {
  const size_t comma = line.text.find(',');
  if (comma == line.text.npos || line.text.find(',', comma + 1) != line.text.npos) {
    line.fail(0, fmt::format("'{}' is no pair; expected 2 fields: {}", line.text, kHeader));
  }
  Row row;
  const std::string_view bytes = line.text.substr(0, comma);
  const uint32_t least = before != nullptr ? before->bytes + 1 : 1;
  if (!parse(bytes, row.bytes) || row.bytes < least || row.bytes > kMaxBytes) {
    line.fail(0, fmt::format("bytes is '{}'; expected an integer from {} to {}, more than in the "
                             "line before",
                             bytes, least, kMaxBytes));
  }
  const std::string_view cumulative = line.text.substr(comma + 1);
  const double floor = before != nullptr ? before->cumulative : 0;
  if (!parse(cumulative, row.cumulative) || !(row.cumulative >= floor && row.cumulative <= 1)) {
    line.fail(comma + 1, fmt::format("cumulative is '{}'; expected a probability from {} to 1, no "
                                     "less than in the line before",
                                     cumulative, floor));
  }
  return row;
}

[[noreturn]] void fail_file(const std::string& file, const std::string& sentence) {
  throw ConfigError(fmt::format("{}: size_cdf: {}", printable(file), sentence));
}

}  // namespace

SizeCdf::SizeCdf(uint32_t bytes) : points_{{bytes, kOne}} {}

SizeCdf SizeCdf::read(const std::string& file) {
  if (const std::string fault = input_fault(file); !fault.empty())
    fail_file(file, fmt::format("cannot be opened ({}); expected a CSV of sizes", fault));
  std::ifstream in(file);
  SizeCdf cdf;
  cdf.points_.clear();
  Row last;
  bool header = false;
  std::string text;
  for (unsigned number = 1; std::getline(in, text); ++number) {
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (number == 1 && text.rfind(kByteOrderMark, 0) == 0) text.erase(0, kByteOrderMark.size());
    if (text.empty() || text.front() == '#') continue;
    const Line line{file, number, text};
    if (!header) {
      if (text != kHeader) {
        line.fail(0, fmt::format("header is '{}'; expected '{}'", text, kHeader));
      }
      header = true;
      continue;
    }
    last = parse_row(line, cdf.points_.empty() ? nullptr : &last);
    const double share = std::round(last.cumulative * static_cast<double>(kOne));
    cdf.points_.push_back({last.bytes, static_cast<uint64_t>(share)});
  }
  if (in.bad()) fail_file(file, "cannot be read; expected a CSV of sizes");
  if (last.cumulative != 1) {
    fail_file(file, fmt::format("ends at a cumulative probability of {}; expected a line '{}' and "
                                "at least one size, the last with 1",
                                last.cumulative, kHeader));
  }
  return cdf;
}

uint32_t SizeCdf::bytes(uint32_t random) const {
  const auto above =
      std::upper_bound(points_.begin(), points_.end(), uint64_t{random},
                       [](uint64_t share, const Point& point) { return share < point.share; });
  if (above == points_.begin()) return above->bytes;
  const Point& low = above[-1];
  // random lies in [low.share, above->share): sizes above low's, up to above's.
  const uint64_t step =
      (random - low.share) * (above->bytes - low.bytes) / (above->share - low.share);
  return low.bytes + 1 + static_cast<uint32_t>(step);
}

double SizeCdf::mean() const {
  double mean = static_cast<double>(points_[0].share) * points_[0].bytes;
  for (size_t i = 1; i < points_.size(); ++i) {
    const auto share = static_cast<double>(points_[i].share - points_[i - 1].share);
    mean += share * (points_[i].bytes + points_[i - 1].bytes + 1.0) / 2;
  }
  return mean / static_cast<double>(kOne);
}

}  // namespace tinsim
