// SPDX-License-Identifier: Apache-2.0
// Flows: which packets belong together, and how well their hash spreads.
#include <boost/crc.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <set>

#include "ethernet_frames.h"

namespace tinsim {
namespace {

FlowKey flow_of(const Octets& frame, bool use_label = false) {
  FrameRules rules;
  rules.use_flow_label = use_label;
  const FrameInfo info = headers_of(frame, rules);
  EXPECT_NE(info.verdict, FrameVerdict::kMalformed);
  return info.flow;
}

Octets udp4(uint16_t src_port, uint16_t dst_port, uint16_t fragment_field = 0) {
  Octets ip = ipv4_packet(60);
  ip[6] = static_cast<uint8_t>(fragment_field >> 8);
  ip[7] = static_cast<uint8_t>(fragment_field);
  fix_checksum(ip, 0);
  ip[20] = static_cast<uint8_t>(src_port >> 8);
  ip[21] = static_cast<uint8_t>(src_port);
  ip[22] = static_cast<uint8_t>(dst_port >> 8);
  ip[23] = static_cast<uint8_t>(dst_port);
  return ethernet(0x0800, ip);
}

TEST(FlowKey, AllFragmentsOfAPacketAreOneFlowWhateverTheirPortsLookLike) {
  const FlowKey first = flow_of(udp4(1000, 2000, 0x2000)), middle = flow_of(udp4(3, 4, 0x2010)),
                last = flow_of(udp4(5, 6, 0x0020));
  EXPECT_EQ(first, middle);
  EXPECT_EQ(first, last);
  EXPECT_FALSE(first == flow_of(udp4(1000, 2000)));
  EXPECT_EQ(flow_of(udp4(1000, 2000, 0x4000)), flow_of(udp4(1000, 2000))) << "don't fragment";
}

// The first fragment holds destination options (60) and UDP, the others data that looks like it or
// not.
TEST(FlowKey, AllFragmentsOfAnIpv6PacketAreOneFlowWhateverFollowsTheHeader) {
  Octets ip = ipv6_packet(100, 0, 44);
  const auto with = [&](uint16_t offset_and_more, Octets payload) {
    Octets changed = ip;
    changed[40] = 60;
    changed[42] = static_cast<uint8_t>(offset_and_more >> 8);
    changed[43] = static_cast<uint8_t>(offset_and_more);
    std::copy(payload.begin(), payload.end(), changed.begin() + 48);
    return flow_of(ethernet(0x86dd, changed));
  };
  const FlowKey first = with(1, {17, 0, 1, 4, 0, 0, 0, 0, 1, 2, 3, 4});
  EXPECT_EQ(first.protocol, 60);
  EXPECT_EQ(first, with(8 | 1, {6, 0, 9, 9}));
  EXPECT_EQ(first, with(16, {60, 1, 9, 9}));
  EXPECT_EQ(with(0, {17, 0, 1, 4, 0, 0, 0, 0, 1, 2, 3, 4}).src_port, 0x0102) << "not a fragment";
}

TEST(FlowKey, PacketsTooShortForPortsHaveNone) {
  for (size_t bytes : {20, 22, 23}) {
    const FlowKey key = flow_of(ethernet(0x0800, ipv4_packet(bytes)));
    EXPECT_EQ(key.src_port, 0) << bytes;
    EXPECT_EQ(key.dst_port_or_type, 0) << bytes;
  }
  EXPECT_NE(flow_of(ethernet(0x0800, ipv4_packet(24))).src_port, 0);
}

TEST(FlowKey, PaddingBehindAShortPacketIsNoPort) {
  Octets frame = ethernet(0x0800, ipv4_packet(22));
  frame.resize(60, 0x77);
  EXPECT_EQ(flow_of(frame).dst_port_or_type, 0);
}

TEST(FlowKey, AChainOfExtensionsThatBreaksOffEndsTheWalk) {
  Octets ip = ipv6_packet(60, 0, 60);
  ip[40] = 17;
  ip[41] = 1;  // 16 octets, then ports
  EXPECT_EQ(flow_of(ethernet(0x86dd, ip)).protocol, 17);
  EXPECT_EQ(flow_of(ethernet(0x86dd, ip)).src_port, 56 << 8 | 57) << "octets count up";
  ip[41] = 2;  // 24 octets of 20
  EXPECT_EQ(flow_of(ethernet(0x86dd, ip)).protocol, 60);
  EXPECT_EQ(flow_of(ethernet(0x86dd, ip)).src_port, 0);
}

TEST(FlowKey, TheFlowLabelReplacesPortsIfConfigured) {
  Octets ip = ipv6_packet(60);
  const FlowKey with = flow_of(ethernet(0x86dd, ip), true);
  EXPECT_EQ(with.label, 0x12345u);
  EXPECT_EQ(with.src_port, 0);
  EXPECT_EQ(with.protocol, 0);
  EXPECT_EQ(flow_of(ethernet(0x86dd, ip)).label, 0u);
  ip[1] &= 0xf0;
  ip[2] = ip[3] = 0;
  EXPECT_NE(flow_of(ethernet(0x86dd, ip), true).src_port, 0) << "label zero: not set";
}

// Laid out by hand from docs/reference/ethernet.md; CRC by Boost.
TEST(FlowHash, IsTheCrcOfTheKeyMultiplied) {
  Octets octets = {4, 17, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 3, 1};
  octets.resize(34);
  append_be(octets, 4000, 2);
  append_be(octets, 5000, 2);
  append_be(octets, 0, 4);
  boost::crc_32_type crc;
  crc.process_bytes(octets.data(), octets.size());
  const uint32_t number = flow_number(flow_of(udp4(4000, 5000)));
  EXPECT_EQ(number, crc.checksum());
  EXPECT_EQ(flow_hash(number), (uint64_t{crc.checksum()} * 2654435769u & 0xffffffff) >> 16);
}

TEST(FlowHash, EveryFieldCounts) {
  FlowKey key = flow_of(udp4(4000, 5000));
  std::set<uint32_t> numbers = {flow_number(key)};
  const auto differs = [&](FlowKey other) { numbers.insert(flow_number(other)); };
  FlowKey k = key;
  k.kind = 6, differs(k), k = key;
  k.protocol ^= 1, differs(k), k = key;
  for (unsigned i = 0; i < 16; ++i) {
    k.src[i] ^= 1, differs(k), k = key;
    k.dst[i] ^= 1, differs(k), k = key;
  }
  k.src_port ^= 1, differs(k), k = key;
  k.dst_port_or_type ^= 1, differs(k), k = key;
  k.label ^= 1, differs(k);
  EXPECT_EQ(numbers.size(), 1u + 2 + 32 + 3);
}

/// The statistic of 64 buckets over the hash's upper bits, as a WCMP group of 64 would use them.
double chi_squared(const std::vector<uint16_t>& hashes) {
  std::array<double, 64> count{};
  for (uint16_t hash : hashes) ++count[hash >> 10];
  const double mean = static_cast<double>(hashes.size()) / 64;
  double sum = 0;
  for (double c : count) sum += (c - mean) * (c - mean) / mean;
  return sum;
}

// Regular sets of flows, as networks have them: no worse than random draws at 1e-4.
TEST(FlowHash, SpreadsRegularFlows) {
  const double limit =
      quantile(complement(boost::math::chi_squared_distribution<double>(63), 1e-4));
  std::vector<uint16_t> ports, hosts, even_ports, worst;
  for (unsigned n = 0; n < 4096; ++n) {
    FlowKey key = flow_of(udp4(4000, 5000));
    const auto hash = [&] { return flow_hash(flow_number(key)); };
    key.src_port = static_cast<uint16_t>(32768 + n);
    ports.push_back(hash());
    key.src_port = static_cast<uint16_t>(32768 + 4 * n);
    even_ports.push_back(hash());
    key.src_port = 4000;
    key.dst = {10, static_cast<uint8_t>(n >> 6), static_cast<uint8_t>(n >> 2 & 15),
               static_cast<uint8_t>(n & 3)};
    hosts.push_back(hash());
    worst.push_back(static_cast<uint16_t>(n));  // what the check must detect
  }
  EXPECT_LT(chi_squared(ports), limit);
  EXPECT_LT(chi_squared(even_ports), limit);
  EXPECT_LT(chi_squared(hosts), limit);
  EXPECT_GT(chi_squared(worst), limit);
}

}  // namespace
}  // namespace tinsim
