// SPDX-License-Identifier: Apache-2.0
// FEC decoder: timing, corrected and bad codewords, marks, rules; and encoder and decoder in a row.
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"

#include <gtest/gtest.h>

#include <array>

#include "testbench/bench.h"
#include "testbench/fec_loop.h"
#include "testbench/stimulus/random_wide.h"

namespace tinsim {
namespace {

/// A codeword on the line, from the code that is held to libfec by its own test.
struct Codeword {
  explicit Codeword(Random& random) {
    for (unsigned n = 0; n < 8; ++n) {
      blocks[n] = random_wide<66>(random);
      frame.put_block(n, blocks[n]);
    }
    frame.encode();
    for (unsigned n = 0; n < 8; ++n) lines[n] = frame.line(n);
  }
  /// Flips `bits` of symbol k.
  void hit(unsigned k, unsigned bits) {
    for (unsigned n = 0; n < 8; ++n)
      if (bits >> n & 1) flip(8 * k + n);
  }
  void flip(unsigned bit) {
    auto& line = lines[bit / 70];
    line.set_bit(bit % 70, !line.bit(bit % 70));
  }
  /// Block n as the line words have it.
  Bits<66> received(unsigned n) const {
    Bits<66> block;
    for (unsigned i = 0; i < 66; ++i)
      block.set_bit(i, lines[(66 * n + i) / 70].bit((66 * n + i) % 70));
    return block;
  }

  FecFrame frame;
  std::array<Bits<66>, 8> blocks;
  std::array<Bits<70>, 8> lines;
};

class RsFecDecoderTest : public ::testing::Test {
 protected:
  void send(const Codeword& codeword, unsigned n) {
    bench_.in.valid_i = true;
    bench_.in.first_i = n == 0;
    bench_.in.line_i = codeword.lines[n];
  }
  /// Sends a codeword alone and moves to the cycle of its first block.
  void decode(const Codeword& codeword) {
    for (unsigned n = 0; n < 8; ++n) {
      send(codeword, n);
      bench_.clock();
    }
    bench_.clock(4);
  }
  const RsFecDecoder::Out& out() { return bench_.out(); }
  bool silent() {
    return !out().valid_o && !out().bad_o && !out().first_o && out().corrected_o == 0 &&
           out().block_o == Bits<66>();
  }

  Bench<RsFecDecoder> bench_;
  Random random_{1};
};

TEST_F(RsFecDecoderTest, BlocksLeaveTwelveCyclesAfterTheFirstLineWordWithoutAGap) {
  const Codeword codeword(random_);
  for (unsigned cycle = 0; cycle < 24; ++cycle) {
    if (cycle < 8) send(codeword, cycle);
    if (cycle >= 12 && cycle < 20) {
      EXPECT_TRUE(out().valid_o && !out().bad_o) << cycle;
      EXPECT_EQ(out().block_o, codeword.blocks[cycle - 12]) << cycle;
      EXPECT_EQ(out().first_o, cycle == 12) << cycle;
      EXPECT_EQ(out().corrected_o, 0u);
    } else {
      EXPECT_TRUE(silent()) << cycle;
    }
    bench_.clock();
  }
}

TEST_F(RsFecDecoderTest, CodewordsMayFollowAtOnce) {
  std::vector<Codeword> sent;
  for (unsigned cycle = 0; cycle < 8 * 100; ++cycle) {
    if (cycle % 8 == 0) {
      sent.emplace_back(random_);
      sent.back().hit(random_.below(70), random_.range(1, 255));
    }
    send(sent.back(), cycle % 8);
    if (cycle >= 12) {
      const unsigned n = cycle - 12;
      ASSERT_TRUE(out().valid_o && !out().bad_o);
      ASSERT_EQ(out().block_o, sent[n / 8].blocks[n % 8]) << n;
      ASSERT_EQ(out().first_o, n % 8 == 0);
      ASSERT_EQ(out().corrected_o, n % 8 == 0 ? 1u : 0u);
    }
    bench_.clock();
  }
}

TEST_F(RsFecDecoderTest, CountsCorrectedSymbolsParityIncludedOnTheFirstBlockOnly) {
  for (unsigned other : {0u, 65u, 66u, 69u}) {
    Codeword codeword(random_);
    codeword.hit(40, 0xFF);
    codeword.hit(other, 0x10);
    decode(codeword);
    EXPECT_EQ(out().corrected_o, 2u) << other;
    for (unsigned n = 0; n < 8; ++n) {
      EXPECT_TRUE(out().valid_o && !out().bad_o);
      EXPECT_EQ(out().block_o, codeword.blocks[n]);
      bench_.clock();
      EXPECT_EQ(out().corrected_o, 0u);
    }
  }
}

TEST_F(RsFecDecoderTest, ABurstOfNineBitsIsCorrectedWhereverItBegins) {  // it touches two symbols
  for (unsigned from = 0; from + 9 <= 560; ++from) {
    Codeword codeword(random_);
    for (unsigned n = 0; n < 9; ++n) codeword.flip(from + n);
    decode(codeword);
    for (unsigned n = 0; n < 8; ++n) {
      ASSERT_TRUE(out().valid_o && !out().bad_o) << from;
      ASSERT_EQ(out().block_o, codeword.blocks[n]) << from;
      bench_.clock();
    }
  }
}

TEST_F(RsFecDecoderTest, AnUncorrectableCodewordIsMarkedInEveryBlockAndGivenAsReceived) {
  unsigned seen = 0;
  while (seen < 50) {
    Codeword codeword(random_);
    for (unsigned k : {3u, 30u, 67u}) codeword.hit(k, random_.range(1, 255));
    RsCodeword word;
    for (unsigned k = 0; k < 70; ++k) {
      word[k] = 0;
      for (unsigned i = 0; i < 8; ++i)
        word[k] = static_cast<std::uint8_t>(
            word[k] | codeword.lines[(8 * k + i) / 70].bit((8 * k + i) % 70) << i);
      if (k >= 66) word[k] ^= 0xA5;
    }
    if (rs_decode(word).ok) continue;  // one in thirty looks like two wrong symbols
    ++seen;
    decode(codeword);
    for (unsigned n = 0; n < 8; ++n) {
      EXPECT_TRUE(out().valid_o && out().bad_o);
      EXPECT_EQ(out().block_o, codeword.received(n));
      EXPECT_EQ(out().first_o, n == 0);
      EXPECT_EQ(out().corrected_o, 0u);
      bench_.clock();
    }
    EXPECT_TRUE(silent());
  }
}

TEST_F(RsFecDecoderTest, AGapInACodewordBreaksARuleAndAGapBetweenDoesNot) {
  const Codeword codeword(random_);
  for (unsigned words = 1; words <= 8; ++words) {
    bench_.reset();
    for (unsigned n = 0; n < words; ++n) {
      send(codeword, n);
      bench_.clock();
    }
    EXPECT_EQ(broken_rule([&] { bench_.clock(); }), words < 8 ? "CodewordIsContiguous" : "none");
  }
}

TEST_F(RsFecDecoderTest, AFirstMarkInTheWrongPlaceBreaksARule) {
  const Codeword codeword(random_);
  send(codeword, 1);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "FirstIsMarked");
  bench_.reset();
  send(codeword, 0);
  bench_.clock();
  send(codeword, 0);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "FirstIsMarked");
}

TEST_F(RsFecDecoderTest, ResetClearsCodewordsInFlight) {
  decode(Codeword(random_));
  bench_.reset();
  for (unsigned cycle = 0; cycle < 20; ++cycle) {
    EXPECT_TRUE(silent());
    bench_.clock();
  }
}

TEST(FecLoop, ABlockComesBackFourteenCyclesLaterAndNotBefore) {
  Bench<FecLoop<RsFecEncoder, RsFecDecoder>> bench;
  Random random(2);
  std::vector<Bits<66>> sent;
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    sent.push_back(random_wide<66>(random));
    bench.in.valid_i = true;
    bench.in.block_i = sent.back();
    // One bit in each codeword, in any line word.
    bench.in.flips_i.set_bit(random.below(70), cycle % 8 == cycle / 8 % 8);
    EXPECT_EQ(bench.out().valid_o, cycle >= 14) << cycle;
    if (cycle >= 14) {
      ASSERT_EQ(bench.out().block_o, sent[cycle - 14]);
      ASSERT_EQ(bench.out().first_o, (cycle - 14) % 8 == 0);
      ASSERT_FALSE(bench.out().bad_o);
    }
    bench.clock();
  }
}

}  // namespace
}  // namespace tinsim
