// SPDX-License-Identifier: Apache-2.0
// Credit on its way to sources: each is taken once, in order, and not before it is due.
#include "tlm/tin/cell_switch/returning_credits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <utility>

namespace tinsim {
namespace {

TEST(ReturningCredits, IsADequeThatIsTakenUpToACycle) {
  ReturningCredits credits(std::pmr::get_default_resource());
  std::deque<std::pair<Cycle, unsigned>> expected;  // due, words
  std::mt19937 random(1);
  Cycle now = 0;
  unsigned most = 0;
  EXPECT_EQ(credits.next(), kNoCycle);
  for (uint16_t words = 0; words < 5000; ++words) {
    now += random() % 3;
    const Cycle due = now + 7;
    credits.push({due, words, 1, 2});
    expected.emplace_back(due, words);
    most = std::max(most, static_cast<unsigned>(expected.size()));
    // Seldom all, often not as many as have come: some are left for long.
    const Cycle upto = random() % 200 == 0 ? due : now - std::min<Cycle>(now, random() % 60);
    credits.take(upto, [&](const ReturningCredits::Entry& entry) {
      ASSERT_FALSE(expected.empty());
      EXPECT_EQ(std::pair(entry.due, unsigned{entry.words}), expected.front());
      expected.pop_front();
    });
    ASSERT_TRUE(expected.empty() || expected.front().first > upto);
    EXPECT_EQ(credits.next(), expected.empty() ? kNoCycle : expected.front().first);
    EXPECT_EQ(credits.end() - credits.begin(), static_cast<std::ptrdiff_t>(expected.size()));
  }
  EXPECT_GT(most, 32u) << "more than the list drops at once";
}

TEST(ReturningCredits, ReportsCreditInFlightByPort) {
  ReturningCredits credits(std::pmr::get_default_resource());
  for (unsigned i = 0; i < 3; ++i) {  // ports 5 and 63, VC 1 and 2
    credits.push({10 + 2 * i, 4, 1, 5});
    credits.push({11 + 2 * i, 7, 2, 63});
  }
  credits.take(10, [](const ReturningCredits::Entry&) {});
  EXPECT_EQ(credits.words(5, 1), 2 * 4u);
  EXPECT_EQ(credits.words(5, 2), 0u);
  EXPECT_EQ(credits.words(63, 2), 3 * 7u);
  EXPECT_EQ(credits.next_of(uint64_t{1} << 63), 11u);
  EXPECT_EQ(credits.next_of(1u << 5), 12u);
  EXPECT_EQ(credits.next_of(uint64_t{1} << 63 | 1u << 5), 11u);
  EXPECT_EQ(credits.next_of(1u << 6), kNoCycle);
}

}  // namespace
}  // namespace tinsim
