// SPDX-License-Identifier: Apache-2.0
// ecn_ctd: thresholds from both sides, by hand, and random queues against the README.
#include "rtl_models/ecn_ctd/ecn_ctd.h"

#include <vector>

#include "rtl_models/common/check.h"
#include "testbench/stimulus/ecn_ctd_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using In = EcnCtd::In;
using Out = EcnCtd::Out;

class EcnCtdTest : public ::testing::Test {
 protected:
  EcnCtdTest() {
    thresholds_.drop_threshold_i.fill(4095);
    thresholds_.mark_threshold_i.fill(4095);
    block_.reset({});
  }
  In rts(unsigned queue) const {
    In in = thresholds_;
    in.rts_valid_i = true;
    in.rts_queue_i = queue;
    return in;
  }
  static In pop(unsigned queue, In in) {
    in.pop_valid_i = true;
    in.pop_queue_i = queue;
    return in;
  }
  In ready(unsigned queue, unsigned ecn) const {
    In in = thresholds_;
    in.ready_valid_i = true;
    in.ready_queue_i = queue;
    in.ready_ecn_i = ecn;
    return in;
  }
  void fill(unsigned queue, unsigned depth) {
    for (unsigned n = 0; n < depth; ++n) block_.tick(rts(queue));
  }
  void expect_rts(bool accepted) {
    EXPECT_TRUE(block_.out().rts_result_o);
    EXPECT_EQ(block_.out().accept_o, accepted);
    EXPECT_EQ(block_.out().ctd_o, !accepted);
  }
  unsigned depth(unsigned queue) const { return unsigned(block_.out().depth_o[queue]); }

  EcnCtd block_;
  In thresholds_;
};

TEST_F(EcnCtdTest, RefusesAboveTheDropThresholdOfTheClass) {
  thresholds_.drop_threshold_i[5] = 2;
  for (unsigned n = 0; n < 3; ++n) {  // depths 0, 1, 2: not greater than 2
    block_.tick(rts(13));             // port 1, class 5
    expect_rts(true);
    EXPECT_EQ(depth(13), n + 1);
  }
  block_.tick(rts(13));
  expect_rts(false);
  EXPECT_EQ(depth(13), 3u);
  block_.tick(rts(5));  // the same class of another port has a queue of its own
  expect_rts(true);
  block_.tick(thresholds_);
  EXPECT_FALSE(block_.out().rts_result_o || block_.out().accept_o || block_.out().ctd_o);
}

TEST_F(EcnCtdTest, RefusesWhenTheCounterIsAtItsEnd) {
  fill(31, 4095);
  expect_rts(true);
  EXPECT_EQ(depth(31), 4095u);
  block_.tick(rts(31));
  expect_rts(false);
  EXPECT_EQ(depth(31), 4095u);
}

TEST_F(EcnCtdTest, CountsAnRtsAndAPopOfOneCycle) {
  fill(2, 3);
  block_.tick(pop(2, rts(2)));
  expect_rts(true);
  EXPECT_EQ(depth(2), 3u);
  thresholds_.drop_threshold_i[2] = 2;
  block_.tick(pop(2, rts(2)));  // refused by the depth before the pop
  expect_rts(false);
  EXPECT_EQ(depth(2), 2u);
  block_.tick(pop(2, rts(3)));
  EXPECT_EQ(depth(2), 1u);
  EXPECT_EQ(depth(3), 1u);
}

TEST_F(EcnCtdTest, MarksAboveTheMarkThresholdOnlyWhatCanBeMarked) {
  thresholds_.mark_threshold_i[0] = 2;
  fill(8, 2);
  for (const bool above : {false, true}) {
    for (unsigned ecn = 0; ecn < 4; ++ecn) {
      const bool marked = above && (ecn == 1 || ecn == 2);
      block_.tick(ready(8, ecn));
      EXPECT_TRUE(block_.out().ready_result_o);
      EXPECT_EQ(block_.out().ecn_o, marked ? 3u : ecn);
      EXPECT_EQ(block_.out().marked_o, marked);
    }
    fill(8, 1);
    EXPECT_FALSE(block_.out().ready_result_o);
    EXPECT_EQ(block_.out().ecn_o, 0u);
  }
}

TEST_F(EcnCtdTest, UsesTheDepthOfTheCycleOfTheRequest) {
  thresholds_.mark_threshold_i[0] = 0;
  In both = ready(0, 1);
  both.rts_valid_i = true;  // depth 0 becomes 1
  block_.tick(both);
  EXPECT_FALSE(block_.out().marked_o);
  block_.tick(pop(0, ready(0, 1)));  // depth 1 becomes 0
  EXPECT_TRUE(block_.out().marked_o);
}

TEST_F(EcnCtdTest, NamesTheBrokenRule) {
  fill(4, 1);
  block_.tick(pop(4, thresholds_));
  try {
    block_.tick(pop(4, rts(4)));  // one that arrives now is not there yet
    FAIL() << "not noticed";
  } catch (const ProtocolError& error) {
    EXPECT_EQ(error.rule(), "PopHasRts");
  }
}

/// The README with depths as signed numbers of their own.
class NaiveEcnCtd {
 public:
  Corners corners{{"refused by the threshold", 0},
                  {"refused at the end", 0},
                  {"accepted at the threshold", 0},
                  {"marked", 0},
                  {"not above", 0},
                  {"not ECT", 0},
                  {"rts and pop of a queue", 0},
                  {"refused and popped", 0},
                  {"all on one queue", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    depth_.assign(32, 0);
    out_ = {};
  }
  void tick(const In& in) {
    out_ = {};
    std::vector<int> change(32);
    if (in.rts_valid_i) change[in.rts_queue_i] += receive(in);
    if (in.pop_valid_i) --change[in.pop_queue_i];
    if (in.ready_valid_i) forward(in);
    const bool pops = in.rts_valid_i && in.pop_valid_i && in.rts_queue_i == in.pop_queue_i;
    corners["rts and pop of a queue"] += pops && out_.accept_o;
    corners["refused and popped"] += pops && out_.ctd_o;
    corners["all on one queue"] += pops && in.ready_valid_i && in.ready_queue_i == in.pop_queue_i;
    for (unsigned queue = 0; queue < 32; ++queue)
      out_.depth_o[queue] = static_cast<unsigned>(depth_[queue] += change[queue]);
  }

 private:
  int receive(const In& in) {
    const int depth = depth_[in.rts_queue_i];
    const int limit = static_cast<int>(in.drop_threshold_i[in.rts_queue_i % 8]);
    const bool refused = depth > limit || depth == 4095;
    corners["refused by the threshold"] += depth > limit;
    corners["refused at the end"] += depth == 4095 && limit == 4095;
    corners["accepted at the threshold"] += depth == limit && !refused;
    out_.rts_result_o = true;
    out_.ctd_o = refused;
    out_.accept_o = !refused;
    return refused ? 0 : 1;
  }
  void forward(const In& in) {
    const bool above =
        depth_[in.ready_queue_i] > static_cast<int>(in.mark_threshold_i[in.ready_queue_i % 8]);
    const bool ect = in.ready_ecn_i == 1 || in.ready_ecn_i == 2;
    corners["marked"] += above && ect;
    corners["not above"] += !above && ect;
    corners["not ECT"] += above && !ect;
    out_.ready_result_o = true;
    out_.marked_o = above && ect;
    out_.ecn_o = above && ect ? 3 : std::uint64_t{in.ready_ecn_i};
  }

  std::vector<int> depth_;
  Out out_;
};

TEST(EcnCtdRandom, AgreesWithTheReadmeReadNaively) {
  expect_as_naive<EcnCtd, NaiveEcnCtd, EcnCtdStimulus>(300'000, 30'000);
}

TEST(EcnCtdRandom, TheComparisonNoticesAWrongThreshold) {
  expect_fault_noticed<EcnCtd, NaiveEcnCtd, EcnCtdStimulus>([](In& in) {
    for (auto& threshold : in.drop_threshold_i) threshold = threshold + 1;
  });
}

}  // namespace
}  // namespace tinsim
