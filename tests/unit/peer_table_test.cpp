// SPDX-License-Identifier: Apache-2.0
// Tables of peers against std::map, queues against std::deque, under random use; places of packets.
#include "tlm/host/peer_table.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>

#include "tlm/ethernet/packet_pool.h"
#include "tlm/host/flat_queue.h"
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

/// Counts those that there are; stays where it is made.
struct Counted {
  explicit Counted(unsigned& count) : living(count) { ++living; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --living; }
  unsigned& living;
};

TEST(PeerTable, MakesElementsInPlaceAndEndsEach) {
  unsigned living = 0;
  for (const unsigned elements : {0u, 1u, 8u, 21u}) {
    {
      PeerTable<Counted> table(std::pmr::get_default_resource());
      for (unsigned key = 0; key < elements; ++key)
        table.find_or_make(key, [&] { return Counted(living); });
      EXPECT_EQ(living, elements);
    }
    EXPECT_EQ(living, 0u);
  }
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

TEST(FlatQueue, HoldsWhatADequeHolds) {
  std::mt19937 random(7);
  FlatQueue<unsigned> queue;
  std::deque<unsigned> expected;
  for (unsigned i = 0; i < 20000; ++i) {
    const bool grows = i / 50 % 2 == 0;
    if (random() % 100 < (grows ? 60u : 40u)) {
      queue.push_back(i);
      expected.push_back(i);
    } else if (!expected.empty() && random() % 4 == 0) {
      const auto at = static_cast<std::ptrdiff_t>(random() % expected.size());
      queue.erase(queue.begin() + at);
      expected.erase(expected.begin() + at);
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
  }
}

/// Requested one place at a time.
class Counting final : public std::pmr::memory_resource {
 public:
  unsigned places = 0;

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    ++places;
    return memory_.allocate(bytes, alignment);
  }
  void do_deallocate(void*, std::size_t, std::size_t) override { FAIL(); }
  bool do_is_equal(const memory_resource& o) const noexcept override { return this == &o; }
  std::pmr::monotonic_buffer_resource memory_;
};

TEST(PacketPool, GivesThePlaceThatCameBackLastFirst) {
  Counting places;
  PacketPool pool(&places);
  void* const first = pool.allocate(120, 8);
  void* const second = pool.allocate(100, 8);
  EXPECT_NE(first, second);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 128, 0u);
  pool.deallocate(second, 100, 8);
  pool.deallocate(first, 120, 8);
  EXPECT_EQ(pool.allocate(120, 8), first);
  EXPECT_EQ(pool.allocate(120, 8), second);
  EXPECT_EQ(places.places, 2u);
  void* const longer = pool.allocate(129, 8);  // from the heap
  pool.deallocate(longer, 129, 8);
  EXPECT_EQ(places.places, 2u);
}

}  // namespace
}  // namespace tinsim
