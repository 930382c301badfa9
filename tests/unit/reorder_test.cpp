// SPDX-License-Identifier: Apache-2.0
// Order within a flow: by hand, and against a list in the order of pushes.
#include "rtl_models/parts/reorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "testbench/bench_random.h"

namespace tinsim {
namespace {

TEST(ReorderState, HoldsAPacketUntilThoseBeforeItHaveLeft) {
  ReorderState books(4);
  EXPECT_EQ(books.push(7, 70), 0u);
  EXPECT_EQ(books.push(7, 71), 1u);
  EXPECT_EQ(books.push(8, 80), 2u);
  books.complete(1);
  EXPECT_EQ(books.offered(), ReorderState::kNone);
  books.complete(2);
  EXPECT_EQ(books.offered(), 2u);  // of another flow
  books.complete(0);
  EXPECT_EQ(books.offered(), 0u);  // pushed first
  books.free(0);
  EXPECT_EQ(books.offered(), 1u);
  EXPECT_EQ(books.tag(1), 71);
  EXPECT_EQ(books.flow(1), 7u);
}

TEST(ReorderState, ReusesEntriesWithoutReorderingThem) {
  ReorderState books(2);
  books.push(7, 0);
  books.push(7, 1);
  EXPECT_TRUE(books.is_full());
  EXPECT_EQ(books.next_entry(), ReorderState::kNone);
  books.free(0);
  EXPECT_EQ(books.push(7, 2), 0u);  // a lower number, but pushed after entry 1
  books.complete(0);
  EXPECT_EQ(books.offered(), ReorderState::kNone);
  books.free(1);  // given up
  EXPECT_EQ(books.offered(), 0u);
}

/// Packets in the order of their pushes.
struct Listed {
  unsigned entry;
  std::uint32_t flow;
  bool complete;
};

unsigned offered_by_list(const std::vector<Listed>& list) {
  for (std::size_t n = 0; n < list.size(); ++n) {
    const bool waits = std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(n),
                                   [&](const Listed& p) { return p.flow == list[n].flow; });
    if (list[n].complete && !waits) return list[n].entry;
  }
  return ReorderState::kNone;
}

/// Packets that are complete and not the first of their flow.
unsigned held_back_by_list(const std::vector<Listed>& list) {
  unsigned held_back = 0;
  for (auto p = list.begin(); p != list.end(); ++p) {
    held_back += p->complete && std::any_of(list.begin(), p, [&](const Listed& other) {
                   return other.flow == p->flow;
                 });
  }
  return held_back;
}

TEST(ReorderState, AgreesWithAListInPushOrder) {
  // More flows than buckets, and many packets of each.
  const std::vector<std::pair<unsigned, unsigned>> shapes = {{2, 5},    {5, 5},  {16, 5},   {63, 5},
                                                             {64, 200}, {65, 3}, {300, 200}};
  for (const auto& [entries, flows] : shapes) {
    ReorderState books(entries);
    std::vector<Listed> list;
    Random random(entries);
    for (int n = 0; n < 20'000; ++n) {
      if (random.chance(60) && list.size() < entries) {
        std::vector<bool> taken(entries);
        for (const Listed& packet : list) taken[packet.entry] = true;
        const auto lowest =
            static_cast<unsigned>(std::find(taken.begin(), taken.end(), false) - taken.begin());
        const std::uint32_t flow = random.below(flows) << 24;
        ASSERT_EQ(books.push(flow, 0), lowest);
        list.push_back({lowest, flow, false});
      }
      if (!list.empty()) {
        const auto at = random.below(static_cast<unsigned>(list.size()));
        if (!list[at].complete && random.chance(90)) {
          list[at].complete = true;
          books.complete(list[at].entry);
        } else if (!list[at].complete) {
          books.free(list[at].entry);
          list.erase(list.begin() + at);
        }
      }
      const unsigned offer = offered_by_list(list);
      ASSERT_EQ(books.offered(), offer);
      if (offer != ReorderState::kNone && random.chance(80)) {
        books.free(offer);
        list.erase(std::find_if(list.begin(), list.end(),
                                [&](const Listed& p) { return p.entry == offer; }));
      }
      ASSERT_EQ(books.occupancy(), list.size());
      ASSERT_EQ(books.held_back(), held_back_by_list(list));
      ASSERT_EQ(books.is_full(), list.size() == entries);
    }
  }
}

}  // namespace
}  // namespace tinsim
