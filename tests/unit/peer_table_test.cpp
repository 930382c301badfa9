// SPDX-License-Identifier: Apache-2.0
// Tables of peers against std::map, short queues against std::deque, under random use.
#include "tlm/host/peer_table.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>

#include "tlm/host/short_queue.h"

namespace tinsim {
namespace {

TEST(PeerTable, FindsWhatAMapFindsAndMovesNothing) {
  PeerTable<uint64_t> table(std::pmr::get_default_resource());
  std::map<uint32_t, const uint64_t*> expected;
  std::mt19937 random(3);
  EXPECT_EQ(table.find(0), nullptr);
  for (unsigned i = 0; i < 5000; ++i) {
    // Keys as those of hosts: an entry in the upper half, a host in the lower.
    const uint32_t key = (random() % 4) << 16 | random() % 1152;
    const auto known = expected.find(key);
    EXPECT_EQ(table.find(key), known == expected.end() ? nullptr : known->second);
    bool is_made = false;
    uint64_t& element = table.find_or_make(key, [&] {
      is_made = true;
      return uint64_t{key} + 7;
    });
    EXPECT_EQ(is_made, known == expected.end());
    EXPECT_EQ(element, uint64_t{key} + 7);
    expected[key] = &element;
  }
  EXPECT_GT(expected.size(), 2000u);
  for (const auto& [key, element] : expected) EXPECT_EQ(table.find(key), element);
}

TEST(ShortQueue, HoldsWhatADequeHolds) {
  std::mt19937 random(5);
  ShortQueue<unsigned> queue;
  std::deque<unsigned> expected;
  for (unsigned i = 0; i < 20000; ++i) {
    // Long rows of pushes and of pops, so that it is empty and short and long again and again.
    const bool grows = i / 50 % 2 == 0;
    if (random() % 100 < (grows ? 60u : 40u)) {
      queue.push_back(i);
      expected.push_back(i);
    } else if (!expected.empty()) {
      queue.pop_front();
      expected.pop_front();
    }
    ASSERT_EQ(queue.empty(), expected.empty());
    ASSERT_EQ(queue.size(), expected.size());
    ASSERT_TRUE(std::equal(queue.begin(), queue.end(), expected.begin(), expected.end()));
    if (expected.empty()) continue;
    ASSERT_EQ(queue.front(), expected.front());
    ASSERT_EQ(queue.back(), expected.back());
    ASSERT_EQ(queue[expected.size() / 2], expected[expected.size() / 2]);
  }
}

}  // namespace
}  // namespace tinsim
