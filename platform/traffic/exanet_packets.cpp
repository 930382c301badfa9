// SPDX-License-Identifier: Apache-2.0
// Packets of ExaNet chips as cells.
#include "platform/traffic/exanet_packets.h"

namespace tinsim {

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
