// SPDX-License-Identifier: Apache-2.0
// Are ARP requests and neighbour solicitations answered from the chip's table, by the interface of
// arrival?
#include <gtest/gtest.h>

#include "tests/firmware/bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr std::uint32_t kNeighbour = 0x080800;
constexpr Mac kAsker = {0x02, 0xaa, 0, 0, 0, 5}, kAnswer = {0x02, 0xbb, 0xcc, 0xdd, 0xee, 0xff};
constexpr std::uint32_t kAskerIp = 0x0a000a05, kTargetIp = 0x0a000b07;

class FirmwareNeighbours : public testing::Test {
 protected:
  FirmwareNeighbours() : chip(bench.add_chip(true)) {
    bench.boot();
    EXPECT_TRUE(bench.run_until([&] { return chip.reg(0x080400) != 0; }, 1000000));
  }
  /// As the controller writes them: the address, the Ethernet address, and the match last.
  void add_entry(std::uint32_t entry, const std::vector<std::uint32_t>& address, const Mac& mac) {
    const std::uint32_t at = kNeighbour + 32 * entry;
    for (std::uint32_t n = 0; n < address.size(); ++n) chip.registers[at + 4 * n] = address[n];
    chip.registers[at + 16] = std::uint32_t{mac[2]} << 24 | mac[3] << 16 | mac[4] << 8 | mac[5];
    chip.registers[at + 20] =
        std::uint32_t{mac[0]} << 8 | mac[1] | 1 << 16 | (address.size() == 4 ? 1 << 17 : 0);
  }
  std::vector<Frame> answers_to(std::uint8_t interface, const Bytes& frame) {
    bench.frames.clear();
    chip.frame_arrives(interface, frame);
    bench.run_for(1000);
    return bench.frames;
  }

  Bench bench;
  FakeChip& chip;
};

Bytes arp(std::uint16_t operation, const Mac& sender, std::uint32_t sender_ip, const Mac& target,
          std::uint32_t target_ip) {
  Bytes out = {0, 1, 8, 0, 6, 4};
  append16(out, operation);
  out.insert(out.end(), sender.begin(), sender.end());
  append32(out, sender_ip);
  out.insert(out.end(), target.begin(), target.end());
  append32(out, target_ip);
  return out;
}

TEST_F(FirmwareNeighbours, AnArpRequestIsAnsweredFromTheTable) {
  add_entry(9, {kTargetIp}, kAnswer);
  const auto answers =
      answers_to(ECP_INTERFACE_NIC1,
                 make_frame(kBroadcast, kAsker, kArp, arp(1, kAsker, kAskerIp, {}, kTargetIp)));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].interface, ECP_INTERFACE_NIC1);
  EXPECT_EQ(answers[0].bytes,
            make_frame(kAsker, chip.mac(), kArp, arp(2, kAnswer, kTargetIp, kAsker, kAskerIp)));
}

TEST_F(FirmwareNeighbours, TheChipsOwnAddressNeedsNoEntry) {
  const auto answers =
      answers_to(ECP_INTERFACE_MAC,
                 make_frame(kBroadcast, kAsker, kArp, arp(1, kAsker, kAskerIp, {}, address_of(0))));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].bytes, make_frame(kAsker, chip.mac(), kArp,
                                         arp(2, chip.mac(), address_of(0), kAsker, kAskerIp)));
}

TEST_F(FirmwareNeighbours, AddressesWithoutEntryRepliesAndShortFramesAreNotAnswered) {
  add_entry(0, {kTargetIp}, kAnswer);
  add_entry(1, {kTargetIp + 1}, kAnswer);
  chip.registers[kNeighbour + 32 + 20] &= ~(1u << 16);  // not live
  const auto request = arp(1, kAsker, kAskerIp, {}, kTargetIp);
  EXPECT_TRUE(answers_to(2, make_frame(kBroadcast, kAsker, kArp,
                                       arp(1, kAsker, kAskerIp, {}, kTargetIp + 1)))
                  .empty());
  EXPECT_TRUE(
      answers_to(2, make_frame(kBroadcast, kAsker, kArp, arp(2, kAsker, kAskerIp, {}, kTargetIp)))
          .empty());
  for (const std::size_t changed : {0, 1, 2, 3, 4, 5}) {
    Bytes other = request;
    other[changed] ^= 0x10;
    EXPECT_TRUE(answers_to(2, make_frame(kBroadcast, kAsker, kArp, other)).empty()) << changed;
  }
  EXPECT_TRUE(answers_to(2, slice(make_frame(kBroadcast, kAsker, kArp, request), 0, 41)).empty());
  EXPECT_EQ(answers_to(2, make_frame(kBroadcast, kAsker, kArp, request)).size(), 1u);
}

const Bytes kTarget6 = {0xfd, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0x11, 0x22, 0x33, 0x44};
const Bytes kAsker6 = {0xfd, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5};
const Bytes kSolicitedNode = {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x22, 0x33, 0x44};

/// IPv6 packet with an ICMPv6 message whose checksum is filled in.
Bytes icmpv6(const Bytes& source, const Bytes& destination, Bytes message,
             std::uint8_t hops = 255) {
  Bytes pseudo = source;
  append(pseudo, destination);
  append32(pseudo, static_cast<std::uint32_t>(message.size()));
  append32(pseudo, 58);
  Bytes all = pseudo;
  append(all, message);
  write16(message, 2, internet_checksum(all.data(), all.size()));
  Bytes packet = {0x60, 0, 0, 0};
  append16(packet, static_cast<std::uint32_t>(message.size()));
  append(packet, {58, hops});
  append(packet, source);
  append(packet, destination);
  append(packet, message);
  return packet;
}
Bytes solicitation(const Bytes& target, const Bytes& options) {
  Bytes out = {135, 0, 0, 0, 0, 0, 0, 0};
  append(out, target);
  append(out, options);
  return out;
}
Bytes link_layer(std::uint8_t type, const Mac& mac) {
  Bytes out = {type, 1};
  out.insert(out.end(), mac.begin(), mac.end());
  return out;
}
Bytes advertisement(std::uint8_t flags) {
  Bytes out = {136, 0, 0, 0, flags, 0, 0, 0};
  append(out, kTarget6);
  append(out, link_layer(2, kAnswer));
  return out;
}
constexpr Mac kMulticast = {0x33, 0x33, 0xff, 0x22, 0x33, 0x44};

TEST_F(FirmwareNeighbours, ANeighbourSolicitationIsAnsweredFromTheTable) {
  add_entry(63, {0xfd000000, 1, 0, 0x11223344}, kAnswer);
  const auto answers = answers_to(
      ECP_INTERFACE_NIC0,
      make_frame(kMulticast, kAsker, kIpv6,
                 icmpv6(kAsker6, kSolicitedNode, solicitation(kTarget6, link_layer(1, kAsker)))));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].interface, ECP_INTERFACE_NIC0);
  EXPECT_EQ(answers[0].bytes,
            make_frame(kAsker, chip.mac(), kIpv6, icmpv6(kTarget6, kAsker6, advertisement(0x60))));
}

TEST_F(FirmwareNeighbours, DuplicateAddressDetectionIsAnsweredToAllNodes) {
  add_entry(0, {0xfd000000, 1, 0, 0x11223344}, kAnswer);
  const Bytes all_nodes = {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  const auto answers =
      answers_to(0, make_frame(kMulticast, kAsker, kIpv6,
                               icmpv6(Bytes(16), kSolicitedNode, solicitation(kTarget6, {}))));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].bytes, make_frame({0x33, 0x33, 0, 0, 0, 1}, chip.mac(), kIpv6,
                                         icmpv6(kTarget6, all_nodes, advertisement(0x20))));
}

TEST_F(FirmwareNeighbours, SolicitationsThatRfc4861ForbidsAreNotAnswered) {
  add_entry(0, {0xfd000000, 1, 0, 0x11223344}, kAnswer);
  const Bytes good = solicitation(kTarget6, link_layer(1, kAsker));
  const auto refused = [&](const Bytes& packet) {
    return answers_to(0, make_frame(kMulticast, kAsker, kIpv6, packet)).empty();
  };
  EXPECT_FALSE(refused(icmpv6(kAsker6, kSolicitedNode, good)));
  EXPECT_TRUE(refused(icmpv6(kAsker6, kSolicitedNode, good, 254)));
  Bytes damaged = icmpv6(kAsker6, kSolicitedNode, good);
  damaged[42] ^= 1;
  EXPECT_TRUE(refused(damaged));
  Bytes code = good;
  code[1] = 1;
  EXPECT_TRUE(refused(icmpv6(kAsker6, kSolicitedNode, code)));
  Bytes option = good;
  option[25] = 0;
  EXPECT_TRUE(refused(icmpv6(kAsker6, kSolicitedNode, option)));
  option[25] = 2;
  EXPECT_TRUE(refused(icmpv6(kAsker6, kSolicitedNode, option)));
  EXPECT_TRUE(refused(icmpv6(Bytes(16), kSolicitedNode, good)));  // with its Ethernet address
  EXPECT_TRUE(
      refused(icmpv6(Bytes(16), kAsker6, solicitation(kTarget6, {}))));  // not to solicited nodes
  Bytes short_one = slice(good, 0, 20);
  EXPECT_TRUE(refused(icmpv6(kAsker6, kSolicitedNode, short_one)));
}

TEST_F(FirmwareNeighbours, APingIsAnsweredByTheInterfaceOfArrival) {
  Bytes echo = {8, 0, 0, 0, 0x12, 0x34, 0, 1, 'p', 'i', 'n', 'g'};
  write16(echo, 2, internet_checksum(echo.data(), echo.size()));
  for (const std::uint8_t interface :
       {ECP_INTERFACE_NIC0, ECP_INTERFACE_NIC1, ECP_INTERFACE_MAC, ECP_INTERFACE_FABRIC}) {
    const Bytes packet = make_ipv4({kAskerIp, address_of(0), kIcmp, echo});
    chip.frame_arrives(interface, make_frame(chip.mac(), kAsker, kIpv4, packet));
    std::vector<Frame> answers;
    chip.run(bench.now);
    ASSERT_EQ(chip.sent.size(), 1u);
    EXPECT_EQ(chip.sent[0].interface, interface);
    EXPECT_EQ(slice(chip.sent[0].bytes, 0, 6), Bytes(kAsker.begin(), kAsker.end()));
    const auto reply = parse_ipv4(slice(chip.sent[0].bytes, 14, chip.sent[0].bytes.size() - 14));
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->destination, kAskerIp);
    EXPECT_EQ(internet_checksum(reply->payload.data(), reply->payload.size()), 0);
    EXPECT_EQ(slice(reply->payload, 4, 8), slice(echo, 4, 8));
    chip.sent.clear();
  }
}

}  // namespace
}  // namespace tinsim::firmware_test
