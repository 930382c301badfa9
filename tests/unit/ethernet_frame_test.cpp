// SPDX-License-Identifier: Apache-2.0
// Frames: what each kind is, and the one cause for which each malformed one is refused.
#include "ethernet_frames.h"
#include "tlm/ethernet/octets.h"

namespace tinsim {
namespace {

using V = FrameVerdict;
using F = FrameFault;

struct Kind {
  const char* name;  ///< in tests/data/ethernet/make_frames.py
  V verdict;
  unsigned l2_bytes, ip_bytes, cos, pcp_cos, ecn, protocol;
  bool ports, fragment, options;
};

// By hand from what make_frames.py says of each frame. UDP of 100 octets is 108, and 20 or 40 of
// IP.
const std::vector<Kind> kKinds = {
    {"udp4", V::kIpv4, 14, 128, 5, 5, 1, 17, true, false, false},  // tos b9: DSCP 46
    {"udp6", V::kIpv6, 14, 148, 2, 2, 2, 17, true, false, false},  // class 4a: DSCP 18
    {"padded4", V::kIpv4, 14, 29, 0, 0, 0, 17, true, false, false},
    {"trailer6", V::kIpv6, 14, 148, 0, 0, 0, 17, true, false, false},
    {"vlan", V::kIpv4, 18, 128, 0, 3, 0, 17, true, false, false},
    {"service_vlan", V::kIpv6, 22, 148, 0, 6, 0, 17, true, false, false},
    {"priority_tag", V::kIpv4, 18, 128, 1, 7, 0, 17, true, false, false},
    {"three_tags", V::kNotIp, 22, 0, 0, 0, 0, 0, false, false, false},
    {"options", V::kIpv4, 14, 132, 0, 0, 0, 17, true, false, true},
    {"most_options", V::kIpv4, 14, 168, 0, 0, 0, 17, true, false, true},
    {"first_fragment", V::kIpv4, 14, 128, 0, 0, 0, 17, false, true, false},
    {"later_fragment", V::kIpv4, 14, 120, 0, 0, 0, 17, false, true, false},
    {"tcp6_hop_by_hop", V::kIpv6, 14, 40 + 8 + 20, 0, 0, 0, 6, true, false, true},
    {"many_extensions", V::kIpv6, 14, 40 + 8 + 8 + 24 + 24 + 8 + 108, 0, 0, 0, 17, true, false,
     true},
    {"atomic_fragment6", V::kIpv6, 14, 40 + 8 + 108, 0, 0, 0, 17, true, false, false},
    {"first_fragment6", V::kIpv6, 14, 40 + 8 + 108, 0, 0, 0, 17, false, true, false},
    {"later_fragment6", V::kIpv6, 14, 40 + 8 + 100, 0, 0, 0, 17, false, true, false},
    {"esp6", V::kIpv6, 14, 40 + 8 + 100, 0, 0, 0, 50, false, false, false},
    {"no_next_header", V::kIpv6, 14, 40, 0, 0, 0, 59, false, false, false},
    {"sctp", V::kIpv4, 14, 32, 0, 0, 0, 132, true, false, false},
    {"icmp", V::kIpv4, 14, 128, 0, 0, 0, 1, false, false, false},
    {"gre", V::kIpv4, 14, 20 + 4 + 128, 0, 0, 0, 47, false, false, false},
    {"arp", V::kNotIp, 14, 0, 0, 0, 0, 0, false, false, false},
    {"stp", V::kNotIp, 14, 0, 0, 0, 0, 0, false, false, false},
    {"snap", V::kNotIp, 14, 0, 0, 0, 0, 0, false, false, false},
    {"experimental", V::kNotIp, 14, 0, 0, 0, 0, 0, false, false, false},
    {"jumbo", V::kIpv4, 14, 9000, 0, 0, 0, 17, true, false, false},
    {"largest", V::kIpv4, 14, 9198, 0, 0, 0, 17, true, false, false},
};

TEST(FrameKinds, AreWhatTheyWereMade) {
  const std::vector<Octets> frames = frames_of("kinds.pcap");
  ASSERT_EQ(frames.size(), kKinds.size());
  FrameRules by_pcp;
  by_pcp.cos_from_pcp = true;
  for (size_t n = 0; n < frames.size(); ++n) {
    const Kind& kind = kKinds[n];
    SCOPED_TRACE(kind.name);
    const FrameInfo info = headers_of(frames[n]);
    EXPECT_EQ(info.verdict, kind.verdict);
    EXPECT_EQ(info.fault, F::kNone);
    EXPECT_EQ(info.l2_bytes, kind.l2_bytes);
    EXPECT_EQ(info.ip_bytes, kind.ip_bytes);
    EXPECT_EQ(info.cos, kind.cos);
    EXPECT_EQ(headers_of(frames[n], by_pcp).cos, kind.pcp_cos);
    EXPECT_EQ(info.ecn, kind.ecn);
    EXPECT_EQ(info.fragment, kind.fragment);
    EXPECT_EQ(info.options, kind.options);
    EXPECT_EQ(info.flow.protocol, kind.protocol);
    if (kind.verdict == V::kNotIp) continue;
    EXPECT_EQ(info.flow.src_port, kind.ports ? 4000 : 0);
    EXPECT_EQ(info.flow.dst_port_or_type, kind.ports ? 5000 : 0);
    EXPECT_EQ(info.ip_dst, kind.verdict == V::kIpv4 ? ipv4_of({1, 3, 1}) : ipv6_of({1, 3, 1}));
    EXPECT_EQ(info.ip_src, kind.verdict == V::kIpv4 ? ipv4_of({0, 0, 1}) : ipv6_of({0, 0, 1}));
  }
}

TEST(FrameKinds, WithoutIpKeepTheirEtherTypeAndTags) {
  const std::vector<Octets> frames = frames_of("kinds.pcap");
  ASSERT_EQ(frames.size(), kKinds.size());
  const auto info = [&](const char* name) {
    size_t n = 0;
    while (std::string(kKinds[n].name) != name) ++n;
    return headers_of(frames[n]);
  };
  EXPECT_EQ(info("arp").ether_type, 0x0806);
  EXPECT_EQ(info("arp").dst, (MacAddress{255, 255, 255, 255, 255, 255}));
  EXPECT_EQ(info("arp").flow.dst_port_or_type, 0x0806);
  EXPECT_EQ(info("stp").ether_type, 38) << "a length";
  EXPECT_EQ(info("stp").flow.dst_port_or_type, 0) << "frames of one flow may differ in length";
  EXPECT_EQ(info("three_tags").ether_type, 0x8100);
  EXPECT_EQ(info("three_tags").num_tags, 2);
  const FrameInfo tagged = info("service_vlan");
  ASSERT_EQ(tagged.num_tags, 2);
  EXPECT_EQ(tagged.tags[0].tpid, 0x88a8);
  EXPECT_EQ(tagged.tags[0].tci, 6 << 13 | 7);
  EXPECT_EQ(tagged.tags[1].tpid, 0x8100);
  EXPECT_EQ(tagged.tags[1].tci, 1 << 13 | 9);
}

TEST(FrameFaults, EachHasItsCause) {
  const std::vector<F> expected = {F::kNone,
                                   F::kTooShort,
                                   F::kTooLong,
                                   F::kBadFcs,
                                   F::kBadLength,
                                   F::kBadLength,
                                   F::kCutHeader,
                                   F::kCutHeader,
                                   F::kBadVersion,
                                   F::kBadVersion,
                                   F::kBadHeaderLength,
                                   F::kBadTotalLength,
                                   F::kBadTotalLength,
                                   F::kBadTotalLength,
                                   F::kBadChecksum,
                                   F::kJumbogram,
                                   F::kNone};
  const std::vector<Octets> frames = frames_of("faults.pcap");
  ASSERT_EQ(frames.size(), expected.size());
  std::array<unsigned, kNumFrameFaults> seen{};
  for (size_t n = 0; n < frames.size(); ++n) {
    const FrameInfo info = judged(frames[n]);
    EXPECT_STREQ(name_of(info.fault), name_of(expected[n])) << n;
    EXPECT_EQ(info.verdict == V::kMalformed, expected[n] != F::kNone) << n;
    ++seen[static_cast<unsigned>(info.fault)];
  }
  for (unsigned fault = 0; fault < kNumFrameFaults; ++fault) EXPECT_GT(seen[fault], 0u) << fault;
}

TEST(FrameFaults, LengthsAreJudgedToTheOctet) {
  FrameRules rules;
  rules.max_bytes = 1518;
  const auto fault_of = [&](size_t frame_bytes) {
    return judged(checked(ethernet(0x0800, ipv4_packet(frame_bytes - 18))), rules).fault;
  };
  EXPECT_EQ(fault_of(63), F::kTooShort);
  EXPECT_EQ(fault_of(64), F::kNone);
  EXPECT_EQ(fault_of(1518), F::kNone);
  EXPECT_EQ(fault_of(1519), F::kTooLong);
}

TEST(FrameFaults, APacketMustFitIntoTheLengthOfAnRts) {
  FrameRules rules;
  rules.max_bytes = 20000;
  EXPECT_EQ(judged(checked(ethernet(0x0800, ipv4_packet(16383))), rules).fault, F::kNone);
  EXPECT_EQ(judged(checked(ethernet(0x0800, ipv4_packet(16384))), rules).fault, F::kTooLong);
}

TEST(FrameFaults, AFrameCutAnywhereInItsHeadersIsRefused) {
  const Octets plain = ethernet(0x0800, ipv4_packet(100));
  Octets options = ipv4_packet(100);
  options[0] = 0x4f;
  fix_checksum(options, 0);
  const Octets v6 = ethernet(0x86dd, ipv6_packet(100));
  const Octets tags = ethernet(0x88a8, {0, 7, 0x81, 0, 0, 9, 0x08, 0});
  const std::vector<std::pair<Octets, size_t>> cases = {
      {plain, 34}, {ethernet(0x0800, options), 14 + 60}, {v6, 54}, {tags, 22}};
  for (const auto& [frame, header] : cases) {
    for (size_t size = 0; size < header; ++size) {
      EXPECT_EQ(parse_headers(frame.data(), size, {}).fault, F::kCutHeader) << size;
    }
    EXPECT_NE(parse_headers(frame.data(), frame.size(), {}).fault,
              frame.size() > header ? F::kCutHeader : F::kNone);
  }
}

TEST(FrameFaults, LengthFieldsOf8023) {
  const auto fault_of = [](unsigned length, size_t payload) {
    return headers_of(ethernet(length, Octets(payload, 0x42))).fault;
  };
  EXPECT_EQ(fault_of(46, 46), F::kNone);
  EXPECT_EQ(fault_of(47, 46), F::kBadLength);
  EXPECT_EQ(fault_of(3, 46), F::kNone) << "padded";
  EXPECT_EQ(fault_of(1500, 1500), F::kNone);
  EXPECT_EQ(fault_of(1501, 1600), F::kBadLength);
  EXPECT_EQ(fault_of(1535, 1600), F::kBadLength);
  EXPECT_EQ(fault_of(1536, 1600), F::kNone) << "an EtherType";
}

TEST(FrameFaults, OfLengthAndFcsGoBeforeThoseOfHeaders) {
  Octets frame = ethernet(0x0800, ipv4_packet(100));
  frame[14] = 0x55;
  Octets bad_fcs = checked(frame);
  EXPECT_EQ(judged(bad_fcs).fault, F::kBadVersion);
  bad_fcs.back() ^= 1;
  EXPECT_EQ(judged(bad_fcs).fault, F::kBadFcs);
}

TEST(FrameFaults, OfTheFcsLeaveWhatTheHeadersSaid) {
  Octets frame = checked(ethernet(0x0800, ipv4_packet(100, 0xb8)));
  frame.back() ^= 1;
  const FrameInfo info = judged(frame);
  EXPECT_EQ(info.verdict, V::kMalformed);
  EXPECT_EQ(info.ip_bytes, 100);
  EXPECT_EQ(info.cos, 5);
}

TEST(FrameHeaders, MacControlIsNoTraffic) {
  Octets payload(46, 0);
  payload[1] = 1;
  EXPECT_EQ(headers_of(ethernet(0x8808, payload)).verdict, V::kMacControl);
  Octets tagged = {0, 5, 0x88, 0x08, 0, 1};
  tagged.resize(46);
  EXPECT_EQ(headers_of(ethernet(0x8100, tagged)).verdict, V::kNotIp);
}

TEST(FrameHeaders, TheClassComesFromTheTable) {
  FrameRules rules;
  rules.cos_of_dscp.fill(0);
  rules.cos_of_dscp[46] = 7;
  EXPECT_EQ(headers_of(ethernet(0x0800, ipv4_packet(100, 46 << 2 | 3)), rules).cos, 7);
  EXPECT_EQ(headers_of(ethernet(0x86dd, ipv6_packet(100, 46 << 2 | 3)), rules).cos, 7);
  EXPECT_EQ(headers_of(ethernet(0x86dd, ipv6_packet(100, 45 << 2 | 3)), rules).cos, 0);
}

// Octets beyond `parsed_octets` decide nothing: a chip may request a packet before they have come.
TEST(FrameHeaders, NothingBeyondWhatWasLookedAtMatters) {
  FrameRules label;
  label.use_flow_label = true;
  for (const FrameRules& rules : {FrameRules{}, label}) {
    for (const Octets& frame : frames_of("kinds.pcap")) {
      const FrameInfo info = headers_of(frame, rules);
      ASSERT_LE(info.parsed_octets, frame.size());
      Octets other = frame;
      for (size_t at = info.parsed_octets; at < other.size(); ++at) other[at] ^= 0xff;
      const FrameInfo same = headers_of(other, rules);
      EXPECT_EQ(same.verdict, info.verdict);
      EXPECT_EQ(same.flow, info.flow);
      EXPECT_EQ(same.ip_bytes, info.ip_bytes);
      EXPECT_EQ(same.cos, info.cos);
    }
  }
}

}  // namespace
}  // namespace tinsim
