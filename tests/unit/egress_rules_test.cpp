// SPDX-License-Identifier: Apache-2.0
// The rules of solicitation: each is broken once, next to a sequence that keeps it.
#include "tlm/tin/ip/egress_rules.h"

#include <gtest/gtest.h>

#include "base/errors.h"

namespace tinsim {
namespace {

constexpr EptrFormat kFormat{1024};
constexpr uint16_t kSource = 3 * 64 + 2, kOtherChip = 4 * 64 + 2;

IpParams small_params() {
  IpParams params;
  params.name = "pod 0 tin 0";
  params.egress.windows.fill(1000);
  params.egress.buffer_slots = 20;
  params.egress.drop_thresholds.fill(2);
  params.egress.mark_thresholds.fill(0);
  params.egress.cts_cycles = 4;
  return params;
}

Packet packet_of(unsigned bytes, uint32_t number, uint32_t flow = 1) {
  Packet packet;
  packet.bytes = static_cast<uint16_t>(bytes);
  packet.number = number;
  packet.flow = flow;
  packet.flow_hash = static_cast<uint16_t>(flow);
  packet.ecn = 2;
  return packet;
}

RtsWord rts_of(const Packet& packet, uint8_t eport = 0) {
  RtsWord rts;
  rts.len = packet.bytes;
  rts.cos = packet.cos;
  rts.eport = eport;
  return rts;
}

DataWord data_of(uint16_t eptr, unsigned vbytes) {
  return {eptr, 0, static_cast<uint8_t>(vbytes), 0};
}

class EgressRulesTest : public testing::Test {
 protected:
  void queue(const Packet& packet) { rules_.queued(10, rts_of(packet), packet); }
  void grant(uint16_t eptr, const Packet& packet) {
    rules_.granted(grant_event_at_++, 0, eptr, kSource, packet);
  }
  void fetch(uint16_t eptr, const Packet& packet) {
    queue(packet);
    grant(eptr, packet);
  }
  template <class Fn>
  void expect_broken(const std::string& text, const Fn& fn) {
    try {
      fn();
    } catch (const InvariantError& error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("pod 0 tin 0"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("cycle "), std::string::npos) << error.what();
      return;
    }
    ADD_FAILURE() << "nobody noticed; expected " << text;
  }

  const IpParams params_ = small_params();
  EgressRules rules_{params_, kFormat};
  Cycle grant_event_at_ = 20;
};

TEST_F(EgressRulesTest, APacketThatKeepsAllRules) {
  const Packet packet = packet_of(200, 0);
  fetch(7, packet);
  rules_.stored(25, data_of(7, 148), kSource);
  rules_.stored(25, data_of(7, 52), kSource + 1);  // another port of the chip
  rules_.departs(30, 7, 2);                        // the queue is empty: no mark
  rules_.released(40, 7);
  fetch(7 + 1024, packet_of(200, 1));
}

TEST_F(EgressRulesTest, R1DataNeedsACts) {
  const Packet packet = packet_of(100, 0);
  expect_broken("R1", [&] { rules_.unexpected(9, data_of(7, 100)); });
  fetch(7, packet);
  expect_broken("R1", [&] { rules_.stored(30, data_of(8, 100), kSource); });
  expect_broken("R1", [&] { rules_.stored(30, data_of(7 + 1024, 100), kSource); });
  expect_broken("R1", [&] { rules_.stored(24, data_of(7, 100), kSource); });  // it departs in 24
  expect_broken("R1", [&] { rules_.stored(30, data_of(7, 100), kOtherChip); });
  expect_broken("R1", [&] { rules_.unexpected(30, data_of(7 + 1024, 100)); });
  rules_.released(40, 7);
  rules_.unexpected(50, data_of(7, 100));  // late: its packet was given up
}

TEST_F(EgressRulesTest, R1GenerationsBeginAnew) {
  for (uint32_t grant = 0; grant < 64; ++grant) {
    fetch(static_cast<uint16_t>(grant << 10), packet_of(100, grant));
    rules_.released(40, static_cast<uint16_t>(grant << 10));
  }
  rules_.unexpected(50, data_of(63 << 10, 100));
}

TEST_F(EgressRulesTest, R2SpaceComesBeforeTheCts) {
  const Packet large = packet_of(11 * 148, 0), next = packet_of(9 * 148, 1);
  IpParams params = params_;
  params.egress.windows.fill(100000);
  EgressRules rules(params, kFormat);
  rules.queued(10, rts_of(large), large);
  rules.granted(20, 0, 0, kSource, large);
  rules.queued(10, rts_of(next), next);
  expect_broken("R2", [&] { rules.granted(21, 0, 0, kSource, next); });  // taken
  rules.granted(22, 0, 1, kSource, next);                                // 20 of 20
  const Packet more = packet_of(1, 2);
  rules.queued(10, rts_of(more), more);
  expect_broken("R2", [&] { rules.granted(23, 0, 2, kSource, more); });
  rules.queued(10, rts_of(more, 1), packet_of(1, 0, 2));
  rules.granted(24, 1, 3, kSource, more);  // the other port has slots of its own
}

TEST_F(EgressRulesTest, R3RtssOfAFlowKeepTheirOrder) {
  queue(packet_of(100, 5));
  queue(packet_of(100, 2, 9));  // another flow
  expect_broken("R3", [&] { queue(packet_of(100, 5)); });
  expect_broken("R3", [&] { queue(packet_of(100, 4)); });
}

TEST_F(EgressRulesTest, R5TheWindowIsKept) {
  fetch(0, packet_of(600, 0));
  queue(packet_of(401, 1));
  expect_broken("R5", [&] { grant(1, packet_of(401, 1)); });
  grant(1, packet_of(400, 1));
}

TEST_F(EgressRulesTest, R5OnlyStrictClassesLeaveOthersUncounted) {
  Packet bulk = packet_of(401, 1), strict = packet_of(401, 2);
  strict.cos = 7;
  IpParams params = params_;
  params.egress.cts_plan.strict = 1 << 7;
  EgressRules rules(params, kFormat);
  const auto grant = [&](uint16_t eptr, const Packet& packet, uint32_t uncounted) {
    rules.granted(grant_event_at_++, 0, eptr, kSource, packet, uncounted);
  };
  for (const Packet& packet : {packet_of(600, 0), bulk, strict})
    rules.queued(10, rts_of(packet), packet);
  grant(0, packet_of(600, 0), 0);
  expect_broken("R5", [&] { grant(1, bulk, 600); });
  expect_broken("R5", [&] { grant(1, strict, 0); });
  grant(1, strict, 600);
}

TEST_F(EgressRulesTest, R5APacketBeyondTheWindowGoesAlone) { fetch(0, packet_of(2000, 0)); }

TEST_F(EgressRulesTest, R6TheThresholdDecides) {
  for (uint32_t n = 0; n < 3; ++n) {  // depths 0, 1, 2
    expect_broken("R6", [&] { rules_.refused(10, rts_of(packet_of(100, n))); });
    queue(packet_of(100, n));
  }
  rules_.refused(10, rts_of(packet_of(100, 3)));
  expect_broken("R6", [&] { queue(packet_of(100, 3)); });
}

TEST_F(EgressRulesTest, R7TheDepthDecides) {
  const Packet first = packet_of(100, 0), second = packet_of(100, 1);
  queue(first);
  queue(second);
  grant(0, first);
  rules_.stored(25, data_of(0, 100), kSource);
  expect_broken("R7", [&] { rules_.departs(30, 0, 2); });  // one is left behind: above 0
}

TEST_F(EgressRulesTest, R7OnlyPacketsThatAreCapableAreMarked) {
  Packet first = packet_of(100, 0);
  first.ecn = 0;
  fetch(0, first);
  queue(packet_of(100, 1));
  rules_.stored(25, data_of(0, 100), kSource);
  expect_broken("R7", [&] { rules_.departs(30, 0, 3); });
}

TEST_F(EgressRulesTest, R8QueuesAreThoseOfTheRts) {
  const Packet packet = packet_of(100, 0);
  RtsWord rts = rts_of(packet);
  rts.cos = 1;
  expect_broken("R8", [&] { rules_.queued(10, rts, packet); });
  rts = rts_of(packet);
  rts.len = 101;
  expect_broken("R8", [&] { rules_.queued(10, rts, packet); });
  expect_broken("R8", [&] { grant(0, packet); });  // nothing is queued
}

TEST_F(EgressRulesTest, R8OneCtsInACycle) {
  fetch(0, packet_of(200, 0));
  queue(packet_of(200, 1));
  --grant_event_at_;
  expect_broken("R8", [&] { grant(1, packet_of(200, 1)); });
  grant(1, packet_of(200, 1));
}

TEST_F(EgressRulesTest, R9APacketLeavesWhole) {
  const Packet packet = packet_of(200, 0);
  fetch(0, packet);
  expect_broken("R9", [&] { rules_.departs(30, 0, 2); });
  rules_.stored(25, data_of(0, 148), kSource);
  expect_broken("R9", [&] { rules_.departs(30, 0, 2); });
  rules_.stored(25, data_of(0, 51), kSource);
  expect_broken("R9", [&] { rules_.departs(30, 0, 2); });
}

class Overtaken : public EgressRulesTest {
 protected:
  void SetUp() override {
    fetch(0, first_);
    fetch(1, second_);
    rules_.stored(26, data_of(0, 100), kSource);
    rules_.stored(26, data_of(1, 100), kSource);
  }
  const Packet first_ = packet_of(100, 0), second_ = packet_of(100, 1);
};

TEST_F(Overtaken, R9PacketsOfAFlowLeaveInOrder) {
  rules_.departs(30, 1, 2);
  expect_broken("R9", [&] { rules_.departs(31, 0, 2); });
}

TEST_F(Overtaken, R9OneThatIsGivenUpWasNotOvertaken) {
  rules_.departs(30, 1, 2);
  expect_broken("R9", [&] { rules_.released(31, 0); });
}

TEST_F(Overtaken, R9AnAbandonedPacketDelaysNoOther) {
  rules_.released(30, 0);
  rules_.departs(31, 1, 2);
}

}  // namespace
}  // namespace tinsim
