// SPDX-License-Identifier: Apache-2.0
// Trace records from a capture of the datagrams that reached their collector.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tlm/tin/cell_trace/trace_record.h"

namespace tinsim {

/// Counts of the records of one chip.
struct TracedChip {
  uint64_t datagrams = 0;  ///< in the capture
  uint64_t records = 0;    ///< in these
  uint64_t missing = 0;    ///< datagrams that the chip sent before its last one, and are not there
  uint32_t dropped = 0;    ///< records that found no space in the chip's buffer
  uint32_t marked = 0;     ///< cells whose trace bit the chip has set
  /// Its records of cells that it forwarded up to this cycle are in the capture, or missing.
  uint64_t complete_until = 0;
  uint64_t last = 0;  ///< departure of its last datagram

  bool has_all() const { return missing == 0 && dropped == 0; }
};

struct TraceCapture {
  std::vector<TraceRecord> records;      ///< in order of time, TiN and input port
  std::map<uint16_t, TracedChip> chips;  ///< by GNet address of endpoint 0
  uint64_t end = 0;                      ///< departure of the last datagram
  uint64_t silence = 0;  ///< longest time without a datagram of a chip, in cycles; 0: any

  uint64_t complete_until(uint16_t tin) const {
    const auto chip = chips.find(tin);
    if (chip == chips.end()) return silence == 0 ? end : 0;
    return chip->second.complete_until;
  }
  bool has_all(uint16_t tin) const {
    const auto chip = chips.find(tin);
    return chip == chips.end() || chip->second.has_all();
  }
  /// Departure of the chip's last datagram; 0: the capture has none.
  uint64_t last(uint16_t tin) const {
    const auto chip = chips.find(tin);
    return chip == chips.end() ? 0 : chip->second.last;
  }
  /// Datagrams of the chip that should be there are not: it is down, or they were lost. A datagram
  /// takes less than `silence` to the collector.
  bool is_silent(uint16_t tin) const { return silence != 0 && last(tin) + 2 * silence < end; }
};

/// Reads the datagrams to this UDP port; other packets are ignored, and so is a datagram that the
/// capture has twice. Throws ConfigError `file: …; expected …` where the file is no capture of
/// Ethernet frames, breaks off, or has a packet to the port that is no such datagram.
TraceCapture read_trace_capture(const std::string& file, uint16_t udp_port);

}  // namespace tinsim
