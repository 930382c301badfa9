// SPDX-License-Identifier: Apache-2.0
// The replay window against a plain set of all counters that were ever kept.
#include "tlm/tin/rma/replay_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "testbench/bench_random.h"

namespace tinsim {
namespace {

/// As the page says it: everything kept is remembered; older than `size` before the greatest is
/// old.
class PlainWindow {
 public:
  explicit PlainWindow(uint64_t size = 4096) : size_(size) {}
  bool is_new(uint64_t counter) const {
    if (kept_.empty()) return true;
    return kept_.count(counter) == 0 && counter + size_ >= *kept_.rbegin();
  }
  void keep(uint64_t counter) { kept_.insert(counter); }

 private:
  uint64_t size_;
  std::set<uint64_t> kept_;
};

/// Planted bug: what lies between two greatest counters counts as seen.
class IgnoresGaps : public PlainWindow {
 public:
  bool is_new(uint64_t counter) const {
    return counter > greatest_ || PlainWindow::is_new(counter);
  }
  void keep(uint64_t counter) {
    if (counter > greatest_ + 1) PlainWindow::keep(counter - 1);
    PlainWindow::keep(counter);
    greatest_ = std::max(greatest_, counter);
  }

 private:
  uint64_t greatest_ = 0;
};

/// Next counter to try: near the greatest, at the edge of the window, again, or far ahead.
uint64_t draw(Random& random, uint64_t greatest, const std::vector<uint64_t>& recent) {
  switch (random.below(8)) {
    case 0:
      return recent[random.below(static_cast<unsigned>(recent.size()))];
    case 1:
      return greatest - std::min<uint64_t>(greatest, random.range(4090, 4102));
    case 2:
      return greatest - std::min<uint64_t>(greatest, random.below(4097));
    case 3:
      return greatest + random.range(60, 70);
    case 4:
      return random.chance(95) ? greatest + 1 : greatest + random.range(4090, 4102);
    case 5:
      return random.chance(99) ? greatest : greatest + (random.bits() >> 24);
    default:
      return greatest - std::min<uint64_t>(greatest, 8) + random.below(17);
  }
}

/// First try in which the two disagree; `tries` if they never do.
template <class A, class B>
unsigned first_difference(A a, B b, uint64_t seed, unsigned tries) {
  Random random(seed);
  uint64_t greatest = random.below(10000);
  std::vector<uint64_t> recent = {greatest};
  for (unsigned i = 0; i < tries; ++i) {
    const uint64_t counter = draw(random, greatest, recent);
    if (a.is_new(counter) != b.is_new(counter)) return i;
    if (!a.is_new(counter) || random.chance(10)) continue;  // sometimes its tag was wrong
    a.keep(counter);
    b.keep(counter);
    greatest = std::max(greatest, counter);
    recent.push_back(counter);
    if (recent.size() > 6000) recent.erase(recent.begin(), recent.begin() + 1000);
  }
  return tries;
}

constexpr unsigned kTries = 200000;

TEST(ReplayWindowTest, DoesWhatAPlainSetDoes) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(first_difference(ReplayWindow(), PlainWindow(), seed, kTries), kTries);
  }
}

TEST(ReplayWindowTest, OtherWindowsAreNoticed) {
  EXPECT_LT(first_difference(ReplayWindow(), PlainWindow(4095), 1, kTries), kTries);
  EXPECT_LT(first_difference(ReplayWindow(), PlainWindow(4097), 1, kTries), kTries);
  EXPECT_LT(first_difference(ReplayWindow(), IgnoresGaps(), 1, kTries), kTries);
}

TEST(ReplayWindowTest, EdgesByHand) {
  ReplayWindow window;
  EXPECT_TRUE(window.is_new(0));
  window.keep(5000);
  EXPECT_FALSE(window.is_new(5000));
  EXPECT_TRUE(window.is_new(5000 - 4096));
  EXPECT_FALSE(window.is_new(5000 - 4097));  // too old, though it never came
  window.keep(5000 - 4096);
  EXPECT_FALSE(window.is_new(5000 - 4096));
  window.keep(5001);
  EXPECT_FALSE(window.is_new(5000));
  EXPECT_FALSE(window.is_new(5001 - 4097));
  window.keep(5001 + 4096);
  EXPECT_FALSE(window.is_new(5001));  // the oldest that is remembered
  EXPECT_TRUE(window.is_new(5002));
  window.keep(0xFFFFFFFFFFFF);  // 48 bits
  EXPECT_FALSE(window.is_new(0xFFFFFFFFFFFF));
  EXPECT_TRUE(window.is_new(0xFFFFFFFFFFFE));
  EXPECT_FALSE(window.is_new(5002));
}

}  // namespace
}  // namespace tinsim
