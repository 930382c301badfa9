// SPDX-License-Identifier: Apache-2.0
// ExaNet's cut-through gate: a packet fits only whole, takes and releases, and the rules.
#include "rtl_models/exanet_vct_gate/exanet_vct_gate.h"

#include <gtest/gtest.h>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/exanet_vct_gate_stimulus.h"

namespace tinsim {
namespace {

class ExanetVctGateTest : public ::testing::Test {
 protected:
  using Gate = ExanetVctGate<7>;

  static Gate::In straps() {
    Gate::In in;
    in.header_words_i = {4, 3};
    in.payload_words_i = {40, 32};
    return in;
  }
  bool fits(unsigned q, bool vc, unsigned words) {
    bench_.in.request_valid_i[q] = true;
    bench_.in.request_vc_i[q] = vc;
    bench_.in.request_words_i[q] = words;
    return bench_.out().fits_o[q];
  }
  void take(bool vc, unsigned words) {
    bench_.in.take_valid_i = true;
    bench_.in.take_vc_i = vc;
    bench_.in.take_words_i = words;
  }

  Bench<Gate> bench_{straps()};
};

TEST_F(ExanetVctGateTest, AfterResetTheSpaceIsTheSize) {
  EXPECT_EQ(bench_.out().header_space_o[0], 4u);
  EXPECT_EQ(bench_.out().payload_space_o[1], 32u);
  EXPECT_TRUE(fits(0, false, 32));
  EXPECT_TRUE(fits(6, true, 32));
}

TEST_F(ExanetVctGateTest, ATakeCountsFromTheNextCycle) {
  take(false, 20);
  EXPECT_TRUE(fits(1, false, 32));
  bench_.clock();
  EXPECT_TRUE(fits(1, false, 20));
  EXPECT_FALSE(fits(1, false, 21));
  EXPECT_TRUE(fits(1, true, 32));
  EXPECT_EQ(bench_.out().header_space_o[0], 2u);
}

TEST_F(ExanetVctGateTest, APacketWithoutPayloadNeedsTwoHeaderWords) {
  take(true, 0);
  bench_.clock();
  EXPECT_EQ(bench_.out().header_space_o[1], 1u);
  EXPECT_FALSE(fits(2, true, 0));
  bench_.in.freed_header_i[1] = 1;
  bench_.clock();
  EXPECT_TRUE(fits(2, true, 0));
}

TEST_F(ExanetVctGateTest, ATakeAndAReleaseOfOneCycleBothCount) {
  take(false, 30);
  bench_.clock();
  take(false, 10);
  bench_.in.freed_payload_i[0] = 3;
  bench_.in.freed_header_i[0] = 2;
  bench_.clock();
  EXPECT_EQ(bench_.out().payload_space_o[0], 3u);
  EXPECT_EQ(bench_.out().header_space_o[0], 2u);
}

TEST_F(ExanetVctGateTest, WithoutARequestNothingFits) {
  for (bool fits : bench_.out().fits_o) EXPECT_FALSE(fits);
}

TEST_F(ExanetVctGateTest, RulesAreChecked) {
  take(true, 33);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "WordsAreLegal");
  bench_.reset();
  take(false, 32);
  bench_.clock();
  take(false, 9);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "TakeFits");
  bench_.reset();
  bench_.in.freed_payload_i[1] = 1;
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "SpaceWithinSize");
  bench_.reset();
  bench_.in.request_valid_i[3] = true;
  bench_.in.request_words_i[3] = 33;
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "WordsAreLegal");
}

TEST(ExanetVctGateRandom, TheStimulusKeepsTheRules) {
  ExanetVctGate<15> gate;
  ExanetVctGateStimulus<15> stimulus(1);
  EXPECT_EQ(broken_rule([&] { drive(gate, stimulus, 100000, 1); }), "none");
}

}  // namespace
}  // namespace tinsim
