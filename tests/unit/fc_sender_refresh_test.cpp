// SPDX-License-Identifier: Apache-2.0
// Flow-control sender: refresh in turn, reports, lost words.
#include <algorithm>

#include "tests/unit/fc_sender_fixture.h"

namespace tinsim {
namespace {

TEST_F(FcSenderTest, LostWordsAreGrantedAgainAndStayInEveryLaterLimit) {
  lost(1, 7);
  bench_.clock();
  EXPECT_EQ(out().body_o, fc_body({1, 107}));
  grant({{1, 120}});
  EXPECT_EQ(out().body_o, fc_body({1, 127}));
  lost(1, 3);
  limit(1, 130);  // of the same VC in the same cycle: included
  bench_.clock();
  EXPECT_EQ(out().body_o, fc_body({1, 140}));
  lost(1, 4);
  limit(0, 50);  // of another VC: both act
  bench_.clock();
  EXPECT_EQ(out().body_o, fc_body({0, 50}, {1, 144}, {1, 144}));
  grant({{1, 4095}});
  EXPECT_EQ(out().body_o, fc_body({0, 50}, {1, 4095 + 14}, {1, 4095 + 14}));  // modulo 4096
}

TEST_F(FcSenderTest, RefreshSetsCarryAdvertisedLimitsAndSentWordsInTurn) {
  start(straps(255, 20, 4));
  const std::vector<std::uint64_t> expected = {
      fc_body({0, 100}, {1, 100}, {2, 100}), fc_body({0, 0}, {1, 31}, {2, 0}, true),
      fc_body({3, 100}, {4, 100}, {5, 100}), fc_body({3, 0}, {4, 0}, {5, 9}, true),
      fc_body({6, 100}, {7, 100}, {7, 100}), fc_body({6, 0}, {7, 40}, {7, 40}, true),
      fc_body({0, 100}, {1, 100}, {2, 100})};
  sent(1, 31);
  bench_.clock();
  sent(5, 9);
  bench_.clock();
  sent(7, 20);
  bench_.clock();
  sent(7, 20);
  expect_nothing();
  bench_.clock();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(bench_.cycle(), 4 + 20 * i);
    EXPECT_TRUE(out().request_o && out().urgent_o);
    EXPECT_EQ(out().body_o, expected[i]) << i;
    take();
    for (; bench_.cycle() < 4 + 20 * (i + 1); bench_.clock()) expect_nothing();
  }
}

TEST_F(FcSenderTest, ARefreshCarriesTheAdvertisedLimitNotThePendingOne) {
  start(straps(255, 20, 10));
  grant({{0, 111}, {1, 222}});
  take();  // cycles 2 .. 5: both advertised
  grant({{0, 333}});
  EXPECT_EQ(out().body_o, fc_body({0, 333}));
  bench_.clock(3);
  ASSERT_EQ(bench_.cycle(), 10u);
  EXPECT_EQ(out().body_o, fc_body({0, 111}, {1, 222}, {2, 100}));
  take();
  EXPECT_EQ(out().body_o, fc_body({0, 333}));  // the update still waits
}

TEST_F(FcSenderTest, AReportOnTheLinkCountsTheCellsThatBeganBeforeItWasShown) {
  start(straps(255, 20, 0));
  take();
  bench_.clock(15);  // cycle 19
  sent(0, 20);
  bench_.clock();
  EXPECT_EQ(out().body_o, fc_body({0, 20}, {1, 0}, {2, 0}, true));
  sent(0, 31);
  EXPECT_EQ(out().body_o, fc_body({0, 20}, {1, 0}, {2, 0}, true));
  bench_.clock();
  EXPECT_EQ(out().body_o, fc_body({0, 51}, {1, 0}, {2, 0}, true));
}

TEST_F(FcSenderTest, ARefreshDueTwiceIsDueOnce) {
  start(straps(255, 10, 0));
  bench_.clock(35);  // due in 0, 10, 20 and 30
  EXPECT_EQ(out().body_o, fc_body({0, 100}, {1, 100}, {2, 100}));
  take();
  expect_nothing();  // cycle 39
  bench_.clock();
  EXPECT_EQ(out().body_o, fc_body({0, 0}, {1, 0}, {2, 0}, true));
}

TEST_F(FcSenderTest, DueInTheCycleAfterATakeWins) {
  start(straps(255, 10, 0));
  bench_.clock(9);
  bench_.in.take_i = true;  // cycle 9: number 0; due in 10
  bench_.clock(3);
  EXPECT_EQ(out().body_o, fc_body({0, 0}, {1, 0}, {2, 0}, true));  // cycle 12
  start(straps(255, 10, 0));
  bench_.clock(10);
  bench_.in.take_i = true;  // cycle 10: what became due in 10 goes with it
  bench_.clock(3);
  expect_nothing();
}

TEST_F(FcSenderTest, WithoutAPeriodThereIsNoRefresh) {
  start(straps(255, 0, 7));
  for (int cycle = 0; cycle < 5000; ++cycle) {
    ASSERT_FALSE(out().request_o);
    bench_.clock();
  }
}

/// The VCs of the refresh sets of V VCs, until they start again, each taken at once.
template <unsigned kVcs>
void expect_refresh_round() {
  typename FcSender<kVcs>::In in;
  in.refresh_cycles_i = 4;
  Bench<FcSender<kVcs>> bench(in);
  const unsigned groups = (kVcs + 2) / 3;
  for (unsigned i = 0; i < 4 * groups; ++i) {
    const unsigned first = i / 2 % groups * 3;
    auto vc = [=](unsigned n) { return std::min(first + n, kVcs - 1); };
    EXPECT_EQ(bench.out().body_o, fc_body({vc(0), 0}, {vc(1), 0}, {vc(2), 0}, i % 2 == 1));
    bench.clock();
    bench.in.take_i = true;
    bench.clock(3);
  }
}

TEST(FcSenderShapes, RefreshGoesRoundAllVcs) {
  expect_refresh_round<1>();
  expect_refresh_round<4>();
  expect_refresh_round<8>();
  expect_refresh_round<32>();
}

}  // namespace
}  // namespace tinsim
