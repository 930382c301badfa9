// SPDX-License-Identifier: Apache-2.0
// Which ports DATA avoids, when RTSs crowd a port, and what an ingress may ask then.
#include "tlm/tin/ip/port_loads.h"

#include <gtest/gtest.h>

#include "tlm/tin/ip/rts_allowance.h"

namespace tinsim {
namespace {

constexpr unsigned kPorts = 5, kSlack = 2 * 20;  // two cells of 20 words
constexpr unsigned kRtsWords = 2, kPeriod = 1000;

TEST(PortLoadsTest, DataAvoidsAPortThatRtssPutTwoCellsBehind) {
  PortLoads loads(kPorts, 100, kPeriod);
  for (unsigned i = 0; i < kSlack / kRtsWords; ++i) loads.request_came(100, 3);
  EXPECT_EQ(loads.place(100, 10), 0u);  // two words for each port
  loads.request_came(100, 3);
  EXPECT_EQ(loads.place(100, 8), 1u << 3);
}

// What is avoided gets none of the DATA, the others the more: 40 words in turn to four ports bring
// these as far as the fifth, and one word of them further.
TEST(PortLoadsTest, BooksDataAtThePortsThatItGoesTo) {
  PortLoads loads(kPorts, 100, kPeriod);
  constexpr unsigned kAhead = 3 * kSlack;
  for (unsigned i = 0; i < kAhead / kRtsWords; ++i) loads.request_came(0, 0);
  unsigned placed = 0;
  while (placed < 10 * kAhead && loads.place(0, kPorts - 1) != 0) ++placed;
  EXPECT_EQ(placed, kAhead - kSlack);
}

TEST(PortLoadsTest, APortIsAWordLessBehindWithEachCycle) {
  PortLoads loads(kPorts, 100, kPeriod);
  constexpr unsigned kAhead = 3 * kSlack;
  for (unsigned i = 0; i < kAhead / kRtsWords; ++i) loads.request_came(0, 4);
  EXPECT_EQ(loads.place(kAhead - kSlack - 1, 0), 1u << 4);
  EXPECT_EQ(loads.place(kAhead - kSlack, 0), 0u);
}

TEST(PortLoadsTest, RtssCrowdAPortThatGivesThemTheirPercent) {
  constexpr unsigned kPercent = 25;
  PortLoads loads(kPorts, kPercent, kPeriod);
  const unsigned enough = kPeriod * kPercent / 100 / kRtsWords;
  for (unsigned i = 0; i + 1 < enough; ++i) loads.request_came(i, 1);
  EXPECT_FALSE(loads.is_crowded(1));
  loads.request_came(kPeriod - 1, 1);
  EXPECT_TRUE(loads.is_crowded(1));
  EXPECT_FALSE(loads.is_crowded(0));
  loads.request_came(kPeriod, 1);  // the period before counts, the one before that does not
  EXPECT_TRUE(loads.is_crowded(1));
  loads.request_came(2 * kPeriod, 1);
  EXPECT_FALSE(loads.is_crowded(1));
}

TEST(PortLoadsTest, APeriodWithoutRtssIsNotForgotten) {
  PortLoads loads(kPorts, 1, kPeriod);
  for (unsigned i = 0; i < 100; ++i) loads.request_came(0, 2);
  loads.request_came(2 * kPeriod, 2);
  EXPECT_FALSE(loads.is_crowded(2));
}

constexpr uint32_t kQueue = 77, kOther = 78;
constexpr RtsAllowance::Params kParams = {40000, 800, 125};

/// RTSs that may go at once.
unsigned taken(RtsAllowance& allowance, Cycle now) {
  unsigned count = 0;
  while (count < 10000 && allowance.take(now, kQueue)) ++count;
  return count;
}

TEST(RtsAllowanceTest, IsUnlimitedUntilACtdSpeaksOfACrowd) {
  RtsAllowance allowance(kParams);
  allowance.refused(0, kQueue, false);
  EXPECT_EQ(taken(allowance, 0), 10000u);
  allowance.refused(0, kQueue, true);
  allowance.take(0, kQueue);
  EXPECT_EQ(taken(allowance, kParams.asks_after - 1), 0u);
  EXPECT_TRUE(allowance.take(0, kOther));
}

TEST(RtsAllowanceTest, SaysHowLongRtssAreToBeEarned) {
  RtsAllowance allowance(kParams);
  EXPECT_FALSE(allowance.is_crowded(0, kQueue));
  allowance.refused(10, kQueue, false);
  EXPECT_FALSE(allowance.is_crowded(10, kQueue));
  allowance.refused(20, kQueue, true);
  EXPECT_TRUE(allowance.is_crowded(20 + kParams.forgets_after, kQueue));
  EXPECT_FALSE(allowance.is_crowded(20 + kParams.forgets_after, kOther));
  EXPECT_FALSE(allowance.is_crowded(21 + kParams.forgets_after, kQueue));
}

TEST(RtsAllowanceTest, AFetchedPacketEarnsFiveQuartersAndARefusedOneOne) {
  RtsAllowance allowance(kParams);
  allowance.refused(1000, kQueue, true);
  EXPECT_EQ(taken(allowance, 1000), 1u);  // it had not asked for a while
  for (unsigned i = 0; i < 8; ++i) allowance.fetched(kQueue);
  allowance.fetched(kOther);
  EXPECT_EQ(taken(allowance, 1001), 10u);
  for (unsigned i = 0; i < 7; ++i) allowance.refused(1002, kQueue, false);
  EXPECT_EQ(taken(allowance, 1002), 7u);
  allowance.fetched(kQueue);
  allowance.refused(1003, kQueue, true);  // takes what has been earned
  EXPECT_EQ(taken(allowance, 1003), 0u);
}

TEST(RtsAllowanceTest, AsksNowAndThenAndForgetsInTheEnd) {
  RtsAllowance allowance(kParams);
  allowance.refused(5000, kQueue, true);
  EXPECT_EQ(taken(allowance, 5000), 1u);
  EXPECT_EQ(taken(allowance, 5000 + kParams.asks_after - 1), 0u);
  EXPECT_EQ(taken(allowance, 5000 + kParams.asks_after), 1u);
  // What has been earned, and is asked for, puts off nothing.
  allowance.fetched(kQueue);
  EXPECT_EQ(taken(allowance, 5000 + 2 * kParams.asks_after - 1), 1u);
  EXPECT_EQ(taken(allowance, 5000 + 2 * kParams.asks_after), 1u);
  EXPECT_EQ(taken(allowance, 5000 + 5 * kParams.asks_after), 1u);  // nor does it add up
  EXPECT_EQ(taken(allowance, 5000 + kParams.forgets_after), 1u);
  EXPECT_EQ(taken(allowance, 5001 + kParams.forgets_after), 10000u);
}

}  // namespace
}  // namespace tinsim
