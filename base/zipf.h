// SPDX-License-Identifier: Apache-2.0
// Popularity by rank: a few keys are requested often, most of them seldom.
#pragma once

#include <cstdint>
#include <vector>

namespace tinsim {

/// Zipf's law over the numbers 0 .. count - 1: number k is drawn with probability
/// (k + 1)^-exponent / sum of (i + 1)^-exponent. With 2^-32 as the unit of probability, numbers
/// that are less likely than half of it are never drawn.
class Zipf {
 public:
  /// `count` >= 1, `exponent` >= 0; with 0 all are equally likely, and there is no table.
  explicit Zipf(uint32_t count = 1, double exponent = 0);

  /// For a uniformly random word.
  uint32_t number(uint32_t random) const;

 private:
  uint32_t count_;
  std::vector<uint64_t> up_to_;  ///< by number: of 2^32 draws, how many give it or a lower one
};

}  // namespace tinsim
