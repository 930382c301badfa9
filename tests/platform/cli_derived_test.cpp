// SPDX-License-Identifier: Apache-2.0
// Derived figures: against the arithmetic of the published pipeline and of the FIFO depths.
#include <gtest/gtest.h>

#include <sstream>

#include "platform/cli/derived.h"

namespace tinsim {
namespace {

TEST(Derived, FifoBytesOfTheAquilaChip) {
  // 22 local and 8 global ports, 20 others; 32 VCs of 8-byte words.
  EXPECT_EQ(fifo_bytes_per_chip(PlatformConfig{}), (22 * 128 + 8 * 512 + 20 * 128) * 32u * 8u);
}

TEST(Derived, HopsAreThePublishedOnes) {
  PlatformConfig config;                                      // 400 MHz: 2.5 ns
  EXPECT_EQ(chip_hop_cycles({}) * 2.5, 40);                   // Aquila 3.1
  EXPECT_EQ(local_hop_cycles(config) * 2.5, 40 + 5);          // 1 m at 5 ns/m
  EXPECT_EQ(global_hop_cycles(config) * 2.5, 40 + 30 + 250);  // FEC, 50 m
  config.link.global_m = 100;
  EXPECT_EQ(global_hop_cycles(config) * 2.5, 40 + 30 + 500);
}

TEST(Derived, WireTimeRoundsUpToCycles) {
  PlatformConfig config;
  config.link.local_m = 1.01;  // 5.05 ns: more than 2 cycles
  EXPECT_EQ(local_hop_cycles(config), 16u + 3u);
  config.link.local_m = 0;
  EXPECT_EQ(local_hop_cycles(config), 16u);
}

TEST(Derived, LargestCellOfAllTraffic) {
  PlatformConfig config;
  config.traffic.resize(2);
  config.traffic[0].cell_bytes.items = {{16, 1}};
  config.traffic[1].cell_bytes.items = {{16, 1}, {160, 1}, {80, 1}};
  std::ostringstream out;
  print_derived(out, config);
  EXPECT_NE(out.str().find("160 bytes: 20 cycles = 50.00 ns"), std::string::npos) << out.str();
}

TEST(Derived, PrintsOnlyLinksThatExist) {
  PlatformConfig config;
  config.topology.kind = TopologyKind::pair;
  std::ostringstream out;
  print_derived(out, config);
  EXPECT_NE(out.str().find("local link"), std::string::npos);
  EXPECT_EQ(out.str().find("global link"), std::string::npos);
}

// docs/reference/ethernet.md: stop = 1 + ceil((8 * 9236 + 576) / 250) + 2 * 200 + 200 = 899 cycles
// of 31.25 octets; each takes 256 octets of buffer for 84 of the wire at most; and the longest,
// 9198 octets in units of 64.
TEST(Derived, HeadroomOfMacsWithFlowControl) {
  PlatformConfig config;
  config.topology.kind = TopologyKind::pair;
  config.ip.enabled = true;
  std::ostringstream without;
  print_derived(without, config);
  EXPECT_EQ(without.str().find("headroom"), std::string::npos);
  config.ip.mac.flow_control = FlowControl::pause;
  std::ostringstream out;
  print_derived(out, config);
  const unsigned octets = (899 * 250 + 7) / 8 + 1;
  const unsigned need = (octets * 256 + 83) / 84 + 9216;
  EXPECT_NE(out.str().find("headroom of 524288 bytes; " + std::to_string(need) + " lose nothing"),
            std::string::npos)
      << out.str() << need;
}

}  // namespace
}  // namespace tinsim
