// SPDX-License-Identifier: Apache-2.0
// Are packets whose time to live ended answered by ICMP time exceeded, and only those that may be?
#include <gtest/gtest.h>

#include "tests/firmware/bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr Mac kAsker = {0x02, 0xaa, 0, 0, 0, 5};
constexpr std::uint32_t kAskerIp = 0x0a000a05, kFarIp = 0x0a030201;
constexpr std::uint8_t kUdp = 17;
constexpr std::size_t kHeader = 20;

/// IPv4 with a time to live of 1.
struct Probe {
  std::uint32_t source = kAskerIp, destination = kFarIp;
  std::uint8_t protocol = kUdp;
  std::uint16_t fragment = 0;
  Bytes data = {0xc3, 0x50, 0x82, 0x9b, 0, 16, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};

  Bytes packet() const {
    Bytes ip = {0x45, 0};
    append16(ip, static_cast<std::uint16_t>(kHeader + data.size()));
    append16(ip, 0x1234);
    append16(ip, fragment);
    ip.insert(ip.end(), {1, protocol, 0, 0});
    append32(ip, source);
    append32(ip, destination);
    const std::uint16_t checksum = internet_checksum(ip.data(), kHeader);
    ip[10] = static_cast<std::uint8_t>(checksum >> 8);
    ip[11] = static_cast<std::uint8_t>(checksum);
    append(ip, data);
    return ip;
  }
};

class FirmwareTimeExceeded : public testing::Test {
 protected:
  FirmwareTimeExceeded() : chip(bench.add_chip(true)) { bench.boot(); }

  void take_address() {
    ASSERT_TRUE(bench.run_until([&] { return chip.reg(0x080400) != 0; }, 1000000));
  }
  /// The answer, an IPv4 packet and padding; empty: none.
  Bytes answer_to(const Probe& probe, std::uint8_t reason = ECP_TRAP_EXPIRED) {
    bench.last_ipv4.clear();
    chip.frame_arrives(ECP_INTERFACE_NIC1, make_frame(chip.mac(), kAsker, kIpv4, probe.packet()),
                       reason);
    bench.run_for(1000);
    return bench.last_ipv4;
  }

  Bench bench;
  FakeChip& chip;
};

TEST_F(FirmwareTimeExceeded, QuotesThePacketToItsSourceFromTheOwnAddress) {
  take_address();
  const Probe probe;
  const Bytes answer = answer_to(probe), sent = probe.packet();
  ASSERT_GE(answer.size(), kHeader + 8 + kHeader + 8);
  EXPECT_EQ(answer[9], kIcmp);
  EXPECT_EQ(internet_checksum(answer.data(), kHeader), 0u);
  EXPECT_EQ(read32(answer, 12), address_of(0));
  EXPECT_EQ(read32(answer, 16), kAskerIp);
  EXPECT_EQ(read16(answer, kHeader), 11u << 8);  // RFC 792: time exceeded, in transit
  EXPECT_EQ(internet_checksum(answer.data() + kHeader, read16(answer, 2) - kHeader), 0u);
  EXPECT_EQ(slice(answer, kHeader + 8, kHeader + 8), slice(sent, 0, kHeader + 8));
}

TEST_F(FirmwareTimeExceeded, PingsAreAnsweredAndErrorsAreNot) {
  take_address();
  Probe probe;
  probe.protocol = kIcmp;
  for (const std::uint8_t type : {0, 3, 4, 5, 8, 11, 12, 13}) {
    probe.data[0] = type;
    const bool is_error = type == 3 || type == 4 || type == 5 || type == 11 || type == 12;
    EXPECT_EQ(answer_to(probe).empty(), is_error) << int{type};
  }
}

TEST_F(FirmwareTimeExceeded, LaterFragmentsAndGroupsAreNotAnswered) {
  take_address();
  Probe probe;
  probe.fragment = 0x2000;  // the first one
  EXPECT_FALSE(answer_to(probe).empty());
  probe.fragment = 0x0001;
  EXPECT_TRUE(answer_to(probe).empty());
  for (const std::uint32_t group : {0xe0000001u, 0xffffffffu}) {
    probe = {};
    probe.destination = group;
    EXPECT_TRUE(answer_to(probe).empty());
    probe = {};
    probe.source = group;
    EXPECT_TRUE(answer_to(probe).empty());
  }
  probe = {};
  probe.source = 0;
  EXPECT_TRUE(answer_to(probe).empty());
  EXPECT_FALSE(answer_to({}).empty());
}

TEST_F(FirmwareTimeExceeded, PacketsForAnotherReasonAreNotAnswered) {
  take_address();
  EXPECT_TRUE(answer_to({}, ECP_TRAP_ROUTE).empty());
}

TEST_F(FirmwareTimeExceeded, AChipWithoutAnAddressDoesNotAnswer) {
  bench.ethernet_up = false;
  bench.last_ipv4.clear();
  chip.frame_arrives(ECP_INTERFACE_NIC1, make_frame(chip.mac(), kAsker, kIpv4, Probe().packet()),
                     ECP_TRAP_EXPIRED);
  bench.run_for(10);
  EXPECT_TRUE(bench.last_ipv4.empty() || bench.last_ipv4[9] != kIcmp);
}

}  // namespace
}  // namespace tinsim::firmware_test
