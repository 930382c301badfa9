// SPDX-License-Identifier: Apache-2.0
// A damaged capture whose frames claim gigabytes must not become gigabytes of cells.
#include <cstring>

#include "tests/platform/traffic_fixture.h"

namespace tinsim {
namespace {

/// One Ethernet frame of an IPv4 packet without a length of its own (0: cut by the network card),
/// in the classic pcap format: 114 bytes kept of `wire` (IETF draft-gharris-opsawg-pcap).
std::string capture_of_frame(uint32_t wire) {
  const uint32_t header[] = {0xa1b2c3d4, 2 | 4 << 16, 0, 0, 65535, 1};
  const uint32_t record[] = {0, 0, 114, wire};
  std::string frame(114, '\0');
  const uint8_t ip[] = {0x08, 0x00, 0x45, 0,  0, 0, 0, 0,  0, 0, 64,
                        17,   0,    0,    10, 0, 0, 1, 10, 0, 0, 2};
  std::memcpy(&frame[12], ip, sizeof ip);
  return std::string(reinterpret_cast<const char*>(header), sizeof header) +
         std::string(reinterpret_cast<const char*>(record), sizeof record) + frame;
}

std::vector<ReplayCell> replay(uint32_t wire, ReplayReport& report) {
  TempFile file("pcap");
  std::ofstream(file.path(), std::ios::binary) << capture_of_frame(wire);
  return read_capture(file.path(), 0.4, 4, 4, report);
}

TEST(HostileCapture, OffloadedPacketsHaveTheLengthOfTheirFrame) {
  ReplayReport report;
  EXPECT_EQ(replay(14 + 1480, report).size(), 10u);  // 148 bytes of packet a cell
  EXPECT_EQ(report.packets, 1u);
}

TEST(HostileCapture, FramesLongerThanAnyOffloadAreNoPackets) {
  ReplayReport report;
  EXPECT_EQ(replay(14 + 8 * 65535, report).size(), 3543u);  // ceil(524280 / 148)
  EXPECT_THROW(replay(14 + 8 * 65535 + 1, report), ConfigError);
  EXPECT_THROW(replay(0x7fffffff, report), ConfigError);
}

}  // namespace
}  // namespace tinsim
