// SPDX-License-Identifier: Apache-2.0
// Captures replayed through a two-pod Dragonfly: what leaves is what entered, and frames that
// may not enter are counted.
#include <zlib.h>

#include <set>

#include "testbench/fresh_kernel.h"
#include "tests/platform/frame_net.h"
#include "tests/platform/udp_frames.h"

namespace tinsim {
namespace {

const std::string kData = TINSIM_SOURCE_DIR "/tests/data/ethernet/";

/// veth.pcapng enters at host 1, its first host, kinds.pcap at the MAC of chip 2. Both in much less
/// than their time, so that there is order to lose. Multicast is punted.
std::string two_replays(const std::string& more) {
  return "  payload: carried\n"
         "  routes: [{prefix: 'ff00::/8', punt: true}]\n"
         "  replay:\n"
         "    - {host: 1, file: " +
         kData +
         "veth.pcapng, time_scale: 1.0e-6}\n"
         "    - {mac: 2, file: " +
         kData + "kinds.pcap, time_scale: 0.01}\n" + more;
}
constexpr Cycle kBothReplayed = 20'000;

/// A flow enters by one port. Packets of kinds.pcap have the identification 77, or the label
/// 0x12345.
Octets key_at_entry(const Octets& ip) {
  const bool v6 = ip[0] >> 4 == 6;
  const bool of_kinds = v6 ? (ip[1] & 15) == 1 && be16(ip, 2) == 0x2345 : be16(ip, 4) == 77;
  Octets key = flow_key(ip);
  key.push_back(of_kinds);
  return key;
}

/// Where a packet must leave that enters at `entry`, by the address plan.
std::string port_for(const Octets& ip, const std::string& entry_cpu) {
  const bool v6 = ip[0] >> 4 == 6;
  const Octets dst(ip.begin() + (v6 ? 24 : 16), ip.begin() + (v6 ? 40 : 20));
  const Octets v4_far = {10, 1, 3, 1}, v4_near = {10, 0, 0, 1};
  Octets v6_far = {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 1}, v6_near = v6_far;
  v6_near[11] = v6_near[13] = 0;
  if (dst == (v6 ? v6_far : v4_far)) return "host15";
  if (dst == (v6 ? v6_near : v4_near)) return "host1";
  return dst[0] == 0xff ? entry_cpu : "nowhere";
}

/// The frames of both files that must leave, by port and flow: one hop later, but for those that
/// end in a control processor.
std::map<std::string, Flows> expected_flows() {
  std::map<std::string, Flows> expected;
  for (const auto& [name, cpu] :
       {std::pair("veth.pcapng", "cpu0"), std::pair("kinds.pcap", "cpu2")}) {
    for (const Octets& frame : read_capture(kData + name)) {
      const auto ip = ip_in(frame);
      if (!ip) continue;
      const std::string port = port_for(*ip, cpu);
      expected[port][key_at_entry(*ip)].push_back(port == cpu ? *ip : after_one_hop(*ip));
    }
  }
  return expected;
}

/// Frames without IP of both files, padded as a sender pads them.
std::vector<Octets> frames_without_ip() {
  std::vector<Octets> frames;
  for (const char* name : {"veth.pcapng", "kinds.pcap"}) {
    for (Octets frame : read_capture(kData + name)) {
      if (ip_in(frame)) continue;
      frame.resize(std::max<size_t>(60, frame.size()));
      frames.push_back(std::move(frame));
    }
  }
  return frames;
}

std::map<std::string, Flows> seen_flows(const FrameNet::ByPort& ports) {
  std::map<std::string, Flows> seen;
  for (const auto& [port, frames] : ports) {
    const Flows flows = flows_of(frames, key_at_entry);
    if (!flows.empty()) seen[port] = flows;
  }
  return seen;
}

TEST(IpFrames, ARealCaptureComesOutByteIdenticalAndInOrder) {
  const TempDir dir;
  FrameNet net(dir, two_replays("  capture: {ports: all}\n"));
  net.run_dry(kBothReplayed);
  const auto expected = expected_flows();
  EXPECT_EQ(expected.count("nowhere"), 0u);
  EXPECT_EQ(expected.size(), 3u) << "two hosts, and the control processor for multicast";
  EXPECT_EQ(seen_flows(net.out()), expected);
  uint64_t packets = 0;
  for (const auto& [port, flows] : expected) {
    for (const auto& [key, list] : flows) packets += list.size();
  }
  const FrameCounts counts = net.counts();
  EXPECT_EQ(counts.ip, packets);
  EXPECT_EQ(counts.left, packets);
  EXPECT_EQ(counts.not_ip, frames_without_ip().size());
  EXPECT_TRUE(counts.malformed.empty());
  EXPECT_EQ(net.sum(&IpCounters::taken), packets);
  EXPECT_EQ(net.sum(&IpCounters::delivered), packets);
  EXPECT_EQ(net.sum(&IpCounters::late_cells), 0u);
}

// Planted errors that the comparison must detect: one octet, one packet less, two in the wrong
// order.
TEST(IpFrames, AWrongOctetOrOrderWouldBeNoticed) {
  const TempDir dir;
  FrameNet net(dir, two_replays("  capture: {ports: [host15]}\n"));
  net.run_dry(kBothReplayed);
  const auto good = net.out().at("host15");
  const Flows expected = expected_flows().at("host15");
  ASSERT_EQ(flows_of(good, key_at_entry), expected);
  auto octet = good;
  octet[5].octets[octet[5].octets.size() / 2] ^= 1;
  EXPECT_NE(flows_of(octet, key_at_entry), expected);
  auto less = good;
  less.pop_back();
  EXPECT_NE(flows_of(less, key_at_entry), expected);
  bool swapped = false;
  for (size_t i = 0; i + 1 < good.size() && !swapped; ++i) {
    const Octets a = *ip_in(good[i].octets), b = *ip_in(good[i + 1].octets);
    if (key_at_entry(a) != key_at_entry(b) || a == b) continue;
    auto order = good;
    std::swap(order[i], order[i + 1]);
    EXPECT_NE(flows_of(order, key_at_entry), expected);
    swapped = true;
  }
  EXPECT_TRUE(swapped);
}

TEST(IpFrames, L2IsRebuiltAsConfigured) {
  const TempDir dir;
  FrameNet net(dir, two_replays("  vlan: 77\n  capture: {ports: [host15], with_fcs: true}\n"));
  net.run_dry(kBothReplayed);
  // Destination: the host's address in the plan; source: its chip's MAC, number 2.
  const Octets macs = {2, 0, 1, 3, 0, 1, 2, 0, 1, 3, 0, 2};
  for (const SeenFrame& frame : net.out().at("host15")) {
    const Octets& octets = frame.octets;
    EXPECT_EQ(Octets(octets.begin(), octets.begin() + 12), macs);
    const Octets ip = *ip_in(octets);
    const unsigned cos = flow_key(ip)[ip[0] >> 4 == 6 ? 32 : 8];
    EXPECT_EQ(be16(octets, 12), 0x8100u);
    EXPECT_EQ(be16(octets, 14), cos << 13 | 77);
    EXPECT_EQ(be16(octets, 16), ip[0] >> 4 == 6 ? 0x86ddu : 0x0800u);
    ASSERT_EQ(octets.size(), std::max<size_t>(60, 18 + ip.size()) + 4);
    for (size_t at = 18 + ip.size(); at + 4 < octets.size(); ++at) EXPECT_EQ(octets[at], 0);
    const auto crc =
        static_cast<uint32_t>(crc32(0, octets.data(), static_cast<unsigned>(octets.size() - 4)));
    const Octets fcs = {static_cast<uint8_t>(crc), static_cast<uint8_t>(crc >> 8),
                        static_cast<uint8_t>(crc >> 16), static_cast<uint8_t>(crc >> 24)};
    EXPECT_EQ(Octets(octets.end() - 4, octets.end()), fcs);
  }
  EXPECT_EQ(flows_of(net.out().at("host15"), key_at_entry), expected_flows().at("host15"));
}

std::vector<Octets> sorted_octets(const std::vector<SeenFrame>& frames, bool without_ip) {
  std::vector<Octets> list;
  for (const SeenFrame& frame : frames) {
    if (!without_ip || !ip_in(frame.octets)) list.push_back(frame.octets);
  }
  std::sort(list.begin(), list.end());
  return list;
}

TEST(IpFrames, FramesWithoutIpArePuntedWhole) {
  const TempDir dir;
  FrameNet net(dir, two_replays("  non_ip: punt\n  capture: {ports: cpus}\n"));
  net.run_dry(kBothReplayed);
  std::vector<Octets> seen = sorted_octets(net.out().at("cpu0"), true);
  const std::vector<Octets> others = sorted_octets(net.out().at("cpu2"), true);
  EXPECT_EQ(others.size(), 5u) << "three tags, ARP, STP, SNAP, experimental EtherType";
  seen.insert(seen.end(), others.begin(), others.end());
  std::sort(seen.begin(), seen.end());
  std::vector<Octets> expected = frames_without_ip();
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(net.counts().punted, expected.size());
  EXPECT_EQ(net.counts().decapsulated, expected.size());
}

TEST(IpFrames, FramesWithoutIpComeOutWholeAtTheFarEnd) {
  const TempDir dir;
  FrameNet net(dir,
               two_replays("  non_ip: encapsulate\n  non_ip_to: mac5\n  capture: {ports: mac5}\n"));
  net.run_dry(kBothReplayed);
  std::vector<Octets> expected = frames_without_ip();
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sorted_octets(net.out().at("mac5"), false), expected);
  EXPECT_EQ(net.counts().encapsulated, expected.size());
  EXPECT_EQ(net.counts().not_ip, 0u);
}

// make_frames.py says what each frame of the file is.
TEST(IpFrames, MalformedFramesAreCountedAndRefused) {
  const TempDir dir;
  FrameNet net(dir, "  payload: carried\n  replay: [{host: 1, file: " + kData +
                        "faults.pcap, time_scale: 0.1}]\n  capture: {ports: hosts}\n");
  net.run_dry(8000);
  const FrameCounts counts = net.counts();
  EXPECT_EQ(counts.ip, 2u);
  EXPECT_EQ(counts.left, 2u);
  const std::map<std::string, uint64_t> expected = {
      {"too_short", 1},    {"too_long", 1},    {"bad_fcs", 1},           {"bad_length", 2},
      {"cut_header", 2},   {"bad_version", 2}, {"bad_header_length", 1}, {"bad_total_length", 3},
      {"bad_checksum", 1}, {"jumbogram", 1}};
  EXPECT_EQ(counts.malformed, expected);
  EXPECT_EQ(net.in().at("host1").size(), 17u) << "refused frames have been on the wire too";
  EXPECT_EQ(net.out().at("host15").size(), 2u);
}

/// Frames of one flow with 40 to 2000 octets of data, every third with a wrong FCS.
constexpr unsigned kFlowFrames = 30;
unsigned data_bytes(unsigned number) { return 40 + number * 1960 / (kFlowFrames - 1); }
bool is_faulty(unsigned number) { return number % 3 == 1; }

std::vector<SentFrame> frames_of_a_flow() {
  std::vector<SentFrame> frames;
  for (unsigned n = 0; n < kFlowFrames; ++n) {
    Octets frame = frame_of({false,
                             {10, 0, 0, 0},
                             {10, 1, 3, 1},
                             1,
                             2,
                             0,
                             Octets(data_bytes(n), static_cast<uint8_t>(n))});
    frame.resize(std::max<size_t>(frame.size(), 60));
    uint32_t fcs = static_cast<uint32_t>(crc32(0, frame.data(), static_cast<uInt>(frame.size())));
    if (is_faulty(n)) fcs ^= 0x10;
    for (unsigned i = 0; i < 4; ++i) frame.push_back(static_cast<uint8_t>(fcs >> 8 * i));
    frames.push_back({frame, n * 100});
  }
  return frames;
}

/// Cycles in which so many octets of a frame, and the preamble, pass: 250 bits in each.
unsigned passed(unsigned octets) { return ((8 + octets) * 8 + 249) / 250; }

// The RTS of a long packet precedes its FCS, if the frame takes longer than its first 64 octets
// and the look-up. It is then withdrawn by cells without bytes. A packet without an RTS so far
// sends none. The good ones around them leave in order.
TEST(IpFrames, AFaultyFrameWithAnRtsIsWithdrawn) {
  constexpr unsigned kHeaders = 28, kL2 = 18, kEarly = 256, kLookup = 24;
  for (const unsigned early : {kEarly, 0u}) {
    const TempDir dir;
    write_capture(dir / "in.pcap", frames_of_a_flow());
    fresh_kernel();
    FrameNet net(dir, "  payload: carried\n  ingress: {early_rts_bytes: " + std::to_string(early) +
                          "}\n  replay: [{host: 0, file: in.pcap, fcs: present}]\n"
                          "  capture: {ports: hosts}\n");
    net.run_dry(8000);
    unsigned faulty = 0, entered = 0, taken_back = 0;
    uint64_t cells = 0;  // RTS, CTS, and DATA with 148 octets each or none
    std::vector<unsigned> good;
    for (unsigned n = 0; n < kFlowFrames; ++n) {
      const unsigned bytes = data_bytes(n) + kHeaders;
      const bool is_early = early != 0 && bytes > early;
      const bool asks = !is_faulty(n) || (is_early && passed(bytes + kL2) > passed(64) + kLookup);
      if (asks) cells += 2 + (bytes + 147) / 148;
      faulty += is_faulty(n);
      entered += is_faulty(n) && is_early;
      taken_back += is_faulty(n) && asks;
      if (!is_faulty(n)) good.push_back(n);
    }
    EXPECT_EQ(taken_back, early != 0 ? 6u : 0u);
    EXPECT_EQ(net.sum(&IpCounters::cells_received), cells);
    EXPECT_EQ(net.lost(IpLoss::kBadFcs), entered);
    EXPECT_EQ(net.lost(IpLoss::kFetchTimeout) + net.lost(IpLoss::kRtsTimeout), 0u);
    EXPECT_EQ(net.counts().malformed["bad_fcs"], faulty);
    EXPECT_EQ(net.counts().ip, good.size());
    EXPECT_EQ(net.in().at("host0").size(), kFlowFrames);
    const auto& out = net.out().at("host15");
    ASSERT_EQ(out.size(), good.size());
    for (size_t i = 0; i < out.size(); ++i) {
      EXPECT_EQ(ip_in(out[i].octets)->back(), good[i]);
      EXPECT_EQ(ip_in(out[i].octets)->size(), kHeaders + data_bytes(good[i]));
    }
  }
}

// Jumbo packets of one flow cross one chip, so that nothing is slower than the NIC by which they
// leave: each takes 9000 octets, 14 of L2, the tag, FCS, and 20 of preamble and gap, at 100 Gb/s.
// Without the tag they would be 12.8 ns less together; times are to a cycle of 2.5 ns and to 1 ns.
TEST(IpFrames, ATagTakesItsTimeOnTheWire) {
  constexpr size_t kPackets = 41;
  const TempDir dir;
  const UdpFrame udp = {false, {10, 0, 0, 0}, {10, 0, 0, 1}, 1, 2, 0, Octets(8972)};
  write_capture(dir / "in.pcap", std::vector<SentFrame>(kPackets, {frame_of(udp), 0}));
  FrameNet net(dir,
               "  payload: carried\n  vlan: 5\n  mac_gbps: 400\n"
               "  replay: [{mac: 0, file: in.pcap}]\n  capture: {ports: [host1]}\n");
  net.run_dry(5000);
  const auto& frames = net.out().at("host1");
  ASSERT_EQ(frames.size(), kPackets);
  EXPECT_NEAR(static_cast<double>(frames.back().ns - frames.front().ns),
              (kPackets - 1) * 9042 * 8 / 100.0, 3.5);
}

// Without octets a packet is its length, and its frame the L2 that the chip makes.
TEST(IpFrames, CountedPacketsLeaveWithTheirLengths) {
  const TempDir dir;
  std::string ip = two_replays("  capture: {ports: [host15]}\n");
  ip.replace(ip.find("carried"), 7, "counted");
  FrameNet net(dir, ip);
  net.run_dry(kBothReplayed);
  std::multiset<size_t> seen, expected;
  for (const SeenFrame& frame : net.out().at("host15")) {
    seen.insert(frame.wire_bytes);
    EXPECT_EQ(frame.octets.size(), 14u);
  }
  const Flows flows = expected_flows().at("host15");
  for (const auto& [key, packets] : flows) {
    for (const Octets& packet : packets) {
      expected.insert(std::max<size_t>(60, 14 + packet.size()));
    }
  }
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace tinsim
