// SPDX-License-Identifier: Apache-2.0
// A frame between a device and a port, and when it crossed.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/trace/pcapng.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Name of the recording in the result folder.
constexpr const char* kTapRecordingName = "tap.pcapng";

struct TapFrame {
  Cycle cycle = 0;    ///< kInbound: it was there for the port; kOutbound: its last bit left
  uint32_t port = 0;  ///< its place in `tap.ports`
  PacketDirection direction = PacketDirection::kInbound;  ///< kInbound enters the chip
  std::vector<uint8_t> octets;                            ///< without FCS

  /// Order of a recording; frames that compare equal keep their order.
  bool operator<(const TapFrame& o) const {
    return cycle != o.cycle ? cycle < o.cycle : port < o.port;
  }
  bool operator==(const TapFrame& o) const {
    return cycle == o.cycle && port == o.port && direction == o.direction && octets == o.octets;
  }
};

/// Times of recordings are in ps, to the nearest: of any core clock below 10^6 MHz, each cycle has
/// a time of its own.
constexpr uint8_t kTapTimeDigits = 12;
constexpr uint64_t tap_time(Cycle cycle, unsigned core_mhz) {
  return (uint64_t{cycle} * 1'000'000 + core_mhz / 2) / core_mhz;
}

}  // namespace tinsim
