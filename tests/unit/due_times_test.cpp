// SPDX-License-Identifier: Apache-2.0
// The times at which sources are due, against a plain search.
#include "platform/services/due_times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace tinsim {
namespace {

void expect_first(const DueTimes& times, const std::vector<Cycle>& plain) {
  const auto first = std::min_element(plain.begin(), plain.end());
  ASSERT_EQ(times.first(), *first);
  ASSERT_EQ(times.first_index(), first - plain.begin());
  for (unsigned i = 0; i < plain.size(); ++i) ASSERT_EQ(times.of(i), plain[i]);
}

TEST(DueTimes, AnEmptyListIsNeverDue) { EXPECT_EQ(DueTimes().first(), kNoCycle); }

TEST(DueTimes, TheFirstIsTheEarliestAndThenTheLowest) {
  std::mt19937 random(1);
  for (unsigned sources : {1u, 2u, 3u, 18u, 32u, 50u, 64u, 65u, 128u, 250u, 256u}) {
    DueTimes times;
    std::vector<Cycle> plain;
    for (unsigned i = 0; i < sources; ++i) {
      plain.push_back(random() % 4);
      times.add(plain.back());
      expect_first(times, plain);
    }
    for (unsigned change = 0; change < 2000; ++change) {
      const unsigned index = random() % sources;
      plain[index] = random() % 8 == 0 ? kNoCycle : random() % 50;
      times.set(index, plain[index]);
      expect_first(times, plain);
    }
  }
}

TEST(DueTimes, HoldsAsManyAsItSaysAndNoMore) {
  DueTimes times;
  for (unsigned i = 0; i < DueTimes::kMaxSources; ++i) times.add(DueTimes::kMaxSources - i);
  EXPECT_EQ(times.first_index(), DueTimes::kMaxSources - 1);
  EXPECT_THROW(times.add(0), InvariantError);
}

}  // namespace
}  // namespace tinsim
