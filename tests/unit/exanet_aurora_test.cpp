// SPDX-License-Identifier: Apache-2.0
// Aurora 64B/66B lanes: errors as a scrambled line makes them, and what the header's code can do.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "rtl_models/parts/exanet_ecc.h"
#include "rtl_models/parts/exanet_header.h"
#include "tlm/exanet/aurora_lane.h"

namespace tinsim {
namespace {

TEST(AuroraLane, ErrorsAreThoseOfAScrambledLine) {
  std::mt19937_64 random(1);
  ScramblerState tx, rx;
  AuroraLane lane;
  for (unsigned block = 0; block < 20000; ++block) {
    const std::uint64_t data = random(), errors = block % 3 ? 0 : random() & random() & random();
    ExanetLineWord word{true, false, data};
    lane.pass(errors, 0, word);
    ASSERT_EQ(word.word, descramble(rx, scramble(tx, data) ^ errors)) << block;
    ASSERT_TRUE(word.valid);
  }
}

TEST(AuroraLane, OneWrongBitOfTheLineIsThreeOfTheWords) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    AuroraLane lane;
    ExanetLineWord first{true, false, 0}, second{true, false, 0}, third{true, false, 0};
    lane.pass(std::uint64_t{1} << bit, 0, first);
    lane.pass(0, 0, second);
    lane.pass(0, 0, third);
    EXPECT_EQ(__builtin_popcountll(first.word) + __builtin_popcountll(second.word), 3) << bit;
    EXPECT_EQ(third.word, 0u);
  }
}

TEST(AuroraLane, AWrongSyncHeaderLosesAWordOrMakesOne) {
  for (unsigned sync : {1u, 2u, 3u}) {
    AuroraLane lane;
    ExanetLineWord data{true, true, 5}, idle{false, false, 0};
    lane.pass(0, sync, data);
    EXPECT_FALSE(data.valid);
    EXPECT_TRUE(data.ends_packet);
    lane.pass(0, sync, idle);
    EXPECT_EQ(idle.valid, sync == 3) << sync;
  }
}

/// Outcomes of the header's code for one wrong bit of the line at each place of its two blocks.
std::map<std::string, unsigned> outcomes() {
  ExanetHeader header;
  header.dst = {1, 2, 3};
  header.bytes = 512;
  header.address = 0x123456789abcd;
  const ExanetWord sent = exanet_encode(pack_exanet_header(header));
  std::map<std::string, unsigned> count;
  for (unsigned bit = 0; bit < 128; ++bit) {
    AuroraLane lane;
    ExanetLineWord low{true, false, sent.low}, high{true, false, sent.high};
    lane.pass(bit < 64 ? std::uint64_t{1} << bit : 0, 0, low);
    lane.pass(bit < 64 ? 0 : std::uint64_t{1} << (bit - 64), 0, high);
    const ExanetDecoded decoded = exanet_decode({low.word, high.word});
    if (decoded.uncorrectable)
      ++count["found"];
    else
      ++count[decoded.info == pack_exanet_header(header) ? "corrected" : "wrong"];
  }
  return count;
}

/// A wrong bit is three, 39 and 58 places apart, or those of them that lie in the header: from 89
/// on one is left, from 70 to 88 two, below three, which a code of distance four takes for another
/// single error or finds.
TEST(AuroraLane, TheHeaderCodeCorrectsOneWrongBitOfTheLineInTheLast39PlacesAlone) {
  const auto count = outcomes();
  EXPECT_EQ(count.at("corrected"), 128u - 89);
  EXPECT_GE(count.at("found"), 89u - 70);
  EXPECT_EQ(count.at("found") + count.at("wrong"), 89u);
  EXPECT_GT(count.at("wrong"), 0u);
  RecordProperty("wrong", static_cast<int>(count.at("wrong")));
  std::printf("corrected %u, found %u, wrong %u\n", count.at("corrected"), count.at("found"),
              count.at("wrong"));
}

}  // namespace
}  // namespace tinsim
