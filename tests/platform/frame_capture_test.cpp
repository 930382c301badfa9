// SPDX-License-Identifier: Apache-2.0
// Frame capture: what libpcap reads back, and every octet of the blocks that are new.
#include "platform/trace/frame_capture.h"

#include <pcap/pcap.h>

#include "config_test_util.h"

namespace tinsim {
namespace {

using Octets = std::vector<uint8_t>;

struct Read {
  int64_t ns;
  size_t captured, wire;
  Octets octets;
};

std::vector<Read> read_back(const std::filesystem::path& path) {
  char reason[PCAP_ERRBUF_SIZE] = "";
  pcap_t* file =
      pcap_open_offline_with_tstamp_precision(path.c_str(), PCAP_TSTAMP_PRECISION_NANO, reason);
  EXPECT_NE(file, nullptr) << reason;
  if (file == nullptr) return {};
  EXPECT_EQ(pcap_datalink(file), DLT_EN10MB);
  std::vector<Read> read;
  pcap_pkthdr* header = nullptr;
  const uint8_t* data = nullptr;
  while (pcap_next_ex(file, &header, &data) == 1) {
    read.push_back({header->ts.tv_sec * int64_t{1000000000} + header->ts.tv_usec, header->caplen,
                    header->len, Octets(data, data + header->caplen)});
  }
  pcap_close(file);
  return read;
}

Octets bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::vector<FrameCapturePort> kTwoPorts = {{"nic0", "", 1}, {"mac", "", 1}};

TEST(FrameCapture, FramesStandInOrderOfTimeAndPortInNanoseconds) {
  const TempDir dir;
  FrameCapture capture(dir / "a.pcapng", 400, true, kTwoPorts);
  capture.take(1, 11, PacketDirection::kOutbound, Octets(64, 1));  // 27.5 ns
  capture.take(1, 4, PacketDirection::kInbound, Octets(65, 2));
  capture.take(0, 4, PacketDirection::kInbound, Octets(66, 3));
  capture.write_until(10);
  capture.take(0, 10, PacketDirection::kInbound, Octets(67, 4));
  capture.close(12);
  const auto read = read_back(dir / "a.pcapng");
  ASSERT_EQ(read.size(), 4u);
  const std::vector<std::pair<int64_t, Octets>> expected = {
      {10, Octets(66, 3)}, {10, Octets(65, 2)}, {25, Octets(67, 4)}, {28, Octets(64, 1)}};
  for (size_t n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(read[n].ns, expected[n].first) << n;
    EXPECT_EQ(read[n].octets, expected[n].second) << n;
  }
}

TEST(FrameCapture, TheFcsIsOptional) {
  const TempDir dir;
  FrameCapture capture(dir / "a.pcapng", 400, false, kTwoPorts);
  capture.take(0, 0, PacketDirection::kInbound, {1, 2, 3, 4, 5, 6, 7});
  capture.take(0, 1, PacketDirection::kInbound, {1, 2, 3});
  capture.close(2);
  const auto read = read_back(dir / "a.pcapng");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].octets, (Octets{1, 2, 3}));
  EXPECT_EQ(read[0].wire, 3u);
  EXPECT_TRUE(read[1].octets.empty()) << "shorter than an FCS";
}

TEST(FrameCapture, CountedFramesHaveTheirLengthAndAHead) {
  const TempDir dir;
  FrameCapture capture(dir / "a.pcapng", 400, false, kTwoPorts);
  capture.take_head(0, 0, PacketDirection::kOutbound, Octets(14, 9), 1518);
  capture.close(1);
  const auto read = read_back(dir / "a.pcapng");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].captured, 14u);
  EXPECT_EQ(read[0].wire, 1514u);
}

TEST(FrameCapture, FramesAtOrAfterTheEndAreNotWritten) {
  const TempDir dir;
  FrameCapture capture(dir / "a.pcapng", 400, true, kTwoPorts);
  capture.take(0, 9, PacketDirection::kInbound, Octets(64, 1));
  capture.take(0, 10, PacketDirection::kInbound, Octets(64, 2));
  capture.close(10);
  EXPECT_EQ(read_back(dir / "a.pcapng").size(), 1u);
}

TEST(FrameCapture, AFrameThatComesTooLateIsABrokenInvariant) {
  const TempDir dir;
  FrameCapture capture(dir / "a.pcapng", 400, true, kTwoPorts);
  capture.write_until(10);
  EXPECT_THROW(capture.take(0, 9, PacketDirection::kInbound, Octets(64)), InvariantError);
}

// draft-ietf-opsawg-pcapng, 4.2 and 4.3: if_fcslen is option 13 of one octet, epb_flags option 2 of
// four, whose lowest two bits are 1 for inbound, 2 for outbound.
TEST(Pcapng, OptionsOfInterfacesAndPacketsAsPublished) {
  const TempDir dir;
  PcapngWriter writer(dir / "a.pcapng", "tinsim");
  writer.add_interface({kLinkTypeEthernet, "m", "", 0, 9, 4});
  const Octets packet = {7, 8};
  writer.add_packet(0, 3, packet.data(), packet.size(), {PacketDirection::kOutbound, 99});
  writer.close();
  const Octets interface = {1,  0, 0, 0, 64,  0, 0, 0,              // interface description block
                            1,  0, 0, 0, 0,   0, 0, 0,              // Ethernet, whole packets
                            2,  0, 1, 0, 'm', 0, 0, 0,              // name
                            3,  0, 0, 0,                            // description
                            8,  0, 8, 0, 0,   0, 0, 0, 0, 0, 0, 0,  // speed not known
                            9,  0, 1, 0, 9,   0, 0, 0,              // 10^-9 s
                            13, 0, 1, 0, 4,   0, 0, 0,              // FCS of 4 octets
                            0,  0, 0, 0, 64,  0, 0, 0};
  const Octets block = {6, 0, 0, 0, 48, 0, 0, 0, 0, 0, 0, 0,  // enhanced packet, interface 0
                        0, 0, 0, 0, 3,  0, 0, 0,              // time
                        2, 0, 0, 0, 99, 0, 0, 0,              // captured, original
                        7, 8, 0, 0, 2,  0, 4, 0, 2, 0, 0, 0,  // outbound
                        0, 0, 0, 0, 48, 0, 0, 0};
  Octets file = bytes_of(dir / "a.pcapng");
  ASSERT_GE(file.size(), 44u);
  file.erase(file.begin(), file.begin() + 44);  // section header
  Octets expected = interface;
  expected.insert(expected.end(), block.begin(), block.end());
  EXPECT_EQ(file, expected);
}

}  // namespace
}  // namespace tinsim
