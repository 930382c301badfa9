// SPDX-License-Identifier: Apache-2.0
// A connection's sending end: segments, window, pacing, losses, timeouts.
#include "tlm/host/connection.h"

#include <gtest/gtest.h>

#include <vector>

namespace tinsim {
namespace {

SwiftParams params(double window) {
  SwiftParams params;
  params.initial_window = window;
  params.endpoint_target = 1e9;
  params.min_timeout = 20000;
  return params;
}

constexpr SwiftDelays kShort{1000, 0};

/// Sends all that the window allows, a segment per cycle; their numbers.
std::vector<uint32_t> send_all(Connection& connection, Cycle& now) {
  std::vector<uint32_t> numbers;
  while (connection.may_send(now) == now) numbers.push_back(connection.send(now++).number);
  return numbers;
}

TEST(Connection, CutsMessagesIntoSegments) {
  Connection connection(params(100), 1000);
  connection.add({7, 2500});
  connection.add({9, 1000});
  const unsigned bytes[] = {1000, 1000, 500, 1000};
  const bool last[] = {false, false, true, true};
  for (unsigned i = 0; i < 4; ++i) {
    ASSERT_EQ(connection.may_send(10 + i), 10 + i);
    const OutgoingSegment segment = connection.send(10 + i);
    EXPECT_EQ(segment.number, i);
    EXPECT_EQ(segment.bytes, bytes[i]);
    EXPECT_EQ(segment.is_last, last[i]);
    EXPECT_EQ(segment.message, i / 3);
    EXPECT_EQ(segment.message_born, i < 3 ? 7u : 9u);
    EXPECT_FALSE(segment.is_retransmission);
  }
  EXPECT_EQ(connection.may_send(20), kNoCycle);
}

TEST(Connection, KeepsToItsWindow) {
  Connection connection(params(3.9), 1000);
  connection.add({0, 100000});
  Cycle now = 0;
  EXPECT_EQ(send_all(connection, now), (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(connection.in_flight(), 3u);
  // 3.9 + 1/3.9 = 4.156: room for one back and one more.
  EXPECT_TRUE(connection.acked(1000, 0, 0, kShort));
  now = 1000;
  EXPECT_EQ(send_all(connection, now), (std::vector<uint32_t>{3, 4}));
}

TEST(Connection, PacesWhenTheWindowIsBelowOne) {
  Connection connection(params(0.25), 1000);
  connection.add({0, 100000});
  EXPECT_EQ(connection.may_send(50), 50u);
  connection.send(50);
  EXPECT_EQ(connection.may_send(60), kNoCycle);
  // The delay is beyond the target and halves the window at most: 1/8, eight round trips apart.
  connection.acked(50 + 40000, 0, 50, {40000, 0});
  EXPECT_DOUBLE_EQ(connection.swift().window(), 0.125);
  EXPECT_EQ(connection.may_send(50 + 40000), 50u + 8 * 40000);
  EXPECT_EQ(connection.may_send(50 + 8 * 40000), 50u + 8 * 40000);
}

TEST(Connection, ThreeLaterAcknowledgementsMakeALoss) {
  Connection connection(params(10), 1000);
  connection.add({0, 100000});
  Cycle now = 0;
  send_all(connection, now);
  for (uint32_t number : {1u, 2u}) connection.acked(1000 + number, number, number, kShort);
  const double before = connection.swift().window();
  EXPECT_EQ(connection.in_flight(), 8u);
  connection.acked(1003, 3, 3, kShort);
  EXPECT_LT(connection.swift().window(), before);
  const OutgoingSegment again = connection.send(2000);
  EXPECT_EQ(again.number, 0u);
  EXPECT_TRUE(again.is_retransmission);
}

TEST(Connection, ASegmentSentAgainIsOvertakenOnlyByThoseSentAfterIt) {
  Connection connection(params(10), 1000);
  connection.add({0, 100000});
  Cycle now = 0;
  send_all(connection, now);
  for (uint32_t number : {1u, 2u, 3u}) connection.acked(1000, number, number, kShort);
  EXPECT_TRUE(connection.send(2000).is_retransmission);
  // 4 to 9 were sent before the second 0.
  for (uint32_t number : {4u, 5u, 6u, 7u, 8u, 9u}) connection.acked(2100, number, number, kShort);
  EXPECT_FALSE(connection.send(3000).is_retransmission);
  EXPECT_FALSE(connection.send(3001).is_retransmission);
  EXPECT_FALSE(connection.send(3002).is_retransmission);
  connection.acked(4000, 10, 3000, kShort);
  connection.acked(4001, 11, 3001, kShort);
  connection.acked(4002, 12, 3002, kShort);
  EXPECT_TRUE(connection.send(5000).is_retransmission);
}

TEST(Connection, TimesOutAfterTheTimeoutAndSendsAllAgain) {
  Connection connection(params(4), 1000);
  connection.add({0, 6000});
  EXPECT_EQ(connection.timeout_at(), kNoCycle);
  Cycle now = 100;
  send_all(connection, now);
  EXPECT_EQ(connection.timeout_at(), 100u + 20000);
  connection.time_out(20100);
  EXPECT_EQ(connection.in_flight(), 0u);
  EXPECT_DOUBLE_EQ(connection.swift().window(), 2);
  now = 20100;
  EXPECT_EQ(send_all(connection, now), (std::vector<uint32_t>{0, 1}));
  connection.acked(21000, 0, 20100, kShort);
  connection.acked(21000, 1, 20101, kShort);
  now = 21000;
  EXPECT_EQ(send_all(connection, now), (std::vector<uint32_t>{2, 3}));
}

TEST(Connection, AnAcknowledgementPutsTheTimeoutOff) {
  Connection connection(params(4), 1000);
  connection.add({0, 6000});
  Cycle now = 100;
  send_all(connection, now);
  connection.acked(5000, 0, 100, kShort);
  EXPECT_EQ(connection.timeout_at(), 25000u);
}

TEST(Connection, LateAndDoubleAcknowledgementsAreHarmless) {
  Connection connection(params(4), 1000);
  connection.add({0, 3000});
  Cycle now = 0;
  send_all(connection, now);
  connection.time_out(20000);
  EXPECT_TRUE(connection.acked(20001, 1, 1, kShort));  // it had only been slow
  EXPECT_FALSE(connection.acked(20002, 1, 1, kShort));
  EXPECT_FALSE(connection.acked(20003, 77, 1, kShort));
  now = 20004;
  EXPECT_EQ(send_all(connection, now), (std::vector<uint32_t>{0, 2}));
  connection.acked(21000, 0, 20004, kShort);
  connection.acked(21001, 2, 20005, kShort);
  EXPECT_TRUE(connection.is_idle());
  EXPECT_EQ(connection.timeout_at(), kNoCycle);
  EXPECT_FALSE(connection.acked(21002, 0, 0, kShort));
}

/// A line that loses a third of all packets: every segment arrives in the end.
TEST(Connection, EverySegmentIsAcknowledgedInTheEnd) {
  Connection connection(params(8), 1000);
  connection.add({0, 500'000});
  uint32_t random = 12345;
  std::vector<bool> arrived(500);
  struct Ack {
    Cycle at, sent;
    uint32_t number;
  };
  std::vector<Ack> acks;
  std::size_t next_ack = 0;
  Cycle now = 0;
  for (; now < 400'000'000 && !connection.is_idle(); ++now) {
    for (; next_ack < acks.size() && acks[next_ack].at == now; ++next_ack) {
      connection.acked(now, acks[next_ack].number, acks[next_ack].sent, kShort);
    }
    if (connection.timeout_at() <= now) connection.time_out(now);
    if (connection.may_send(now) != now) continue;
    const OutgoingSegment segment = connection.send(now);
    random = random * 1664525u + 1013904223u;
    if (random % 3u == 0) continue;
    arrived[segment.number] = true;
    acks.push_back({now + 1000, now, segment.number});
  }
  EXPECT_TRUE(connection.is_idle());
  for (bool each : arrived) EXPECT_TRUE(each);
}

}  // namespace
}  // namespace tinsim
