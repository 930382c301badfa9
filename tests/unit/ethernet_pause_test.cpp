// SPDX-License-Identifier: Apache-2.0
// PAUSE and PFC: layout by hand, times to the cycle, and a buffer that never overflows.
#include <deque>

#include "ethernet_frames.h"
#include "tlm/ethernet/pause.h"

namespace tinsim {
namespace {

constexpr MacAddress kOwn = {2, 0, 1, 3, 0, 1}, kFar = {2, 0, 9, 9, 0, 9};
constexpr WireRate k100G = {250, 1};

std::optional<PauseFrame> parsed(const Octets& frame) {
  return parse_pause(frame.data(), frame.size() - 4, kOwn);
}

PauseFrame pause_of(uint16_t quanta) {
  PauseFrame pause;
  pause.quanta[0] = quanta;
  return pause;
}

PauseFrame pfc_of(uint8_t enabled, uint16_t quanta) {
  PauseFrame pause;
  pause.per_class = true;
  pause.enabled = enabled;
  pause.quanta.fill(quanta);
  return pause;
}

// IEEE 802.3, 31.4 and annex 31B.
TEST(PauseFrames, ArePublishedLayout) {
  PauseFrame pause;
  pause.quanta[0] = 0x1234;
  Octets expected = {0x01, 0x80, 0xc2, 0, 0, 1, 2, 0, 9, 9, 0, 9, 0x88, 0x08, 0, 1, 0x12, 0x34};
  expected.resize(60);
  EXPECT_EQ(build_pause(pause, kFar), checked(expected));
}

// IEEE 802.1Qbb, annex 31D: opcode 0101, enable vector with class 0 in the lowest bit, eight times.
TEST(PauseFrames, OfPriorityFlowControlToo) {
  PauseFrame pause;
  pause.per_class = true;
  pause.enabled = 0x81;
  pause.quanta = {0x0102, 3, 4, 5, 6, 7, 8, 0xffff};
  Octets expected = {0x01, 0x80, 0xc2, 0, 0, 1, 2, 0, 9, 9, 0, 9, 0x88, 0x08, 1, 1, 0, 0x81};
  expected.insert(expected.end(), {1, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0xff, 0xff});
  expected.resize(60);
  EXPECT_EQ(build_pause(pause, kFar), checked(expected));
  const auto back = parsed(checked(expected));
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->per_class);
  EXPECT_EQ(back->enabled, 0x81);
  EXPECT_EQ(back->quanta, pause.quanta);
}

TEST(PauseFrames, AreHeededWhereTheyAreAddressed) {
  PauseFrame pause;
  pause.quanta[0] = 7;
  const auto with = [&](size_t at, uint8_t value) {
    Octets frame = build_pause(pause, kFar);
    frame[at] = value;
    return parsed(frame).has_value();
  };
  EXPECT_TRUE(with(40, 1)) << "padding does not matter";
  EXPECT_FALSE(with(5, 2)) << "another group";
  EXPECT_FALSE(with(13, 9)) << "another EtherType";
  EXPECT_FALSE(with(15, 2)) << "another opcode";
  Octets to_own = build_pause(pause, kFar);
  std::copy(kOwn.begin(), kOwn.end(), to_own.begin());
  EXPECT_TRUE(parsed(to_own));
  pause.per_class = true;
  to_own = build_pause(pause, kFar);
  EXPECT_TRUE(parsed(to_own));
  for (size_t size = 0; size < 34; ++size) EXPECT_FALSE(parse_pause(to_own.data(), size, kOwn));
  EXPECT_TRUE(parse_pause(to_own.data(), 34, kOwn));
  std::copy(kOwn.begin(), kOwn.end(), to_own.begin());
  EXPECT_FALSE(parsed(to_own)) << "PFC goes to the group only";
  const Octets pause_frame = build_pause(pause_of(7), kFar);
  for (size_t size = 0; size < 18; ++size) {
    EXPECT_FALSE(parse_pause(pause_frame.data(), size, kOwn));
  }
  EXPECT_TRUE(parse_pause(pause_frame.data(), 18, kOwn));
}

// 512 bit times are 2.048 cycles; 65535 of them 134215.68 cycles = 335.5 us (annex 31B: 5.12 ns
// each).
TEST(PauseTimers, LastAsLongAsTheirQuanta) {
  for (const auto& [quanta, cycles] : {std::pair(1, 3), {125, 256}, {65535, 134216}}) {
    PauseTimers timers(k100G);
    timers.receive(pause_of(static_cast<uint16_t>(quanta)), 1000);
    for (unsigned cls = 0; cls < 8; ++cls) {
      EXPECT_TRUE(timers.paused(cls, static_cast<Cycle>(1000 + cycles - 1))) << quanta;
      EXPECT_FALSE(timers.paused(cls, static_cast<Cycle>(1000 + cycles))) << quanta;
    }
  }
}

TEST(PauseTimers, ANewerFrameReplacesAnOlder) {
  PauseTimers timers(k100G);
  timers.receive(pause_of(1000), 0);
  timers.receive(pause_of(125), 100);
  EXPECT_TRUE(timers.paused(0, 355));
  EXPECT_FALSE(timers.paused(0, 356));
  timers.receive(pause_of(1000), 400);
  timers.receive(pause_of(0), 401);
  EXPECT_FALSE(timers.paused(0, 401));
}

TEST(PauseTimers, ClassesStopAlone) {
  PauseTimers timers(k100G);
  timers.receive(pfc_of(0b00100100, 125), 0);
  for (unsigned cls = 0; cls < 8; ++cls) EXPECT_EQ(timers.paused(cls, 10), cls == 2 || cls == 5);
  timers.receive(pfc_of(0b00000100, 0), 20);
  EXPECT_FALSE(timers.paused(2, 20));
  EXPECT_TRUE(timers.paused(5, 255));
  EXPECT_FALSE(timers.paused(5, 256));
}

// A later frame counts when it takes effect; until then the earlier one holds.
TEST(PausedSender, ObeysEachFrameWhenItTakesEffect) {
  PausedSender sender(k100G);
  sender.receive(pfc_of(0b10, 125), 1000);  // 256 cycles
  EXPECT_EQ(sender.may_begin(1, 999), 999u);
  EXPECT_EQ(sender.may_begin(1, 1000), 1256u);
  EXPECT_EQ(sender.may_begin(0, 1000), 1000u);
  sender.receive(pfc_of(0b10, 125), 1200);  // longer
  EXPECT_EQ(sender.may_begin(1, 1000), 1456u);
  sender.receive(pfc_of(0b10, 0), 1300);  // go
  EXPECT_EQ(sender.may_begin(1, 1000), 1300u);
  sender.receive(pause_of(1000), 1400);  // 2048 cycles, all
  EXPECT_EQ(sender.may_begin(1, 1399), 1399u);
  for (unsigned cls = 0; cls < 8; ++cls) EXPECT_EQ(sender.may_begin(cls, 1400), 3448u);
  sender.apply_until(1250);
  EXPECT_EQ(sender.may_begin(1, 1250), 1300u) << "what has been settled still holds";
  sender.apply_until(5000);
  EXPECT_EQ(sender.may_begin(1, 5000), 5000u);
}

TEST(PauseSender, ReportsWhenAPauseFrameIsDue) {
  PauseLimits limits;
  limits.mode = FlowControl::pfc;
  limits.quanta = 1000;  // 2048 cycles
  limits.xoff.fill(100);
  limits.xon.fill(50);
  PauseSender sender(k100G, limits);
  EXPECT_EQ(sender.repeats_at(), kNoCycle);
  EXPECT_FALSE(sender.has_change({0, 99}));
  EXPECT_TRUE(sender.has_change({0, 100}));
  ASSERT_TRUE(sender.step(10, {0, 100}));
  EXPECT_FALSE(sender.has_change({0, 51}));
  EXPECT_TRUE(sender.has_change({0, 50}));
  EXPECT_EQ(sender.repeats_at(), 10u + 1024);
  EXPECT_FALSE(sender.step(10 + 1023, {0, 100}));
  EXPECT_TRUE(sender.step(10 + 1024, {0, 100}));
  EXPECT_EQ(sender.repeats_at(), 10u + 2048);
  ASSERT_TRUE(sender.step(2000, {0, 50}));
  EXPECT_EQ(sender.repeats_at(), kNoCycle);
  EXPECT_FALSE(PauseSender(k100G, {}).has_change({1, 1}));
}

TEST(PauseSender, ClassesHaveTheirThresholds) {
  PauseLimits limits;
  limits.mode = FlowControl::pfc;
  limits.xoff.fill(1000);
  limits.xon.fill(400);
  limits.xoff[6] = 50;
  PauseSender sender(k100G, limits);
  std::array<uint32_t, 8> held{};
  held[1] = 999;
  held[6] = 49;
  EXPECT_FALSE(sender.step(0, held));
  held[1] = 1000;
  held[6] = 50;
  auto frame = sender.step(1, held);
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->per_class);
  EXPECT_EQ(frame->enabled, 0x42);
  EXPECT_EQ(frame->quanta[1], 0xffff);
  EXPECT_EQ(frame->quanta[2], 0);
  EXPECT_FALSE(sender.step(2, held)) << "sent already";
  held[1] = 401;
  EXPECT_FALSE(sender.step(3, held));
  held[1] = 400;
  frame = sender.step(4, held);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->enabled, 0x02);
  EXPECT_EQ(frame->quanta[1], 0);
  held[1] = 999;
  EXPECT_FALSE(sender.step(5, held)) << "between the thresholds nothing changes";
}

TEST(PauseSender, PauseCountsAllClasses) {
  PauseLimits limits;
  limits.mode = FlowControl::pause;
  limits.xoff[0] = 100;
  limits.xon[0] = 10;
  PauseSender sender(k100G, limits);
  EXPECT_FALSE(sender.step(0, {50, 0, 0, 49}));
  const auto frame = sender.step(1, {50, 0, 0, 50});
  ASSERT_TRUE(frame);
  EXPECT_FALSE(frame->per_class);
  EXPECT_EQ(frame->quanta[0], 0xffff);
  EXPECT_FALSE(sender.step(2, {11}));
  const auto again = sender.step(3, {10});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->quanta[0], 0);
}

TEST(PauseSender, RepeatsAStopAtHalfItsTime) {
  PauseLimits limits;
  limits.mode = FlowControl::pause;
  limits.xoff[0] = 100;
  limits.quanta = 125;  // 256 cycles
  PauseSender sender(k100G, limits);
  ASSERT_TRUE(sender.step(1000, {100}));
  EXPECT_FALSE(sender.step(1127, {100}));
  EXPECT_TRUE(sender.step(1128, {100}));
  EXPECT_FALSE(sender.step(1255, {100}));
  EXPECT_TRUE(sender.step(1256, {100}));
}

TEST(PauseSender, SendsNothingWhenOff) {
  PauseSender sender(k100G, {});
  EXPECT_FALSE(sender.step(0, {1000000}));
}

/// A sender that always has frames, a cable, a receiver whose buffer nothing drains, and frames the
/// other way that PAUSE must wait for. Returns the most octets held.
uint64_t max_held(uint32_t xoff, size_t frame_bytes, Cycle cable, Cycle phase) {
  PauseLimits limits;
  limits.mode = FlowControl::pause;
  limits.xoff[0] = xoff;
  PauseSender sender(k100G, limits);
  PauseTimers timers(k100G);
  WireTransmitter to_receiver(k100G), to_sender(k100G);
  std::deque<std::pair<Cycle, PauseFrame>> pauses;
  std::deque<std::pair<Cycle, size_t>> frames;
  uint32_t held = 0;
  for (Cycle now = 0; now < 20000; ++now) {
    if (!frames.empty() && frames.front().first == now) {
      held += static_cast<uint32_t>(frames.front().second);
      frames.pop_front();
    }
    if (!pauses.empty() && pauses.front().first == now) {
      timers.receive(pauses.front().second, now);
      pauses.pop_front();
    }
    if (to_sender.may_start(now)) {
      if (const auto pause = sender.step(now, {held})) {
        pauses.emplace_back(to_sender.start(now, 64).ends() + cable, *pause);
      } else if (now >= phase) {
        to_sender.start(now, frame_bytes);
      }
    }
    if (to_receiver.may_start(now) && !timers.paused(0, now)) {
      frames.emplace_back(to_receiver.start(now, frame_bytes).ends() + cable, frame_bytes);
    }
  }
  return held;
}

// Octets that may still arrive after the threshold: while a frame departs in the other direction,
// the PAUSE frame follows, both cross the cable, and the frame that has begun is finished; all in
// octets of wire, and the one that crosses the threshold itself. Cycles are rounded up three times.
TEST(PauseLoop, TheHeadroomIsNeverExceededAndNeeded) {
  constexpr size_t kFrame = 1518;
  constexpr uint32_t kXoff = 100000;
  for (Cycle cable : {0u, 40u, 400u}) {
    const uint64_t wire = wire_bytes(kFrame) + wire_bytes(64) + 2 * cable * 250 / 8 + 3 * 250 / 8;
    // Of the wire only frames are held, and whole ones.
    const uint64_t headroom = wire * kFrame / wire_bytes(kFrame) + 2 * kFrame;
    uint64_t most = 0;
    for (Cycle phase = 0; phase < 60; ++phase) {
      most = std::max(most, max_held(kXoff, kFrame, cable, phase));
    }
    EXPECT_LE(most, kXoff + headroom) << cable;
    EXPECT_GT(most, kXoff + headroom - 2 * kFrame) << cable;
  }
}

}  // namespace
}  // namespace tinsim
