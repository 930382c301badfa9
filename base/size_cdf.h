// SPDX-License-Identifier: Apache-2.0
// Message sizes: one, or an empirical distribution from a CSV file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tinsim {

/// Piecewise linear: of the messages between two points, (b, p) and (c, q), the sizes b+1..c are
/// equally likely.
class SizeCdf {
 public:
  /// All messages have `bytes`.
  explicit SizeCdf(uint32_t bytes = 1);

  /// Lines `bytes,cumulative` below that header; both ascend, the last cumulative probability is 1,
  /// and the probability of the first line is all of its size. Empty lines and lines from `#` on
  /// are skipped. Throws ConfigError with `file:line:column` at the first fault.
  static SizeCdf read(const std::string& file);

  /// Size for a uniformly random word, in integers: equal on every machine.
  uint32_t bytes(uint32_t random) const;
  uint32_t longest() const { return points_.back().bytes; }
  /// Exactly: p0 b0 + sum of (p_i - p_{i-1}) (b_{i-1} + 1 + b_i) / 2, in bytes.
  double mean() const;

 private:
  struct Point {
    uint32_t bytes;
    uint64_t share;  ///< of 2^32 messages, how many are no longer
  };
  std::vector<Point> points_;
};

}  // namespace tinsim
