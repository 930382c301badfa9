// SPDX-License-Identifier: Apache-2.0
// TimeSyncUnit: the same clock, status and updates as the block, in the same cycles; what its sets
// say in their slots; and how software moves it.
#include "tlm/tin/time_sync/time_sync_unit.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/errors.h"
#include "rtl_models/time_sync/time_sync.h"
#include "testbench/bench.h"
#include "testbench/bench_random.h"
#include "tlm/host/ptp_clock.h"

namespace tinsim {
namespace {

constexpr unsigned kListen = 1, kDelay = 20;
constexpr uint64_t kOuts = 0b1101;

struct Due {
  unsigned port;
  Cycle cycle;
  TimeSyncBody body;
};

/// Keeps what arrives.
struct FarUnit final : OrderedSetUnit {
  void join(unsigned, const SetWire&) override {}
  void arrived(unsigned, const LinkEvent& event) override { events.push_back(event); }
  void advance(Cycle) override {}
  Sent take(Cycle, unsigned, Cycle) override { return {}; }
  Cycle next_due(unsigned) const override { return kNoCycle; }
  uint64_t awaited_ports() const override { return 0; }
  uint64_t timesyncs(unsigned) const override { return 0; }
  std::vector<LinkEvent> events;
};

TimeSyncParams client_params() {
  TimeSyncParams params;
  params.interval = 90;
  params.timeout = 300;
  params.threshold = 50;
  params.invalid_limit = 3;
  params.place.listen_port = kListen;
  params.place.channel_delay = kDelay;
  params.place.out_ports = kOuts;
  return params;
}

TimeSync<4>::In straps_of(const TimeSyncParams& params) {
  TimeSync<4>::In in;
  in.primary_i = params.place.primary;
  in.listen_port_i = params.place.listen_port;
  in.listen_delay_i = params.place.channel_delay + kFlightToClock;
  for (unsigned port = 0; port < 4; ++port)
    in.out_ports_i[port] = params.place.out_ports >> port & 1;
  in.interval_i = params.interval;
  in.timeout_i = params.timeout;
  in.threshold_i = params.threshold;
  in.invalid_limit_i = params.invalid_limit;
  in.increment_i = uint64_t{1} << 32;
  in.flight_i = kFlightFromClock;
  return in;
}

/// The unit and the block with the same messages; windows of 17 cycles.
class UnitAndBlock {
 public:
  UnitAndBlock(const TimeSyncParams& params, uint64_t seed)
      : random_(seed),
        unit_(params,
              [this](unsigned port, Cycle due, TimeSyncBody body) {
                due_.push_back({port, due, body});
              }),
        levels_(straps_of(params)),
        bench_(levels_) {}

  void run(Cycle cycles) {
    for (Cycle from = 0; from < cycles; from += kWindow) {
      std::vector<TimeSync<4>::In> inputs;
      for (Cycle i = 0; i < kWindow; ++i) {
        if (writes_ && random_.chance(1)) write(from + i);
        inputs.push_back(levels_);
        levels_.load_valid_i = levels_.clear_i = false;
        draw(from + i, inputs.back());
      }
      unit_.advance(from + kWindow);
      for (Cycle i = 0; i < kWindow; ++i) {
        compare(from + i);
        bench_.in = inputs[i];
        bench_.clock();
        ASSERT_FALSE(::testing::Test::HasFailure()) << "cycle " << from + i;
      }
      unit_.forget_before(from + kWindow);
    }
  }
  TimeSyncCounters counters() const { return unit_.counters(); }
  void write_registers() { writes_ = true; }
  unsigned updates = 0, failed_cycles = 0, writes = 0;

 private:
  static constexpr Cycle kWindow = 17;

  /// Some of the registers, now and then several.
  void write(Cycle at) {
    TimeSyncWrite all;
    if (random_.chance(50)) {
      all.place = client_params().place;
      all.place->primary = random_.chance(20);
      all.place->listen_port = random_.below(4);
      all.place->channel_delay = random_.below(40);
      all.place->out_ports = random_.below(16);
    }
    if (random_.chance(30)) all.interval = random_.below(200);
    if (random_.chance(20)) all.time = at + random_.below(100);
    all.clear = random_.chance(20);
    unit_.write(at, all);
    TimeSyncParams params = client_params();
    params.place = all.place.value_or(place_);
    params.interval = all.interval.value_or(static_cast<uint32_t>(unsigned(levels_.interval_i)));
    place_ = params.place;
    levels_ = straps_of(params);
    levels_.load_valid_i = all.time.has_value();
    levels_.load_time_i = all.time.value_or(0);
    levels_.clear_i = all.clear;
    ++writes;
  }

  void draw(Cycle at, TimeSync<4>::In& in) {
    const bool quiet = at / 1000 % 4 == 3;  // until the clock fails
    for (unsigned port = 0; port < 4; ++port) {
      if (at < 10 || !random_.chance(quiet ? 0 : 2)) continue;
      const unsigned status = random_.chance(80) ? 1 | random_.below(4) << 2 : random_.below(16);
      const bool is_near = at < 500 || random_.chance(80);  // the first message sets the clock
      const uint64_t time = at + (is_near ? random_.below(40) : random_.range(100, 300));
      in.rx_valid_i[port] = true;
      in.rx_status_i[port] = status;
      in.rx_time_i[port] = time;
      unit_.arrived(port, {LinkEvent::Kind::TimeSync, at - kFlightToClock,
                           static_cast<uint8_t>(status), time & kTimeMask});
    }
  }

  void compare(Cycle at) {
    const auto& out = bench_.out();
    EXPECT_EQ(unit_.time(at), uint64_t{out.time_o});
    if (at > 0) {
      EXPECT_EQ(unit_.epoch(at).status.pack(), unsigned(out.status_o));
    }
    failed_cycles += unit_.epoch(at).status.failed;
    for (unsigned port = 0; port < 4; ++port) {
      if (!out.tx_valid_o[port]) continue;
      ++updates;
      ASSERT_FALSE(due_.empty());
      EXPECT_EQ(due_.front().port, port);
      EXPECT_EQ(due_.front().cycle, at + kFlightFromClock);
      EXPECT_EQ(due_.front().body.status, unsigned(out.tx_status_o));
      EXPECT_EQ(due_.front().body.time, uint64_t{out.tx_time_o});
      due_.erase(due_.begin());
    }
    for (const Due& due : due_) EXPECT_GT(due.cycle, at + kFlightFromClock);
  }

  Random random_;
  std::vector<Due> due_;
  TimeSyncUnit unit_;
  TimeSync<4>::In levels_;  ///< of the next cycle
  TimeSyncPlace place_ = client_params().place;
  bool writes_ = false;
  Bench<TimeSync<4>> bench_;
};

TEST(TimeSyncUnitAndBlock, AClientHasItsTimeStatusAndUpdates) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    UnitAndBlock both(client_params(), seed);
    both.run(40000);
    EXPECT_GT(both.counters().accepted, 100u);
    EXPECT_GT(both.counters().refused, 100u);
    EXPECT_GT(both.updates, 300u);
    EXPECT_GT(both.failed_cycles, 1000u);
  }
}

TEST(TimeSyncUnitAndBlock, WrittenRegistersCountInTheSameCycle) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    UnitAndBlock both(client_params(), seed);
    both.write_registers();
    both.run(40000);
    EXPECT_GT(both.writes, 300u);
    EXPECT_GT(both.counters().accepted, 100u);
    EXPECT_GT(both.updates, 300u);
    EXPECT_GT(both.failed_cycles, 1000u);
  }
}

TEST(TimeSyncUnitAndBlock, APrimaryHasItsUpdates) {
  TimeSyncParams params = client_params();
  params.place.primary = true;
  UnitAndBlock both(params, 1);
  both.run(5000);
  EXPECT_EQ(both.updates, 5000 / params.interval * 3);
  EXPECT_EQ(both.counters().accepted, 0u);
}

class TimeSyncUnitTest : public ::testing::Test {
 protected:
  TimeSyncUnit make(TimeSyncParams params) {
    return {params, [this](unsigned port, Cycle due, TimeSyncBody body) {
              due_.push_back({port, due, body});
            }};
  }
  static TimeSyncParams fast_primary() {
    TimeSyncParams params = client_params();
    params.place.primary = true;
    params.place.out_ports = 1;
    params.interval = 40000;
    params.oscillator = Oscillator::of_ppm(100, 0, 0, 400);
    return params;
  }
  std::vector<Due> due_;
};

TEST_F(TimeSyncUnitTest, ASetSaysTheLocalTimeOfItsSlotHoweverLongItWaits) {
  TimeSyncUnit unit = make(fast_primary());
  FarUnit far;
  SetWire wire;
  wire.peer = &far;
  wire.link_cycles = 9;
  unit.join(0, wire);
  for (unsigned n = 0; n < 50; ++n) {
    while (due_.size() <= n) unit.advance(unit.next_due(0) == kNoCycle ? 40000 * (n + 1) + 17 : 0);
    const Cycle slot = due_[n].cycle + 2 + n % 20;
    const OrderedSetUnit::Sent sent = unit.take(slot, 0, slot);
    const TimeSyncBody body = unpack_timesync(sent.body);
    EXPECT_EQ(body.time, unit.time(slot));
    EXPECT_EQ(body.status, 1u);
    EXPECT_EQ(sent.next_due, kNoCycle);
    ASSERT_EQ(far.events.size(), n + 1);
    EXPECT_EQ(far.events[n].cycle, slot + 9 + 1);
    EXPECT_EQ(far.events[n].value, body.time);
  }
  EXPECT_EQ(unit.counters().interrupted, 0u);
  EXPECT_EQ(unit.counters().waits[2], 3u);  // n = 0, 20 and 40
}

TEST_F(TimeSyncUnitTest, ANewerSetReplacesOneThatIsHeld) {
  TimeSyncParams params = client_params();
  params.place.primary = true;
  params.place.out_ports = 1;
  params.interval = 10;
  TimeSyncUnit unit = make(params);
  FarUnit far;
  SetWire wire;
  wire.peer = &far;
  unit.join(0, wire);
  unit.advance(40);
  ASSERT_EQ(due_.size(), 4u);  // 13, 23, 33, 43
  OrderedSetUnit::Sent sent = unit.take(34, 0, 34);
  EXPECT_EQ(sent.next_due, due_[2].cycle);  // chosen in 33, when the third is not held yet
  sent = unit.take(45, 0, 45);
  EXPECT_EQ(sent.next_due, kNoCycle);
  EXPECT_EQ(unit.counters().sent, 2u);
}

TEST_F(TimeSyncUnitTest, ASetInsideACellIsCounted) {
  TimeSyncUnit unit = make(fast_primary());
  FarUnit far;
  SetWire wire;
  wire.peer = &far;
  unit.join(0, wire);
  unit.advance(40017);
  const Cycle slot = due_[0].cycle + 2;
  unit.take(slot, 0, slot + 1);
  EXPECT_EQ(unit.counters().interrupted, 1u);
}

TEST_F(TimeSyncUnitTest, ALateMessageIsABrokenInvariant) {
  TimeSyncUnit unit = make(client_params());
  unit.advance(100);
  EXPECT_THROW(unit.arrived(kListen, {LinkEvent::Kind::TimeSync, 99 - kFlightToClock, 1, 0}),
               InvariantError);
}

TEST_F(TimeSyncUnitTest, SoftwareMovesAFailedClockToTheSecondTree) {
  TimeSyncParams params = client_params();
  params.standby = params.place;
  params.standby->primary = true;
  params.reaction_cycles = 40;
  TimeSyncUnit unit = make(params);
  unit.advance(17);
  unit.arrived(kListen, {LinkEvent::Kind::TimeSync, 20 - kFlightToClock, 1, 1000});
  unit.advance(1000);
  EXPECT_EQ(unit.failed_at(), 20 + params.timeout + 1);
  EXPECT_EQ(unit.moved_at(), unit.failed_at() + 40 + 1);
  EXPECT_TRUE(unit.epoch(unit.failed_at()).status.failed);
  EXPECT_EQ(unit.epoch(999).status.pack(), ClockStatus::primary().pack());
  EXPECT_EQ(unit.time(999), 1000 + kDelay + kFlightToClock + (999 - 20));  // goes on
}

TEST_F(TimeSyncUnitTest, ASkipTakesASlotInEachInterval) {
  TimeSyncParams params = client_params();
  params.skip_cycles = 4979;
  TimeSyncUnit unit = make(params);
  unit.join(2, {});
  EXPECT_EQ(unit.next_due(2), 4979u);
  const OrderedSetUnit::Sent sent = unit.take(4990, 2, 4990);
  EXPECT_EQ(sent.code, static_cast<uint8_t>(OrderedSetCode::Idle));
  EXPECT_EQ(sent.next_due, 2u * 4979);
  EXPECT_EQ(unit.skips(4979), 0u);
  EXPECT_EQ(unit.skips(2 * 4979 + 1), 2u);
  EXPECT_EQ(unit.timesyncs(2), 0u);
}

TEST_F(TimeSyncUnitTest, AHostReadsTimeAndStatus) {
  TimeSyncUnit unit = make(client_params());
  const PtpClock clock(unit, 400);
  unit.advance(17);
  PtpTime time = clock.read(16);
  EXPECT_FALSE(time.is_synchronised || time.is_holdover);
  EXPECT_EQ(time.nanoseconds, 40u);
  const uint64_t ticks = 3 * uint64_t{400000000} + 401;  // 3 s and 1002.5 ns
  unit.arrived(kListen, {LinkEvent::Kind::TimeSync, 20 - kFlightToClock, 1,
                         ticks - kDelay - kFlightToClock});
  unit.advance(1000);
  time = clock.read(20 + 1);
  EXPECT_TRUE(time.is_synchronised);
  EXPECT_EQ(time.seconds, 3u);
  EXPECT_EQ(time.nanoseconds, 1005u);
  EXPECT_EQ(time.picoseconds, 0u);
  EXPECT_EQ(time.accuracy_ns, PtpTime::kUnknownNs);
  EXPECT_EQ(clock.read(22).picoseconds, 500u);
  time = clock.read(999);
  EXPECT_FALSE(time.is_synchronised);
  EXPECT_TRUE(time.is_holdover);
}

// The host's clock is 300 ppm fast. Its offset to the chip's clock lies within the uncertainty of a
// cross timestamp, also where the request takes longer than the answer.
TEST_F(TimeSyncUnitTest, ACrossTimestampBoundsTheOffsetOfTheHostsClock) {
  TimeSyncUnit unit = make(fast_primary());
  const PtpClock clock(unit, 400);
  const Oscillator host = Oscillator::of_ppm(300, 0, 5, 400);
  unit.advance(2000000);
  constexpr Cycle kTo = 180, kBack = 120;
  for (Cycle now : {0u, 39990u, 1999000u}) {
    const PtpCrossTimestamp cross = clock.read_across(host, now, kTo, kBack);
    const Cycle read = now + kTo;
    const double real = (static_cast<double>(unit.time(read)) - host.edges(read)) * 2500;
    EXPECT_NEAR(cross.uncertainty_ps(), (kTo + kBack) / 2 * 2500, 2500);
    EXPECT_LE(std::abs(cross.offset_ps() - real), cross.uncertainty_ps());
    // The request takes 30 cycles longer than the mean of both.
    EXPECT_NEAR(cross.offset_ps() - real, (kTo - kBack) / 2 * 2500.0, 2 * 2500);
    EXPECT_EQ(cross.device.in_ps(), unit.time(read) * 2500);
  }
}

// A transmitter that is 200 ppm faster fills the buffer: after 4000 cycles words wait a cycle.
TEST_F(TimeSyncUnitTest, ASetWaitsInTheElasticBufferOfItsReceiver) {
  TimeSyncParams params = fast_primary();
  params.skip_cycles = 100000;  // none before the sets of this test
  params.peers = {Oscillator::of_ppm(-100, 0, 0, 400)};
  params.interval = 1000;
  TimeSyncUnit unit = make(params);
  FarUnit far;
  SetWire wire;
  wire.peer = &far;
  wire.link_cycles = 9;
  unit.join(0, wire);
  unit.advance(9000);
  for (const Due& due : due_) {
    const Cycle slot = due.cycle + 2;
    unit.take(slot, 0, slot);
    const double fill = 2e-4 * slot;
    EXPECT_NEAR(static_cast<double>(far.events.back().cycle) - (slot + 9 + 1), fill, 0.51) << slot;
  }
  EXPECT_EQ(far.events.size(), 9u);
  EXPECT_EQ(far.events.back().cycle, due_.back().cycle + 2 + 9 + 1 + 2);
}

}  // namespace
}  // namespace tinsim
