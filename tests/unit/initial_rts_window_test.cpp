// SPDX-License-Identifier: Apache-2.0
// How many RTSs an ingress sends to a queue without recent answers, and which packets are held.
#include "tlm/tin/ip/initial_rts_window.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

constexpr unsigned kInitial = 16, kTries = 5000;
constexpr Cycle kLifetime = 1000;
constexpr uint32_t kQueue = 77, kOther = 78;

/// RTSs that are admitted in a row.
unsigned admitted(InitialRtsWindow& window, Cycle now, uint32_t queue = kQueue) {
  unsigned count = 0;
  for (; count < kTries && window.has_space(now, queue); ++count) window.sent(now, queue);
  return count;
}

void answer(InitialRtsWindow& window, unsigned times, bool is_fetched) {
  for (unsigned i = 0; i < times; ++i) window.answered(kQueue, is_fetched);
}

TEST(InitialRtsWindow, ANewQueueHasASmallWindowAndEachFetchWidensIt) {
  InitialRtsWindow window(kInitial, kLifetime);
  EXPECT_EQ(admitted(window, 5), kInitial);
  EXPECT_EQ(admitted(window, 5, kOther), kInitial);
  answer(window, 3, true);
  EXPECT_EQ(admitted(window, 6), 6u);
  answer(window, 3, false);
  EXPECT_EQ(admitted(window, 7), 3u);
}

TEST(InitialRtsWindow, ZeroIsNoLimit) {
  InitialRtsWindow window(0, kLifetime);
  EXPECT_EQ(admitted(window, 0), kTries);
}

// Each round of fetches doubles the window, and the last one removes the limit.
TEST(InitialRtsWindow, ManyFetchesRemoveTheLimit) {
  InitialRtsWindow window(kInitial, kLifetime);
  unsigned open = 0, rounds = 0;
  for (unsigned sent = admitted(window, 0); sent < kTries; ++rounds) {
    open = sent;
    answer(window, open, true);
    sent = admitted(window, 0);
    if (sent < kTries) {
      ASSERT_EQ(sent, 2 * open);
    }
  }
  EXPECT_EQ(rounds, 6u);  // 16, 32 … 512, 1024
}

TEST(InitialRtsWindow, AQueueIsNewAgainAfterAllAnswersAndTheLifetimeOfItsState) {
  InitialRtsWindow window(kInitial, kLifetime);
  admitted(window, 0);
  answer(window, kInitial, true);
  EXPECT_EQ(admitted(window, kLifetime), 2 * kInitial);
  EXPECT_FALSE(window.has_space(3 * kLifetime, kQueue));
  answer(window, 2 * kInitial, true);
  EXPECT_EQ(admitted(window, 2 * kLifetime), 4 * kInitial);
  answer(window, 4 * kInitial, true);
  EXPECT_EQ(admitted(window, 3 * kLifetime + 1), kInitial);
}

TEST(InitialRtsWindow, CongestionRestartsTheWindowAndMaxHoldAdmitsOne) {
  InitialRtsWindow window(kInitial, kLifetime);
  admitted(window, 0);
  answer(window, kInitial, true);
  window.restart(kQueue);
  EXPECT_EQ(admitted(window, 0), kInitial);
  for (unsigned i = 0; i < 3; ++i) {
    window.evict_queue(kQueue);
    EXPECT_EQ(admitted(window, 0), 1u);
  }
  answer(window, 1, false);
  window.evict_queue(kQueue);
  EXPECT_EQ(admitted(window, 0), 1u);
}

TEST(InitialRtsWindow, PacketsOfAQueueAreHeldInOrder) {
  InitialRtsWindow window(kInitial, kLifetime);
  EXPECT_EQ(window.take_held(kQueue), InitialRtsWindow::kNone);
  for (uint32_t iptr : {5u, 3u, 4u}) window.hold(kQueue, iptr);
  window.hold(kOther, 9);
  EXPECT_TRUE(window.has_held());
  for (uint32_t iptr : {5u, 3u, 4u}) EXPECT_EQ(window.take_held(kQueue), iptr);
  EXPECT_EQ(window.take_held(kQueue), InitialRtsWindow::kNone);
  EXPECT_EQ(window.take_held(kOther), 9u);
  EXPECT_FALSE(window.has_held());
}

// Of queues that share an entry the first one has it until all its RTSs are answered; the others
// are not limited meanwhile, and their answers do not change it.
TEST(InitialRtsWindow, AQueueWithoutAnEntryIsNotLimited) {
  for (uint32_t twin = kQueue + 1; twin < kQueue + 10000; ++twin) {
    InitialRtsWindow window(kInitial, kLifetime);
    admitted(window, 0);
    if (admitted(window, 0, twin) == kInitial) continue;
    EXPECT_FALSE(window.has_space(0, kQueue));
    window.answered(twin, true);
    EXPECT_FALSE(window.has_space(0, kQueue));
    answer(window, kInitial, true);
    EXPECT_EQ(admitted(window, 0, twin), kInitial);
    return;
  }
  FAIL() << "each of 10,000 queues has an entry of its own";
}

}  // namespace
}  // namespace tinsim
