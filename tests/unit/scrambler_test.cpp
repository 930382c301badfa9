// SPDX-License-Identifier: Apache-2.0
// Scrambler: published blocks, the bit-serial definition, self-synchronisation, error
// multiplication.
#include "rtl_models/parts/scrambler.h"

#include <gtest/gtest.h>

#include <bitset>
#include <vector>

#include "rtl_models/parts/crc8.h"
#include "testbench/bench_random.h"
#include "testbench/stimulus/pcs_vectors.h"

namespace tinsim {
namespace {

TEST(Scrambler, GivesThePublishedBlocks) {
  ScramblerState tx, rx;
  for (const ScramblerVector& vector : kPublishedFrame) {
    EXPECT_EQ(scramble(tx, vector.payload), vector.line);
    EXPECT_EQ(descramble(rx, vector.line), vector.payload);
  }
}

TEST(Scrambler, GivesThePublishedIdles) {
  ScramblerState state;
  for (std::uint64_t line : kPublishedIdles) EXPECT_EQ(scramble(state, 0x1e), line);
}

TEST(Scrambler, IsTheBitSerialDefinition) {
  Random random(1);
  std::vector<bool> line(58, true);
  ScramblerState state;
  for (int n = 0; n < 1000; ++n) {
    const std::uint64_t payload = random.bits();
    std::uint64_t expected = 0;
    for (unsigned i = 0; i < 64; ++i) {
      const std::size_t now = line.size();
      line.push_back((payload >> i & 1) != (line[now - 39] != line[now - 58]));
      expected |= std::uint64_t{line.back()} << i;
    }
    ASSERT_EQ(scramble(state, payload), expected) << n;
  }
}

TEST(Scrambler, ADescramblerInAnyStateIsRightFromThe59thBitOn) {
  Random random(2);
  for (int n = 0; n < 100; ++n) {
    ScramblerState tx, rx;
    tx.line = random.bits() >> 6;
    rx.line = tx.line ^ std::uint64_t{1} << n % 58;  // one wrong bit: seen by each tap once
    const std::uint64_t first = random.bits(), second = random.bits();
    const std::uint64_t wrong = descramble(rx, scramble(tx, first)) ^ first;
    EXPECT_NE(wrong, 0u);
    EXPECT_EQ(wrong >> 58, 0u);
    EXPECT_EQ(descramble(rx, scramble(tx, second)), second);
  }
}

TEST(Scrambler, OneLineErrorGivesThreePayloadErrors39And58BitsLater) {
  Random random(3);
  for (unsigned hit = 0; hit < 64; ++hit) {
    ScramblerState tx, rx;
    std::bitset<192> wrong;
    for (unsigned block = 0; block < 3; ++block) {
      const std::uint64_t payload = random.bits();
      const std::uint64_t flip = block == 0 ? std::uint64_t{1} << hit : 0;
      const std::uint64_t seen = descramble(rx, scramble(tx, payload) ^ flip) ^ payload;
      wrong |= std::bitset<192>(seen) << 64 * block;
    }
    std::bitset<192> expected;
    expected.set(hit).set(hit + 39).set(hit + 58);
    EXPECT_EQ(wrong, expected) << hit;
  }
}

// Two line errors become up to six payload errors, more than CRC-8's distance promises to show;
// that all are seen nevertheless is why this CRC was chosen. 122 bits: the word's, and 58 before
// it.
TEST(Scrambler, TheCrcOfAWordSeesEveryPairOfLineErrorsThatReachesIt) {
  const std::uint64_t before = 0x0123456789ABCDEF, body = 0x00FEDCBA98765432;
  const std::uint64_t word = body | std::uint64_t{crc8_rohc(body, 7)} << 56;
  ScramblerState tx;
  const std::uint64_t line[2] = {scramble(tx, before), scramble(tx, word)};
  unsigned pairs = 0, missed = 0;
  for (unsigned a = 6; a < 128; ++a) {
    for (unsigned b = a + 1; b < 128; ++b) {
      std::uint64_t hit[2] = {line[0], line[1]};
      hit[a / 64] ^= std::uint64_t{1} << a % 64;
      hit[b / 64] ^= std::uint64_t{1} << b % 64;
      ScramblerState rx;
      descramble(rx, hit[0]);
      const std::uint64_t got = descramble(rx, hit[1]);
      ++pairs;
      if (got != word && crc8_rohc(got, 7) == got >> 56) ++missed;
    }
  }
  EXPECT_EQ(pairs, 122u * 121 / 2);
  EXPECT_EQ(missed, 0u);
}

}  // namespace
}  // namespace tinsim
