// SPDX-License-Identifier: Apache-2.0
// RS(70,66): against libfec, every pattern it must correct, and how many of the others it sees.
extern "C" {
#include <fec.h>
}
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "rtl_models/parts/gf256.h"
#include "rtl_models/parts/rs70.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

/// Phil Karn's library, an independent implementation, with the parameters of the README.
class LibFec {
 public:
  void encode(RsCodeword& codeword) const {
    encode_rs_char(code_.get(), codeword.data(), codeword.data() + kRsData);
  }
  /// Number of symbols corrected, or -1.
  int decode(RsCodeword& codeword) const {
    return decode_rs_char(code_.get(), codeword.data(), nullptr, 0);
  }

 private:
  std::unique_ptr<void, void (*)(void*)> code_{init_rs_char(8, 0x11d, 0, 1, 4, 185), free_rs_char};
};

RsCodeword random_codeword(Random& random) {
  RsCodeword codeword{};
  for (unsigned n = 0; n < kRsData; ++n) codeword[n] = static_cast<std::uint8_t>(random.bits());
  rs_encode(codeword);
  return codeword;
}
std::uint8_t nonzero(Random& random) { return static_cast<std::uint8_t>(random.range(1, 255)); }

/// `count` different symbols, changed.
RsCodeword with_errors(RsCodeword codeword, unsigned count, Random& random) {
  std::array<unsigned, kRsSymbols> order;
  std::iota(order.begin(), order.end(), 0u);
  for (unsigned n = 0; n < count; ++n) {
    std::swap(order[n], order[random.range(n, kRsSymbols - 1)]);
    codeword[order[n]] ^= nonzero(random);
  }
  return codeword;
}
unsigned distance(const RsCodeword& a, const RsCodeword& b) {
  unsigned count = 0;
  for (unsigned n = 0; n < kRsSymbols; ++n) count += a[n] != b[n];
  return count;
}
double choose(unsigned n, unsigned k) { return k == 0 ? 1 : choose(n - 1, k - 1) * n / k; }
/// `seen` of `trials` lies within five standard deviations of `probability`.
void expect_rate(unsigned seen, unsigned trials, double probability) {
  const double sigma = std::sqrt(trials * probability * (1 - probability));
  EXPECT_NEAR(seen, trials * probability, 5 * sigma);
}

TEST(Gf256, MultiplicationIsThatOfPolynomialsModulo0x11D) {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      unsigned product = 0;
      for (unsigned bit = 0; bit < 8; ++bit)
        if (b >> bit & 1) product ^= a << bit;
      for (unsigned bit = 15; bit >= 8; --bit)
        if (product >> bit & 1) product ^= 0x11Du << (bit - 8);
      const auto x = static_cast<std::uint8_t>(a), y = static_cast<std::uint8_t>(b);
      ASSERT_EQ(gf256::multiply(x, y), product) << a << " " << b;
      if (b) {
        ASSERT_EQ(gf256::multiply(gf256::divide(x, y), y), x);
      }
    }
  }
}

TEST(Gf256, PowerAndLogarithmAreInverse) {
  for (unsigned n = 0; n < 255; ++n) EXPECT_EQ(gf256::logarithm(gf256::power(n)), n);
  EXPECT_EQ(gf256::power(1), 2u);
  EXPECT_EQ(gf256::power(255), 1u);
}

TEST(Rs70, ParityOfASingleOneIsTheGenerator) {
  RsCodeword codeword{};
  codeword[65] = 1;
  rs_encode(codeword);
  EXPECT_EQ((std::array<int, 4>{codeword[66], codeword[67], codeword[68], codeword[69]}),
            (std::array<int, 4>{0x0f, 0x36, 0x78, 0x40}));
}

TEST(Rs70, ParityOfCountingBytesIsThatOfLibfec) {
  RsCodeword codeword{};
  for (unsigned n = 0; n < kRsData; ++n) codeword[n] = static_cast<std::uint8_t>(n);
  rs_encode(codeword);
  EXPECT_EQ((std::array<int, 4>{codeword[66], codeword[67], codeword[68], codeword[69]}),
            (std::array<int, 4>{0xc9, 0xf5, 0x3a, 0x07}));
}

TEST(Rs70, EncodesAsLibfec) {
  const LibFec libfec;
  Random random(1);
  for (int n = 0; n < 20000; ++n) {
    const RsCodeword ours = random_codeword(random);
    RsCodeword theirs = ours;
    libfec.encode(theirs);
    ASSERT_EQ(ours, theirs);
  }
}

TEST(Rs70, ACodewordIsLeftAlone) {
  Random random(2);
  for (int n = 0; n < 20000; ++n) {
    const RsCodeword sent = random_codeword(random);
    RsCodeword got = sent;
    const RsResult result = rs_decode(got);
    ASSERT_TRUE(result.ok);
    ASSERT_EQ(result.corrected, 0u);
    ASSERT_EQ(got, sent);
  }
}

TEST(Rs70, EverySingleWrongSymbolIsCorrected) {
  Random random(3);
  const RsCodeword sent = random_codeword(random);
  for (unsigned symbol = 0; symbol < kRsSymbols; ++symbol) {
    for (unsigned error = 1; error < 256; ++error) {
      RsCodeword got = sent;
      got[symbol] ^= static_cast<std::uint8_t>(error);
      const RsResult result = rs_decode(got);
      ASSERT_TRUE(result.ok) << symbol << " " << error;
      ASSERT_EQ(result.corrected, 1u);
      ASSERT_EQ(got, sent);
    }
  }
}

void correct_pair(const RsCodeword& sent, unsigned a, unsigned error_a, unsigned b,
                  unsigned error_b) {
  RsCodeword got = sent;
  got[a] ^= static_cast<std::uint8_t>(error_a);
  got[b] ^= static_cast<std::uint8_t>(error_b);
  const RsResult result = rs_decode(got);
  ASSERT_TRUE(result.ok) << a << " " << b << " " << error_a << " " << error_b;
  ASSERT_EQ(result.corrected, 2u);
  ASSERT_EQ(got, sent);
}

TEST(Rs70, EveryPairOfWrongSymbolsIsCorrected) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(100 + seed);
    const RsCodeword sent = random_codeword(random);
    for (unsigned a = 0; a < kRsSymbols; ++a)
      for (unsigned b = a + 1; b < kRsSymbols; ++b)
        ASSERT_NO_FATAL_FAILURE(correct_pair(sent, a, nonzero(random), b, nonzero(random)));
  }
}

// Equal errors, and errors y1 x1^j = y2 x2^j, make one syndrome zero.
TEST(Rs70, PairsThatMakeASyndromeZeroAreCorrected) {
  Random random(4);
  const RsCodeword sent = random_codeword(random);
  for (unsigned a = 0; a < kRsSymbols; ++a) {
    for (unsigned b = a + 1; b < kRsSymbols; ++b) {
      for (unsigned j = 0; j < kRsParity; ++j) {
        const std::uint8_t error = nonzero(random);
        const std::uint8_t other = gf256::multiply(error, gf256::power((b - a) * j));
        ASSERT_NO_FATAL_FAILURE(correct_pair(sent, a, error, b, other));
      }
    }
  }
}

TEST(Rs70, CorrectsAsLibfecUpToTwoWrongSymbols) {
  const LibFec libfec;
  Random random(5);
  for (int n = 0; n < 30000; ++n) {
    const unsigned errors = random.below(3);
    RsCodeword ours = with_errors(random_codeword(random), errors, random);
    RsCodeword theirs = ours;
    ASSERT_EQ(rs_decode(ours).corrected, errors);
    ASSERT_EQ(libfec.decode(theirs), static_cast<int>(errors));
    ASSERT_EQ(ours, theirs);
  }
}

// Libfec now and then changes three symbols, which is beyond half the distance of the code. The
// README allows two.
TEST(Rs70, AgreesWithLibfecOnManyWrongSymbols) {
  const LibFec libfec;
  Random random(6);
  unsigned uncorrectable = 0, three = 0;
  for (int n = 0; n < 400000; ++n) {
    const RsCodeword received = with_errors(random_codeword(random), random.range(3, 70), random);
    RsCodeword ours = received, theirs = received;
    const RsResult result = rs_decode(ours);
    const int corrected = libfec.decode(theirs);
    ASSERT_EQ(result.ok, corrected >= 0 && corrected <= 2);
    ASSERT_EQ(ours, result.ok ? theirs : received);
    uncorrectable += !result.ok;
    three += corrected > 2;
  }
  EXPECT_GT(uncorrectable, 300000u);
  EXPECT_LT(three, 100u);
}

// A maximum distance separable code has C(70,5) 255 words of weight 5, the least there is. A
// pattern of three wrong symbols looks like two exactly if it agrees with one of these in three
// places and is zero in the other two: C(5,3) patterns for each.
TEST(Rs70, ThreeWrongSymbolsAreSeenAsOftenAsTheWeightOfTheCodePromises) {
  const double miscorrected =
      choose(5, 3) * choose(70, 5) * 255 / (choose(70, 3) * 255. * 255 * 255);
  EXPECT_NEAR(miscorrected, 0.0340, 0.0001);
  constexpr unsigned kTrials = 500000;
  Random random(7);
  unsigned wrong = 0;
  for (unsigned n = 0; n < kTrials; ++n) {
    const RsCodeword sent = random_codeword(random);
    const RsCodeword received = with_errors(sent, 3, random);
    RsCodeword got = received;
    const RsResult result = rs_decode(got);
    if (!result.ok) {
      ASSERT_EQ(got, received);
      continue;
    }
    ASSERT_EQ(result.corrected, 2u);
    ASSERT_EQ(distance(got, sent), 5u);
    ++wrong;
  }
  expect_rate(wrong, kTrials, miscorrected);
}

// Random words are decoded if they lie in the sphere of radius two around one of the codewords.
TEST(Rs70, RandomWordsAreTakenForCodewordsAsOftenAsTheSpheresFillTheSpace) {
  double inside = 0;
  for (unsigned j = 0; j <= 2; ++j) inside += choose(70, j) * std::pow(255., j);
  inside /= std::pow(256., 4);
  EXPECT_NEAR(inside, 0.0366, 0.0001);
  constexpr unsigned kTrials = 500000;
  Random random(8);
  unsigned decoded = 0;
  for (unsigned n = 0; n < kTrials; ++n) {
    RsCodeword word;
    for (auto& symbol : word) symbol = static_cast<std::uint8_t>(random.bits());
    decoded += rs_decode(word).ok;
  }
  expect_rate(decoded, kTrials, inside);
}

}  // namespace
}  // namespace tinsim
