// SPDX-License-Identifier: Apache-2.0
// time_sync: how the clock counts, which messages set it, when it fails, and what it sends on.
#include "rtl_models/time_sync/time_sync.h"

#include <gtest/gtest.h>

#include "testbench/bench.h"

namespace tinsim {
namespace {

using Clock = TimeSync<4>;
constexpr std::uint64_t kNominal = std::uint64_t{1} << 32;
constexpr std::uint64_t kWrap = std::uint64_t{1} << 48;
constexpr unsigned kPort = 2, kDelay = 17, kFlight = 3;

Clock::In client_straps() {
  Clock::In in;
  in.listen_port_i = kPort;
  in.listen_delay_i = kDelay;
  in.out_ports_i = {true, false, false, true};
  in.threshold_i = 100;
  in.increment_i = kNominal;
  in.flight_i = kFlight;
  return in;
}

Clock::In primary_straps() {
  Clock::In in = client_straps();
  in.primary_i = true;
  in.interval_i = 40;
  return in;
}

class TimeSyncTest : public ::testing::Test {
 protected:
  /// A TIMESYNC whose true time in this cycle is `true_time`.
  void message(std::uint64_t true_time, unsigned status = 1, unsigned port = kPort) {
    bench_.in.rx_valid_i[port] = true;
    bench_.in.rx_status_i[port] = status;
    bench_.in.rx_time_i[port] = true_time - kDelay;
  }
  void accept(std::uint64_t true_time, unsigned status = 1) {
    message(true_time, status);
    bench_.clock();
    ASSERT_TRUE(bench_.out().accepted_o);
    ASSERT_FALSE(bench_.out().refused_o);
  }
  void refuse(std::uint64_t true_time, unsigned status = 1) {
    message(true_time, status);
    bench_.clock();
    ASSERT_TRUE(bench_.out().refused_o);
    ASSERT_FALSE(bench_.out().accepted_o);
  }
  void expect_no_update() {
    EXPECT_EQ(bench_.out().tx_valid_o, Clock::Out().tx_valid_o);
    EXPECT_EQ(bench_.out().tx_status_o, 0u);
    EXPECT_EQ(bench_.out().tx_time_o, 0u);
  }
  void expect_update(std::uint64_t time, unsigned status) {
    EXPECT_EQ(bench_.out().tx_valid_o, bench_.in.out_ports_i);
    EXPECT_EQ(bench_.out().tx_status_o, status);
    EXPECT_EQ(bench_.out().tx_time_o, time);
  }
  unsigned status() const { return static_cast<unsigned>(bench_.out().status_o); }
  std::uint64_t time() const { return bench_.out().time_o; }

  Bench<Clock> bench_{client_straps()};
};

TEST_F(TimeSyncTest, CountsTicksWithTheIncrementInItsFraction) {
  // 1 + 2^-10 ticks per cycle: 1024 cycles are 1025 ticks, 1023 are 1023.
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    EXPECT_EQ(time(), cycle + cycle / 1024);
    bench_.in.increment_i = kNominal + (kNominal >> 10);
    bench_.clock();
  }
}

TEST_F(TimeSyncTest, WrapsAfter48Bits) {
  bench_.in.load_valid_i = true;
  bench_.in.load_time_i = kWrap - 2;
  bench_.clock();
  EXPECT_EQ(time(), kWrap - 2);
  bench_.clock(2);
  EXPECT_EQ(time(), 0u);
  accept(kWrap - 5);  // a message across the carry
  EXPECT_EQ(time(), kWrap - 4);
  EXPECT_EQ(bench_.out().difference_o, kWrap - 5);
}

TEST_F(TimeSyncTest, TheFirstMessageSetsTheTimeWhateverTheDifference) {
  bench_.clock(3);
  EXPECT_EQ(status(), 0u);
  accept(123456789);
  EXPECT_EQ(time(), 123456790u);  // true one cycle later
  EXPECT_EQ(bench_.out().difference_o, 123456789u - 3);
  EXPECT_EQ(status(), 1u | 3u << 2);  // valid, accuracy unknown
  expect_update(123456790 + kFlight, status());
  bench_.clock();
  expect_no_update();
  EXPECT_EQ(bench_.out().difference_o, 0u);
}

TEST_F(TimeSyncTest, ListensToOnePortOnly) {
  for (unsigned port : {0u, 1u, 3u}) message(5000, 1, port);
  bench_.clock();
  EXPECT_FALSE(bench_.out().accepted_o || bench_.out().refused_o);
  EXPECT_EQ(status(), 0u);
  for (unsigned port = 0; port < 4; ++port) message(5000, 1, port);
  bench_.in.listen_port_i = 4;  // there is none
  bench_.clock();
  EXPECT_FALSE(bench_.out().accepted_o || bench_.out().refused_o);
}

TEST_F(TimeSyncTest, AcceptsUpToTheThresholdOnEitherSide) {
  accept(1000);
  accept(time() + 100);
  accept(time() - 100);
  refuse(time() + 101);
  refuse(time() - 101);
  EXPECT_EQ(bench_.out().difference_o, kWrap - 101);
  EXPECT_EQ(time(), 1001u + 100 + 1 - 100 + 1 + 2);  // goes on as if there had been none
}

TEST_F(TimeSyncTest, AccuracyIsTheClassOfTheWorstCorrectionOnTheWay) {
  accept(1000);
  for (const auto& [ticks, accuracy] :
       {std::pair{0u, 0u}, {4u, 0u}, {5u, 1u}, {16u, 1u}, {17u, 2u}, {64u, 2u}, {65u, 3u}}) {
    accept(time() + ticks);
    EXPECT_EQ(status(), 1u | accuracy << 2) << ticks;
    accept(time() - ticks);
    EXPECT_EQ(status(), 1u | accuracy << 2) << ticks;
    for (unsigned before = 0; before < 4; ++before) {
      accept(time() + ticks, 1 | before << 2);
      EXPECT_EQ(status(), 1u | std::max(accuracy, before) << 2) << ticks;
    }
  }
}

TEST_F(TimeSyncTest, RefusesWhoseSenderIsNotValidOrHasFailed) {
  refuse(1000, 0);
  refuse(1000, 3);
  refuse(1000, 2);
  EXPECT_EQ(status(), 0u);
  expect_no_update();
}

TEST_F(TimeSyncTest, FailsByRefusedMessagesInARow) {
  accept(1000);
  accept(time());
  for (unsigned n = 0; n < 2; ++n) {
    bench_.in.invalid_limit_i = 3;
    refuse(time() + 500);
  }
  accept(time());
  for (unsigned n = 0; n < 3; ++n) {
    EXPECT_EQ(status(), 1u);
    bench_.in.invalid_limit_i = 3;
    refuse(time() + 500);
  }
  EXPECT_EQ(status(), 3u);
  accept(time());
  EXPECT_EQ(status(), 1u);
}

TEST_F(TimeSyncTest, FailsInTheCycleAfterTheTimeOut) {
  accept(1000);
  accept(time());  // in cycle y
  for (unsigned n = 1; n <= 50; ++n) {
    EXPECT_EQ(status(), 1u) << n;
    bench_.in.timeout_i = 50;
    bench_.clock();  // ends y + n
  }
  EXPECT_EQ(status(), 3u);
}

TEST_F(TimeSyncTest, AMessageInTheLastCycleOfTheTimeOutIsInTime) {
  accept(1000);
  for (unsigned n = 1; n <= 50; ++n) {
    bench_.in.timeout_i = 50;
    if (n == 50) message(time());
    bench_.clock();
    EXPECT_EQ(status() & 3, 1u) << n;
  }
}

TEST_F(TimeSyncTest, AClearedClockForgetsItsStatusAndKeepsItsTime) {
  accept(1000);
  bench_.in.clear_i = true;
  message(70000);  // ignored in this cycle
  bench_.clock();
  EXPECT_EQ(status(), 0u);
  EXPECT_EQ(time(), 1002u);
  accept(500000);
  EXPECT_EQ(status(), 1u | 3u << 2);
}

TEST_F(TimeSyncTest, ALoadGoesBeforeAMessage) {
  bench_.in.load_valid_i = true;
  bench_.in.load_time_i = 777;
  message(70000);
  bench_.clock();
  EXPECT_EQ(time(), 777u);
  EXPECT_FALSE(bench_.out().accepted_o || bench_.out().refused_o);
}

TEST_F(TimeSyncTest, AClientRepeatsAtIntervalsAfterItsLastUpdate) {
  accept(1000);
  for (unsigned cycle = 1; cycle <= 100; ++cycle) {  // since the accepted message
    bench_.in.interval_i = 30;
    bench_.clock();
    if (cycle % 30 == 0) {
      expect_update(time() + kFlight, 1 | 3 << 2);
    } else {
      expect_no_update();
    }
  }
  accept(time());
  expect_update(time() + kFlight, 1);
}

TEST_F(TimeSyncTest, AClockThatIsNotValidSendsNothing) {
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    bench_.in.interval_i = 30;
    bench_.clock();
    expect_no_update();
  }
}

TEST_F(TimeSyncTest, AFailedClockSendsItsStatus) {
  accept(1000);
  bench_.in.invalid_limit_i = 1;
  refuse(90000);
  bench_.in.interval_i = 2;
  bench_.clock();
  expect_update(time() + kFlight, 3 | 3 << 2);
}

TEST(TimeSyncPrimary, SendsAtIntervalsAndFollowsNobody) {
  Bench<Clock> bench(primary_straps());
  unsigned updates = 0;
  for (unsigned cycle = 1; cycle <= 400; ++cycle) {  // ends cycle `cycle` - 1, the first is 0
    bench.in.rx_valid_i[kPort] = true;
    bench.in.rx_status_i[kPort] = 1;
    bench.in.rx_time_i[kPort] = 5;
    bench.in.timeout_i = 10;
    bench.clock();
    EXPECT_EQ(bench.out().status_o, 1u);
    EXPECT_EQ(bench.out().time_o, cycle);
    const bool sends = cycle % 40 == 0;
    EXPECT_EQ(bench.out().tx_valid_o[0], sends) << cycle;
    EXPECT_FALSE(bench.out().tx_valid_o[1]);
    if (sends) EXPECT_EQ(bench.out().tx_time_o, cycle + kFlight);
    updates += sends;
  }
  EXPECT_EQ(updates, 10u);
}

}  // namespace
}  // namespace tinsim
