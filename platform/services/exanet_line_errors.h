// SPDX-License-Identifier: Apache-2.0
// Independent bit errors on the lines of an ExaNet network.
#pragma once

#include <cstdint>
#include <vector>

namespace tinsim {

/// Each line has a random stream of its own, so that errors do not depend on the other lines.
class ExanetLineErrors {
 public:
  /// Of so many directed lines. `rate`: share of wrong bits, above 0.
  ExanetLineErrors(double rate, uint64_t seed, unsigned lines);

  /// The next word of a line, some of whose bits may change.
  void pass(unsigned line, uint64_t& word);

 private:
  struct Line {
    uint64_t bits_left = 0;  ///< good ones before the next wrong one
    uint64_t errors = 0;
  };
  uint64_t gap(unsigned line);

  double scale_;
  uint64_t seed_;
  std::vector<Line> lines_;
};

}  // namespace tinsim
