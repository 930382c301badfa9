// SPDX-License-Identifier: Apache-2.0
// Variant switch: the base chip is the cell switch; durations of transfers, and shared words, on
// cases computed by hand; its rules.
#include "rtl_models/variant_switch/variant_switch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/parts/cell_header.h"
#include "testbench/bench.h"
#include "testbench/stimulus/cell_switch_stimulus.h"

namespace tinsim {
namespace {

using Switch = VariantSwitch<4, 4, 256>;
using Base = CellSwitch<4, 4, 64>;

Switch::In of_base_chip(const Base::In& from) {
  Switch::In in;
  in.iterations_i = from.iterations_i;
  in.rx_depth_i = from.rx_depth_i;
  in.tx_limit_i = from.tx_limit_i;
  in.tx_credited_i = from.tx_credited_i;
  in.queue_words_i = from.queue_words_i;
  in.strict_i = from.strict_i;
  in.weight_i = from.weight_i;
  in.rx_valid_i = from.rx_valid_i;
  in.rx_sop_i = from.rx_sop_i;
  in.rx_data_i = from.rx_data_i;
  in.route_port_i = from.route_port_i;
  in.route_vc_i = from.route_vc_i;
  in.fc_valid_i = from.fc_valid_i;
  in.fc_vc_i = from.fc_vc_i;
  in.fc_limit_i = from.fc_limit_i;
  in.tx_ready_i = from.tx_ready_i;
  return in;
}

bool are_equal(const Base::Out& a, const Switch::Out& b) {
  return a.lookup_valid_o == b.lookup_valid_o && a.lookup_word_o == b.lookup_word_o &&
         a.rx_error_o == b.rx_error_o && a.match_valid_o == b.match_valid_o &&
         a.match_port_o == b.match_port_o && a.match_vc_o == b.match_vc_o &&
         a.xbar_valid_o == b.xbar_valid_o && a.xbar_sop_o == b.xbar_sop_o &&
         a.tx_valid_o == b.tx_valid_o && a.tx_sop_o == b.tx_sop_o && a.tx_data_o == b.tx_data_o &&
         a.fc_valid_o == b.fc_valid_o && a.fc_vc_o == b.fc_vc_o && a.fc_limit_o == b.fc_limit_o;
}

TEST(VariantSwitchRandom, OfTheBaseChipIsTheCellSwitch) {
  Base base;
  Switch same;
  CellSwitchStimulus<4, 4, 64> stimulus(3);
  unsigned matches = 0;
  for (unsigned run = 0; run < 20; ++run) {
    const Base::In straps = stimulus.restart();
    base.reset(straps);
    same.reset(of_base_chip(straps));
    for (unsigned cycle = 0; cycle < 2500; ++cycle) {
      const Base::In in = stimulus.next(base.out());
      base.tick(in);
      same.tick(of_base_chip(in));
      ASSERT_TRUE(are_equal(base.out(), same.out())) << "run " << run << " cycle " << cycle;
      for (bool matched : base.out().match_valid_o) matches += matched;
    }
  }
  EXPECT_GT(matches, 10000u);
}

std::uint64_t header(unsigned len, unsigned vc) {
  CellHeader fields;
  fields.len = static_cast<std::uint8_t>(len);
  fields.vc = static_cast<std::uint8_t>(vc);
  fields.hop = 5;
  return encode_header(fields);
}

/// Inputs 0 and 1 lead to output 3, to its VCs 0 and 1. The output has no credit at first.
class VariantSwitchTest : public ::testing::Test {
 protected:
  static Switch::In straps(unsigned speedup = 2) {
    Switch::In in;
    in.speedup_i = speedup;
    in.rx_depth_i.fill(64);
    in.tx_credited_i.fill(true);
    in.queue_words_i = 200;
    in.weight_i.fill(1);
    in.route_port_i.fill(3);
    in.route_vc_i = {0, 1, 2, 3};
    in.tx_ready_i.fill(true);
    return in;
  }
  void start(const Switch::In& straps) { bench_ = Bench<Switch>(straps); }

  void clock() {
    bench_.clock();
    outs_.push_back(bench_.out());
  }
  void idle(unsigned cycles) {
    for (; cycles > 0; --cycles) clock();
  }
  /// A cell from input `port`, on VC `vc`; its words are in the next `len` cycles.
  void send(unsigned port, unsigned len, unsigned vc = 0) {
    for (unsigned word = 0; word < len; ++word) {
      bench_.in.rx_valid_i[port] = true;
      bench_.in.rx_sop_i[port] = word == 0;
      bench_.in.rx_data_i[port] = word == 0 ? header(len, vc) : word;
      clock();
    }
  }
  void grant(unsigned vc, unsigned limit) {
    bench_.in.fc_valid_i[3] = true;
    bench_.in.fc_vc_i[3] = vc;
    bench_.in.fc_limit_i[3] = limit;
    clock();
  }
  unsigned crossbar_cycles() const {
    return static_cast<unsigned>(std::count_if(
        outs_.begin(), outs_.end(), [](const Switch::Out& out) { return out.xbar_valid_o[3]; }));
  }
  /// Cycles in which an input was matched, from 0 on.
  std::vector<unsigned> matches(unsigned input = 0) const {
    std::vector<unsigned> cycles;
    for (unsigned n = 0; n < outs_.size(); ++n)
      if (outs_[n].match_valid_o[input]) cycles.push_back(n);
    return cycles;
  }
  std::vector<std::uint64_t> sent() const {
    std::vector<std::uint64_t> words;
    for (const Switch::Out& out : outs_)
      if (out.tx_valid_o[3] && !out.tx_sop_o[3]) words.push_back(out.tx_data_o[3]);
    return words;
  }

  Bench<Switch> bench_{straps()};
  std::vector<Switch::Out> outs_;
};

TEST_F(VariantSwitchTest, ACompleteCellTakesHalfOfItsWords) {
  for (unsigned len = kMinCellWords; len <= kMaxCellWords; ++len) {
    start(straps());
    outs_.clear();
    send(0, len);
    idle(5);
    grant(0, 100);
    idle(40);
    EXPECT_EQ(crossbar_cycles(), (len + 1) / 2) << len;
    std::vector<std::uint64_t> words;
    for (unsigned word = 1; word < len; ++word) words.push_back(word);
    EXPECT_EQ(sent(), words) << len;
  }
}

TEST_F(VariantSwitchTest, WithoutSpeedUpItTakesItsWords) {
  start(straps(1));
  send(0, 12);
  idle(5);
  grant(0, 100);
  idle(40);
  EXPECT_EQ(crossbar_cycles(), 12u);
}

// Credit that is there in cycle c of reception, counted from the header on, lets the cell be
// matched in c + 1. Then c - 3 words have been written, and in each further cycle one is: of 20
// words 20 - (c + 1 - 3) are missing, and one cycle more holds the ports.
TEST_F(VariantSwitchTest, ATransferDoesNotOvertakeTheWordsThatArrive) {
  for (const unsigned at : {0u, 5u, 9u, 12u, 13u, 14u, 18u}) {
    start(straps());
    outs_.clear();
    for (unsigned word = 0; word < 20; ++word) {
      if (word == at) {
        bench_.in.fc_valid_i[3] = true;
        bench_.in.fc_limit_i[3] = 100;
      }
      bench_.in.rx_valid_i[0] = true;
      bench_.in.rx_sop_i[0] = word == 0;
      bench_.in.rx_data_i[0] = word == 0 ? header(20, 0) : word;
      clock();
    }
    idle(40);
    const unsigned match = std::max(at + 1, 4u), written = match - 3;
    ASSERT_EQ(matches(), std::vector<unsigned>{match}) << at;
    EXPECT_EQ(crossbar_cycles(), std::max(10u, 20 - written + 1)) << at;
    EXPECT_EQ(sent().size(), 19u);
  }
}

// Three complete cells of two words of one VC: a match in each cycle.
TEST_F(VariantSwitchTest, CellsOfTwoWordsAreMatchedInSuccessiveCycles) {
  for (unsigned n = 0; n < 3; ++n) send(0, 2);
  idle(6);
  const auto now = static_cast<unsigned>(outs_.size());
  grant(0, 100);
  idle(20);
  EXPECT_EQ(matches(), (std::vector<unsigned>{now + 1, now + 2, now + 3}));
  EXPECT_EQ(sent(), (std::vector<std::uint64_t>{1, 1, 1}));
}

// Five words of credit are enough for two of three such cells: the third one finds them gone,
// although the match before is only just visible.
TEST_F(VariantSwitchTest, TheNextArbitrationCountsWhatAMatchTakes) {
  for (unsigned n = 0; n < 3; ++n) send(0, 2);
  idle(6);
  const auto now = static_cast<unsigned>(outs_.size());
  grant(0, 5);
  idle(20);
  EXPECT_EQ(matches(), (std::vector<unsigned>{now + 1, now + 2}));
}

// Of 25 words 5 are shared, so 20 are reserved. VC 0 holds 20 and then 5 shared ones; VC 1 its 20.
// Its next cell has no word left until VC 0 has given words back, and those of VC 1 do not matter.
TEST_F(VariantSwitchTest, SharedWordsAreTakenByOneVcForAnother) {
  Switch::In shared = straps();
  shared.tx_limit_i.fill(25);
  shared.tx_shared_i.fill(5);
  start(shared);
  send(0, 20);
  send(0, 5);
  send(1, 20);
  send(1, 2);
  idle(40);
  EXPECT_EQ(matches(0).size(), 2u);
  ASSERT_EQ(matches(1).size(), 1u);
  grant(0, 25 + 3);
  idle(5);
  ASSERT_EQ(matches(1).size(), 2u);
}

TEST_F(VariantSwitchTest, AVcHoldsAtMostItsLimit) {
  Switch::In shared = straps();
  shared.tx_limit_i.fill(25);
  shared.tx_shared_i.fill(25);
  start(shared);
  send(0, 20);
  send(1, 6);
  idle(40);
  EXPECT_EQ(matches(1).size(), 0u);
  grant(0, 26);
  idle(5);
  EXPECT_EQ(matches(1).size(), 1u);
}

TEST_F(VariantSwitchTest, StrapsAreChecked) {
  const auto broken = [](Switch::In in) {
    Switch block;
    return broken_rule([&] { block.reset(in); });
  };
  EXPECT_EQ(broken(straps()), "none");
  EXPECT_EQ(broken(straps(0)), "SpeedupInRange");
  EXPECT_EQ(broken(straps(3)), "SpeedupInRange");
  Switch::In in = straps();
  in.tx_shared_i[2] = 1;
  EXPECT_EQ(broken(in), "SharedWithinLimit");
  in = straps();
  in.rx_depth_i[1] = 257;
  EXPECT_EQ(broken(in), "DepthWithinStorage");
}

// A port of 256 words grants its four VCs 100 each: the rule of the sender is broken by all of
// them.
TEST_F(VariantSwitchTest, AFullMemoryIsNoticed) {
  Switch::In deep = straps();
  deep.rx_depth_i.fill(100);
  start(deep);
  EXPECT_EQ(broken_rule([&] {
              for (unsigned n = 0; n < 16; ++n) send(0, 20, n % 4);
            }),
            "StorageNotExceeded");
}

}  // namespace
}  // namespace tinsim
