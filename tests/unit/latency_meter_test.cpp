// SPDX-License-Identifier: Apache-2.0
// latency_meter: when sets are requested, what they say, and that two meters find the delay.
#include "rtl_models/latency_meter/latency_meter.h"

#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "rtl_models/parts/ordered_set.h"
#include "testbench/bench.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

class LatencyMeterTest : public ::testing::Test {
 protected:
  void receive(unsigned sub, std::uint64_t residence = 0) {
    bench_.in.set_valid_i = true;
    bench_.in.set_sub_i = sub;
    bench_.in.set_residence_i = residence;
  }
  void sent(unsigned sub) {
    bench_.in.sent_i = true;
    bench_.in.sent_sub_i = sub;
  }
  void expect_request(unsigned sub, std::uint64_t residence) {
    EXPECT_TRUE(bench_.out().lat_valid_o);
    EXPECT_EQ(bench_.out().lat_sub_o, sub);
    EXPECT_EQ(bench_.out().lat_residence_o, residence);
  }
  void expect_no_request() {
    EXPECT_FALSE(bench_.out().lat_valid_o);
    EXPECT_EQ(bench_.out().lat_sub_o, 0u);
    EXPECT_EQ(bench_.out().lat_residence_o, 0u);
  }
  void expect_delay(std::uint64_t cycles) {
    EXPECT_TRUE(bench_.out().delay_valid_o);
    EXPECT_EQ(bench_.out().delay_o, cycles);
  }
  void expect_no_delay() {
    EXPECT_FALSE(bench_.out().delay_valid_o);
    EXPECT_EQ(bench_.out().delay_o, 0u);
  }
  /// Sends a PING; its cycle s is the one that just ended.
  void ping() {
    bench_.in.start_i = true;
    bench_.clock(3);
    sent(0);
    bench_.clock();
  }

  Bench<LatencyMeter> bench_;
};

TEST_F(LatencyMeterTest, StartRequestsAPingInTheNextCycleOnly) {
  bench_.in.start_i = true;
  expect_no_request();
  bench_.clock();
  expect_request(0, 0);
  bench_.clock();
  expect_no_request();
}

TEST_F(LatencyMeterTest, APingIsAnsweredInTheNextCycle) {
  receive(0, 12345);
  expect_no_request();
  bench_.clock();
  expect_request(1, 1);
  bench_.clock();
  expect_no_request();
}

TEST_F(LatencyMeterTest, TheDelayIsHalfTheRoundTripWithoutTheResidenceRoundedDown) {
  for (unsigned trip : {1u, 100u, 101u, 5000u}) {
    for (unsigned residence : {0u, 1u}) {
      ping();
      bench_.clock(trip - 1);
      receive(1, residence);
      expect_no_delay();
      bench_.clock();
      expect_delay((trip - residence) / 2);
      bench_.clock();
      expect_no_delay();
    }
  }
}

TEST_F(LatencyMeterTest, ATooLongResidenceIsCountedModulo2To48) {
  ping();
  bench_.clock(9);
  receive(1, 20);  // after 10 cycles
  bench_.clock();
  expect_delay(((std::uint64_t{1} << 48) - 10) / 2);
}

TEST_F(LatencyMeterTest, AnAnswerCountsOnce) {
  ping();
  receive(1);
  bench_.clock();
  EXPECT_TRUE(bench_.out().delay_valid_o);
  receive(1);
  bench_.clock();
  expect_no_delay();
}

TEST_F(LatencyMeterTest, AnAnswerToNothingIsIgnored) {
  receive(1, 3);
  bench_.clock();
  expect_no_delay();
  bench_.in.start_i = true;
  bench_.clock(3);
  receive(1, 3);  // requested, but not sent
  bench_.clock();
  expect_no_delay();
  sent(0);
  receive(1, 3);  // sent in this very cycle
  bench_.clock();
  expect_no_delay();
}

TEST_F(LatencyMeterTest, OtherSubsAreIgnored) {
  ping();
  for (unsigned sub = 2; sub < 16; ++sub) {
    receive(sub, 1);
    bench_.clock();
    expect_no_delay();
    expect_no_request();
  }
}

TEST_F(LatencyMeterTest, ThePongGoesFirstAndThePingWhenItIsOnTheLink) {
  receive(0);
  bench_.in.start_i = true;
  bench_.clock();
  expect_request(1, 1);
  for (int n = 0; n < 10; ++n) {
    bench_.clock();
    expect_no_request();
  }
  sent(1);
  bench_.clock();
  expect_request(0, 0);
}

TEST_F(LatencyMeterTest, AWaitingPongGoesBeforeAnOlderPingAndItsResidenceGrows) {
  receive(0);
  bench_.clock();
  expect_request(1, 1);
  bench_.in.start_i = true;
  bench_.clock(3);
  receive(0);  // cycle r
  bench_.clock(7);
  sent(1);
  bench_.clock();
  expect_request(1, 8);
  bench_.clock(2);
  sent(1);
  bench_.clock();
  expect_request(0, 0);
}

TEST_F(LatencyMeterTest, ANewerPingReplacesOneWhoseAnswerWaits) {
  bench_.in.start_i = true;
  bench_.clock();
  expect_request(0, 0);
  receive(0);
  bench_.clock(5);
  receive(0);
  bench_.clock(4);
  sent(0);
  bench_.clock();
  expect_request(1, 5);
  bench_.clock(2);
  sent(1);
  bench_.clock();
  expect_no_request();
}

TEST_F(LatencyMeterTest, ANewerPingInTheLastCycleOfWaitingReplacesTheOldOneToo) {
  bench_.in.start_i = true;
  bench_.clock();
  receive(0);
  bench_.clock(5);
  sent(0);
  receive(0);
  bench_.clock();
  expect_request(1, 1);
  bench_.clock(2);
  sent(1);
  bench_.clock();
  expect_no_request();
}

TEST_F(LatencyMeterTest, StartingAgainCountsFromTheNewPing) {
  ping();
  bench_.clock(50);
  ping();
  bench_.clock(19);
  receive(1);
  bench_.clock();
  expect_delay(10);
}

TEST_F(LatencyMeterTest, UntilTheNewPingIsSentTheOldOneCanBeAnswered) {
  ping();
  bench_.clock(10);
  bench_.in.start_i = true;
  bench_.clock(10);
  sent(0);
  receive(1, 1);
  bench_.clock();
  expect_delay(10);  // 21 cycles, one of them residence
  bench_.clock(9);
  receive(1);
  bench_.clock();
  expect_delay(5);
}

TEST_F(LatencyMeterTest, ResetClearsPendingRequests) {
  ping();
  receive(0);
  bench_.clock();
  bench_.in.start_i = true;
  bench_.clock();
  bench_.reset();
  expect_no_request();
  receive(1);
  bench_.clock(5);
  expect_no_delay();
  expect_no_request();
}

/// A meter and the transmitter before it, which holds one set, sends it when it gets a slot, and
/// counts a PONG's residence until then (tx_scheduler).
class End {
 public:
  struct Set {
    unsigned sub = 0;
    std::uint64_t residence = 0;
  };
  /// One cycle; returns the set on the link in it.
  std::optional<Set> cycle(bool start, bool slot, const std::optional<Set>& received) {
    LatencyMeter::In in;
    in.start_i = start;
    in.set_valid_i = received.has_value();
    if (received) in.set_sub_i = received->sub, in.set_residence_i = received->residence;
    std::optional<Set> on_link;
    if (held_ && slot) std::swap(on_link, held_);
    if (on_link) in.sent_i = true, in.sent_sub_i = on_link->sub;
    const LatencyMeter::Out out = meter_.out();
    meter_.tick(in);
    if (out.delay_valid_o) delays.push_back(static_cast<std::uint64_t>(out.delay_o));
    if (held_ && held_->sub == 1) ++held_->residence;
    if (out.lat_valid_o) {
      EXPECT_FALSE(held_) << "a set was asked for while one is held";
      const std::uint64_t residence = static_cast<std::uint64_t>(out.lat_residence_o);
      held_ = Set{static_cast<unsigned>(out.lat_sub_o), out.lat_sub_o == 1 ? residence + 1 : 0};
    }
    return on_link;
  }
  std::vector<std::uint64_t> delays;

 private:
  LatencyMeter meter_;
  std::optional<Set> held_;
};

TEST(LatencyMeterPair, BothEndsFindTheDelayHoweverLongSetsWait) {
  Random random(1);
  for (const auto& [there, back] : {std::pair{1u, 1u}, {10u, 10u}, {7u, 20u}, {300u, 301u}}) {
    End a, b;
    std::deque<std::optional<End::Set>> to_b(there), to_a(back);
    constexpr unsigned kPause = 2000;
    for (unsigned cycle = 0; cycle < 100 * kPause; ++cycle) {
      const std::optional<End::Set> at_a = to_a.front(), at_b = to_b.front();
      to_a.pop_front();
      to_b.pop_front();
      const unsigned busy = cycle / kPause % 3 * 45;
      to_b.push_back(a.cycle(cycle % kPause == 0, !random.chance(busy), at_a));
      to_a.push_back(b.cycle(cycle % kPause == 10, !random.chance(busy), at_b));
    }
    EXPECT_EQ(a.delays, std::vector<std::uint64_t>(100, (there + back) / 2));
    EXPECT_EQ(b.delays, a.delays);
  }
}

}  // namespace
}  // namespace tinsim
