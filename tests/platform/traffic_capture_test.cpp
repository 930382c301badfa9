// SPDX-License-Identifier: Apache-2.0
// Captures: packets of every link type become the right cells; damaged files are refused.
#include <pcap/dlt.h>
#include <pcap/pcap.h>

#include <numeric>

#include "tests/platform/traffic_fixture.h"

namespace tinsim {
namespace {

using Frame = std::string;

Frame be16(unsigned v) { return {static_cast<char>(v >> 8), static_cast<char>(v)}; }

/// IPv4 header and payload; addresses are 10.0.0.<n>.
Frame ipv4(unsigned src, unsigned dst, unsigned bytes, const Frame& ports = "", int protocol = 17,
           unsigned fragment_offset = 0) {
  Frame f = {0x45, 0};
  f += be16(bytes) + be16(0) + be16(fragment_offset);
  f += Frame{64, static_cast<char>(protocol)} + be16(0);
  f += Frame{10, 0, 0, static_cast<char>(src), 10, 0, 0, static_cast<char>(dst)} + ports;
  f.resize(std::max<size_t>(bytes, 20));
  return f;
}

Frame ipv6(unsigned src, unsigned dst, unsigned payload, const Frame& ports = "") {
  Frame f = {0x60, 0, 0, 0};
  f += be16(payload) + Frame{17, 64};
  f += Frame(15, '\0') + Frame{static_cast<char>(src)} + Frame(15, '\0') +
       Frame{static_cast<char>(dst)} + ports;
  f.resize(40 + payload);
  return f;
}

Frame ethernet(unsigned type, const Frame& payload) {
  return Frame(12, 'm') + be16(type) + payload;
}

struct Record {
  Frame frame;
  int64_t ns = 0;
  size_t captured = SIZE_MAX;  ///< bytes kept
};

/// Writes a capture with libpcap, nanosecond stamps.
class Capture : public TempFile {
 public:
  Capture(int link_type, const std::vector<Record>& records) : TempFile("pcap") {
    pcap_t* dead =
        pcap_open_dead_with_tstamp_precision(link_type, 262144, PCAP_TSTAMP_PRECISION_NANO);
    pcap_dumper_t* out = pcap_dump_open(dead, path().c_str());
    for (const Record& r : records) {
      pcap_pkthdr header{};
      header.ts.tv_sec = 1700000000 + r.ns / 1000000000;
      header.ts.tv_usec = r.ns % 1000000000;
      header.len = static_cast<uint32_t>(r.frame.size());
      header.caplen = static_cast<uint32_t>(std::min(r.captured, r.frame.size()));
      pcap_dump(reinterpret_cast<uint8_t*>(out), &header,
                reinterpret_cast<const uint8_t*>(r.frame.data()));
    }
    pcap_dump_close(out);
    pcap_close(dead);
  }
};

/// Replays at 400 MHz onto `hosts` hosts.
std::vector<ReplayCell> replay(const std::string& file, ReplayReport& report, unsigned hosts = 8) {
  return read_capture(file, 0.4, hosts, 4, report);
}

/// The single packet in a capture of one frame: its ends, and its bytes recovered from its cells.
void expect_one_packet(int link_type, const Frame& frame, unsigned words, const std::string& what) {
  ReplayReport report;
  const Capture file(link_type, {{frame}});
  const auto cells = replay(file.path(), report);
  unsigned sum = 0;
  for (const ReplayCell& cell : cells) {
    EXPECT_EQ(cell.src, 0u) << what;
    EXPECT_EQ(cell.dst, 1u) << what;
    sum += cell.words;
  }
  EXPECT_EQ(sum, words) << what;
  EXPECT_EQ(report.packets, 1u) << what;
}

// By hand from docs/reference/assumptions.md: 148 bytes fill a 160-byte cell; the rest r takes 12 +
// r bytes, rounded up to 8. 1500 = 10 * 148 + 20 -> 10 cells of 20 words, one of 32 bytes = 4
// words.
TEST(Cellification, FollowsTheDataCellFormat) {
  const std::vector<std::pair<uint32_t, std::vector<uint8_t>>> by_hand = {
      {1, {2}},
      {4, {2}},
      {5, {3}},
      {20, {4}},
      {40, {7}},
      {84, {12}},
      {147, {20}},
      {148, {20}},
      {149, {20, 2}},
      {152, {20, 2}},
      {153, {20, 3}},
      {296, {20, 20}},
      {1500, {20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 4}}};
  for (const auto& [bytes, words] : by_hand) EXPECT_EQ(data_cells(bytes), words) << bytes;
}

TEST(Cellification, JumboPacketsAreJustPackets) {
  const auto cells = data_cells(65535);  // 442 * 148 = 65416; 119 left -> 131 -> 17 words
  EXPECT_EQ(cells.size(), 443u);
  EXPECT_EQ(std::accumulate(cells.begin(), cells.end(), 0u), 442u * 20 + 17);
}

TEST(CaptureFrames, EveryLinkTypeAndIpVersionIsDecoded) {
  const Frame v4 = ipv4(1, 2, 100), v6 = ipv6(1, 2, 60);  // both 100 bytes: 112 = 14 words
  const Frame little2 = {2, 0, 0, 0}, big2 = {0, 0, 0, 2}, big24 = {0, 0, 0, 24},
              little30 = {30, 0, 0, 0};
  expect_one_packet(DLT_EN10MB, ethernet(0x0800, v4), 14, "Ethernet, IPv4");
  expect_one_packet(DLT_EN10MB, ethernet(0x86dd, v6), 14, "Ethernet, IPv6");
  expect_one_packet(DLT_EN10MB, ethernet(0x8100, be16(5) + be16(0x0800) + v4), 14, "VLAN");
  expect_one_packet(DLT_EN10MB,
                    ethernet(0x88a8, be16(5) + be16(0x8100) + be16(6) + be16(0x86dd) + v6), 14,
                    "two VLAN tags");
  expect_one_packet(DLT_RAW, v4, 14, "raw IPv4");
  expect_one_packet(DLT_RAW, v6, 14, "raw IPv6");
  expect_one_packet(DLT_NULL, little2 + v4, 14, "NULL, this machine's order");
  expect_one_packet(DLT_NULL, big2 + v4, 14, "NULL, the other order");
  expect_one_packet(DLT_NULL, little30 + v6, 14, "NULL, IPv6 of macOS");
  expect_one_packet(DLT_LOOP, big24 + v6, 14, "LOOP, IPv6 of OpenBSD");
  expect_one_packet(DLT_LINUX_SLL, Frame(14, 's') + be16(0x0800) + v4, 14, "cooked");
  expect_one_packet(DLT_LINUX_SLL2, be16(0x86dd) + Frame(18, 's') + v6, 14, "cooked v2");
}

TEST(CaptureFrames, TheIpHeaderGivesTheLengthNotTheFrame) {
  const Frame padded = ethernet(0x0800, ipv4(1, 2, 28) + Frame(18, '\0'));
  expect_one_packet(DLT_EN10MB, padded, 5, "28 bytes in a padded 60-byte frame");
  Frame offloaded = ipv4(1, 2, 3000);
  offloaded[2] = offloaded[3] = 0;  // segmentation offload leaves the length open
  expect_one_packet(DLT_RAW, offloaded, 20 * 20 + 7, "3000 = 20 * 148 + 40");
}

TEST(CaptureFrames, FramesWithoutAnIpPacketAreCounted) {
  Frame short_header = ipv4(1, 2, 60), too_long = ipv4(1, 2, 60);
  short_header[0] = 0x44;                                            // header of 16 bytes
  too_long[2] = 1;                                                   // claims 316 bytes
  const std::vector<Frame> bad = {ethernet(0x0806, Frame(28, 'a')),  // ARP
                                  ethernet(0x0800, short_header),
                                  ethernet(0x0800, too_long),
                                  ethernet(0x0800, ipv4(1, 2, 60).substr(0, 19)),
                                  ethernet(0x86dd, ipv6(1, 2, 60).substr(0, 39)),
                                  ethernet(0x0800, Frame(60, 'U')),  // version 5
                                  ethernet(0x8100, ""),
                                  Frame(10, 'x')};
  std::vector<Record> records = {{ethernet(0x0800, ipv4(1, 2, 60))}};
  for (const Frame& frame : bad) records.push_back({frame});
  ReplayReport report;
  const Capture file(DLT_EN10MB, records);
  replay(file.path(), report);
  EXPECT_EQ(report.packets, 1u);
  EXPECT_EQ(report.skipped_non_ip, bad.size());
  EXPECT_EQ(report.truncated_by_snaplen, 0u);
}

TEST(CaptureFrames, SnapshotsReplayAtFullLength) {
  ReplayReport report;
  const Capture file(DLT_RAW, {{ipv4(1, 2, 1500), 0, 96}, {ipv4(1, 2, 1500), 0, 19}});
  const auto cells = replay(file.path(), report);
  EXPECT_EQ(cells.size(), 11u);
  EXPECT_EQ(report.truncated_by_snaplen, 2u);
  EXPECT_EQ(report.skipped_non_ip, 1u) << "19 bytes do not hold the IP header";
}

TEST(CaptureTime, CountsFromTheEarliestPacketInCycles) {
  ReplayReport report;
  const Capture file(DLT_RAW, {{ipv4(1, 2, 40), 1000},
                               {ipv4(1, 2, 40), 1025},          // 25 ns = 10 cycles
                               {ipv4(1, 2, 40), 3000001000},    // 3 s
                               {ipv4(1, 2, 40), 2000},          // late in the file
                               {ipv4(1, 2, 40), 3000001001}});  // 0.4 cycles more: rounds down
  const auto cells = replay(file.path(), report);
  ASSERT_EQ(cells.size(), 5u);
  const std::vector<uint64_t> cycles = {0, 10, 400, 1200000000, 1200000000};
  for (size_t i = 0; i < cycles.size(); ++i) EXPECT_EQ(cells[i].cycle, cycles[i]) << i;
  EXPECT_EQ(report.out_of_order, 1u);
}

TEST(CaptureTime, TimeScaleAndClockApply) {
  const Capture file(DLT_RAW, {{ipv4(1, 2, 40), 0}, {ipv4(1, 2, 40), 1000000}});
  TrafficConfig entry;
  entry.pattern = TrafficPattern::pcap;
  entry.file = file.path();
  entry.time_scale = 0.25;
  entry.class_ = {9, 1};
  auto config = config_of("pair", entry);
  config.tin.core_mhz = 800;
  ReplayReport report;
  const Topology t = network(1, 2, {1}, 1);
  auto ports = make_traffic(config, t, &report);
  ASSERT_EQ(ports.size(), 1u);
  const auto cells = take(ports[0].generators.at(0), 3);
  EXPECT_EQ(cells[1].birth, 200000u) << "1 ms * 0.25 * 800 MHz";
  EXPECT_EQ(cells[0].cls, 9) << "the entry's first class";
  EXPECT_EQ(cells[0].vc, 27);
  EXPECT_EQ(cells[0].dst, address_of(t, 1, 0));
  EXPECT_EQ(cells[2].birth, kNever);
  EXPECT_EQ(report.cells, 2u);
}

TEST(CaptureHosts, AreNumberedByFirstAppearance) {
  ReplayReport report;
  const Capture file(DLT_RAW, {{ipv4(7, 3, 40), 0},
                               {ipv4(3, 9, 40), 100},
                               {ipv6(7, 3, 40), 200},  // IPv6 ends are others
                               {ipv4(9, 7, 40), 300}});
  const auto cells = replay(file.path(), report);
  const std::vector<std::pair<unsigned, unsigned>> hosts = {{0, 1}, {1, 2}, {3, 4}, {2, 0}};
  ASSERT_EQ(cells.size(), 4u);
  for (size_t i = 0; i < hosts.size(); ++i) {
    EXPECT_EQ(std::pair(cells[i].src, cells[i].dst), hosts[i]) << i;
  }
  EXPECT_EQ(report.addresses, 5u);
  EXPECT_EQ(report.folded, 0u);
}

TEST(CaptureHosts, SurplusAddressesFold) {
  ReplayReport report;
  const Capture file(DLT_RAW, {{ipv4(1, 2, 40)}, {ipv4(3, 4, 40)}, {ipv4(5, 1, 40)}});
  const auto cells = replay(file.path(), report, 3);
  EXPECT_EQ(cells[1].src, 2u);
  EXPECT_EQ(cells[1].dst, 0u);
  EXPECT_EQ(cells[2].src, 1u);
  EXPECT_EQ(cells[2].dst, 0u);
  EXPECT_EQ(report.addresses, 5u);
  EXPECT_EQ(report.folded, 2u);
}

TEST(CaptureHosts, TheLowerPortDistinguishesTheEndsOfALoopback) {
  const Frame server = be16(80), client = be16(40000);
  ReplayReport report;
  const Capture file(DLT_RAW,
                     {{ipv4(1, 1, 60, client + server, 6), 0},
                      {ipv4(1, 1, 60, server + client, 6), 1000},
                      {ipv4(1, 2, 60, client + server, 6), 2000},
                      {ipv6(1, 1, 60, client + server), 3000},
                      {ipv4(1, 1, 60, "", 1), 4000},                       // ICMP: no ports
                      {ipv4(1, 1, 60, client + server, 17, 185), 5000}});  // no ports either
  const auto cells = replay(file.path(), report);
  // Ends: 0 = the client's, 1 = the server's and 10.0.0.1 as such, 2 = 10.0.0.2, 3 and 4 = IPv6.
  const std::vector<std::pair<unsigned, unsigned>> hosts = {{0, 1}, {1, 0}, {1, 2},
                                                            {3, 4}, {1, 0}, {1, 0}};
  ASSERT_EQ(cells.size(), 6u);
  for (size_t i = 0; i < hosts.size(); ++i) {
    EXPECT_EQ(std::pair(cells[i].src, cells[i].dst), hosts[i]) << i;
  }
}

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The error for this capture, without the file's name.
std::string fault(const std::string& path) {
  ReplayReport report;
  const std::string text = config_error([&] { replay(path, report); });
  EXPECT_EQ(text.rfind(path + ": ", 0), 0u) << text;
  return text.substr(path.size() + 2);
}

TEST(CaptureErrors, MissingFile) {
  EXPECT_EQ(fault("no/such.pcap"),
            "cannot be opened (No such file or directory); expected a pcap or pcapng capture");
}

TEST(CaptureErrors, NotACapture) {
  const TempFile text("pcap", "this is no capture, but long enough to hold its header\n");
  EXPECT_EQ(fault(text.path()),
            "not a capture (unknown file format); expected a pcap or pcapng file");
  const TempFile empty("empty.pcap");
  EXPECT_EQ(fault(empty.path()),
            "not a capture (truncated dump file; tried to read 4 file header bytes, only got 0); "
            "expected a pcap or pcapng file");
}

TEST(CaptureErrors, UnsupportedLinkType) {
  const Capture file(DLT_IEEE802_11, {});
  EXPECT_EQ(fault(file.path()),
            "link type 105 (IEEE802_11) is not supported; expected EN10MB, NULL, LOOP, RAW, "
            "LINUX_SLL or LINUX_SLL2");
}

TEST(CaptureErrors, NoIpPacket) {
  const Capture none(DLT_RAW, {});
  EXPECT_EQ(fault(none.path()), "no IP packet among 0 packets; expected at least one");
  const Capture arp(DLT_EN10MB, {{ethernet(0x0806, Frame(28, 'a'))}, {Frame(20, 'b')}});
  EXPECT_EQ(fault(arp.path()), "no IP packet among 2 packets; expected at least one");
}

TEST(CaptureErrors, CutOffRecordsNameThePacket) {
  const Capture file(DLT_RAW, {{ipv4(1, 2, 40)}, {ipv4(1, 2, 40)}, {ipv4(1, 2, 40)}});
  const std::string whole = read_all(file.path());
  const TempFile in_data("data.pcap", whole.substr(0, whole.size() - 1));
  EXPECT_EQ(fault(in_data.path()),
            "packet 3: truncated dump file; tried to read 40 captured bytes, only got 39; "
            "expected a whole capture");
  const TempFile in_header("header.pcap", whole.substr(0, whole.size() - 40 - 9));
  EXPECT_EQ(fault(in_header.path()),
            "packet 3: truncated dump file; tried to read 16 header bytes, only got 7; expected a "
            "whole capture");
}

TEST(CaptureErrors, NoMoreIsCapturedThanWasThere) {
  constexpr size_t kFrameBytes = 24 + 16 + 40 + 12;  // of the second record: its first octet
  std::string octets = read_all(Capture(DLT_RAW, {{ipv4(1, 2, 40)}, {ipv4(1, 2, 40)}}).path());
  octets[kFrameBytes] = 39;
  EXPECT_EQ(fault(TempFile("more.pcap", octets).path()),
            "packet 2: 40 captured octets of a frame of 39; expected no more than the frame");
}

TEST(CaptureErrors, ATruncatedPcapngNamesThePacket) {
  const std::string whole = read_all(TINSIM_SOURCE_DIR "/configs/traces/loopback.pcapng");
  const TempFile file("pcapng", whole.substr(0, whole.size() / 2));
  const std::string text = fault(file.path());
  EXPECT_EQ(text.rfind("packet ", 0), 0u) << text;
  EXPECT_NE(text.find("; expected a whole capture"), std::string::npos) << text;
}

// Counted by a program of its own that walks the file's records: configs/traces/README.md.
TEST(CaptureSample, TheShippedCaptureBecomesTheCellsCountedIndependently) {
  for (const char* name : {"loopback.pcap", "loopback.pcapng"}) {
    ReplayReport report;
    const auto cells = replay(std::string(TINSIM_SOURCE_DIR "/configs/traces/") + name, report);
    uint64_t words = 0;
    for (const ReplayCell& cell : cells) words += cell.words;
    EXPECT_EQ(report.packets, 108u);
    EXPECT_EQ(cells.size(), 1808u);
    EXPECT_EQ(words, 35114u);
    EXPECT_EQ(report.addresses, 8u);
    EXPECT_EQ(report.truncated_by_snaplen, 31u);
    EXPECT_EQ(report.skipped_non_ip, 0u);
    EXPECT_EQ(cells.back().cycle, 50945u * 400) << "50.945 ms";
  }
}

}  // namespace
}  // namespace tinsim
