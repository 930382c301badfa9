// SPDX-License-Identifier: Apache-2.0
// L2 rebuilt, ECN marked, frames in EtherIP: by hand, by full recomputation, and there and back.
#include "ethernet_frames.h"
#include "testbench/bench_random.h"
#include "tlm/ethernet/etherip.h"
#include "tlm/ethernet/octets.h"
#include "tlm/ethernet/packet_frame.h"

namespace tinsim {
namespace {

const L2Header kPlain = {{2, 0, 9, 9, 0, 1}, {2, 0, 8, 8, 0, 0}, std::nullopt};
const L2Header kTagged = {kPlain.dst, kPlain.src, VlanTag{0x88a8, 0x6007}};

TEST(Rebuild, ASmallPacketIsPaddedTo60OctetsAndChecked) {
  const Octets ip = ipv4_packet(21);
  Octets expected = {2, 0, 9, 9, 0, 1, 2, 0, 8, 8, 0, 0, 0x08, 0x00};
  expected.insert(expected.end(), ip.begin(), ip.end());
  expected.resize(60);
  EXPECT_EQ(rebuild_frame(kPlain, ip.data(), ip.size()), checked(expected));
}

TEST(Rebuild, ATagStandsBeforeTheEtherType) {
  const Octets ip = ipv6_packet(200);
  Octets expected = {2, 0, 9, 9, 0, 1, 2, 0, 8, 8, 0, 0, 0x88, 0xa8, 0x60, 0x07, 0x86, 0xdd};
  expected.insert(expected.end(), ip.begin(), ip.end());
  EXPECT_EQ(rebuild_frame(kTagged, ip.data(), ip.size()), checked(expected));
}

// The least frame is 64 octets with or without a tag (IEEE 802.3, 4A.4.2): 46 or 42 octets of IP.
TEST(Rebuild, LengthsAreKnownWithoutOctets) {
  EXPECT_EQ(rebuilt_bytes(46, false), 64u);
  EXPECT_EQ(rebuilt_bytes(47, false), 65u);
  EXPECT_EQ(rebuilt_bytes(42, true), 64u);
  EXPECT_EQ(rebuilt_bytes(43, true), 65u);
  for (size_t bytes = 20; bytes < 120; ++bytes) {
    const Octets ip = ipv4_packet(bytes);
    EXPECT_EQ(rebuilt_bytes(bytes, false), rebuild_frame(kPlain, ip.data(), bytes).size());
    EXPECT_EQ(rebuilt_bytes(bytes, true), rebuild_frame(kTagged, ip.data(), bytes).size());
  }
}

TEST(SetEcn, KeepsTheChecksumAsIfItWereMadeAnew) {
  Random random(2);
  for (unsigned n = 0; n < 100000; ++n) {
    Octets ip = ipv4_packet(20);
    for (uint8_t& octet : ip) octet = static_cast<uint8_t>(random.bits());
    ip[0] = 0x45;
    fix_checksum(ip, 0);
    Octets expected = ip;
    const auto ecn = static_cast<uint8_t>(n % 4);
    expected[1] = static_cast<uint8_t>((expected[1] & 0xfc) | ecn);
    fix_checksum(expected, 0);
    set_ecn(ip.data(), ecn);
    ASSERT_EQ(ip, expected) << n;
  }
}

// A checksum of 0 may also be written as ffff (RFC 1624, section 3): what need not change does not.
TEST(SetEcn, TheSameFieldLeavesBothFormsOfAZeroChecksumAlone) {
  Octets ip = ipv4_packet(20, 2);
  const unsigned missing = 0xffff - (ip[10] << 8 | ip[11]);  // the sum of all other words
  const unsigned id = 0x004d + (0xffff - missing);
  ip[4] = static_cast<uint8_t>(id >> 8);
  ip[5] = static_cast<uint8_t>(id);
  for (uint8_t form : {0x00, 0xff}) {
    ip[10] = ip[11] = form;
    ASSERT_EQ(internet_checksum(ip.data(), 20), 0) << "both forms are right";
    const Octets before = ip;
    set_ecn(ip.data(), 2);
    EXPECT_EQ(ip, before);
  }
}

TEST(SetEcn, OfIpv6TouchesTwoBits) {
  for (uint8_t ecn = 0; ecn < 4; ++ecn) {
    Octets ip = ipv6_packet(60, 0xfe);
    set_ecn(ip.data(), ecn);
    EXPECT_EQ(ip, ipv6_packet(60, static_cast<uint8_t>(0xfc | ecn)));
  }
}

TEST(SetEcn, AWrongChecksumStaysWrong) {
  Octets ip = ipv4_packet(20);
  ip[11] ^= 1;
  set_ecn(ip.data(), 3);
  EXPECT_NE(internet_checksum(ip.data(), 20), 0);
}

// RFC 3378, section 3: IPv4 protocol 97, then 0x3000, then the frame without its FCS.
TEST(EtherIp, IsLaidOutAsPublished) {
  const Octets frame = ethernet(0x0806, Octets(46, 0xa5));
  Octets expected = {0x45, 0x60, 0, 82, 0, 0, 0x40, 0, 64, 97, 0, 0, 10, 0, 0, 1, 10, 1, 3, 1};
  fix_checksum(expected, 0);
  append_be(expected, 0x3000, 2);
  expected.insert(expected.end(), frame.begin(), frame.end());
  const Octets packet =
      encapsulate(frame.data(), frame.size(), ipv4_of({0, 0, 1}), ipv4_of({1, 3, 1}), 3);
  EXPECT_EQ(packet, expected);
  const auto back = decapsulate(packet.data(), packet.size());
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, checked(frame));
}

TEST(EtherIp, RefusesWhatIsNone) {
  const Octets frame = ethernet(0x0806, Octets(46, 0xa5));
  const Octets good = encapsulate(frame.data(), frame.size(), {}, {}, 0);
  const auto refused = [&](size_t at, uint8_t value) {
    Octets bad = good;
    bad[at] = value;
    fix_checksum(bad, 0);
    return !decapsulate(bad.data(), bad.size());
  };
  EXPECT_FALSE(refused(8, 1)) << "time to live does not matter";
  EXPECT_TRUE(refused(20, 0x20)) << "version 2";
  EXPECT_TRUE(refused(20, 0x31)) << "reserved bits";
  EXPECT_TRUE(refused(21, 0x01)) << "reserved bits";
  EXPECT_TRUE(refused(9, 17)) << "UDP";
  EXPECT_TRUE(refused(6, 0x20)) << "fragment";
  EXPECT_TRUE(refused(0, 0x65)) << "version 6";
  EXPECT_TRUE(refused(3, 83)) << "longer than it is";
  EXPECT_TRUE(refused(3, 35)) << "no room for a MAC header";
  EXPECT_FALSE(refused(3, 36));
  Octets bad = good;
  bad[11] ^= 1;
  EXPECT_FALSE(decapsulate(bad.data(), bad.size())) << "checksum";
  for (size_t size = 0; size < good.size(); ++size) EXPECT_FALSE(decapsulate(good.data(), size));
}

/// The forms of a frame on its way through the fabric: packet, and frame again.
Octets through(const Octets& frame, const L2Header& l2, uint8_t ecn) {
  const FrameInfo info = judged(frame);
  EXPECT_NE(info.verdict, FrameVerdict::kMalformed) << name_of(info.fault);
  const bool ip = info.verdict != FrameVerdict::kNotIp;
  const Packet packet = ip ? packet_of_ip(info, frame.data(), frame.size(), true)
                           : packet_of_other(info, frame.data(), frame.size(), ipv4_of({0, 0, 1}),
                                             ipv4_of({1, 3, 1}), true);
  EXPECT_EQ(packet.data.size(), packet.bytes);
  const Octets leaves = leaving_frame(packet, l2, ecn);
  EXPECT_EQ(leaves.size(), leaving_frame_bytes(packet, l2.tag.has_value()));
  return leaves;
}

TEST(ThroughTheFabric, IpKeepsEveryOctetAndOtherFramesEvenTheirL2) {
  for (const char* file : {"kinds.pcap", "veth.pcapng"}) {
    for (const Octets& captured : frames_of(file)) {
      Octets padded = captured;
      padded.resize(std::max<size_t>(padded.size(), 60));
      const Octets frame = checked(padded);
      const FrameInfo before = judged(frame);
      const Octets after = through(frame, kTagged, before.ecn);
      EXPECT_TRUE(fcs_good(after.data(), after.size()));
      if (before.verdict == FrameVerdict::kNotIp) {
        EXPECT_EQ(after, frame);
        continue;
      }
      const auto ip = frame.begin() + before.l2_bytes;
      EXPECT_EQ(Octets(after.begin() + 18, after.begin() + 18 + before.ip_bytes),
                Octets(ip, ip + before.ip_bytes));
      const FrameInfo there = judged(after);
      EXPECT_EQ(there.ip_bytes, before.ip_bytes);
      EXPECT_EQ(there.flow, before.flow);
      EXPECT_EQ(there.dst, kTagged.dst);
      EXPECT_EQ(there.tags[0].tci, 0x6007);
    }
  }
}

TEST(ThroughTheFabric, AMarkedPacketHasCeAndAGoodChecksum) {
  for (const Octets& ip : {ipv4_packet(300, 0xb8 | 2), ipv6_packet(300, 0xb8 | 2)}) {
    const bool v6 = ip[0] >> 4 == 6;
    const Octets frame = checked(ethernet(v6 ? 0x86dd : 0x0800, ip));
    const FrameInfo after = judged(through(frame, kPlain, 3));
    EXPECT_EQ(after.verdict, v6 ? FrameVerdict::kIpv6 : FrameVerdict::kIpv4);
    EXPECT_EQ(after.ecn, 3);
    EXPECT_EQ(after.cos, 5);
  }
}

TEST(PacketOf, HoldsTheFieldsOfTheFabric) {
  const Octets frame = checked(ethernet(0x86dd, ipv6_packet(300, 0xb8 | 1)));
  const FrameInfo info = judged(frame);
  const Packet packet = packet_of_ip(info, frame.data(), frame.size(), false);
  EXPECT_EQ(packet.kind, PacketKind::kIpv6);
  EXPECT_EQ(packet.bytes, 300);
  EXPECT_EQ(packet.frame_bytes, 318);
  EXPECT_EQ(packet.cos, 5);
  EXPECT_EQ(packet.ecn, 1);
  EXPECT_EQ(packet.address_hi, 0xfd00000000000000u);
  EXPECT_EQ(packet.address_lo, 0x100030001u);
  EXPECT_EQ(packet.flow, flow_number(info.flow));
  EXPECT_EQ(packet.flow_hash, flow_hash(packet.flow));
  EXPECT_TRUE(packet.data.empty()) << "counted, not carried";
}

}  // namespace
}  // namespace tinsim
