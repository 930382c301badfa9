// SPDX-License-Identifier: Apache-2.0
// Packets of ExaNet chips as cells.
#include "platform/traffic/exanet_packets.h"

namespace tinsim {
namespace {

constexpr unsigned kClassShift = 48;  // four bits are left

}  // namespace

void set_exanet_birth(const ExanetBirth& birth, ExanetHeader& header) {
  header.tag = static_cast<uint16_t>(birth.number);
  header.address =
      birth.number >> 16 | uint64_t{birth.birth} << 16 | uint64_t{birth.cls} << kClassShift;
}

ExanetBirth exanet_birth(const ExanetHeader& header) {
  ExanetBirth birth;
  birth.number = header.tag | static_cast<uint32_t>(header.address & 0xffff) << 16;
  birth.birth = static_cast<Cycle>(header.address >> 16);
  birth.cls = static_cast<uint8_t>(header.address >> kClassShift);
  return birth;
}

PlatformConfig packets_as_cells(PlatformConfig config) {
  const double cycles = config.clock_mhz() / config.tin.core_mhz;
  config.chip = ChipKind::tin;
  for (TrafficConfig& entry : config.traffic) {
    entry.cell_bytes.items.clear();
    for (unsigned bytes : entry.packet_bytes)
      entry.cell_bytes.items.push_back({exanet_line_words(bytes) * 8, 1});
    if (entry.gbps) entry.gbps = *entry.gbps / cycles;
  }
  return config;
}

}  // namespace tinsim
