// SPDX-License-Identifier: Apache-2.0
// Parts of 1RMA shared by blocks and chip core: meta-data words, segments.
#include <gtest/gtest.h>

#include "rtl_models/parts/rma_segment.h"
#include "rtl_models/parts/rma_words.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

TEST(RmaWords, MetaDataHasEveryFieldInItsPlace) {
  RmaMeta meta;
  meta.slot = 0xBEEF;
  meta.offset = 0x123;
  meta.length = 0x45;
  meta.status = 0x6;
  meta.counter = 0x789A'BCDE'F012;
  meta.tag = {0xAB'CDEF'0123, 0x4567'89AB'CDEF'1357};
  // slot 16, offset 12, length 8, status 4, counter 48, tag 104, from bit 0 up, by hand.
  const RmaMetaPayload words = {0xDEF0'1264'5123'BEEF, 0xABCD'EF13'5778'9ABC,
                                0xABCD'EF01'2345'6789};
  EXPECT_EQ(pack_words(meta), words);
}

TEST(RmaWords, MetaDataComesBack) {
  Random random(1);
  for (int n = 0; n < 10'000; ++n) {
    RmaMeta meta;
    meta.slot = static_cast<std::uint16_t>(random.bits());
    meta.offset = static_cast<std::uint16_t>(random.below(4096));
    meta.length = static_cast<std::uint8_t>(random.bits());
    meta.status = static_cast<std::uint8_t>(random.below(16));
    meta.counter = random.bits() >> 16;
    meta.tag = {random.bits() >> 24, random.bits()};
    const RmaMeta back = unpack_meta(pack_words(meta));
    EXPECT_EQ(back.slot, meta.slot);
    EXPECT_EQ(back.offset, meta.offset);
    EXPECT_EQ(back.length, meta.length);
    EXPECT_EQ(back.status, meta.status);
    EXPECT_EQ(back.counter, meta.counter);
    EXPECT_EQ(back.tag, meta.tag);
  }
}

TEST(RmaWords, EveryBitOfTheMetaDataCounts) {
  for (unsigned bit = 0; bit < 192; ++bit) {
    RmaMetaPayload words{};
    words[bit / 64] = std::uint64_t{1} << (bit % 64);
    EXPECT_EQ(pack_words(unpack_meta(words)), words) << bit;
  }
}

TEST(RmaWords, EveryBitOfARequestCounts) {
  for (unsigned bit = 0; bit < 320; ++bit) {
    RmaRequestPayload words{};
    words[bit / 64] = std::uint64_t{1} << (bit % 64);
    EXPECT_EQ(pack_words(unpack_request(words)), words) << bit;
  }
}

TEST(RmaWords, AResponseOf128BytesIsTheLongestCell) {
  EXPECT_EQ(rma_cell_words(0), 4u);
  EXPECT_EQ(rma_cell_words(1), 5u);
  EXPECT_EQ(rma_cell_words(8), 5u);
  EXPECT_EQ(rma_cell_words(64), 12u);  // 96 bytes (docs/reference/assumptions.md)
  EXPECT_EQ(rma_cell_words(128), 20u);
}

TEST(RmaSegment, CutsEveryLengthIntoWholeCellsAndARest) {
  for (unsigned max_data : {64u, 128u}) {
    for (unsigned length = 1; length <= 256; ++length) {
      unsigned offset = 1000, left = length, cells = 0;
      for (; left != 0; ++cells) {
        const RmaSegment cell = next_segment(offset, left, max_data);
        EXPECT_EQ(cell.offset, 1000 + max_data * cells);
        EXPECT_EQ(cell.length, left > max_data ? max_data : left);
        EXPECT_EQ(cell.words, 4 + (cell.length + 7) / 8);
        offset += cell.length;
        left -= cell.length;
      }
      EXPECT_EQ(cells, (length + max_data - 1) / max_data);
      EXPECT_EQ(offset, 1000 + length);
    }
  }
  EXPECT_EQ(next_segment(5, 0, 128).words, 4u);  // an error has no data
}

}  // namespace
}  // namespace tinsim
