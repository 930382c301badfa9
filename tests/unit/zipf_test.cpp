// SPDX-License-Identifier: Apache-2.0
// Zipf's law: exact shares of small cases, and frequencies of a large one against the formula.
#include "base/zipf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace tinsim {
namespace {

// 1 : 1/2 : 1/3 : 1/4 is 12 : 6 : 4 : 3 of 25.
TEST(Zipf, SharesOfFourAreThoseOfTheFormula) {
  const Zipf zipf(4, 1);
  const std::vector<uint64_t> ends = {12, 18, 22, 25};
  for (uint32_t k = 0; k < 4; ++k) {
    const double end = std::ldexp(static_cast<double>(ends[k]) / 25, 32);
    EXPECT_EQ(zipf.number(static_cast<uint32_t>(end - 1)), k);
    if (k == 3) continue;
    EXPECT_EQ(zipf.number(static_cast<uint32_t>(end + 1)), k + 1);
  }
  EXPECT_EQ(zipf.number(0), 0u);
  EXPECT_EQ(zipf.number(~0u), 3u);
}

TEST(Zipf, WithoutSkewAllAreEquallyLikely) {
  for (const Zipf& zipf : {Zipf(8), Zipf(8, 1e-9)})
    for (uint32_t eighth = 0; eighth < 8; ++eighth) {
      EXPECT_EQ(zipf.number((eighth << 29) + 100), eighth);
      EXPECT_EQ(zipf.number((eighth << 29) + (1u << 29) - 100), eighth);
    }
}

TEST(Zipf, OneNumberIsAlwaysDrawn) {
  for (uint32_t random : {0u, 1u << 31, ~0u}) {
    EXPECT_EQ(Zipf(1, 2).number(random), 0u);
    EXPECT_EQ(Zipf().number(random), 0u);
  }
}

/// The first numbers of a million at the exponent of common key-value workloads, each within four
/// standard errors.
TEST(Zipf, FrequenciesOfAMillionAreThoseOfTheFormula) {
  constexpr uint32_t kNumbers = 1'000'000, kDraws = 200'000;
  const Zipf zipf(kNumbers, 0.99);
  double sum = 0;
  for (uint32_t k = kNumbers; k > 0; --k) sum += std::exp(-0.99 * std::log(k));
  std::vector<uint32_t> seen(kNumbers);
  for (uint32_t n = 0; n < kDraws; ++n) ++seen[zipf.number(draw(1, 2, 3, n).destination)];
  for (uint32_t k : {0u, 1u, 2u, 9u, 99u}) {
    const double share = std::exp(-0.99 * std::log(k + 1.0)) / sum;
    EXPECT_NEAR(seen[k], kDraws * share, 4 * std::sqrt(kDraws * share)) << k;
  }
}

}  // namespace
}  // namespace tinsim
