// SPDX-License-Identifier: Apache-2.0
// Partition of pods over ranks, and what ranks hand each other as bytes.
#include "platform/ranks/partition.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "platform/ranks/ranks.h"

namespace tinsim {
namespace {

TEST(Partition, EveryPodHasOneRankInOrderAndSharesDifferByOneAtMost) {
  for (unsigned pods = 1; pods <= 64; ++pods) {
    for (unsigned ranks = 1; ranks <= pods; ++ranks) {
      const Partition partition(pods, ranks);
      unsigned next = 0;
      for (unsigned rank = 0; rank < ranks; ++rank) {
        ASSERT_EQ(partition.begin(rank), next);
        next = partition.end(rank);
        const unsigned share = next - partition.begin(rank);
        ASSERT_GE(share, pods / ranks);
        ASSERT_LE(share, (pods + ranks - 1) / ranks);
        for (unsigned pod = partition.begin(rank); pod < next; ++pod) {
          ASSERT_EQ(partition.rank_of(pod), rank);
        }
      }
      ASSERT_EQ(next, pods);
    }
  }
}

TEST(RankBytes, ComeOutAsTheyWentIn) {
  Bytes bytes;
  put(bytes, uint8_t{7});
  put(bytes, std::vector<uint32_t>{1, 0xffffffffu});
  put(bytes, std::string("two\0words", 9));
  put(bytes, std::vector<uint64_t>{});
  put(bytes, 0.5);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.take<uint8_t>(), 7);
  EXPECT_EQ(reader.take_all<uint32_t>(), (std::vector<uint32_t>{1, 0xffffffffu}));
  EXPECT_EQ(reader.take_text(), std::string("two\0words", 9));
  EXPECT_TRUE(reader.take_all<uint64_t>().empty());
  EXPECT_EQ(reader.take<double>(), 0.5);
  EXPECT_TRUE(reader.at_end());
}

TEST(RankAlone, GathersItsOwnAndThrowsWhatAStepThrows) {
  EXPECT_EQ(alone().size(), 1u);
  EXPECT_TRUE(alone().is_first());
  EXPECT_EQ(alone().gather({'a'}), std::vector<Bytes>{Bytes{'a'}});
  EXPECT_EQ(alone().broadcast({'b'}), Bytes{'b'});
  EXPECT_THROW(alone().run_collectively([] { throw InvariantError("broken"); }), InvariantError);
  EXPECT_FALSE(alone().are_working());
}

}  // namespace
}  // namespace tinsim
