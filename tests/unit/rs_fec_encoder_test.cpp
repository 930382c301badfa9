// SPDX-License-Identifier: Apache-2.0
// FEC encoder: bit order on the line, parity of libfec, timing, contiguity.
extern "C" {
#include <fec.h>
}
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <vector>

#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"
#include "testbench/bench.h"
#include "testbench/stimulus/random_wide.h"

namespace tinsim {
namespace {

using Blocks = std::array<Bits<66>, 8>;
/// In wire order.
using LineBits = std::bitset<560>;

Blocks random_blocks(Random& random) {
  Blocks blocks;
  for (auto& block : blocks) block = random_wide<66>(random);
  return blocks;
}

/// The description, bit by bit, with the parity of libfec.
LineBits expected_line(const Blocks& blocks) {
  LineBits line;
  unsigned char symbols[70] = {};
  for (unsigned n = 0; n < 528; ++n) {
    line[n] = blocks[n / 66].bit(n % 66);
    symbols[n / 8] = static_cast<unsigned char>(symbols[n / 8] | line[n] << n % 8);
  }
  void* code = init_rs_char(8, 0x11d, 0, 1, 4, 185);
  encode_rs_char(code, symbols, symbols + 66);
  free_rs_char(code);
  for (unsigned n = 528; n < 560; ++n)
    line[n] = (symbols[n / 8] >> n % 8 & 1) != (0xA5A5A5A5u >> (n - 528) & 1);
  return line;
}

class RsFecEncoderTest : public ::testing::Test {
 protected:
  void send(const Bits<66>& block) {
    bench_.in.valid_i = true;
    bench_.in.block_i = block;
  }
  const RsFecEncoder::Out& out() { return bench_.out(); }
  bool silent() { return !out().valid_o && !out().first_o && out().line_o == Bits<70>(); }
  bool shows(const LineBits& line, unsigned word) {
    for (unsigned n = 0; n < 70; ++n)
      if (out().line_o.bit(n) != line[70 * word + n]) return false;
    return true;
  }

  Bench<RsFecEncoder> bench_;
  Random random_{1};
};

TEST_F(RsFecEncoderTest, LineWordsComeTwoCyclesAfterTheFirstBlockWithoutAGap) {
  const Blocks blocks = random_blocks(random_);
  const LineBits line = expected_line(blocks);
  for (unsigned cycle = 0; cycle < 14; ++cycle) {
    if (cycle < 8) send(blocks[cycle]);
    if (cycle >= 2 && cycle < 10) {
      EXPECT_TRUE(out().valid_o && shows(line, cycle - 2)) << cycle;
      EXPECT_EQ(out().first_o, cycle == 2) << cycle;
    } else {
      EXPECT_TRUE(silent()) << cycle;
    }
    bench_.clock();
  }
}

TEST_F(RsFecEncoderTest, CodewordsMayBeBackToBack) {
  std::vector<Blocks> sent;
  for (unsigned cycle = 0; cycle < 8 * 100; ++cycle) {
    if (cycle % 8 == 0) sent.push_back(random_blocks(random_));
    send(sent.back()[cycle % 8]);
    bench_.clock();
    if (cycle == 0) continue;
    const unsigned word = cycle - 1;  // that of this cycle, which is cycle + 1
    ASSERT_TRUE(out().valid_o);
    ASSERT_EQ(out().first_o, word % 8 == 0);
    ASSERT_TRUE(shows(expected_line(sent[word / 8]), word % 8)) << word;
  }
}

TEST_F(RsFecEncoderTest, ParityOfZerosIsTheInversionAlone) {
  for (unsigned n = 0; n < 8; ++n) {
    send(Bits<66>());
    bench_.clock();
  }
  bench_.clock();
  const std::uint32_t inversion = 0xA5A5A5A5;
  for (unsigned n = 0; n < 70; ++n)
    EXPECT_EQ(out().line_o.bit(n), n >= 38 && (inversion >> (n - 38) & 1)) << n;
}

TEST_F(RsFecEncoderTest, AGapInACodewordBreaksARuleAndAGapBetweenDoesNot) {
  for (unsigned blocks = 1; blocks <= 8; ++blocks) {
    bench_.reset();
    for (unsigned n = 0; n < blocks; ++n) {
      send(Bits<66>());
      bench_.clock();
    }
    EXPECT_EQ(broken_rule([&] { bench_.clock(); }), blocks < 8 ? "CodewordIsContiguous" : "none");
  }
}

TEST_F(RsFecEncoderTest, ResetClearsAPartialCodeword) {
  for (unsigned n = 0; n < 3; ++n) {
    send(random_wide<66>(random_));
    bench_.clock();
  }
  bench_.reset();
  EXPECT_TRUE(silent());
  const Blocks blocks = random_blocks(random_);
  for (const auto& block : blocks) {
    send(block);
    bench_.clock();
  }
  bench_.clock();
  EXPECT_TRUE(shows(expected_line(blocks), 7));
}

}  // namespace
}  // namespace tinsim
