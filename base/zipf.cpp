// SPDX-License-Identifier: Apache-2.0
// Zipf's law by a table of cumulative probabilities.
#include "base/zipf.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace tinsim {

Zipf::Zipf(uint32_t count, double exponent) : count_(count) {
  if (exponent == 0) return;
  std::vector<double> share(count);
  for (uint32_t k = 0; k < count; ++k) share[k] = std::pow(k + 1.0, -exponent);
  std::partial_sum(share.begin(), share.end(), share.begin());
  up_to_.resize(count);
  for (uint32_t k = 0; k < count; ++k)
    up_to_[k] = static_cast<uint64_t>(std::llround(std::ldexp(share[k] / share.back(), 32)));
}

uint32_t Zipf::number(uint32_t random) const {
  if (up_to_.empty()) {
    uint32_t rest = 0;
    return pick(random, count_, rest);
  }
  const auto found = std::upper_bound(up_to_.begin(), up_to_.end(), uint64_t{random});
  return static_cast<uint32_t>(found - up_to_.begin());
}

}  // namespace tinsim
