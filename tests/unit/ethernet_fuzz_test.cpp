// SPDX-License-Identifier: Apache-2.0
// Hostile frames: whatever the octets are, nothing is read beyond them, and libpcap's filters
// agree.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <memory>

#include "ethernet_frames.h"
#include "testbench/bench_random.h"
#include "tlm/ethernet/etherip.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/ethernet/pause.h"

namespace tinsim {
namespace {

/// Memory in front of a page that must not be touched.
class Guarded {
 public:
  Guarded() {
    auto* all = static_cast<uint8_t*>(
        mmap(nullptr, kRoom + page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    end_ = all + kRoom;
    mprotect(end_, page(), PROT_NONE);
  }
  Guarded(const Guarded&) = delete;
  ~Guarded() { munmap(end_ - kRoom, kRoom + page()); }
  /// A copy that ends where the forbidden page begins.
  const uint8_t* put(const Octets& octets) {
    if (!octets.empty()) std::memcpy(end_ - octets.size(), octets.data(), octets.size());
    return end_ - octets.size();
  }

 private:
  static constexpr size_t kRoom = 1 << 16;
  static size_t page() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }
  uint8_t* end_;
};

TEST(GuardedDeathTest, ReadingOneOctetBeyondIsFatal) {
  Guarded memory;
  const volatile uint8_t* at = memory.put({1, 2, 3});
  EXPECT_EQ(at[2], 3);
  EXPECT_DEATH(static_cast<void>(at[3]), "");
}

/// Frames of the captures, damaged in one of several ways, or random from the start; half of them
/// with a good FCS behind.
class HostileFrames {
 public:
  explicit HostileFrames(uint64_t seed) : random_(seed) {
    for (const char* file : {"kinds.pcap", "veth.pcapng"}) {
      for (const Octets& frame : frames_of(file)) {
        if (frame.size() < 300) seeds_.push_back(frame);
      }
    }
  }
  Octets next() {
    Octets frame = random_.chance(10) ? noise() : seeds_[random_.below(count())];
    if (random_.chance(70)) damage(frame);
    // A length of zero, as segmentation offload and jumbograms have it, takes several octets at
    // once.
    if (frame.size() > 20 && random_.chance(5)) frame[18] = frame[19] = frame[20] = 0;
    if (random_.chance(20)) frame.resize(random_.below(static_cast<unsigned>(frame.size()) + 1));
    // Damage is hidden behind a checksum most of the time.
    if (frame.size() >= 34 && random_.chance(50)) fix_ipv4(frame);
    return random_.chance(50) ? checked(frame) : frame;
  }

 private:
  unsigned count() const { return static_cast<unsigned>(seeds_.size()); }
  Octets noise() {
    Octets frame(random_.below(200));
    for (uint8_t& octet : frame) octet = static_cast<uint8_t>(random_.bits());
    return frame;
  }
  void damage(Octets& frame) {
    for (unsigned n = random_.range(1, 4); n > 0 && !frame.empty(); --n) {
      // Most of the time in the headers.
      const unsigned reach = random_.chance(80) ? 80 : 400;
      const size_t at = random_.below(std::min(reach, static_cast<unsigned>(frame.size())));
      static constexpr uint8_t kTelling[] = {0, 1, 4, 5, 6, 17, 43, 44, 51, 60, 97, 0x81, 0xff};
      frame[at] = random_.chance(50) ? kTelling[random_.below(std::size(kTelling))]
                                     : static_cast<uint8_t>(frame[at] ^ 1u << random_.below(8));
    }
  }
  static void fix_ipv4(Octets& frame) {
    const size_t header = (frame[14] & 15u) * 4;
    if (header >= 20 && frame.size() >= 14 + header) fix_checksum(frame, 14);
  }

  Random random_;
  std::vector<Octets> seeds_;
};

/// Properties of any frame.
void expect_consistent(const FrameInfo& info, const uint8_t* frame, size_t size) {
  ASSERT_EQ(info.verdict == FrameVerdict::kMalformed, info.fault != FrameFault::kNone);
  ASSERT_LT(info.cos, 8);
  ASSERT_LT(info.ecn, 4);
  ASSERT_LE(info.parsed_octets, size);
  if (info.verdict != FrameVerdict::kIpv4 && info.verdict != FrameVerdict::kIpv6) return;
  ASSERT_GE(info.ip_bytes, info.verdict == FrameVerdict::kIpv4 ? 20 : 40);
  ASSERT_LE(size_t{info.l2_bytes} + info.ip_bytes, size);
  ASSERT_EQ(frame[info.l2_bytes] >> 4, info.verdict == FrameVerdict::kIpv4 ? 4 : 6);
}

constexpr unsigned kFuzzFrames = 300000;

TEST(EthernetFuzz, NothingIsReadBeyondTheFrame) {
  HostileFrames frames(4);
  Guarded memory;
  FrameRules label;
  label.use_flow_label = true;
  label.cos_from_pcp = true;
  std::array<unsigned, kNumFrameFaults> faults{};
  std::array<unsigned, 5> verdicts{};
  for (unsigned n = 0; n < kFuzzFrames; ++n) {
    const Octets frame = frames.next();
    const uint8_t* at = memory.put(frame);
    const FrameRules rules = n % 2 != 0 ? label : FrameRules{};
    expect_consistent(parse_headers(at, frame.size(), rules), at, frame.size());
    const FrameInfo info = parse_frame(at, frame.size(), rules);
    expect_consistent(info, at, frame.size());
    ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "frame " << n;
    ++faults[static_cast<unsigned>(info.fault)];
    ++verdicts[static_cast<unsigned>(info.verdict)];
    parse_pause(at, frame.size(), {});
    decapsulate(at, frame.size());
    if (frame.size() > 14) decapsulate(at + 14, frame.size() - 14);
  }
  // Every fault but one, which takes longer frames, and every verdict has been met.
  for (unsigned fault = 0; fault < kNumFrameFaults; ++fault) {
    if (fault != static_cast<unsigned>(FrameFault::kTooLong)) {
      EXPECT_GT(faults[fault], 10u) << name_of(static_cast<FrameFault>(fault));
    }
  }
  for (unsigned verdict : {0, 1, 2, 4}) EXPECT_GT(verdicts[verdict], 100u) << verdict;
}

TEST(EthernetFuzz, WhatIsSoundLeavesSound) {
  HostileFrames frames(5);
  unsigned sound = 0;
  for (unsigned n = 0; n < kFuzzFrames / 3; ++n) {
    const Octets frame = frames.next();
    const FrameInfo info = judged(frame);
    if (info.verdict == FrameVerdict::kMalformed || info.verdict == FrameVerdict::kMacControl) {
      continue;
    }
    ++sound;
    const bool ip = info.verdict != FrameVerdict::kNotIp;
    const Packet packet = ip ? packet_of_ip(info, frame.data(), frame.size(), true)
                             : packet_of_other(info, frame.data(), frame.size(), {}, {}, true);
    const Octets after = leaving_frame(packet, {}, 3);
    const FrameInfo there = judged(after);
    ASSERT_EQ(there.verdict, info.verdict) << "frame " << n << ": " << name_of(there.fault);
    ASSERT_EQ(there.flow, info.flow) << "frame " << n;
    ASSERT_EQ(there.ecn, ip ? 3 : 0) << "frame " << n;
  }
  EXPECT_GT(sound, 1000u);
}

/// A filter of libpcap, as tcpdump would apply it.
class Filter {
 public:
  explicit Filter(const char* text) : name_(text) {
    pcap_t* ethernet = pcap_open_dead(DLT_EN10MB, 65535);
    EXPECT_EQ(pcap_compile(ethernet, &program_, text, 1, 0), 0) << pcap_geterr(ethernet);
    pcap_close(ethernet);
  }
  Filter(const Filter&) = delete;
  ~Filter() { pcap_freecode(&program_); }
  bool matches(const Octets& frame) const {
    pcap_pkthdr header{};
    header.caplen = header.len = static_cast<uint32_t>(frame.size());
    return pcap_offline_filter(&program_, &header, frame.data()) != 0;
  }
  const char* name() const { return name_; }

 private:
  const char* name_;
  bpf_program program_{};
};

// Untagged, sound frames: each claim of the parser is also one of a filter.
TEST(EthernetFuzz, LibpcapSeesTheSame) {
  const Filter v4("ip"), v6("ip6"), arp("arp"), fragment("ip and ip[6:2] & 0x3fff != 0"),
      options("ip and ip[0] & 15 != 5"), ports("ip and src port 4000 and dst port 5000"),
      ports6("ip6 and src port 4000 and dst port 5000"), ce("ip and ip[1] & 3 == 3"),
      ect6("ip6 and ip6[1] & 0x30 == 0x20"), own("dst host 10.1.3.1 or dst host fd00::1:3:1"),
      high("ip and ip[1] >= 0xa0 and ip[1] < 0xc0");
  HostileFrames frames(6);
  unsigned compared = 0, differ_on_purpose = 0;
  for (unsigned n = 0; n < kFuzzFrames / 3; ++n) {
    const Octets frame = frames.next();
    const FrameInfo info = headers_of(frame);
    if (info.verdict == FrameVerdict::kMalformed || info.num_tags > 0) continue;
    ++compared;
    const bool is4 = info.verdict == FrameVerdict::kIpv4, is6 = info.verdict == FrameVerdict::kIpv6;
    const bool right_ports = info.flow.src_port == 4000 && info.flow.dst_port_or_type == 5000;
    const bool direct = is4 || (is6 && info.flow.protocol == frame[20]);  // no extension headers
    const auto agree = [&](const Filter& filter, bool ours) {
      ASSERT_EQ(filter.matches(frame), ours) << filter.name() << ", frame " << n;
    };
    agree(v4, is4);
    agree(v6, is6);
    agree(arp, info.ether_type == 0x0806);
    agree(options, is4 && info.options);
    agree(ce, is4 && info.ecn == 3);
    agree(ect6, is6 && info.ecn == 2);
    agree(high, is4 && info.cos == 5);
    agree(fragment, is4 && info.fragment);
    if (is4 || is6) agree(own, info.ip_dst == (is4 ? ipv4_of({1, 3, 1}) : ipv6_of({1, 3, 1})));
    // tcpdump's ports: of TCP, UDP and SCTP, read from the frame however short the packet is, and
    // from first fragments.
    const bool common =
        info.flow.protocol == 6 || info.flow.protocol == 17 || info.flow.protocol == 132;
    if (common && !info.fragment && direct) {
      const bool short_packet = info.ip_bytes < (is4 ? (frame[14] & 15u) * 4 : 40u) + 4;
      if (!short_packet) agree(is4 ? ports : ports6, right_ports);
    }
    ASSERT_FALSE(::testing::Test::HasFatalFailure());
    differ_on_purpose += v4.matches(frame) != is6;
  }
  EXPECT_GT(compared, 10000u);
  EXPECT_GT(differ_on_purpose, 1000u) << "a wrong claim would be noticed";
}

}  // namespace
}  // namespace tinsim
