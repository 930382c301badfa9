// SPDX-License-Identifier: Apache-2.0
// Watches that packets of a flow leave a chip in the order of their numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rtl_models/parts/route_choice.h"
#include "tlm/ethernet/packet.h"

namespace tinsim {

/// Remembers the last packet of some hundred flows, the latest of those that share a place. Only
/// packets that are in the chip together can overtake each other, so what it forgets is past.
class OrderCheck {
 public:
  /// The number of the packet that left before this one and should have left after it, if so.
  std::optional<uint32_t> leaves(const Packet& packet) {
    Last& last = last_[mix64(uint64_t{packet.flow} << 16 | packet.src_host) % kPlaces];
    const bool is_known =
        last.is_used && last.flow == packet.flow && last.src_host == packet.src_host;
    if (is_known && packet.number <= last.number) return last.number;
    last = {packet.flow, packet.number, packet.src_host, true};
    return std::nullopt;
  }

 private:
  static constexpr unsigned kPlaces = 256;
  struct Last {
    uint32_t flow = 0, number = 0;
    uint16_t src_host = 0;
    bool is_used = false;
  };
  std::array<Last, kPlaces> last_{};
};

}  // namespace tinsim
