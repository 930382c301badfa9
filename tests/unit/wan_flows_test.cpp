// SPDX-License-Identifier: Apache-2.0
// Credits of a link, and the senders of the frame model.
#include "tlm/wan/wan_flows.h"

#include <gtest/gtest.h>

#include "tlm/wan/link_credits.h"
#include "tlm/wan/send_gate.h"

namespace tinsim {
namespace {

TEST(LinkCredits, OfTheStandardFollowTheBufferOverManyTurnsOfTheCounter) {
  CreditSender sender(CreditRule::standard);
  CreditReceiver receiver(CreditRule::standard);
  EXPECT_FALSE(sender.may_send(1));
  for (unsigned turn = 0; turn < 1000; ++turn) {
    sender.receive(receiver.limit(0, 100));
    unsigned sent = 0;
    for (; sent < 5000 && sender.may_send(7); sent += 7) sender.send(7), receiver.receive(7);
    ASSERT_EQ(sent, 98u);  // of 100 blocks
  }
}

TEST(LinkCredits, NeverPermitMoreThanHalfTheRange) {
  CreditSender sender(CreditRule::standard);
  CreditReceiver receiver(CreditRule::standard);
  sender.receive(receiver.limit(0, 1'000'000));
  unsigned sent = 0;
  for (; sent < 5000 && sender.may_send(1); ++sent) sender.send(1);
  EXPECT_EQ(sent, 2048u);
}

TEST(LinkCredits, OfAnIntervalExpireWithTheNext) {
  CreditSender sender(CreditRule::interval);
  CreditReceiver receiver(CreditRule::interval);
  for (unsigned turn = 0; turn < 100; ++turn) {
    sender.receive(receiver.limit(0.5, 0));
    for (unsigned i = 0; i < 10; ++i) sender.send(64);
    EXPECT_TRUE(sender.may_send(1024 - 640));
    EXPECT_FALSE(sender.may_send(1024 - 640 + 1));
  }
  sender.receive(receiver.limit(0, 0));
  EXPECT_FALSE(sender.may_send(1));
}

TEST(LinkCredits, ALostPacketOfFlowControlDelaysItsGrant) {
  CreditSender sender(CreditRule::interval);
  CreditReceiver receiver(CreditRule::interval);
  receiver.limit(0.25, 0);
  sender.receive(receiver.limit(0.25, 0));
  EXPECT_TRUE(sender.may_send(1024));
  EXPECT_FALSE(sender.may_send(1025));
}

TEST(WanGate, PauseFramesHaltForTheirQuanta) {
  WanFramesConfig config;
  const WireRate rate = wire_rate(100'000'000'000, 400'000'000);  // 250 bits per cycle
  GateSender far(config, 1);
  SendGate gate(rate, config);
  EXPECT_FALSE(far.frame(0, 0, 0));
  gate.receive(*far.frame(1, 0, 0), 1000);
  EXPECT_EQ(gate.may_begin(kRdmaClass, 1, 1000), 1000 + (65535u * 512 + 249) / 250);
  gate.receive(*far.frame(0.25, 0, 0), 2000);
  EXPECT_EQ(gate.may_begin(kTcpClass, 1, 2000), 2000 + (16384u * 512 + 249) / 250);
}

TEST(WanGate, PfcHaltsItsClassAlone) {
  WanFramesConfig config;
  config.control = WanControl::pfc;
  GateSender far(config, 1);
  SendGate gate(wire_rate(10'000'000'000, 400'000'000), config);
  gate.receive(*far.frame(1, 0, 1u << kRdmaClass), 5);
  EXPECT_EQ(gate.may_begin(kTcpClass, 1, 10), 10u);
  EXPECT_EQ(gate.may_begin(kRdmaClass, 1, 10), 5 + (65535u * 512 + 24) / 25);
}

TEST(RdmaFlow, GoesBackToTheLostFrame) {
  RdmaFlow flow;
  RdmaReceiver receiver(1000);
  for (uint64_t i = 0; i < 10; ++i) EXPECT_EQ(flow.send(), i);
  EXPECT_TRUE(receiver.accepts(0));
  EXPECT_FALSE(receiver.accepts(2));
  EXPECT_EQ(receiver.report(2, 50), 1u);
  EXPECT_EQ(receiver.report(3, 60), std::nullopt);
  EXPECT_EQ(receiver.report(4, 1050), 1u);  // the report, or the repetition, was lost
  flow.report(1);
  EXPECT_EQ(flow.send(), 1u);
  EXPECT_EQ(flow.repeated(), 9u);
  EXPECT_TRUE(receiver.accepts(1));
  EXPECT_EQ(receiver.report(0, 2000), std::nullopt);
}

/// A round trip in which the whole window is sent, and acknowledged but for `lost` frames of it.
void round_trip(AimdFlow& flow, Cycle now, unsigned lost) {
  std::vector<uint64_t> sent;
  while (flow.may_send()) sent.push_back(flow.send(now));
  for (std::size_t i = lost; i < sent.size(); ++i) flow.acknowledge(sent[i], now + 100);
}

TEST(AimdFlow, DoublesThenHalvesThenAddsOnePerRoundTrip) {
  AimdFlow flow(100);
  round_trip(flow, 0, 0);
  EXPECT_EQ(flow.window(), 20);
  round_trip(flow, 100, 0);
  EXPECT_EQ(flow.window(), 40);
  round_trip(flow, 200, 5);
  EXPECT_NEAR(flow.window(), 20 + 35 / 20.0, 0.2);
  EXPECT_EQ(flow.lost(), 5u);
  const double before = flow.window();
  round_trip(flow, 300, 0);
  EXPECT_NEAR(flow.window(), before + 1, 0.1);
}

TEST(AimdFlow, ATimeoutCountsAllInFlightAsLost) {
  AimdFlow flow(100);
  while (flow.may_send()) flow.send(0);
  flow.check_timeout(299);
  EXPECT_EQ(flow.timeouts(), 0u);
  flow.check_timeout(300);
  EXPECT_EQ(flow.timeouts(), 1u);
  EXPECT_EQ(flow.lost(), 10u);
  EXPECT_EQ(flow.window(), 2);
}

}  // namespace
}  // namespace tinsim
