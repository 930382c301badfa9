// SPDX-License-Identifier: Apache-2.0
// Group `timesync` of the registers: it shows the clock, and writes act on it in their cycle.
#include "tlm/tin/registers/time_sync_device.h"

#include <gtest/gtest.h>

#include "rtl_models/registers/decode.h"
#include "tlm/tin/registers/register_space.h"

namespace tinsim {
namespace {

constexpr Cycle kEffect = RegisterSpace::kEffectCycles;

class TimeSyncDeviceTest : public ::testing::Test {
 protected:
  TimeSyncDeviceTest() { space_.attach("timesync", device_); }

  static TimeSyncParams params() {
    TimeSyncParams params;
    params.interval = 4000;
    params.timeout = 300;
    params.threshold = 50;
    params.place.listen_port = 7;
    params.place.channel_delay = 12;
    params.place.out_ports = uint64_t{1} << 40 | 5;
    return params;
  }
  static uint32_t address(const char* name) {
    return registers::address_of(registers::place_named("timesync", name));
  }
  static uint32_t channel(unsigned port) {
    return address("control") + registers::kTimeSyncArrays[0].offset + 4 * port;
  }
  /// The value of cycle `at`, from 2 on.
  uint32_t read(Cycle at, const char* name) {
    return space_.read(at - kEffect, address(name)).data;
  }
  void write(Cycle issued, uint32_t where, uint32_t data) {
    EXPECT_FALSE(space_.write(issued, where, data).error);
  }
  /// A message that reaches the clock in cycle `at`.
  void receive(Cycle at, unsigned port, uint64_t time) {
    unit_.arrived(port, {LinkEvent::Kind::TimeSync, at - kFlightToClock,
                         static_cast<uint8_t>(ClockStatus::primary().pack()), time});
  }

  std::vector<std::pair<unsigned, Cycle>> due_;  ///< port and cycle of sets
  TimeSyncUnit unit_{
      params(), [this](unsigned port, Cycle due, TimeSyncBody) { due_.emplace_back(port, due); }};
  TimeSyncDevice device_{unit_};
  RegisterSpace space_;
};

TEST_F(TimeSyncDeviceTest, ShowsThePlaceTheClockWasBuiltWith) {
  EXPECT_EQ(read(kEffect, "control"), 1u);
  EXPECT_EQ(read(kEffect, "select"), 7u);
  EXPECT_EQ(read(kEffect, "interval"), 4000u);
  EXPECT_EQ(read(kEffect, "outputs_0"), 5u);
  EXPECT_EQ(read(kEffect, "outputs_1"), 1u << 8);
  EXPECT_EQ(space_.read(0, channel(7)).data, 12u);
  EXPECT_EQ(space_.read(0, channel(8)).data, 0u);
}

TEST_F(TimeSyncDeviceTest, TheTimeIsReadWholeAndWritten) {
  const uint64_t start = (uint64_t{3} << 32) - 10;
  write(100, address("time_lo"), static_cast<uint32_t>(start));
  write(101, address("time_hi"), static_cast<uint32_t>(start >> 32));
  unit_.advance(200);
  // time_sync: loaded in cycle x, the time of x + 1.
  EXPECT_EQ(unit_.time(101 + kEffect), 101 + kEffect);
  EXPECT_EQ(unit_.time(101 + kEffect + 1), start);
  EXPECT_EQ(read(104, "time_lo"), 0xfffffff6u);
  EXPECT_EQ(read(130, "time_hi"), 2u);  // held by the read of the lower half
  EXPECT_EQ(read(130, "time_lo"), 16u);
  EXPECT_EQ(read(131, "time_hi"), 3u);
}

TEST_F(TimeSyncDeviceTest, SoftwareMakesTheChipThePrimary) {
  write(50, address("interval"), 400);
  write(50, address("outputs_1"), 0);
  write(50, address("control"), 3);
  EXPECT_EQ(read(50, "control"), 3u);
  unit_.advance(2000);
  EXPECT_EQ(unit_.epoch(50 + kEffect).status.pack(), 0u);
  EXPECT_EQ(unit_.epoch(50 + kEffect + 1).status.pack(), ClockStatus::primary().pack());
  EXPECT_EQ(read(1000, "status"), 0x101u);
  // 400 cycles after the cycle before the first, and from then on, on ports 0 and 2.
  ASSERT_EQ(due_.size(), 2u * 5);
  EXPECT_EQ(due_[0], std::make_pair(0u, Cycle{399 + 1 + kFlightFromClock}));
  EXPECT_EQ(due_[3], std::make_pair(2u, Cycle{799 + 1 + kFlightFromClock}));
}

TEST_F(TimeSyncDeviceTest, AClientFollowsThePortAndAddsTheDelayThatAreWritten) {
  write(10, channel(9), 100);
  write(10, address("select"), 9);
  receive(20, 7, 5000);
  receive(30, 9, 6000);
  unit_.advance(200);
  EXPECT_EQ(unit_.counters().accepted, 1u);
  EXPECT_EQ(unit_.time(31), 6000 + 100 + kFlightToClock + 1);
  EXPECT_EQ(read(31, "status"), 0x100u | 1 | kUnknownAccuracy << 2);
}

TEST_F(TimeSyncDeviceTest, AClockThatIsNotEnabledNeitherReceivesNorSends) {
  write(10, address("control"), 0);
  receive(20, 7, 5000);
  unit_.advance(200);
  EXPECT_EQ(unit_.counters().accepted, 0u);
  EXPECT_EQ(read(100, "control"), 0u);
  EXPECT_EQ(read(100, "select"), 7u);  // is kept
  EXPECT_TRUE(due_.empty());
  write(200, address("control"), 1);
  receive(210, 7, 5000);
  unit_.advance(400);
  EXPECT_EQ(unit_.counters().accepted, 1u);
  EXPECT_EQ(due_.size(), 3u);
}

TEST_F(TimeSyncDeviceTest, AClockThatIsEnabledAgainAcceptsAnyTime) {
  receive(20, 7, 5000);
  receive(40, 7, 9000);  // further away than the threshold
  unit_.advance(50);
  EXPECT_EQ(unit_.counters().refused, 1u);
  write(50, address("control"), 0);
  write(50, address("control"), 1);
  receive(60, 7, 9000);
  unit_.advance(100);
  EXPECT_EQ(unit_.counters().accepted, 2u);
}

TEST_F(TimeSyncDeviceTest, ALossIsKeptUntilSoftwareClearsIt) {
  constexpr uint32_t kLost = 1u << 9;
  receive(20, 7, 5000);
  receive(1000, 7, 5980);
  unit_.advance(2000);
  EXPECT_EQ(read(20 + 300, "status") & kLost, 0u);
  EXPECT_EQ(read(20 + 300 + 1, "status") & kLost, kLost);
  write(400, address("status"), kLost);
  EXPECT_EQ(read(500, "status") & kLost, kLost) << "it lasts";
  EXPECT_EQ(read(1001, "status") & kLost, 0u) << "cleared, and the clock has recovered";
  EXPECT_EQ(read(1000 + 300 + 1, "status") & kLost, kLost) << "the next one";
  EXPECT_EQ(read(1400, "status") & 0x100u, 0u);
}

/// The clock has failed 300 cycles after its only message, and has its second place 50 later.
TEST(TimeSyncDevice, ShowsTheSecondPlaceOfAClockThatHasMoved) {
  TimeSyncParams params;
  params.timeout = 300;
  params.place.listen_port = 7;
  params.standby.emplace();
  params.standby->listen_port = 9;
  params.standby->channel_delay = 33;
  params.standby->out_ports = 6;
  params.reaction_cycles = 50;
  TimeSyncUnit unit(params, [](unsigned, Cycle, TimeSyncBody) {});
  TimeSyncDevice device(unit);
  RegisterSpace space;
  space.attach("timesync", device);
  const auto read = [&](Cycle at, const registers::Place& place) {
    return space.read(at - kEffect, registers::address_of(place)).data;
  };
  const auto select = registers::place_named("timesync", "select");
  const auto outputs = registers::place_named("timesync", "outputs_0");
  unit.arrived(7, {LinkEvent::Kind::TimeSync, 20 - kFlightToClock,
                   static_cast<uint8_t>(ClockStatus::primary().pack()), 5000});
  unit.advance(300);
  EXPECT_EQ(read(299, select), 7u);
  unit.advance(20 + 300 + 50 + 10);
  EXPECT_EQ(read(379, select), 9u);
  EXPECT_EQ(read(379, outputs), 6u);
  const uint32_t channel_9 = registers::address_of(registers::place_named("timesync", "control")) +
                             registers::kTimeSyncArrays[0].offset + 4 * 9;
  EXPECT_EQ(space.read(379, channel_9).data, 33u);
}

}  // namespace
}  // namespace tinsim
