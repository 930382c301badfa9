// SPDX-License-Identifier: Apache-2.0
// Arbiter by rounds: pointers of both rules on cases computed by hand, the published throughput of
// each, free ports, and its rules.
#include "rtl_models/round_arbiter/round_arbiter.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"

namespace tinsim {
namespace {

using Arbiter = RoundArbiter<4, 4>;
using M = std::vector<int>;

class RoundArbiterTest : public ::testing::Test {
 protected:
  static Arbiter::In straps() {
    Arbiter::In in;
    in.in_free_i.fill(true);
    in.out_free_i.fill(true);
    return in;
  }
  void request(unsigned input, unsigned output, unsigned vc = 0) {
    bench_.in.req_valid_i[input][vc] = true;
    bench_.in.req_port_i[input][vc] = output;
  }
  void request_all() {
    for (unsigned input = 0; input < 4; ++input)
      for (unsigned output = 0; output < 4; ++output) request(input, output, output);
  }
  /// Output matched to each input, -1 for none.
  M match() {
    M result;
    for (unsigned input = 0; input < 4; ++input)
      result.push_back(bench_.out().match_valid_o[input] ? int(bench_.out().match_port_o[input])
                                                         : -1);
    return result;
  }
  void clock(bool rrm) {
    bench_.in.rrm_i = rrm;
    bench_.in.in_free_i.fill(true);
    bench_.in.out_free_i.fill(true);
    bench_.clock();
  }

  Bench<Arbiter> bench_{straps()};
};

// Outputs 0 and 1 grant input 0, which accepts output 0. In iSLIP output 1 still points to input 0.
TEST_F(RoundArbiterTest, ARefusedGrantLeavesThePointerOfIslip) {
  request(0, 0, 0);
  request(0, 1, 1);
  clock(false);
  EXPECT_EQ(match(), (M{0, -1, -1, -1}));
  request(0, 1, 1);
  request(1, 1, 1);
  clock(false);
  EXPECT_EQ(match(), (M{1, -1, -1, -1}));
}

TEST_F(RoundArbiterTest, ARefusedGrantMovesThePointerOfRoundRobinMatching) {
  request(0, 0, 0);
  request(0, 1, 1);
  clock(true);
  EXPECT_EQ(match(), (M{0, -1, -1, -1}));
  request(0, 1, 1);
  request(1, 1, 1);
  clock(true);
  EXPECT_EQ(match(), (M{-1, 1, -1, -1}));
}

// In the second round output 1 grants input 1. Of both rules only the first round moves pointers:
// that of RRM is behind input 0, which was granted there and accepted output 0.
TEST_F(RoundArbiterTest, LaterRoundsMoveNoPointers) {
  for (const bool rrm : {false, true}) {
    bench_.reset();
    bench_.in.iterations_i = 2;
    for (unsigned input : {0u, 1u}) request(input, 1, 1);
    request(0, 0, 0);
    clock(rrm);
    EXPECT_EQ(match(), (M{0, 1, -1, -1}));
    for (unsigned input = 0; input < 4; ++input) request(input, 1, 1);
    clock(rrm);
    EXPECT_EQ(match(), rrm ? (M{-1, 1, -1, -1}) : (M{1, -1, -1, -1}));
  }
}

TEST_F(RoundArbiterTest, TheRuleMayChangeAtAnyTime) {
  request_all();
  clock(true);  // all outputs grant input 0: their pointers move to input 1
  EXPECT_EQ(match(), (M{0, -1, -1, -1}));
  request_all();
  clock(false);  // all grant input 1, which accepts output 0: only that one moves, to input 2
  EXPECT_EQ(match(), (M{-1, 0, -1, -1}));
  request_all();
  clock(false);
  EXPECT_EQ(match(), (M{-1, 1, 0, -1}));
}

// McKeown 1999: with all requests from the start the pointers of iSLIP spread, one output more in
// each cycle, until all are matched; those of round-robin matching stay together.
TEST_F(RoundArbiterTest, AFullMatrixGivesAllOrOne) {
  const auto matched_after = [&](bool rrm) {
    bench_.reset();
    int matched = 0;
    for (unsigned cycle = 0; cycle < 20; ++cycle) {
      request_all();
      clock(rrm);
      matched = 0;
      for (int output : match()) matched += output >= 0;
    }
    return matched;
  };
  EXPECT_EQ(matched_after(false), 4);
  EXPECT_EQ(matched_after(true), 1);
}

TEST_F(RoundArbiterTest, OnlyFreePortsAreMatched) {
  for (unsigned port : {0u, 1u, 2u}) request(port, port);
  bench_.in.in_free_i = {false, true, true, true};
  bench_.in.out_free_i = {true, false, true, true};
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, 2, -1}));
}

TEST_F(RoundArbiterTest, PortsOfTheVisibleMatchTakePartIfTheyAreFree) {
  for (unsigned n = 0; n < 2; ++n) {
    request(2, 3, 1);
    clock(false);
    EXPECT_EQ(match(), (M{-1, -1, 3, -1}));
    EXPECT_EQ(bench_.out().match_vc_o[2], 1u);
  }
}

TEST_F(RoundArbiterTest, OnlyRequestsOfFreeInputsMustBeInRange) {
  request(0, 4);
  bench_.in.in_free_i[0] = false;
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "none");
  request(0, 4);
  bench_.in.in_free_i[0] = true;
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "PortInRange");
}

TEST_F(RoundArbiterTest, OneToFourIterationsAreLegal) {
  for (unsigned iterations = 0; iterations < 8; ++iterations) {
    bench_.in.iterations_i = iterations;
    EXPECT_EQ(broken_rule([&] { bench_.clock(); }),
              iterations >= 1 && iterations <= 4 ? "none" : "IterationsInRange");
  }
}

// Without round-robin matching, and with the ports free that the other does not exclude.
TEST(RoundArbiterRandom, AgreesWithTheIslipArbiter) {
  IslipArbiter<50, 32> islip;
  RoundArbiter<50, 32> rounds;
  IslipArbiterStimulus<50, 32> stimulus(7);
  islip.reset(stimulus.restart());
  rounds.reset({});
  unsigned pairs = 0;
  for (int cycle = 0; cycle < 3000; ++cycle) {
    const auto in = stimulus.next({});
    RoundArbiter<50, 32>::In same;
    same.iterations_i = in.iterations_i;
    same.strict_i = in.strict_i;
    same.req_valid_i = in.req_valid_i;
    same.req_port_i = in.req_port_i;
    for (unsigned port = 0; port < 50; ++port) {
      same.in_free_i[port] = !in.in_busy_i[port] && !islip.out().match_valid_o[port];
      same.out_free_i[port] = !in.out_busy_i[port];
    }
    for (unsigned port = 0; port < 50; ++port) {
      if (islip.out().match_valid_o[port]) same.out_free_i[islip.out().match_port_o[port]] = false;
    }
    islip.tick(in);
    rounds.tick(same);
    ASSERT_EQ(islip.out().match_valid_o, rounds.out().match_valid_o) << cycle;
    ASSERT_EQ(islip.out().match_port_o, rounds.out().match_port_o) << cycle;
    ASSERT_EQ(islip.out().match_vc_o, rounds.out().match_vc_o) << cycle;
    for (bool matched : islip.out().match_valid_o) pairs += matched;
  }
  EXPECT_GT(pairs, 10000u);
}

}  // namespace
}  // namespace tinsim
