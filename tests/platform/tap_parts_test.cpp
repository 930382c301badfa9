// SPDX-License-Identifier: Apache-2.0
// Answers to questions for MAC addresses, octet by octet; comparison of frames; the pace of the
// wall clock.
#include <gtest/gtest.h>

#include <chrono>

#include "platform/tap/neighbour_answer.h"
#include "platform/tap/tap_port.h"
#include "platform/tap/tap_recorder.h"

namespace tinsim {
namespace {

using Octets = std::vector<uint8_t>;

constexpr MacAddress kOwn = {0x02, 0, 0, 0, 0, 2};

/// `who has 10.1.3.1, tell 10.0.0.1`, from 02:00:00:00:00:01 (RFC 826).
const Octets kArpRequest = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0,  1, 8, 6,
                            0,    1,    8,    0,    6,    4,    0, 1, 2, 0, 0,  0, 0, 1,
                            10,   0,    0,    1,    0,    0,    0, 0, 0, 0, 10, 1, 3, 1};

TEST(NeighbourAnswer, APortHasEachAddressBehindIt) {
  ASSERT_EQ(kind_of_frame(kArpRequest), LinkFrame::kQuestion);
  const Octets expected = {2, 0, 0, 0, 0, 1, 2, 0,  0, 0, 0, 2, 8, 6, 0, 1, 8, 0,  6, 4, 0,
                           2, 2, 0, 0, 0, 0, 2, 10, 1, 3, 1, 2, 0, 0, 0, 0, 1, 10, 0, 0, 1};
  EXPECT_EQ(neighbour_answer(kArpRequest, kOwn), expected);
  Octets padded = kArpRequest;
  padded.resize(60);
  EXPECT_EQ(neighbour_answer(padded, kOwn), expected);
}

TEST(NeighbourAnswer, NothingForTheOwnAddressForAProbeAndForAnswers) {
  Octets own = kArpRequest;  // gratuitous: sender and target are one
  std::copy_n(&own[28], 4, &own[38]);
  EXPECT_EQ(neighbour_answer(own, kOwn), std::nullopt);
  Octets probe = kArpRequest;  // RFC 5227: the sender has no address yet
  std::fill_n(&probe[28], 4, uint8_t{0});
  EXPECT_EQ(neighbour_answer(probe, kOwn), std::nullopt);
  Octets reply = kArpRequest;
  reply[21] = 2;
  EXPECT_EQ(neighbour_answer(reply, kOwn), std::nullopt);
  Octets other = kArpRequest;  // no IPv4
  other[16] = 0x86;
  EXPECT_EQ(neighbour_answer(other, kOwn), std::nullopt);
}

TEST(NeighbourAnswer, CutFramesHaveNone) {
  for (std::size_t bytes = 0; bytes < kArpRequest.size(); ++bytes) {
    const Octets cut(kArpRequest.begin(), kArpRequest.begin() + static_cast<std::ptrdiff_t>(bytes));
    EXPECT_EQ(neighbour_answer(cut, kOwn), std::nullopt) << bytes;
  }
}

/// Made by scapy: Ether/IPv6(fd00::1 to ff02::1:ff03:1)/ICMPv6ND_NS(fd00::1:3:1)/source address.
const Octets kSolicitation = {
    0x33, 0x33, 0xff, 0x03, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x86, 0xdd, 0x60,
    0x00, 0x00, 0x00, 0x00, 0x20, 0x3a, 0xff, 0xfd, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0xff, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x01, 0xff, 0x03, 0x00, 0x01, 0x87, 0x00, 0x7d, 0x92, 0x00, 0x00,
    0x00, 0x00, 0xfd, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x03, 0x00, 0x01, 0x01, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x01};
/// Made by scapy: its advertisement, solicited, to override.
const Octets kAdvertisement = {
    0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x86, 0xdd, 0x60,
    0x00, 0x00, 0x00, 0x00, 0x20, 0x3a, 0xff, 0xfd, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x03, 0x00, 0x01, 0xfd, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x88, 0x00, 0x1c, 0x94, 0x60, 0x00,
    0x00, 0x00, 0xfd, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x03, 0x00, 0x01, 0x02, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02};

TEST(NeighbourAnswer, SolicitationsOfIpv6AreAnswered) {
  ASSERT_EQ(kind_of_frame(kSolicitation), LinkFrame::kQuestion);
  EXPECT_EQ(neighbour_answer(kSolicitation, kOwn), kAdvertisement);
}

TEST(NeighbourAnswer, DamagedAndUnspecifiedSolicitationsAreNot) {
  for (const std::size_t at : {18u, 54u + 2, 54u + 8, 54u + 23}) {  // length, checksum, target
    Octets damaged = kSolicitation;
    damaged[at] ^= 0x55;
    EXPECT_EQ(neighbour_answer(damaged, kOwn), std::nullopt) << at;
  }
  for (std::size_t bytes = 0; bytes < kSolicitation.size(); ++bytes) {
    const Octets cut(kSolicitation.begin(),
                     kSolicitation.begin() + static_cast<std::ptrdiff_t>(bytes));
    EXPECT_EQ(neighbour_answer(cut, kOwn), std::nullopt) << bytes;
  }
}

TEST(NeighbourAnswer, FramesForTheLinkAloneAreTold) {
  Octets frame(60);
  frame[12] = 8;
  frame[30] = 224;
  EXPECT_EQ(kind_of_frame(frame), LinkFrame::kLinkLocal);
  frame[32] = 1;  // 224.0.1.0
  EXPECT_EQ(kind_of_frame(frame), LinkFrame::kOther);
  Octets v6(60);
  v6[12] = 0x86;
  v6[13] = 0xdd;
  v6[38] = 0xff;
  v6[39] = 0x02;
  EXPECT_EQ(kind_of_frame(v6), LinkFrame::kLinkLocal);
  v6[39] = 0x05;
  EXPECT_EQ(kind_of_frame(v6), LinkFrame::kOther);
}

TapFrame frame_at(Cycle cycle, uint32_t port, uint8_t octet) {
  return {cycle, port, PacketDirection::kOutbound, {octet}};
}

TEST(TapComparison, EachDifferenceAndEachMissingFrameCounts) {
  const std::vector<TapFrame> recorded = {frame_at(5, 0, 1), frame_at(5, 1, 2), frame_at(9, 0, 3),
                                          frame_at(20, 0, 4)};
  TapComparison same(recorded, {true, true});
  same.take(frame_at(9, 0, 3));  // in any order of calls
  same.take(frame_at(5, 1, 2));
  same.take(frame_at(5, 0, 1));
  same.close(20);  // the last is after the end
  EXPECT_EQ(same.compared(), 3u);
  EXPECT_EQ(same.differing(), 0u);
  TapComparison late(recorded, {true, true});
  late.take(frame_at(5, 0, 1));
  late.take(frame_at(6, 1, 2));
  late.take(frame_at(9, 0, 7));
  late.close(21);
  EXPECT_EQ(late.compared(), 5u);
  EXPECT_EQ(late.differing(), 4u);  // a cycle late counts twice
  TapComparison of_other_ranks(recorded, {false, true});
  of_other_ranks.take(frame_at(5, 1, 2));
  of_other_ranks.close(100);
  EXPECT_EQ(of_other_ranks.compared(), 1u);
  EXPECT_EQ(of_other_ranks.differing(), 0u);
}

TEST(ReplayedTapPort, FramesEnterFromTheirCycleOn) {
  ReplayedTapPort port({{3, 0, PacketDirection::kInbound, {1}},
                        {3, 1, PacketDirection::kInbound, {2}},
                        {4, 0, PacketDirection::kOutbound, {3}},
                        {7, 0, PacketDirection::kInbound, {4}}},
                       0);
  EXPECT_TRUE(port.exchange(2, 64).empty());
  EXPECT_EQ(port.exchange(3, 64), (std::vector<Octets>{{1}}));
  EXPECT_EQ(port.exchange(10, 64), (std::vector<Octets>{{4}}));
  EXPECT_TRUE(port.exchange(11, 64).empty());
}

TEST(WallPace, ACycleIsDueAfterItsSlowedDownTime) {
  WallPace pace(1000, 400, 100);  // a cycle is 2.5 ns: 2.5 us on the wall
  const auto start = std::chrono::steady_clock::now();
  pace.wait_until(0);
  pace.wait_until(8000);
  const auto passed = std::chrono::steady_clock::now() - start;
  EXPECT_GE(passed, std::chrono::microseconds(20000));
}

// It is 5 ms behind, of which it catches up 1 ms: the next 2 ms of the pace last 1 ms at least.
TEST(WallPace, ASimulationThatIsFarBehindLosesTheRest) {
  WallPace pace(1000, 400, 400);
  pace.wait_until(0);
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(5)) {
  }
  pace.wait_until(0);
  EXPECT_GE(pace.lost_us(), 4000u);
  const auto late = std::chrono::steady_clock::now();
  pace.wait_until(800);
  EXPECT_GE(std::chrono::steady_clock::now() - late, std::chrono::microseconds(900));
}

}  // namespace
}  // namespace tinsim
