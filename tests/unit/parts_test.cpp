// SPDX-License-Identifier: Apache-2.0
// Parts: CRC, header, round-robin pick, credit arithmetic, QoS.
#include <gtest/gtest.h>

#include <boost/crc.hpp>
#include <string>
#include <vector>

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/crc8.h"
#include "rtl_models/parts/credit.h"
#include "rtl_models/parts/qos.h"
#include "rtl_models/parts/rotate_pick.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {
namespace {

TEST(Crc8, HasTheCheckValueOfTheCatalogue) {
  const std::string digits = "123456789";
  EXPECT_EQ(crc8_rohc(reinterpret_cast<const std::uint8_t*>(digits.data()), digits.size()), 0xD0);
}

TEST(Crc8, AgreesWithBoostOnRandomStrings) {
  Random random(1);
  for (int n = 0; n < 2000; ++n) {
    std::vector<std::uint8_t> bytes(random.below(40));
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.bits());
    boost::crc_optimal<8, 0x07, 0xFF, 0x00, true, true> oracle;
    oracle.process_bytes(bytes.data(), bytes.size());
    ASSERT_EQ(crc8_rohc(bytes.data(), bytes.size()), oracle.checksum());
  }
}

TEST(Crc8, TakesTheLowByteOfAWordFirst) {
  const std::uint8_t bytes[7] = {1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(crc8_rohc(std::uint64_t{0x07060504030201}, 7), crc8_rohc(bytes, 7));
}

TEST(CellHeader, EncodesTheExampleOfTheReadme) {
  CellHeader header;
  header.dst = 0x1234;
  header.src = 0x0BCD;
  header.len = 2;
  header.cell_type = 1;
  header.vc = 6;
  header.hop = 12;
  EXPECT_EQ(encode_header(header), 0xBB30C220BCD12341u);
}

TEST(CellHeader, PutsEachFieldWhereTheTableSays) {
  struct Place {
    unsigned low, width;
    void (*fill)(CellHeader&);
  };
  const Place places[] = {{4, 16, [](CellHeader& h) { h.dst = 0xFFFF; }},
                          {20, 16, [](CellHeader& h) { h.src = 0xFFFF; }},
                          {36, 5, [](CellHeader& h) { h.len = 31; }},
                          {41, 4, [](CellHeader& h) { h.cell_type = 15; }},
                          {45, 5, [](CellHeader& h) { h.vc = 31; }},
                          {50, 5, [](CellHeader& h) { h.hop = 31; }},
                          {55, 1, [](CellHeader& h) { h.trace = true; }}};
  for (const Place& place : places) {
    CellHeader header;
    place.fill(header);
    const std::uint64_t ones = ((std::uint64_t{1} << place.width) - 1) << place.low;
    EXPECT_EQ(encode_header(header) << 8 >> 8, ones | 0x1) << "bits from " << place.low;
  }
}

TEST(CellHeader, DecodesWhatItEncodes) {
  Random random(2);
  for (int n = 0; n < 1000; ++n) {
    const CellHeader given = random_header(random);
    const std::uint64_t word = encode_header(given);
    const CellHeader got = decode_header(word);
    ASSERT_FALSE(check_header(word).any());
    ASSERT_EQ(got.dst, given.dst);
    ASSERT_EQ(got.src, given.src);
    ASSERT_EQ(got.len, given.len);
    ASSERT_EQ(got.cell_type, given.cell_type);
    ASSERT_EQ(got.vc, given.vc);
    ASSERT_EQ(got.hop, given.hop);
    ASSERT_EQ(got.trace, given.trace);
    ASSERT_EQ(header_len(word), given.len);
    ASSERT_EQ(header_vc(word), given.vc);
  }
}

TEST(CellHeader, DetectsEveryErrorOfOneTwoAndThreeBits) {  // CRC-8/ROHC has distance 4 at 64 bits
  const std::uint64_t word = 0xBB30C220BCD12341u;
  for (unsigned a = 0; a < 64; ++a)
    for (unsigned b = a; b < 64; ++b)
      for (unsigned c = b; c < 64; ++c) {
        // a == b or b == c leaves one or two flips; a == b == c leaves one.
        std::uint64_t flips = std::uint64_t{1} << a | std::uint64_t{1} << b | std::uint64_t{1} << c;
        ASSERT_TRUE(check_header(word ^ flips).crc) << a << " " << b << " " << c;
      }
}

TEST(PickRoundRobin, TakesTheFirstAtOrAfterAndWrapsAround) {
  EXPECT_EQ(pick_round_robin(0b10010, 0), 1u);
  EXPECT_EQ(pick_round_robin(0b10010, 1), 1u);
  EXPECT_EQ(pick_round_robin(0b10010, 2), 4u);
  EXPECT_EQ(pick_round_robin(0b10010, 5), 1u);
  EXPECT_EQ(pick_round_robin(std::uint64_t{1} << 63, 63), 63u);
  EXPECT_EQ(pick_round_robin(1, 63), 0u);
}

TEST(Credit, ComparesInTheHalfRange) {
  EXPECT_EQ(credit_available(10, 10), 0u);
  EXPECT_EQ(credit_available(11, 10), 1u);
  EXPECT_EQ(credit_available(3, 4090), 9u);
  EXPECT_EQ(credit_available(2047, 0), 2047u);
  EXPECT_EQ(credit_available(2048, 0), 0u);
  EXPECT_TRUE(credit_accepts(100, 100));
  EXPECT_TRUE(credit_accepts(100, 100 + 2047));
  EXPECT_FALSE(credit_accepts(100, 100 + 2048));
  EXPECT_FALSE(credit_accepts(100, 99));
  EXPECT_TRUE(credit_accepts(4095, 0));
}

std::array<std::uint8_t, kMaxVcs> weights(std::initializer_list<int> list) {
  std::array<std::uint8_t, kMaxVcs> result;
  result.fill(1);
  std::copy(list.begin(), list.end(), result.begin());
  return result;
}

/// `n` words at the head of every VC.
auto words_of(unsigned n) {
  return [n](unsigned) { return n; };
}

TEST(QosPicker, WeightsOfEightToOneGiveEightToOneWordsWhateverTheCellSizes) {
  const QosPlan plan{2, 0, weights({8, 1})};
  QosPicker picker;
  Random random(3);
  double words[2] = {0, 0};
  for (int n = 0; n < 400000; ++n) {
    // VC 0 sends small cells, VC 1 mostly large ones: fairness is in words, not cells.
    const unsigned len[2] = {random.range(2, 6), random.range(12, 20)};
    const unsigned vc = picker.next(plan, 0b11, [&](unsigned v) { return len[v]; });
    words[vc] += len[vc];
  }
  EXPECT_NEAR(words[0] / words[1], 8.0, 0.08);
}

TEST(QosPicker, StrictVcsComeFirstAndTakeTurns) {
  const QosPlan plan{4, 0b1010, weights({1, 1, 1, 1})};
  QosPicker picker;
  EXPECT_EQ(picker.next(plan, 0b1111, words_of(2)), 1u);
  EXPECT_EQ(picker.next(plan, 0b1111, words_of(2)), 3u);
  EXPECT_EQ(picker.next(plan, 0b1111, words_of(2)), 1u);
  EXPECT_EQ(picker.next(plan, 0b0101, words_of(2)), 2u);  // current is 0: the first after it
}

TEST(QosPicker, GoesOnWithAVcUntilItsBudgetIsSpent) {
  const QosPlan plan{2, 0, weights({1, 1})};
  QosPicker picker;
  // The first quantum of 20 words goes to VC 1, the first after VC 0: cells of 8, 8 and 8 words
  // leave a budget of -4.
  for (int n = 0; n < 3; ++n) EXPECT_EQ(picker.next(plan, 0b11, words_of(8)), 1u);
  EXPECT_EQ(picker.next(plan, 0b11, words_of(20)), 0u);
  // The debt of 4 words is carried: 16 words are left, two cells of 8.
  for (int n = 0; n < 2; ++n) EXPECT_EQ(picker.next(plan, 0b11, words_of(8)), 1u);
  EXPECT_EQ(picker.next(plan, 0b11, words_of(8)), 0u);
}

TEST(QosPicker, AVcKeepsNoSurplusWhenItsQuantumIsRenewed) {
  const QosPlan plan{3, 0, weights({1, 1, 1})};
  QosPicker picker;
  EXPECT_EQ(picker.next(plan, 0b110, words_of(2)), 1u);   // VC 1: 18 of 20 words left
  EXPECT_EQ(picker.next(plan, 0b101, words_of(20)), 2u);  // VC 1 empty: VC 2 gets 20
  EXPECT_EQ(picker.next(plan, 0b011, words_of(20)), 0u);
  // VC 1 begins again with min(18, 0) + 20 = 20 words, not 38: a 20-word cell, then VC 2.
  EXPECT_EQ(picker.next(plan, 0b110, words_of(20)), 1u);
  EXPECT_EQ(picker.next(plan, 0b110, words_of(20)), 2u);
}

TEST(QosPicker, AVcThatIsAloneIsServedFreeOfCharge) {
  const QosPlan plan{2, 0, weights({1, 1})};
  QosPicker picker;
  EXPECT_EQ(picker.next(plan, 0b11, words_of(8)), 1u);  // 12 of 20 words left
  for (int n = 0; n < 5; ++n) EXPECT_EQ(picker.next(plan, 0b10, words_of(20)), 1u);
  EXPECT_EQ(picker.next(plan, 0b01, words_of(20)), 0u);
  // Still the turn of VC 1, with 12 words: two cells of 8, which leave a debt of 4.
  EXPECT_EQ(picker.next(plan, 0b11, words_of(8)), 1u);
  EXPECT_EQ(picker.next(plan, 0b11, words_of(8)), 1u);
  EXPECT_EQ(picker.next(plan, 0b11, words_of(8)), 0u);
}

}  // namespace
}  // namespace tinsim
