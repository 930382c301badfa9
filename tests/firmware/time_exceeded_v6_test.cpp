// SPDX-License-Identifier: Apache-2.0
// Are IPv6 packets whose hop limit ended answered by ICMPv6 time exceeded, and only those that may
// be?
#include <gtest/gtest.h>

#include "tests/firmware/bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr Mac kAsker = {0x02, 0xaa, 0, 0, 0, 5};
constexpr std::size_t kIp = 14, kHeader = 40, kLongest = 1280;
constexpr std::uint8_t kUdp = 17, kIcmpv6 = 58, kFragment = 44;
const Bytes kAsker6 = {0xfd, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5};
const Bytes kFar6 = {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 1};
const Bytes kOwn6 = {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3};
const Bytes kUdpData = {0xc3, 0x50, 0x82, 0x9b, 0, 17, 0xa6, 0xbf, 1, 2, 3, 4, 5, 6, 7, 8, 9};

/// With a hop limit of 1, class 0x48 and flow 0x12345.
Bytes probe(std::uint8_t next, const Bytes& data, const Bytes& source = kAsker6,
            const Bytes& destination = kFar6) {
  Bytes packet = {0x64, 0x81, 0x23, 0x45};
  append16(packet, static_cast<std::uint32_t>(data.size()));
  append(packet, {next, 1});
  append(packet, source);
  append(packet, destination);
  append(packet, data);
  return packet;
}

class FirmwareTimeExceededV6 : public testing::Test {
 protected:
  FirmwareTimeExceededV6() : chip(bench.add_chip(true)) {
    bench.boot();
    set_own(kOwn6, 128);
  }

  /// As a controller does: in trap 2, its match last.
  void set_own(const Bytes& address, std::uint32_t length) {
    constexpr std::uint32_t kTrap2 = 0x080440, kLive = 1, kVersion6 = 2, kAnywhere = 7u << 16;
    for (std::uint32_t word = 0; word < 4; ++word)
      chip.registers[kTrap2 + 4 * word] = read32(address, 4 * word);
    chip.registers[kTrap2 + 20] = kLive | kVersion6 | length << 8 | kAnywhere;
  }
  /// The answer's frame; empty: none.
  Bytes answer_to(const Bytes& packet, std::uint8_t reason = ECP_TRAP_EXPIRED) {
    bench.frames.clear();
    chip.frame_arrives(ECP_INTERFACE_NIC1, make_frame(chip.mac(), kAsker, kIpv6, packet), reason);
    bench.run_for(1000);
    EXPECT_LE(bench.frames.size(), 1u);
    if (bench.frames.empty()) return {};
    EXPECT_EQ(bench.frames[0].interface, ECP_INTERFACE_NIC1);
    return bench.frames[0].bytes;
  }

  Bench bench;
  FakeChip& chip;
};

// The answer is what scapy 2.5.0 writes: IPv6(src="fd00::3", dst="fd00:0:0:1::5", hlim=255) /
// ICMPv6TimeExceeded() / probe.
TEST_F(FirmwareTimeExceededV6, TheAnswerIsThatOfScapy) {
  Bytes expected = {0x60, 0, 0, 0, 0, 0x41, 0x3a, 0xff};
  append(expected, kOwn6);
  append(expected, kAsker6);
  append(expected, {3, 0, 0x69, 0xc3, 0, 0, 0, 0});
  append(expected, probe(kUdp, kUdpData));
  EXPECT_EQ(answer_to(probe(kUdp, kUdpData)), make_frame(kAsker, chip.mac(), kIpv6, expected));
}

// RFC 4443, 2.4(c): as much of the packet as fits 1280 octets. The checksum with the pseudo header
// (RFC 8200, 8.1) sums to zero, for messages of odd length, too.
TEST_F(FirmwareTimeExceededV6, AsMuchIsQuotedAsFitsTheMinimumMtu) {
  constexpr std::size_t kMostQuoted = kLongest - kHeader - 8;
  for (const std::size_t bytes :
       {kHeader, kMostQuoted - 1, kMostQuoted, kMostQuoted + 1, std::size_t{1500}}) {
    Bytes data;
    while (kHeader + data.size() < bytes) data.push_back(static_cast<std::uint8_t>(data.size()));
    const Bytes sent = probe(bytes == kHeader ? 59 : kUdp, data), frame = answer_to(sent);
    const std::size_t quoted = std::min(bytes, kMostQuoted);
    ASSERT_EQ(frame.size(), kIp + kHeader + 8 + quoted) << bytes;
    EXPECT_EQ(read16(frame, kIp + 4), 8 + quoted);
    EXPECT_EQ(slice(frame, kIp + kHeader + 8, quoted), slice(sent, 0, quoted));
    Bytes summed = slice(frame, kIp + 8, 32);
    append32(summed, static_cast<std::uint32_t>(8 + quoted));
    append32(summed, kIcmpv6);
    append(summed, slice(frame, kIp + kHeader, 8 + quoted));
    EXPECT_EQ(internet_checksum(summed.data(), summed.size()), 0u) << bytes;
  }
}

TEST_F(FirmwareTimeExceededV6, QueriesAreAnsweredErrorsAndRedirectsAreNot) {
  for (const unsigned type : {1u, 3u, 4u, 127u, 128u, 129u, 135u, 137u, 255u}) {
    const Bytes icmp = {static_cast<std::uint8_t>(type), 0, 0, 0, 0, 0, 0, 0};
    const bool is_error = type < 128 || type == 137;
    EXPECT_EQ(answer_to(probe(kIcmpv6, icmp)).empty(), is_error) << type;
    // Behind hop-by-hop and destination options, the latter of 16 octets, and AH of 12 octets.
    Bytes headers = {60, 0, 1, 4, 0, 0, 0,       0, 51, 1, 1, 12, 0, 0, 0, 0, 0, 0,
                     0,  0, 0, 0, 0, 0, kIcmpv6, 1, 0,  0, 0, 0,  0, 1, 0, 0, 0, 1};
    append(headers, icmp);
    EXPECT_EQ(answer_to(probe(0, headers)).empty(), is_error) << type;
  }
}

TEST_F(FirmwareTimeExceededV6, FragmentsAreAnsweredUnlessTheyMayBeErrors) {
  const auto fragment = [](std::uint8_t next, std::uint16_t offset, std::uint8_t first) {
    Bytes data = {next, 0};
    append16(data, offset | 1u);  // more follow
    append(data, {0, 0, 0, 9, first, 0, 0, 0, 0, 0, 0, 0});
    return probe(kFragment, data);
  };
  EXPECT_FALSE(answer_to(fragment(kUdp, 0, 1)).empty());
  EXPECT_FALSE(answer_to(fragment(kUdp, 8, 1)).empty());
  EXPECT_FALSE(answer_to(fragment(kIcmpv6, 0, 128)).empty());
  EXPECT_TRUE(answer_to(fragment(kIcmpv6, 0, 1)).empty());
  EXPECT_TRUE(answer_to(fragment(kIcmpv6, 8, 128)).empty());
}

TEST_F(FirmwareTimeExceededV6, GroupsUnspecifiedSourcesAndCutPacketsAreNotAnswered) {
  const Bytes group = {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  EXPECT_TRUE(answer_to(probe(kUdp, kUdpData, kAsker6, group)).empty());
  EXPECT_TRUE(answer_to(probe(kUdp, kUdpData, group)).empty());
  EXPECT_TRUE(answer_to(probe(kUdp, kUdpData, Bytes(16))).empty());
  Bytes cut = probe(kUdp, kUdpData);
  write16(cut, 4, 100);
  EXPECT_TRUE(answer_to(cut).empty());
  EXPECT_TRUE(answer_to(probe(0, {60, 9, 0, 0, 0, 0, 0, 0})).empty());  // options of 80 octets
  EXPECT_TRUE(answer_to(probe(kUdp, kUdpData), ECP_TRAP_ROUTE).empty());
  EXPECT_FALSE(answer_to(probe(kUdp, kUdpData)).empty());
}

TEST_F(FirmwareTimeExceededV6, OnlyATrapOfOneAddressIsTheOwnAddress) {
  set_own(kOwn6, 64);
  EXPECT_TRUE(answer_to(probe(kUdp, kUdpData)).empty());
  set_own(kOwn6, 128);
  EXPECT_FALSE(answer_to(probe(kUdp, kUdpData)).empty());
  chip.registers[0x080440 + 20] &= ~1u;  // not live
  EXPECT_TRUE(answer_to(probe(kUdp, kUdpData)).empty());
}

}  // namespace
}  // namespace tinsim::firmware_test
