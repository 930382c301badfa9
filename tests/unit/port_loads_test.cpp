// SPDX-License-Identifier: Apache-2.0
// Which ports DATA avoids, when RTSs congest a port, and how many RTSs an ingress sends then.
#include "tlm/tin/ip/port_loads.h"

#include <gtest/gtest.h>

#include "tlm/tin/ip/rts_credit.h"

namespace tinsim {
namespace {

constexpr unsigned kPorts = 5, kSlack = 2 * 20;  // two cells of 20 words
constexpr unsigned kRtsWords = 2, kPeriod = 1000;

TEST(PortLoadsTest, DataAvoidsAPortThatRtssPutTwoCellsBehind) {
  PortLoads loads(kPorts, 100, kPeriod);
  for (unsigned i = 0; i < kSlack / kRtsWords; ++i) loads.add_rts(100, 3);
  EXPECT_EQ(loads.add_data(100, 10), 0u);  // two words for each port
  loads.add_rts(100, 3);
  EXPECT_EQ(loads.add_data(100, 8), 1u << 3);
}

// An avoided port gets no DATA: each call adds a word to each of the other four, until these are as
// far as the slack allows.
TEST(PortLoadsTest, AddsDataToThePortsThatItUses) {
  PortLoads loads(kPorts, 100, kPeriod);
  constexpr unsigned kAhead = 3 * kSlack;
  for (unsigned i = 0; i < kAhead / kRtsWords; ++i) loads.add_rts(0, 0);
  unsigned placed = 0;
  while (placed < 10 * kAhead && loads.add_data(0, kPorts - 1) != 0) ++placed;
  EXPECT_EQ(placed, kAhead - kSlack);
}

TEST(PortLoadsTest, APortIsAWordLessBehindWithEachCycle) {
  PortLoads loads(kPorts, 100, kPeriod);
  constexpr unsigned kAhead = 3 * kSlack;
  for (unsigned i = 0; i < kAhead / kRtsWords; ++i) loads.add_rts(0, 4);
  EXPECT_EQ(loads.add_data(kAhead - kSlack - 1, 0), 1u << 4);
  EXPECT_EQ(loads.add_data(kAhead - kSlack, 0), 0u);
}

TEST(PortLoadsTest, RtssCongestAPortByTheirPercentOfItsWords) {
  constexpr unsigned kPercent = 25;
  PortLoads loads(kPorts, kPercent, kPeriod);
  const unsigned enough = kPeriod * kPercent / 100 / kRtsWords;
  for (unsigned i = 0; i + 1 < enough; ++i) loads.add_rts(i, 1);
  EXPECT_FALSE(loads.is_congested(1));
  loads.add_rts(kPeriod - 1, 1);
  EXPECT_TRUE(loads.is_congested(1));
  EXPECT_FALSE(loads.is_congested(0));
  loads.add_rts(kPeriod, 1);  // the period before counts, the one before that does not
  EXPECT_TRUE(loads.is_congested(1));
  loads.add_rts(2 * kPeriod, 1);
  EXPECT_FALSE(loads.is_congested(1));
}

TEST(PortLoadsTest, APeriodWithoutRtssEndsCongestion) {
  PortLoads loads(kPorts, 1, kPeriod);
  for (unsigned i = 0; i < 100; ++i) loads.add_rts(0, 2);
  loads.add_rts(2 * kPeriod, 2);
  EXPECT_FALSE(loads.is_congested(2));
}

constexpr uint32_t kQueue = 77, kOther = 78;
constexpr RtsCredit::Params kParams = {40000, 800, 125};

/// RTSs that have credit in cycle `now`.
unsigned taken(RtsCredit& credit, Cycle now) {
  unsigned count = 0;
  while (count < 10000 && credit.take(now, kQueue)) ++count;
  return count;
}

TEST(RtsCreditTest, IsUnlimitedUntilACtdReportsCongestion) {
  RtsCredit credit(kParams);
  credit.refused(0, kQueue, false);
  EXPECT_EQ(taken(credit, 0), 10000u);
  credit.refused(0, kQueue, true);
  credit.take(0, kQueue);
  EXPECT_EQ(taken(credit, kParams.retry_interval - 1), 0u);
  EXPECT_TRUE(credit.take(0, kOther));
}

TEST(RtsCreditTest, IsNeededForTheLifetimeOfTheState) {
  RtsCredit credit(kParams);
  EXPECT_FALSE(credit.is_congested(0, kQueue));
  credit.refused(10, kQueue, false);
  EXPECT_FALSE(credit.is_congested(10, kQueue));
  credit.refused(20, kQueue, true);
  EXPECT_TRUE(credit.is_congested(20 + kParams.state_lifetime, kQueue));
  EXPECT_FALSE(credit.is_congested(20 + kParams.state_lifetime, kOther));
  EXPECT_FALSE(credit.is_congested(21 + kParams.state_lifetime, kQueue));
}

TEST(RtsCreditTest, AFetchedPacketGivesFiveQuartersAndARefusedOneOne) {
  RtsCredit credit(kParams);
  credit.refused(1000, kQueue, true);
  EXPECT_EQ(taken(credit, 1000), 1u);  // the first retry
  for (unsigned i = 0; i < 8; ++i) credit.fetched(kQueue);
  credit.fetched(kOther);
  EXPECT_EQ(taken(credit, 1001), 10u);
  for (unsigned i = 0; i < 7; ++i) credit.refused(1002, kQueue, false);
  EXPECT_EQ(taken(credit, 1002), 7u);
  credit.fetched(kQueue);
  credit.refused(1003, kQueue, true);  // removes the credit
  EXPECT_EQ(taken(credit, 1003), 0u);
}

TEST(RtsCreditTest, RetriesInIntervalsUntilTheStateEnds) {
  RtsCredit credit(kParams);
  credit.refused(5000, kQueue, true);
  EXPECT_EQ(taken(credit, 5000), 1u);
  EXPECT_EQ(taken(credit, 5000 + kParams.retry_interval - 1), 0u);
  EXPECT_EQ(taken(credit, 5000 + kParams.retry_interval), 1u);
  // An RTS with credit does not delay the next retry.
  credit.fetched(kQueue);
  EXPECT_EQ(taken(credit, 5000 + 2 * kParams.retry_interval - 1), 1u);
  EXPECT_EQ(taken(credit, 5000 + 2 * kParams.retry_interval), 1u);
  EXPECT_EQ(taken(credit, 5000 + 5 * kParams.retry_interval), 1u);  // retries do not accumulate
  EXPECT_EQ(taken(credit, 5000 + kParams.state_lifetime), 1u);
  EXPECT_EQ(taken(credit, 5001 + kParams.state_lifetime), 10000u);
}

}  // namespace
}  // namespace tinsim
