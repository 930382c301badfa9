// SPDX-License-Identifier: Apache-2.0
// solicitation: window, turns, expiry from both sides, and random operations against the README.
#include "rtl_models/solicitation/solicitation.h"

#include <deque>
#include <string>
#include <vector>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/solicitation_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using Block = Solicitation<4>;
using In = Block::In;
using Out = Block::Out;

class SolicitationTest : public ::testing::Test {
 protected:
  SolicitationTest() { restart(1, 1); }
  void restart(unsigned weight0, unsigned weight1, bool strict = false) {
    idle_ = {};
    idle_.weight_i = {Bits<8>(weight0), Bits<8>(weight1)};
    idle_.strict_i = strict;
    idle_.window_i = 65536;
    idle_.dispatch_limit_i = 1000;
    block_.reset(idle_);
  }
  In push(unsigned cls, unsigned slot, unsigned size) const {
    In in = idle_;
    in.push_valid_i = true;
    in.push_class_i = cls != 0;
    in.push_slot_i = slot;
    in.push_size_i = size;
    return in;
  }
  In refund(unsigned bytes) const {
    In in = idle_;
    in.refund_valid_i = true;
    in.refund_bytes_i = bytes;
    return in;
  }
  static In held(In in) {
    in.hold_i = true;
    return in;
  }
  /// Slots granted in the next cycles, -1 for a cycle without a grant.
  std::vector<int> grants(unsigned cycles) {
    std::vector<int> slots;
    for (unsigned n = 0; n < cycles; ++n) {
      block_.tick(idle_);
      const Out& out = block_.out();
      slots.push_back(out.grant_valid_o ? static_cast<int>(out.grant_slot_o) : -1);
    }
    return slots;
  }

  Block block_;
  In idle_;
};

TEST_F(SolicitationTest, GrantsInTheCycleAfterThePush) {
  block_.tick(push(1, 77, 100));
  EXPECT_EQ(block_.out().waiting_o[1], 1u);
  EXPECT_FALSE(block_.out().grant_valid_o);
  EXPECT_EQ(block_.out().used_o, 0u);
  block_.tick(idle_);
  EXPECT_TRUE(block_.out().grant_valid_o);
  EXPECT_TRUE(block_.out().grant_class_o);
  EXPECT_EQ(block_.out().grant_slot_o, 77u);
  EXPECT_EQ(block_.out().grant_size_o, 100u);
  EXPECT_EQ(block_.out().used_o, 100u);
  EXPECT_EQ(block_.out().waiting_o[1], 0u);
  block_.tick(idle_);
  EXPECT_FALSE(block_.out().grant_valid_o);
  EXPECT_EQ(block_.out().grant_slot_o, 0u);
}

TEST_F(SolicitationTest, RequiresFourKilobytesAndTakesTheSize) {
  idle_.window_i = 4096 + 10;
  block_.tick(push(0, 1, 11));
  block_.tick(push(0, 2, 1));  // grants slot 1
  EXPECT_TRUE(block_.out().grant_valid_o);
  EXPECT_EQ(grants(3), (std::vector<int>{-1, -1, -1}));  // 11 + 4096 do not fit
  block_.tick(refund(1));                                // does not count yet
  EXPECT_FALSE(block_.out().grant_valid_o);
  EXPECT_EQ(block_.out().used_o, 10u);
  EXPECT_EQ(grants(1), (std::vector<int>{2}));
  EXPECT_EQ(block_.out().used_o, 11u);
}

TEST_F(SolicitationTest, GrantsNothingThroughAWindowBelowFourKilobytes) {
  idle_.window_i = 4095;
  block_.tick(push(0, 1, 0));
  EXPECT_EQ(grants(2), (std::vector<int>{-1, -1}));
  idle_.window_i = 4096;
  EXPECT_EQ(grants(1), (std::vector<int>{1}));
}

TEST_F(SolicitationTest, CountsGrantAndRefundOfOneCycle) {
  block_.tick(push(0, 1, 100));
  block_.tick(push(0, 2, 50));
  EXPECT_EQ(block_.out().used_o, 100u);
  block_.tick(refund(100));
  EXPECT_EQ(block_.out().used_o, 50u);
}

TEST_F(SolicitationTest, TakesTurnsByWeightWhileBothWait) {
  restart(2, 1);
  for (unsigned n = 0; n < 4; ++n) {
    block_.tick(held(push(0, n, 0)));
    block_.tick(held(push(1, 10 + n, 0)));
  }
  EXPECT_EQ(grants(9), (std::vector<int>{0, 1, 10, 2, 3, 11, 12, 13, -1}));
}

TEST_F(SolicitationTest, CountsOnlyGrantsWhileBothWait) {
  restart(2, 1);
  for (unsigned n = 0; n < 3; ++n) block_.tick(push(0, n, 0));  // alone
  block_.tick(idle_);
  for (unsigned n = 0; n < 3; ++n) {
    block_.tick(held(push(0, n, 0)));
    block_.tick(held(push(1, 10 + n, 0)));
  }
  EXPECT_EQ(grants(4), (std::vector<int>{0, 1, 10, 2}));
}

TEST_F(SolicitationTest, GoesInClassOrderIfStrict) {
  restart(1, 200, true);
  for (unsigned n = 0; n < 3; ++n) {
    block_.tick(held(push(1, 10 + n, 0)));
    block_.tick(held(push(0, n, 0)));
  }
  EXPECT_EQ(grants(6), (std::vector<int>{0, 1, 2, 10, 11, 12}));
}

TEST_F(SolicitationTest, ExpiresAHeadThatHasWaitedTheLimit) {
  idle_.dispatch_limit_i = 3;
  idle_.window_i = 0;
  block_.tick(push(1, 9, 1));  // x
  for (int n = 1; n < 3; ++n) {
    block_.tick(idle_);  // x+1, x+2
    EXPECT_FALSE(block_.out().expired_valid_o);
  }
  block_.tick(idle_);  // x+3
  EXPECT_TRUE(block_.out().expired_valid_o);
  EXPECT_TRUE(block_.out().expired_class_o);
  EXPECT_EQ(block_.out().expired_slot_o, 9u);
  EXPECT_EQ(block_.out().used_o, 0u);
  EXPECT_EQ(block_.out().waiting_o[1], 0u);
}

TEST_F(SolicitationTest, ExpiresOneAndMayGrantTheOtherClass) {
  for (unsigned n = 0; n < 2; ++n) {
    block_.tick(held(push(0, n, 0)));
    block_.tick(held(push(1, 10 + n, 0)));
  }
  idle_.dispatch_limit_i = 1;
  block_.tick(idle_);  // 0 expires; 10 could, but is granted
  EXPECT_EQ(block_.out().expired_slot_o, 0u);
  EXPECT_TRUE(block_.out().expired_valid_o);
  EXPECT_TRUE(block_.out().grant_valid_o);
  EXPECT_EQ(block_.out().grant_slot_o, 10u);
  block_.tick(held(idle_));  // an expiry is not held
  EXPECT_TRUE(block_.out().expired_valid_o);
  EXPECT_EQ(block_.out().expired_slot_o, 1u);
  EXPECT_FALSE(block_.out().grant_valid_o);
}

TEST_F(SolicitationTest, IsFullWithFour) {
  for (unsigned n = 0; n < 4; ++n) {
    EXPECT_FALSE(block_.out().full_o[1]);
    block_.tick(held(push(1, n, 0)));
  }
  EXPECT_TRUE(block_.out().full_o[1]);
  EXPECT_FALSE(block_.out().full_o[0]);
  block_.tick(idle_);
  EXPECT_FALSE(block_.out().full_o[1]);
}

TEST_F(SolicitationTest, NamesBrokenRules) {
  const auto rule_of = [this](const std::vector<In>& cycles) -> std::string {
    Block block;
    try {
      block.reset(cycles.front());
      for (const In& in : cycles) block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  EXPECT_EQ(rule_of(std::vector<In>(4, held(push(0, 1, 4096)))), "");
  EXPECT_EQ(rule_of(std::vector<In>(5, held(push(0, 1, 4096)))), "PushHasRoom");
  EXPECT_EQ(rule_of({push(0, 1, 4097)}), "SizeAtMost4096");
  EXPECT_EQ(rule_of({push(0, 1, 5), idle_, refund(5)}), "");
  EXPECT_EQ(rule_of({push(0, 1, 5), idle_, refund(6)}), "RefundWasUsed");
  EXPECT_EQ(rule_of({push(0, 1, 5), refund(1)}), "RefundWasUsed");
  In zero = idle_;
  zero.weight_i[1] = 0;
  EXPECT_EQ(rule_of({zero}), "WeightNotZero");
}

/// The README with lists of operations that carry their age.
template <unsigned kDepth>
class NaiveSolicitation {
 public:
  using In = typename Solicitation<kDepth>::In;
  using Out = typename Solicitation<kDepth>::Out;

  Corners corners{{"full", 0},           {"expired with a grant", 0}, {"late and granted", 0},
                  {"window full", 0},    {"exactly fits", 0},         {"grant and refund", 0},
                  {"turn goes", 0},      {"alone out of turn", 0},    {"strict over class 1", 0},
                  {"refund too late", 0}};

  const Out& out() const { return out_; }
  void reset(const In& straps) {
    straps_ = straps;
    for (auto& queue : queues_) queue.clear();
    used_ = turn_ = row_ = 0;
    out_ = {};
  }
  void tick(const In& in) {
    for (auto& queue : queues_)
      for (auto& op : queue) ++op.age;
    out_ = {};
    const std::uint64_t used = used_;
    bool can[2] = {!queues_[0].empty(), !queues_[1].empty()};
    for (unsigned cls = 0; cls < 2 && !out_.expired_valid_o; ++cls) {
      if (!can[cls] || queues_[cls].front().age < in.dispatch_limit_i) continue;
      out_.expired_valid_o = true;
      out_.expired_class_o = cls == 1;
      out_.expired_slot_o = queues_[cls].front().in.push_slot_i;
      queues_[cls].pop_front();
      can[cls] = false;
    }
    const bool fits = used + 4096 <= in.window_i;
    corners["window full"] += !fits && (can[0] || can[1]);
    corners["refund too late"] += !fits && (can[0] || can[1]) && in.refund_valid_i &&
                                  used - in.refund_bytes_i + 4096 <= in.window_i;
    if (!in.hold_i && fits && (can[0] || can[1])) grant(in, can);
    if (in.push_valid_i) queues_[in.push_class_i].push_back({in, 0});
    if (in.refund_valid_i) used_ -= in.refund_bytes_i;
    corners["grant and refund"] += out_.grant_valid_o && in.refund_valid_i;
    out_.used_o = used_;
    for (unsigned cls = 0; cls < 2; ++cls) {
      out_.waiting_o[cls] = queues_[cls].size();
      out_.full_o[cls] = queues_[cls].size() == kDepth;
      corners["full"] += out_.full_o[cls];
    }
  }

 private:
  struct Op {
    In in;
    std::uint64_t age;
  };
  void grant(const In& in, const bool can[2]) {
    unsigned cls = can[0] ? 0 : 1;
    const bool both = can[0] && can[1];
    corners["alone out of turn"] += !both && cls != turn_;
    if (both) {
      cls = straps_.strict_i ? 0 : static_cast<unsigned>(turn_);
      corners["strict over class 1"] += straps_.strict_i;
      if (++row_ == straps_.weight_i[cls]) {
        turn_ = 1 - turn_;
        row_ = 0;
        ++corners["turn goes"];
      }
    }
    const Op op = queues_[cls].front();
    queues_[cls].pop_front();
    corners["late and granted"] += op.age >= in.dispatch_limit_i;
    corners["expired with a grant"] += out_.expired_valid_o;
    corners["exactly fits"] += used_ + 4096 == in.window_i && used_ != 0;
    out_.grant_valid_o = true;
    out_.grant_class_o = cls == 1;
    out_.grant_slot_o = op.in.push_slot_i;
    out_.grant_size_o = op.in.push_size_i;
    used_ += op.in.push_size_i;
  }

  In straps_;
  std::deque<Op> queues_[2];
  std::uint64_t used_ = 0, turn_ = 0, row_ = 0;
  Out out_;
};

TEST(SolicitationRandom, AgreesWithTheReadmeReadNaivelyInTheSmallShape) {
  expect_as_naive<Block, NaiveSolicitation<4>, SolicitationStimulus<4>>(240'000, 2000);
}

TEST(SolicitationRandom, AgreesWithTheReadmeReadNaivelyInTheFullShape) {
  expect_as_naive<Solicitation<256>, NaiveSolicitation<256>, SolicitationStimulus<256>>(240'000,
                                                                                        5000);
}

TEST(SolicitationRandom, TheComparisonNoticesAWrongSize) {
  expect_fault_noticed<Block, NaiveSolicitation<4>, SolicitationStimulus<4>>(
      [](In& in) { in.push_size_i = in.push_size_i | 1; });
}

}  // namespace
}  // namespace tinsim
