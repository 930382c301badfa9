// SPDX-License-Identifier: Apache-2.0
// Wave front arbiter: diagonals, exclusion, strict VCs on cases computed by hand, and its rules.
#include "rtl_models/wavefront_arbiter/wavefront_arbiter.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/wavefront_arbiter_stimulus.h"

namespace tinsim {
namespace {

using Arbiter = WavefrontArbiter<4, 4>;
using M = std::vector<int>;

class WavefrontArbiterTest : public ::testing::Test {
 protected:
  void request(unsigned input, unsigned output, unsigned vc = 0) {
    bench_.in.req_valid_i[input][vc] = true;
    bench_.in.req_port_i[input][vc] = output;
  }
  /// Every input requests every output, each by the VC of that number.
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
  void idle(unsigned cycles = 1) {
    for (; cycles > 0; --cycles) bench_.clock();
  }

  Bench<Arbiter> bench_{Arbiter::In{}};
};

TEST_F(WavefrontArbiterTest, TheMatchShowsInTheNextCycleAndNotBefore) {
  request(2, 3, 1);
  EXPECT_EQ(match(), (M{-1, -1, -1, -1}));
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, 3, -1}));
  EXPECT_EQ(bench_.out().match_vc_o[2], 1u);
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, -1, -1}));
}

// Of a full matrix the diagonal with priority is matched as a whole: input + output = d modulo 4.
TEST_F(WavefrontArbiterTest, TheDiagonalWithPriorityMovesInEachCycle) {
  const std::vector<M> diagonals = {{0, 3, 2, 1}, {1, 0, 3, 2}, {2, 1, 0, 3}, {3, 2, 1, 0}};
  for (unsigned cycle = 0; cycle < 8; ++cycle) {
    request_all();
    bench_.clock();  // cycles 0, 5, 10, …: the five are 1 modulo 4
    EXPECT_EQ(match(), diagonals[cycle % 4]) << cycle;
    EXPECT_EQ(bench_.out().match_vc_o[0], unsigned(match()[0]));
    idle(4);
  }
}

TEST_F(WavefrontArbiterTest, LaterDiagonalsMatchWhatEarlierOnesLeft) {
  request(0, 0, 0);  // diagonal 0
  request(0, 1, 1);  // diagonal 1: its input is taken
  request(1, 0, 0);  // diagonal 1: its output is taken
  request(1, 1, 1);  // diagonal 2
  bench_.clock();
  EXPECT_EQ(match(), (M{0, 1, -1, -1}));
}

TEST_F(WavefrontArbiterTest, DiagonalsWrap) {
  idle();  // diagonal 1 has priority now, and 0 is the last
  request(0, 0, 0);
  request(0, 1, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{1, -1, -1, -1}));
  request(3, 1);  // 3 + 1 modulo 4 = 0, the only request
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, -1, -1}));  // output 1 is part of the visible match
  request(3, 1);
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, -1, 1}));
}

TEST_F(WavefrontArbiterTest, BusyPortsAreExcludedInTheSameCycle) {
  request(0, 0);
  request(1, 1);
  request(2, 2);
  bench_.in.in_busy_i[0] = true;
  bench_.in.out_busy_i[1] = true;
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, 2, -1}));
}

TEST_F(WavefrontArbiterTest, StrictRequestsAreMatchedBeforeAnyOther) {
  bench_.in.strict_i = {false, false, true, false};
  request(0, 0, 0);  // on the diagonal with priority, not strict
  request(3, 0, 2);  // on the last one, strict
  bench_.clock();
  EXPECT_EQ(match(), (M{-1, -1, -1, 0}));
  EXPECT_EQ(bench_.out().match_vc_o[3], 2u);
}

TEST_F(WavefrontArbiterTest, VcsForOneOutputTakeTurnsPerPair) {
  std::vector<unsigned> vcs;
  for (int n = 0; n < 5; ++n) {
    for (unsigned vc : {0u, 1u, 3u}) request(0, 2, vc);
    bench_.clock();
    vcs.push_back(unsigned(bench_.out().match_vc_o[0]));
    idle();
  }
  EXPECT_EQ(vcs, (std::vector<unsigned>{0, 1, 3, 0, 1}));
}

TEST_F(WavefrontArbiterTest, ResetSetsDiagonalAndPointersToZero) {
  request(0, 2, 1);
  bench_.clock();
  bench_.reset();
  for (unsigned vc : {0u, 1u}) request(0, 2, vc);  // diagonal 2
  request(0, 1, 2);                                // diagonal 1: first from diagonal 0 on
  bench_.clock();
  EXPECT_EQ(match(), (M{1, -1, -1, -1}));
  idle();
  for (unsigned vc : {0u, 1u}) request(0, 2, vc);
  bench_.clock();
  EXPECT_EQ(bench_.out().match_vc_o[0], 0u);
}

TEST_F(WavefrontArbiterTest, ARequestOutOfRangeBreaksARule) {
  request(0, 4);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "PortInRange");
}

/// A matching is maximal: no two free ports are left with a request between them.
template <unsigned kPorts, unsigned kVcs>
void expect_maximal(uint64_t seed, unsigned cycles) {
  using Block = WavefrontArbiter<kPorts, kVcs>;
  WavefrontArbiterStimulus<kPorts, kVcs> stimulus(seed);
  Block block;
  typename Block::In in = stimulus.restart();
  block.reset(in);
  unsigned left = 0;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    const typename Block::Out before = block.out();
    in = stimulus.next(before);
    block.tick(in);
    std::array<bool, kPorts> in_taken = in.in_busy_i, out_taken = in.out_busy_i;
    for (const typename Block::Out* match : {&before, &block.out()}) {
      for (unsigned input = 0; input < kPorts; ++input) {
        if (!match->match_valid_o[input]) continue;
        const unsigned output = match->match_port_o[input];
        ASSERT_FALSE(match == &block.out() && (in_taken[input] || out_taken[output]));
        in_taken[input] = out_taken[output] = true;
      }
    }
    for (unsigned input = 0; input < kPorts; ++input)
      for (unsigned vc = 0; vc < kVcs; ++vc)
        left +=
            in.req_valid_i[input][vc] && !in_taken[input] && !out_taken[in.req_port_i[input][vc]];
  }
  EXPECT_EQ(left, 0u);
}

TEST(WavefrontArbiterRandom, MatchingsAreOneToOneAndMaximal) {
  expect_maximal<4, 4>(1, 20000);
  expect_maximal<50, 32>(2, 500);
}

}  // namespace
}  // namespace tinsim
