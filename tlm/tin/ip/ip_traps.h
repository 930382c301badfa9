// SPDX-License-Identifier: Apache-2.0
// Packets that go to the control processor, by destination, transport and interface (Aquila 4.4).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rtl_models/parts/route_choice.h"
#include "rtl_models/parts/wcmp.h"
#include "tlm/ethernet/packet.h"

namespace tinsim {

/// Traps as registers hold them: six words each (docs/reference/registers.md, `ip.trap`).
class IpTraps {
 public:
  static constexpr unsigned kTraps = 16, kWords = 6;
  using Words = std::array<uint32_t, kWords>;

  void set(unsigned number, const Words& words);
  /// Those of the reset, unless they have been set.
  Words words(unsigned number) const { return all_.empty() ? Trap{}.words : all_[number].words; }
  /// The prefix is not longer than an address.
  static bool is_valid(const Words& words);

  /// Whether a packet that arrives at `interface` is for the control processor. An encapsulated
  /// frame never is. Protocol and port of a packet without octets are unknown: a trap that compares
  /// them does not match it.
  bool match(const Packet& packet, unsigned interface) const {
    return !all_.empty() && matches_one(packet, interface);
  }

 private:
  struct Trap {
    Words words{0, 0, 0, 0, 0, 7u << 16};  ///< of all interfaces
    AddressBits prefix;
    unsigned length = 0;
    bool live = false, v6 = false, compares_transport = false;
  };
  bool matches_one(const Packet& packet, unsigned interface) const;
  static bool matches_address(const Trap& trap, const Packet& packet, unsigned interface);
  static bool matches_transport(const Trap& trap, const Packet& packet);

  std::vector<Trap> all_;  ///< by number; none: no trap has been written
};

}  // namespace tinsim
