// SPDX-License-Identifier: Apache-2.0
// Parts of the IP path: cells of a packet, cell words, eptr, ECN and CTD, prefixes and groups.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtl_models/parts/ecn_rule.h"
#include "rtl_models/parts/eptr.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "rtl_models/parts/wcmp.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

// ---- cells of a packet

TEST(IpCells, SplitsByHand) {
  // 1500 = 10 * 148 + 20; 4 + 20 bytes are 3 words, and the header.
  EXPECT_EQ(cells_of(1500), 11u);
  EXPECT_EQ(vbytes_of(1500, 9), 148u);
  EXPECT_EQ(vbytes_of(1500, 10), 20u);
  EXPECT_EQ(words_of_data_cell(20), 4u);
  EXPECT_EQ(data_words_of(1500), 10u * 20 + 4);
  EXPECT_EQ(cells_of(148), 1u);
  EXPECT_EQ(cells_of(149), 2u);
  EXPECT_EQ(vbytes_of(149, 1), 1u);
  EXPECT_EQ(vbytes_of(296, 1), 148u);
  EXPECT_EQ(words_of_data_cell(0), 2u);
  EXPECT_EQ(words_of_data_cell(4), 2u);
  EXPECT_EQ(words_of_data_cell(5), 3u);
  EXPECT_EQ(words_of_data_cell(148), 20u);
}

TEST(IpCells, DealsOutEveryByteOfEveryLength) {
  for (unsigned bytes = 1; bytes <= kMaxPacketBytes; ++bytes) {
    unsigned left = bytes, cells = 0, words = 0;
    for (; left > 0; ++cells) {
      const unsigned part = left > 148 ? 148 : left;
      ASSERT_EQ(vbytes_of(bytes, cells), part) << bytes << " bytes, cell " << cells;
      unsigned padded = 4 + part;
      while (padded % 8) ++padded;
      words += 1 + padded / 8;
      left -= part;
    }
    ASSERT_EQ(cells_of(bytes), cells) << bytes;
    ASSERT_EQ(data_words_of(bytes), words) << bytes;
  }
}

// ---- words

/// The places of the fields of a word, from bit 0 up, and what fills each of them with ones.
template <class Word>
struct Place {
  unsigned width;
  void (*fill)(Word&);
};

template <class Word>
void expect_places(const std::vector<Place<Word>>& places) {
  unsigned low = 0;
  for (const auto& place : places) {
    Word word;
    place.fill(word);
    const std::uint64_t ones = ((std::uint64_t{1} << place.width) - 1) << low;
    EXPECT_EQ(pack_word(word), ones) << "bits from " << low;
    low += place.width;
  }
}

TEST(IpWords, PutEachFieldWhereTheTableSays) {
  expect_places<RtsWord>({{14, [](RtsWord& w) { w.len = 0xFFFF; }},
                          {3, [](RtsWord& w) { w.cos = 0xFF; }},
                          {2, [](RtsWord& w) { w.eport = 0xFF; }},
                          {18, [](RtsWord& w) { w.iptr = 0xFFFFFFFF; }},
                          {8, [](RtsWord& w) { w.usage = 0xFF; }},
                          {16, [](RtsWord& w) { w.fhash = 0xFFFF; }},
                          {2, [](RtsWord& w) { w.ect = 0xFF; }}});
  expect_places<CtsWord>({{18, [](CtsWord& w) { w.iptr = 0xFFFFFFFF; }},
                          {16, [](CtsWord& w) { w.eptr = 0xFFFF; }},
                          {2, [](CtsWord& w) { w.eport = 0xFF; }},
                          {3, [](CtsWord& w) { w.cos = 0xFF; }},
                          {8, [](CtsWord& w) { w.avoid = 0xFF; }}});
  expect_places<CtdWord>(
      {{18, [](CtdWord& w) { w.iptr = 0xFFFFFFFF; }}, {4, [](CtdWord& w) { w.reason = 0xFF; }}});
  expect_places<DataWord>({{16, [](DataWord& w) { w.eptr = 0xFFFF; }},
                           {8, [](DataWord& w) { w.idx = 0xFF; }},
                           {8, [](DataWord& w) { w.vbytes = 0xFF; }},
                           {32, [](DataWord& w) { w.first = 0xFFFFFFFF; }}});
}

TEST(IpWords, ReadBackWhatWasPackedAndIgnoreReservedBits) {
  Random random(3);
  for (int n = 0; n < 1000; ++n) {
    const std::uint64_t word = random.bits();
    const std::uint64_t one = 1;
    ASSERT_EQ(pack_word(unpack_rts(word)), word & ((one << 63) - 1));
    ASSERT_EQ(pack_word(unpack_cts(word)), word & ((one << 47) - 1));
    ASSERT_EQ(pack_word(unpack_ctd(word)), word & ((one << 22) - 1));
    ASSERT_EQ(pack_word(unpack_data(word)), word);
  }
}

// ---- eptr

TEST(Eptr, HasTheContextBelowTheGeneration) {
  constexpr EptrFormat format(64);  // 6 bits, 10 bits
  EXPECT_EQ(format.eptr(5, 3), 3u << 6 | 5);
  EXPECT_EQ(format.context(0xFFFF), 63u);
  EXPECT_EQ(format.generation(0xFFFF), 1023u);
  EXPECT_EQ(format.generations(), 1024u);
  EXPECT_EQ(format.next(0), 1u);
  EXPECT_EQ(format.next(1023), 0u);
}

TEST(Eptr, NamesEachPairOnce) {
  for (unsigned contexts = 2; contexts <= 1024; contexts *= 2) {
    const EptrFormat format(contexts);
    for (unsigned eptr = 0; eptr < 0x10000; ++eptr) {
      const auto given = static_cast<std::uint16_t>(eptr);
      ASSERT_LT(format.context(given), contexts);
      ASSERT_LT(format.generation(given), format.generations());
      ASSERT_EQ(format.eptr(format.context(given), format.generation(given)), given);
    }
  }
}

// ---- ECN and CTD

TEST(EcnRule, RefusesAboveTheThresholdAndWhenTheCounterIsFull) {
  EXPECT_FALSE(refuses_rts(0, 0));
  EXPECT_TRUE(refuses_rts(1, 0));
  EXPECT_FALSE(refuses_rts(1024, 1024));
  EXPECT_TRUE(refuses_rts(1025, 1024));
  EXPECT_FALSE(refuses_rts(4094, 4095));
  EXPECT_TRUE(refuses_rts(4095, 4095));
}

TEST(EcnRule, MarksOnlyPacketsThatCanBe) {
  for (unsigned ecn = 0; ecn < 4; ++ecn) {
    EXPECT_EQ(marks_ecn(129, 128, ecn), ecn == 1 || ecn == 2) << ecn;
    EXPECT_FALSE(marks_ecn(128, 128, ecn)) << ecn;
  }
}

// ---- prefixes and groups

/// Bit `n` of an address, 0 being the first on the wire.
bool bit_of(const AddressBits& address, unsigned n) {
  return n < 64 ? address.hi >> (63 - n) & 1 : address.lo >> (127 - n) & 1;
}

TEST(Prefix, AgreesWithAComparisonBitByBit) {
  Random random(4);
  for (int n = 0; n < 20'000; ++n) {
    const AddressBits prefix{random.bits(), random.bits()};
    AddressBits address = prefix;
    const unsigned differs = random.below(128), length = random.below(129);
    if (differs < 64)
      address.hi ^= std::uint64_t{1} << (63 - differs);
    else
      address.lo ^= std::uint64_t{1} << (127 - differs);
    bool equal = true;
    for (unsigned bit = 0; bit < length; ++bit)
      equal = equal && bit_of(prefix, bit) == bit_of(address, bit);
    ASSERT_EQ(prefix_matches(prefix, length, address), equal) << differs << " of " << length;
  }
}

TEST(Prefix, MatchesAnyAddressWhenItIsEmpty) {
  EXPECT_TRUE(prefix_matches({~std::uint64_t{0}, 0}, 0, {0, ~std::uint64_t{0}}));
}

TEST(Wcmp, SharesAllHashesByWeight) {
  for (unsigned count : {1u, 2u, 3u, 7u, 64u, 100u, 4095u}) {
    std::vector<unsigned> flows(count);
    for (unsigned hash = 0; hash < 0x10000; ++hash)
      ++flows.at(wcmp_member(static_cast<std::uint16_t>(hash), count));
    for (unsigned n : flows) {
      EXPECT_GE(n, 0x10000 / count);
      EXPECT_LE(n, 0x10000 / count + 1);
    }
  }
}

TEST(Wcmp, ChoosesByTheUpperBitsOfTheHash) {
  EXPECT_EQ(wcmp_member(0x3FFF, 4), 0u);
  EXPECT_EQ(wcmp_member(0x4000, 4), 1u);
  EXPECT_EQ(wcmp_member(0xFFFF, 4), 3u);
}

}  // namespace
}  // namespace tinsim
