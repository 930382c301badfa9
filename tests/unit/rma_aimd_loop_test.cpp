// SPDX-License-Identifier: Apache-2.0
// Congestion control of 1RMA in a loop with one bottleneck: rates, rise and shares.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <vector>

#include "tlm/host/rma/aimd.h"

namespace tinsim {
namespace {

constexpr RmaDirection kRead = RmaDirection::kRead;
constexpr Cycle kRtt = 2000;  // 5 us

/// Initiators that always have something to read; the target's link is a FIFO queue. An operation
/// takes kRtt without load.
class Loop {
 public:
  explicit Loop(Cycle service) : service_(service) {}

  /// Reads of one initiator from one remote host.
  unsigned add(const RmaAimdParams& params, unsigned remotes, Cycle from) {
    readers_.push_back({std::make_unique<RmaCongestion>(params), remotes, from, 0});
    return static_cast<unsigned>(readers_.size() - 1);
  }
  void run_to(Cycle end) {
    for (; now_ < end; ++now_) {
      for (; !back_.empty() && back_.front().at == now_; back_.pop_front()) {
        const Under& op = back_.front();
        Reader& reader = readers_[op.reader];
        reader.congestion->ended(now_, op.remote, kRead, RmaStatus::kOk, 0, now_ - op.issued);
        ++reader.ended;
      }
      for (unsigned i = 0; i < readers_.size(); ++i) issue((i + now_) % readers_.size());
    }
  }
  /// Operations since the last call.
  double take(unsigned reader) {
    const double taken = readers_[reader].ended;
    readers_[reader].ended = 0;
    return taken;
  }
  double window(unsigned reader) const {
    double sum = 0;
    for (uint16_t remote = 0; remote < readers_[reader].remotes; ++remote)
      sum += readers_[reader].congestion->remote_window(remote, kRead);
    return sum;
  }

 private:
  struct Reader {
    std::unique_ptr<RmaCongestion> congestion;
    unsigned remotes;
    Cycle from;
    unsigned ended;
  };
  struct Under {
    Cycle at, issued;
    unsigned reader;
    uint16_t remote;
  };
  void issue(unsigned number) {
    Reader& reader = readers_[number];
    if (now_ < reader.from) return;
    for (uint16_t remote = 0; remote < reader.remotes; ++remote) {
      if (reader.congestion->may_issue(now_, remote, kRead) != now_) continue;
      reader.congestion->issued(now_, remote, kRead);
      free_ = std::max(free_, now_) + service_;
      back_.push_back({free_ + kRtt - service_, now_, number, remote});
    }
  }

  Cycle service_;
  std::vector<Reader> readers_;
  std::deque<Under> back_;
  Cycle now_ = 0, free_ = 0;
};

RmaAimdParams one_window(double initial) {
  RmaAimdParams params;
  params.initial_local = params.max_window = 128;
  params.local_target = 1e9;
  params.remote_target = 1e9;
  params.initial_remote = initial;
  return params;
}

TEST(RmaLoop, FifteenOperationsOf4KiBIn5MicrosecondsAre98Gbps) {
  RmaAimdParams params = one_window(15);
  params.max_window = 15;
  Loop loop(1);
  loop.add(params, 1, 0);
  loop.run_to(kRtt);
  loop.take(0);
  loop.run_to(101 * kRtt);
  const double gbps = loop.take(0) * 4096 * 8 / (100 * 5000.0);
  EXPECT_NEAR(gbps, 98.3, 0.1);
}

/// Whole operations are issued: while k of them are, w grows by k / (4 w) in a round trip, and from
/// k to k + 1 in ((k + 1)^2 - k^2) · 2 / k = 4 + 2 / k of them.
TEST(RmaLoop, AWindowRisesByOneOperationInFourRoundTripsAndABit) {
  for (unsigned from : {1u, 4u, 13u}) {
    double trips = 0;
    for (unsigned k = from; k < from + 2; ++k) trips += 4 + 2.0 / k;
    Loop loop(1);
    loop.add(one_window(from), 1, 0);
    loop.run_to(static_cast<Cycle>((trips - 1.5) * kRtt));
    EXPECT_LT(loop.window(0), from + 2) << from;
    loop.run_to(static_cast<Cycle>((trips + 2.5) * kRtt));
    EXPECT_GE(loop.window(0), from + 2) << from;
  }
}

TEST(RmaLoop, AloneWithoutAHeadStartItTakesLonger) {
  // Sum of 4 + 2 / k for k = 1..14: 62.5 round trips.
  double trips = 0;
  for (unsigned k = 1; k < 15; ++k) trips += 4 + 2.0 / k;
  EXPECT_NEAR(trips, 62.5, 0.1);
  Loop loop(1);
  loop.add(one_window(1), 1, 0);
  loop.run_to(static_cast<Cycle>(0.9 * trips * kRtt));
  EXPECT_LT(loop.window(0), 15);
  loop.run_to(static_cast<Cycle>(1.1 * trips * kRtt));
  EXPECT_GE(loop.window(0), 15);
}

/// Two initiators read from one host at 100 Gb/s: 4096 · 8 / 100 ns = 131 cycles each.
class RmaShares : public testing::Test {
 protected:
  static constexpr Cycle kService = 131, kJoins = 100 * kRtt;

  static RmaAimdParams shared(double initial) {
    RmaAimdParams params = one_window(initial);
    params.remote_target = 1.2 * kRtt;
    return params;
  }
  /// Share of the second window in both.
  static double share(const Loop& loop) {
    return loop.window(1) / (loop.window(0) + loop.window(1));
  }
};

/// A window's rate is size · window / RTT, and both have the same RTT.
TEST_F(RmaShares, AFlowThatJoinsWithAFullWindowHasItsHalfInFiveRoundTrips) {
  Loop loop(kService);
  loop.add(shared(15), 1, 0);
  loop.add(shared(15), 1, kJoins);
  loop.run_to(kJoins + 5 * kRtt);
  EXPECT_NEAR(share(loop), 0.5, 0.05);
  // … and the queue that it made is gone: windows hold the target's delay in operations.
  EXPECT_NEAR(loop.window(0) + loop.window(1), 1.2 * kRtt / kService, 2);
  loop.take(0);
  loop.take(1);
  loop.run_to(kJoins + 15 * kRtt);
  const double first = loop.take(0), second = loop.take(1);
  EXPECT_NEAR(second / (first + second), 0.5, 0.1);
}

/// As configured when nothing is said. 100 Gb/s are 15 operations of 4 KiB in a round trip of 5 us.
/// The first brings no end. In the second the burst of the first ends, of which operation n has
/// waited for n others: the first of them that is late decreases the window, once. Then 13
/// operations go, and 14 when the window is there, and 15.
TEST_F(RmaShares, ByDefaultLineRateIsReachedInAboutEightRoundTrips) {
  const RmaAimdParams params;
  const double ahead = std::ceil((params.remote_target - kRtt) / kService);
  const double late = kRtt + ahead * kService;
  const double burst = std::sqrt(14.0 * 14 + ahead / 2);  // w^2 grows by 1/2 with each operation
  const double window = burst * (1 - 0.8 * (late - params.remote_target) / late);
  ASSERT_EQ(std::floor(window), 13);
  const double rise = (14 * 14 - window * window) * 2 / 13 + 4 + 2.0 / 14;
  EXPECT_NEAR(2 + rise, 7.3, 0.1);

  Loop loop(kService);
  loop.add(params, 1, 0);
  loop.run_to(2 * kRtt);
  EXPECT_NEAR(loop.window(0), window, 0.03);  // a few more have ended since
  unsigned trips = 2;
  for (double taken = 0; taken < 15 && trips < 100; ++trips) {
    loop.take(0);
    loop.run_to((trips + 1) * kRtt + 1);
    taken = loop.take(0);
  }
  EXPECT_NEAR(trips, 2 + rise + 1, 1);  // the one in which all 15 end
  loop.run_to(200 * kRtt);              // … and it stays there
  loop.take(0);
  loop.run_to(300 * kRtt);
  EXPECT_GE(loop.take(0), 100 * 15);
}

/// Decreases scale both windows by factors that are the same in the mean, and increases add the
/// same to both: the share of the second, at first w0 / (w0 + W) where the first had W = target /
/// service, goes up.
TEST_F(RmaShares, ByDefaultAFlowThatJoinsHasItsShareInFiveRoundTrips) {
  const RmaAimdParams params;
  const double alone = params.remote_target / kService;
  Loop loop(kService);
  loop.add(params, 1, 0);
  loop.add(params, 1, kJoins);
  loop.run_to(kJoins - 1);
  EXPECT_NEAR(loop.window(0), alone, 0.5);
  loop.run_to(kJoins + 1);
  EXPECT_NEAR(share(loop), 14 / (14 + alone), 0.01);
  loop.run_to(kJoins + 5 * kRtt);
  EXPECT_NEAR(share(loop), 0.5, 0.05);
  EXPECT_NEAR(loop.window(0) + loop.window(1), alone, 2);  // the queue is gone
  loop.take(0);
  loop.take(1);
  loop.run_to(kJoins + 15 * kRtt);
  const double first = loop.take(0), second = loop.take(1);
  EXPECT_NEAR(second / (first + second), 0.5, 0.05);
  EXPECT_GE(first + second, 10 * 15);
}

TEST_F(RmaShares, OneThatJoinsWithASmallWindowHasItMuchLater) {
  Loop loop(kService);
  loop.add(shared(15), 1, 0);
  loop.add(shared(1), 1, kJoins);
  unsigned trips = 0;
  while (trips == 0 || share(loop) < 0.4) {
    loop.run_to(kJoins + ++trips * kRtt);
    ASSERT_LT(trips, 1000u);
  }
  EXPECT_GT(trips, 5u);
  loop.run_to(kJoins + 1000 * kRtt);
  EXPECT_NEAR(share(loop), 0.5, 0.1);
}

TEST_F(RmaShares, TheLinkIsFullAndTheDelayAtItsTarget) {
  Loop loop(kService);
  loop.add(shared(15), 1, 0);
  loop.add(shared(15), 1, 0);
  loop.run_to(100 * kRtt);
  loop.take(0);
  loop.take(1);
  loop.run_to(300 * kRtt);
  const double first = loop.take(0), second = loop.take(1);
  EXPECT_NEAR(first + second, 200.0 * kRtt / kService, 0.02 * 200.0 * kRtt / kService);
  EXPECT_NEAR(first / (first + second), 0.5, 0.1);
  // Windows hold the target's delay in operations, and at most an operation each above.
  EXPECT_NEAR(loop.window(0) + loop.window(1), 1.2 * kRtt / kService, 2.5);
}

}  // namespace
}  // namespace tinsim
