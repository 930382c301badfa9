// SPDX-License-Identifier: Apache-2.0
// cts_scheduler: which packet is granted and when it fits, by hand, and random queues against the
// README.
#include "rtl_models/cts_scheduler/cts_scheduler.h"

#include <algorithm>
#include <memory>

#include "rtl_models/common/check.h"
#include "testbench/naive_cts.h"
#include "testbench/stimulus/cts_scheduler_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using In = CtsScheduler::In;
using Out = CtsScheduler::Out;
constexpr unsigned kNone = 32;

class CtsSchedulerTest : public ::testing::Test {
 protected:
  CtsSchedulerTest() {
    in_.weight_i.fill(1);
    in_.window_i.fill(32768);
    in_.space_i.fill(255);
    block_.reset(in_);
  }
  void head(unsigned queue, unsigned bytes) {
    in_.head_valid_i[queue] = true;
    in_.head_bytes_i[queue] = bytes;
  }
  void done(unsigned port, unsigned bytes) {
    in_.done_valid_i = true;
    in_.done_port_i = port;
    in_.done_bytes_i = bytes;
  }
  /// The queue granted in this cycle; kNone if none is.
  unsigned granted() const {
    const Out out = block_.eval(in_);
    EXPECT_TRUE(out.grant_valid_o || out.grant_queue_o == 0);
    return out.grant_valid_o ? static_cast<unsigned>(out.grant_queue_o) : kNone;
  }
  /// One cycle; the same.
  unsigned step() {
    const unsigned queue = granted();
    block_.tick(in_);
    if (queue != kNone) in_.head_valid_i[queue] = false;
    in_.done_valid_i = false;
    return queue;
  }
  unsigned outstanding(unsigned port) const {
    return static_cast<unsigned>(block_.eval(in_).outstanding_o[port]);
  }

  CtsScheduler block_;
  In in_;
};

TEST_F(CtsSchedulerTest, GrantsInTheCycleInWhichTheHeadShows) {
  EXPECT_EQ(granted(), kNone);
  head(13, 100);
  EXPECT_EQ(granted(), 13u);
  EXPECT_EQ(outstanding(1), 0u);  // registered
  step();
  EXPECT_EQ(outstanding(1), 100u);
  EXPECT_EQ(granted(), kNone);
}

TEST_F(CtsSchedulerTest, HoldsTheGrant) {
  head(0, 100);
  in_.hold_i = true;
  EXPECT_EQ(step(), kNone);
  in_.hold_i = false;
  EXPECT_EQ(step(), 0u);
}

TEST_F(CtsSchedulerTest, NeedsSpaceForEveryCell) {
  head(0, 149);
  in_.space_i[0] = 1;
  EXPECT_EQ(granted(), kNone);
  in_.space_i[0] = 2;
  EXPECT_EQ(granted(), 0u);
  head(0, 148);
  in_.space_i[0] = 1;
  EXPECT_EQ(granted(), 0u);
  head(0, 16383);
  in_.space_i[0] = 110;
  EXPECT_EQ(granted(), kNone);
  in_.space_i[0] = 111;
  EXPECT_EQ(granted(), 0u);
}

TEST_F(CtsSchedulerTest, KeepsSpacePerPort) {
  in_.space_i = {1, 0, 3, 2};
  for (unsigned port = 0; port < 4; ++port) head(8 * port, 149);
  EXPECT_EQ(step(), 16u);
  EXPECT_EQ(step(), 24u);
  EXPECT_EQ(step(), kNone);
}

TEST_F(CtsSchedulerTest, FillsTheWindowToTheLastByte) {
  in_.window_i.fill(1000);
  head(0, 600);
  step();
  head(0, 401);
  EXPECT_EQ(granted(), kNone);
  head(0, 400);
  EXPECT_EQ(step(), 0u);
  EXPECT_EQ(outstanding(0), 1000u);
}

TEST_F(CtsSchedulerTest, SendsAPacketGreaterThanTheWindowAlone) {
  in_.window_i.fill(1000);
  head(0, 5000);
  EXPECT_EQ(step(), 0u);
  head(1, 1);
  EXPECT_EQ(granted(), kNone);
  done(0, 5000);
  EXPECT_EQ(step(), kNone);  // a done of the same cycle does not count yet
  EXPECT_EQ(step(), 1u);
}

TEST_F(CtsSchedulerTest, CountsAGrantAndADoneOfOneCycle) {
  head(8, 300);
  step();
  head(9, 50);
  done(1, 200);
  EXPECT_EQ(step(), 9u);
  EXPECT_EQ(outstanding(1), 150u);
}

TEST_F(CtsSchedulerTest, KeepsAWindowPerPort) {
  in_.window_i = {100, 200, 300, 400};
  for (unsigned port = 0; port < 4; ++port) head(8 * port, 100 * (port + 1));
  for (unsigned port = 0; port < 4; ++port) EXPECT_EQ(step(), 8 * port);
  for (unsigned port = 0; port < 4; ++port) head(8 * port, 1);
  EXPECT_EQ(step(), kNone);
}

// By the README: the jumbo's class has no lead, so the other class, which has, is granted nothing
// while the jumbo waits for the window to drain.
TEST_F(CtsSchedulerTest, ALongPacketGoesHoweverFullTheWindow) {
  constexpr unsigned kShort = 64, kJumbo = 16383, kStay = 200, kFits = 150;
  in_.window_i[0] = kFits * kShort;
  in_.weight_i[2] = 255;
  block_.reset(in_);
  // Short packets of one class keep the window full: each leaves kStay cycles after its grant.
  std::array<bool, kStay> leaving{};
  unsigned cycle = 0;
  const auto next = [&] {
    head(2, kShort);
    if (leaving[cycle % kStay]) done(0, kShort);
    const unsigned queue = step();
    leaving[cycle++ % kStay] = queue == 2;
    return queue;
  };
  while (cycle < 1000) next();
  EXPECT_GT(outstanding(0), (kFits - 2) * kShort);
  head(5, kJumbo);
  unsigned waited = 0;
  for (unsigned queue = next(); queue != 5; queue = next()) {
    ASSERT_EQ(queue, kNone);
    ASSERT_LT(++waited, kStay + 1);
  }
}

TEST_F(CtsSchedulerTest, NamesBrokenRules) {
  const auto rule_of = [](CtsScheduler& block, const In& in) -> std::string {
    try {
      block.tick(in);
    } catch (const ProtocolError& error) {
      return error.rule();
    }
    return "";
  };
  head(31, 0);
  EXPECT_EQ(rule_of(block_, in_), "HeadHasBytes");
  head(31, 10);
  step();
  done(3, 11);
  EXPECT_EQ(rule_of(block_, in_), "DoneWasOutstanding");
  done(3, 10);
  EXPECT_EQ(rule_of(block_, in_), "");
  in_.weight_i[7] = 0;
  EXPECT_THROW(block_.tick(in_), ProtocolError);
}

/// Room in plain words, and NaiveCts.
class NaiveScheduler {
 public:
  Corners corners{{"no space", 0},
                  {"just enough space", 0},
                  {"window closed", 0},
                  {"window to the byte", 0},
                  {"greater than window", 0},
                  {"held", 0},
                  {"grant and done", 0},
                  {"window below outstanding", 0},
                  {"strict", 0},
                  {"waits though another class fits", 0},
                  {"a port waits, another is granted", 0}};

  void reset(const In& straps) {
    plan_ = {};
    for (unsigned cos = 0; cos < 8; ++cos)
      if (straps.strict_i[cos]) plan_.strict |= static_cast<std::uint8_t>(1 << cos);
    cts_ = NaiveCts(plan_);
    outstanding_ = {};
  }
  Out eval(const In& in) const {
    NaiveCts cts = cts_;
    Out out;
    if (const auto queue = next(cts, in)) {
      out.grant_valid_o = true;
      out.grant_queue_o = *queue;
    }
    for (unsigned port = 0; port < 4; ++port) out.outstanding_o[port] = outstanding_[port];
    return out;
  }
  void tick(const In& in) {
    const NaiveCts before = cts_;
    const auto queue = next(cts_, in);
    note(before, in, queue);
    if (queue) outstanding_[*queue / 8] += unsigned(in.head_bytes_i[*queue]);
    if (in.done_valid_i) outstanding_[in.done_port_i] -= unsigned(in.done_bytes_i);
  }

 private:
  static bool has_space(const In& in, unsigned queue) {
    return 148 * in.space_i[queue / 8] >= in.head_bytes_i[queue];
  }
  bool has_window(const In& in, unsigned queue) const {
    const unsigned port = queue / 8;
    return outstanding_[port] == 0 ||
           outstanding_[port] + in.head_bytes_i[queue] <= in.window_i[port];
  }
  bool fits(const In& in, unsigned queue) const {
    return has_space(in, queue) && has_window(in, queue);
  }
  static std::array<bool, 32> waiting(const In& in) {
    std::array<bool, 32> heads{};
    for (unsigned queue = 0; queue < 32; ++queue) heads[queue] = in.head_valid_i[queue];
    return heads;
  }
  std::optional<unsigned> next(NaiveCts& cts, const In& in) const {
    if (in.hold_i) return std::nullopt;
    CtsPlan plan = plan_;
    for (unsigned cos = 0; cos < 8; ++cos)
      plan.weights[cos] = static_cast<std::uint8_t>(in.weight_i[cos]);
    cts.use(plan);
    std::array<bool, 32> all_that_fit{};
    std::array<unsigned, 32> bytes{};
    for (unsigned queue = 0; queue < 32; ++queue) {
      bytes[queue] = unsigned(in.head_bytes_i[queue]);
      all_that_fit[queue] = fits(in, queue);
    }
    return cts.next(waiting(in), all_that_fit, bytes);
  }
  void note(const NaiveCts& before, const In& in, std::optional<unsigned> granted) {
    for (const auto& candidate : before.candidates(waiting(in))) {
      if (!candidate) continue;
      const unsigned port = *candidate / 8;
      corners["held"] += in.hold_i && fits(in, *candidate);
      corners["no space"] += !has_space(in, *candidate);
      corners["window closed"] += !has_window(in, *candidate);
      corners["window below outstanding"] += in.window_i[port] < outstanding_[port];
      if (fits(in, *candidate)) continue;
      corners["a port waits, another is granted"] += granted && *granted / 8 != port;
      for (unsigned queue = 8 * port; queue < 8 * port + 8; ++queue)
        corners["waits though another class fits"] += in.head_valid_i[queue] && fits(in, queue);
    }
    if (!granted) return;
    const unsigned port = *granted / 8;
    const std::uint64_t bytes = in.head_bytes_i[*granted];
    corners["strict"] += plan_.strict >> *granted % 8 & 1;
    corners["just enough space"] += 148 * (in.space_i[port] - 1) < bytes;
    corners["window to the byte"] += outstanding_[port] + bytes == in.window_i[port];
    corners["greater than window"] += bytes > in.window_i[port];
    corners["grant and done"] += in.done_valid_i && in.done_port_i == port;
  }

  CtsPlan plan_;  ///< without the weights
  NaiveCts cts_{{}};
  std::array<unsigned, 4> outstanding_{};
};

TEST(CtsSchedulerRandom, AgreesWithTheReadmeReadNaively) {
  expect_as_naive<CtsScheduler, NaiveScheduler, CtsSchedulerStimulus>(120'000, 5000);
}

TEST(CtsSchedulerRandom, TheComparisonNoticesAWrongLength) {
  expect_fault_noticed<CtsScheduler, NaiveScheduler, CtsSchedulerStimulus>([](In& in) {
    if (in.head_bytes_i[0] > 1) in.head_bytes_i[0] = in.head_bytes_i[0] - 1;
  });
}

}  // namespace
}  // namespace tinsim
