// SPDX-License-Identifier: Apache-2.0
// How many RTSs an ingress sends to a queue of which it has heard nothing, and who waits.
#include "tlm/tin/ip/rts_start.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

constexpr unsigned kFirst = 16, kTries = 5000;
constexpr Cycle kForgets = 1000;
constexpr uint32_t kQueue = 77, kOther = 78;

/// RTSs that may go in a row.
unsigned asked(RtsStart& start, Cycle now, uint32_t queue = kQueue) {
  unsigned count = 0;
  for (; count < kTries && start.has_room(now, queue); ++count) start.asked(now, queue);
  return count;
}

void answer(RtsStart& start, unsigned times, bool is_fetched) {
  for (unsigned i = 0; i < times; ++i) start.answered(kQueue, is_fetched);
}

TEST(RtsStart, AQueueStartsWithFewAndEachFetchAllowsAnotherBesides) {
  RtsStart start(kFirst, kForgets);
  EXPECT_EQ(asked(start, 5), kFirst);
  EXPECT_EQ(asked(start, 5, kOther), kFirst);
  answer(start, 3, true);
  EXPECT_EQ(asked(start, 6), 6u);
  answer(start, 3, false);
  EXPECT_EQ(asked(start, 7), 3u);
}

TEST(RtsStart, ZeroIsAnyNumber) {
  RtsStart start(0, kForgets);
  EXPECT_EQ(asked(start, 0), kTries);
}

// Twice as many with each round of fetches, and in the end no limit.
TEST(RtsStart, ManyFetchesLiftTheLimit) {
  RtsStart start(kFirst, kForgets);
  unsigned open = 0, rounds = 0;
  for (unsigned sent = asked(start, 0); sent < kTries; ++rounds) {
    open = sent;
    answer(start, open, true);
    sent = asked(start, 0);
    if (sent < kTries) {
      ASSERT_EQ(sent, 2 * open);
    }
  }
  EXPECT_EQ(rounds, 6u);  // 16, 32 … 512, 1024
}

TEST(RtsStart, AQueueIsNewAgainOnceAllIsAnsweredAndItHasNotBeenAskedForLong) {
  RtsStart start(kFirst, kForgets);
  asked(start, 0);
  answer(start, kFirst, true);
  EXPECT_EQ(asked(start, kForgets), 2 * kFirst);
  EXPECT_FALSE(start.has_room(3 * kForgets, kQueue));
  answer(start, 2 * kFirst, true);
  EXPECT_EQ(asked(start, 2 * kForgets), 4 * kFirst);
  answer(start, 4 * kFirst, true);
  EXPECT_EQ(asked(start, 3 * kForgets + 1), kFirst);
}

TEST(RtsStart, ACrowdIsAStartAndWhoHasWaitedLongGoesAlone) {
  RtsStart start(kFirst, kForgets);
  asked(start, 0);
  answer(start, kFirst, true);
  start.restart(kQueue);
  EXPECT_EQ(asked(start, 0), kFirst);
  for (unsigned i = 0; i < 3; ++i) {
    start.make_room(kQueue);
    EXPECT_EQ(asked(start, 0), 1u);
  }
  answer(start, 1, false);
  start.make_room(kQueue);
  EXPECT_EQ(asked(start, 0), 1u);
}

TEST(RtsStart, PacketsOfAQueueWaitInOrder) {
  RtsStart start(kFirst, kForgets);
  EXPECT_EQ(start.next(kQueue), RtsStart::kNone);
  for (uint32_t iptr : {5u, 3u, 4u}) start.wait(kQueue, iptr);
  start.wait(kOther, 9);
  EXPECT_TRUE(start.has_waiting());
  for (uint32_t iptr : {5u, 3u, 4u}) EXPECT_EQ(start.next(kQueue), iptr);
  EXPECT_EQ(start.next(kQueue), RtsStart::kNone);
  EXPECT_EQ(start.next(kOther), 9u);
  EXPECT_FALSE(start.has_waiting());
}

// Of queues that share a place the first one has it until all its RTSs are answered; others ask
// freely meanwhile, and their answers are nothing to it.
TEST(RtsStart, AQueueWithoutAPlaceAsksFreely) {
  for (uint32_t twin = kQueue + 1; twin < kQueue + 10000; ++twin) {
    RtsStart start(kFirst, kForgets);
    asked(start, 0);
    if (asked(start, 0, twin) == kFirst) continue;
    EXPECT_FALSE(start.has_room(0, kQueue));
    start.answered(twin, true);
    EXPECT_FALSE(start.has_room(0, kQueue));
    answer(start, kFirst, true);
    EXPECT_EQ(asked(start, 0, twin), kFirst);
    return;
  }
  FAIL() << "each of 10,000 queues has a place of its own";
}

}  // namespace
}  // namespace tinsim
