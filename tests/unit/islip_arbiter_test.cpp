// SPDX-License-Identifier: Apache-2.0
// iSLIP arbiter: pointers, exclusion, VC choice on cases computed by hand, and its rules.
#include "rtl_models/islip_arbiter/islip_arbiter.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"

namespace tinsim {
namespace {

using Arbiter = IslipArbiter<4, 4>;

class IslipArbiterTest : public ::testing::Test {
 protected:
  explicit IslipArbiterTest(unsigned iterations = 1, std::array<bool, 4> strict = {})
      : bench_(straps(iterations, strict)) {}
  static Arbiter::In straps(unsigned iterations, const std::array<bool, 4>& strict) {
    Arbiter::In in;
    in.iterations_i = iterations;
    in.strict_i = strict;
    return in;
  }
  void request(unsigned input, unsigned output, unsigned vc = 0) {
    bench_.in.req_valid_i[input][vc] = true;
    bench_.in.req_port_i[input][vc] = output;
  }
  /// Output matched to each input, -1 for none.
  std::vector<int> match() {
    std::vector<int> result;
    for (unsigned input = 0; input < 4; ++input)
      result.push_back(bench_.out().match_valid_o[input] ? int(bench_.out().match_port_o[input])
                                                         : -1);
    return result;
  }
  /// Lets the ports of the visible match become free again.
  void idle() { bench_.clock(); }
  using M = std::vector<int>;

  Bench<Arbiter> bench_;
};

class IslipArbiterTwoRoundsTest : public IslipArbiterTest {
 protected:
  IslipArbiterTwoRoundsTest() : IslipArbiterTest(2) {}
};

TEST_F(IslipArbiterTest, TheMatchShowsInTheNextCycleAndNotBefore) {
  request(2, 3, 1);
  EXPECT_EQ(match(), (M{-1, -1, -1, -1}));
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, 3, -1}));
  EXPECT_EQ(bench_.out().match_vc_o[2], 1u);
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, -1, -1}));
  EXPECT_EQ(bench_.out().match_port_o[2], 0u);
  EXPECT_EQ(bench_.out().match_vc_o[2], 0u);
}

TEST_F(IslipArbiterTest, AnOutputGrantsItsRequestersInTurn) {
  for (int expected : {0, 1, 2, 3, 0, 1}) {
    for (unsigned input = 0; input < 4; ++input) request(input, 2);
    bench_.clock();
    M want(4, -1);
    want[expected] = 2;
    EXPECT_EQ(match(), want);
    idle();
  }
}

TEST_F(IslipArbiterTest, AnInputAcceptsItsGrantersInTurn) {
  for (int expected : {0, 1, 2, 3, 0, 1}) {
    for (unsigned vc = 0; vc < 4; ++vc) request(1, vc, vc);
    bench_.clock();
    EXPECT_EQ(match(), (M{-1, expected, -1, -1}));
    idle();
  }
}

TEST_F(IslipArbiterTest, AGrantThatIsNotAcceptedMovesNothing) {
  // Input 0 requests outputs 0 and 1 and accepts 0; output 1 granted it without an accept, so its
  // pointer stays at 0 and it grants input 0 again, although input 1 has a request as well.
  request(0, 0, 0);
  request(0, 1, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{0, -1, -1, -1}));
  idle();
  request(0, 1);
  request(1, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{1, -1, -1, -1}));
}

TEST_F(IslipArbiterTest, OneRoundLeavesAPortUnmatchedThatASecondRoundWouldMatch) {
  request(0, 0, 0);
  request(0, 1, 1);
  request(1, 1, 0);
  bench_.clock();
  EXPECT_EQ(match(), (M{0, -1, -1, -1}));  // output 1 granted input 0, too
}

TEST_F(IslipArbiterTwoRoundsTest, TheSecondRoundMatchesWhatTheFirstLeft) {
  request(0, 0, 0);
  request(0, 1, 1);
  request(1, 1, 0);
  bench_.clock();
  EXPECT_EQ(match(), (M{0, 1, -1, -1}));
}

TEST_F(IslipArbiterTwoRoundsTest, PointersMoveOnlyForPairsOfTheFirstRound) {
  request(0, 0, 0);
  request(0, 1, 1);
  request(1, 1, 0);
  bench_.clock();  // pair (1,1) comes from round 2: g[1] and a[1] stay 0
  idle();
  request(0, 1);
  request(1, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{1, -1, -1, -1}));  // g[1] = 0: input 0 first
  idle();
  request(1, 0, 0);
  request(1, 2, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, 0, -1, -1}));  // a[1] = 0: output 0 first
}

TEST_F(IslipArbiterTest, PortsOfTheVisibleMatchAreExcluded) {
  request(0, 1);
  bench_.clock();
  request(0, 2);  // its input is in the match now visible
  request(3, 1);  // its output is
  request(2, 3);
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, 3, -1}));
  request(0, 2);
  request(3, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{2, -1, -1, 1}));
}

TEST_F(IslipArbiterTest, BusyPortsAreExcludedInTheSameCycle) {
  request(0, 0);
  request(1, 1);
  request(2, 2);
  bench_.in.in_busy_i[0] = true;
  bench_.in.out_busy_i[1] = true;
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, 2, -1}));
}

TEST_F(IslipArbiterTest, VcsForOneOutputTakeTurnsPerPair) {
  std::vector<unsigned> vcs;
  for (int n = 0; n < 5; ++n) {
    for (unsigned vc : {0u, 1u, 3u}) request(0, 2, vc);
    bench_.clock();
    vcs.push_back(unsigned(bench_.out().match_vc_o[0]));
    idle();
  }
  EXPECT_EQ(vcs, (std::vector<unsigned>{0, 1, 3, 0, 1}));
  request(0, 3, 0);  // another output has a VC pointer of its own
  request(0, 3, 2);
  bench_.clock();
  EXPECT_EQ(bench_.out().match_vc_o[0], 0u);
}

TEST_F(IslipArbiterTest, OnlyVcsThatNameTheMatchedOutputAreChosen) {
  request(0, 1, 0);
  request(0, 2, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{1, -1, -1, -1}));
  EXPECT_EQ(bench_.out().match_vc_o[0], 0u);
  idle();
  request(0, 1, 0);
  request(0, 2, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{2, -1, -1, -1}));
  EXPECT_EQ(bench_.out().match_vc_o[0], 1u);
}

/// VC 2 is strict.
class IslipArbiterStrictTest : public IslipArbiterTest {
 protected:
  IslipArbiterStrictTest() : IslipArbiterTest(1, {false, false, true, false}) {}
};

TEST_F(IslipArbiterStrictTest, AnOutputGrantsStrictRequestsFirst) {
  for (int expected : {2, 3, 2, 3}) {  // in turn among themselves
    for (unsigned input : {0u, 1u}) request(input, 1, 0);
    for (unsigned input : {2u, 3u}) request(input, 1, 2);
    bench_.clock();
    M want(4, -1);
    want[expected] = 1;
    EXPECT_EQ(match(), want);
    idle();
  }
  for (unsigned input : {0u, 1u}) request(input, 1, 0);
  bench_.clock();
  EXPECT_EQ(match(), (M{1, -1, -1, -1}));  // the pointer stands at 0: input 3 came last
}

TEST_F(IslipArbiterStrictTest, AnInputAcceptsStrictGrantsFirst) {
  for (int n = 0; n < 2; ++n) {
    request(1, 0, 0);
    request(1, 3, 2);
    bench_.clock();
    EXPECT_EQ(match(), (M{-1, 3, -1, -1}));
    idle();
  }
}

TEST_F(IslipArbiterStrictTest, StrictVcsOfAPairAreChosenFirst) {
  for (int n = 0; n < 3; ++n) {
    for (unsigned vc = 0; vc < 4; ++vc) request(0, 2, vc);
    bench_.clock();
    EXPECT_EQ(bench_.out().match_vc_o[0], 2u);
    idle();
  }
  request(0, 2, 0);
  request(0, 2, 3);
  bench_.clock();
  EXPECT_EQ(bench_.out().match_vc_o[0], 3u);  // the pointer moved past VC 2
}

// Input 0 is strict towards output 1, which is busy: it delays no other input in the meantime.
TEST_F(IslipArbiterStrictTest, AStrictRequestForABusyOutputHoldsNothingBack) {
  request(0, 1, 2);
  request(0, 0, 0);
  bench_.in.out_busy_i[1] = true;
  bench_.clock();
  EXPECT_EQ(match(), (M{0, -1, -1, -1}));
}

TEST_F(IslipArbiterStrictTest, AStrictRequestOfABusyInputHoldsNothingBack) {
  request(0, 1, 2);
  request(3, 1, 0);
  bench_.in.in_busy_i[0] = true;
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, -1, 1}));
}

TEST_F(IslipArbiterTest, ResetSetsAllPointersToZero) {
  request(0, 2, 1);
  bench_.clock();
  bench_.reset();
  request(0, 2, 0);
  request(0, 2, 1);
  request(1, 2, 0);
  bench_.clock();
  EXPECT_EQ(match(), (M{2, -1, -1, -1}));
  EXPECT_EQ(bench_.out().match_vc_o[0], 0u);
}

TEST_F(IslipArbiterTest, ARequestOutOfRangeBreaksARule) {
  request(0, 4);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "PortInRange");
}

TEST_F(IslipArbiterTest, OneToFourIterationsAreLegal) {
  for (unsigned iterations = 0; iterations < 8; ++iterations) {
    bench_.in.iterations_i = iterations;
    EXPECT_EQ(broken_rule([&] { bench_.clock(); }),
              iterations >= 1 && iterations <= 4 ? "none" : "IterationsInRange");
  }
}

// For all requests, a match pairs free inputs with free outputs that they requested.
TEST(IslipArbiterRandom, EveryMatchIsLegal) {
  IslipArbiter<50, 32> arbiter;
  IslipArbiterStimulus<50, 32> stimulus(5);
  arbiter.reset(stimulus.restart());
  std::uint64_t pairs = 0;
  for (int cycle = 0; cycle < 5000; ++cycle) {
    const auto before = arbiter.out();
    const auto in = stimulus.next(before);
    arbiter.tick(in);
    std::array<bool, 50> excluded_in = in.in_busy_i, excluded_out = in.out_busy_i;
    for (unsigned i = 0; i < 50; ++i) {
      if (!before.match_valid_o[i]) continue;
      excluded_in[i] = excluded_out[before.match_port_o[i]] = true;
    }
    for (unsigned i = 0; i < 50; ++i) {
      if (!arbiter.out().match_valid_o[i]) continue;
      const std::uint64_t o = arbiter.out().match_port_o[i], vc = arbiter.out().match_vc_o[i];
      ASSERT_FALSE(excluded_in[i] || excluded_out[o]);
      ASSERT_TRUE(in.req_valid_i[i][vc]);
      ASSERT_EQ(in.req_port_i[i][vc], o);
      excluded_out[o] = true;
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 10000u);
}

}  // namespace
}  // namespace tinsim
