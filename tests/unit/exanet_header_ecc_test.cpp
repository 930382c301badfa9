// SPDX-License-Identifier: Apache-2.0
// ExaNet header code: every single error is corrected, every double error found.
#include "rtl_models/exanet_header_ecc/exanet_header_ecc.h"

#include <gtest/gtest.h>

#include <vector>

#include "rtl_models/parts/exanet_ecc.h"
#include "rtl_models/parts/exanet_header.h"
#include "testbench/bench_random.h"
#include "testbench/stimulus/exanet_header_ecc_stimulus.h"

namespace tinsim {
namespace {

using Ecc = ExanetHeaderEcc;

Bits<128> encode(const Bits<120>& info) {
  Ecc::In in;
  in.info_i = info;
  return Ecc().eval(in).word_o;
}
Ecc::Out decode(const Bits<128>& word) {
  Ecc::In in;
  in.word_i = word;
  return Ecc().eval(in);
}

/// The code as the README defines it, bit by bit: places, check bits, parity.
Bits<128> encode_by_places(const Bits<120>& info) {
  Bits<128> word;
  std::vector<unsigned> places;
  for (unsigned place = 3; place < 128; ++place)
    if (place != 4 && place != 8 && place != 16 && place != 32 && place != 64)
      places.push_back(place);
  EXPECT_EQ(places.size(), 120u);
  bool parity = false;
  for (unsigned j = 0; j < 7; ++j) {
    bool check = false;
    for (unsigned i = 0; i < 120; ++i)
      if (places[i] & (1u << j)) check ^= info.bit(i);
    word.set_bit(120 + j, check);
    parity ^= check;
  }
  for (unsigned i = 0; i < 120; ++i) {
    word.set_bit(i, info.bit(i));
    parity ^= info.bit(i);
  }
  word.set_bit(127, parity);
  return word;
}

Bits<120> random_info(Random& random) {
  Bits<120> info;
  for (unsigned i = 0; i < 120; ++i) info.set_bit(i, random.chance(50));
  return info;
}

TEST(ExanetHeaderEcc, TheExamplesOfTheReadme) {
  EXPECT_EQ(encode({}), Bits<128>());
  Bits<120> first, last;
  first.set_bit(0, true);
  const Bits<128> word = encode(first);
  EXPECT_EQ(word.words(), (std::array<std::uint32_t, 4>{1, 0, 0, 0x83000000}));
  last.set_bit(119, true);
  EXPECT_EQ(encode(last).words(), (std::array<std::uint32_t, 4>{0, 0, 0, 0x7f800000}));
}

TEST(ExanetHeaderEcc, EncodesAsTheBitByBitDefinition) {
  Random random(1);
  for (unsigned i = 0; i < 120; ++i) {
    Bits<120> info;
    info.set_bit(i, true);
    ASSERT_EQ(encode(info), encode_by_places(info)) << i;
  }
  for (int n = 0; n < 1000; ++n) {
    const Bits<120> info = random_info(random);
    ASSERT_EQ(encode(info), encode_by_places(info));
  }
}

TEST(ExanetHeaderEcc, ACodeWordHasNoError) {
  Random random(2);
  for (int n = 0; n < 1000; ++n) {
    const Bits<120> info = random_info(random);
    const Ecc::Out out = decode(encode(info));
    ASSERT_EQ(out.info_o, info);
    ASSERT_FALSE(out.corrected_o || out.uncorrectable_o);
    ASSERT_EQ(out.position_o, 0u);
  }
}

TEST(ExanetHeaderEcc, EverySingleErrorIsCorrected) {
  Random random(3);
  for (int n = 0; n < 50; ++n) {
    const Bits<120> info = random_info(random);
    for (unsigned i = 0; i < 128; ++i) {
      Bits<128> word = encode(info);
      word.set_bit(i, !word.bit(i));
      const Ecc::Out out = decode(word);
      ASSERT_EQ(out.info_o, info) << i;
      ASSERT_TRUE(out.corrected_o) << i;
      ASSERT_FALSE(out.uncorrectable_o) << i;
      ASSERT_EQ(out.position_o, i);
    }
  }
}

TEST(ExanetHeaderEcc, EveryDoubleErrorIsFoundAndLeavesTheInformation) {
  Random random(4);
  for (int n = 0; n < 4; ++n) {
    const Bits<128> sent = encode(random_info(random));
    for (unsigned i = 0; i < 128; ++i) {
      for (unsigned j = i + 1; j < 128; ++j) {
        Bits<128> word = sent;
        word.set_bit(i, !word.bit(i));
        word.set_bit(j, !word.bit(j));
        const Ecc::Out out = decode(word);
        ASSERT_TRUE(out.uncorrectable_o && !out.corrected_o) << i << " " << j;
        ASSERT_EQ(out.position_o, 0u);
        for (unsigned bit = 0; bit < 120; ++bit) ASSERT_EQ(out.info_o.bit(bit), word.bit(bit));
      }
    }
  }
}

TEST(ExanetHeaderEcc, TheFieldsOfAHeaderReturn) {
  Random random(5);
  for (int n = 0; n < 1000; ++n) {
    ExanetWord word{random.bits(), random.bits() & ((std::uint64_t{1} << 56) - 1)};
    ASSERT_EQ(pack_exanet_header(unpack_exanet_header(word)), word);
  }
  ExanetHeader header;
  header.dst = {1, 2, 3};
  header.dst_port = 2;
  header.src = {4, 5, 6};
  header.src_port = 1;
  header.bytes = 512;
  header.kind = 3;
  header.tag = 0x8001;
  header.address = 0xABCDEF0123456;
  const ExanetWord word = pack_exanet_header(header);
  EXPECT_EQ(word.low, 1ull | 2ull << 6 | 3ull << 12 | 2ull << 18 | 4ull << 20 | 5ull << 26 |
                          6ull << 32 | 1ull << 38 | 512ull << 40 | 3ull << 50 | 0x001ull << 52);
  EXPECT_EQ(word.high, 0x8ull | 0xABCDEF0123456ull << 4);
}

TEST(ExanetHeaderEccRandom, TheStimulusHasAllResults) {
  ExanetHeaderEccStimulus stimulus(1);
  unsigned good = 0, corrected = 0, uncorrectable = 0;
  for (int n = 0; n < 10000; ++n) {
    const Ecc::Out out = Ecc().eval(stimulus.next({}));
    corrected += out.corrected_o;
    uncorrectable += out.uncorrectable_o;
    good += !out.corrected_o && !out.uncorrectable_o;
  }
  EXPECT_GT(good, 1000u);
  EXPECT_GT(corrected, 1000u);
  EXPECT_GT(uncorrectable, 1000u);
}

}  // namespace
}  // namespace tinsim
