// SPDX-License-Identifier: Apache-2.0
// Registers by which the ARM cores of a node reach its router and its intra-tile ports, as in the
// KARMA framework of the ExaNet paper, 4: memory-mapped FIFOs and a "Target Controller".
#pragma once

#include <cstdint>
#include <optional>

#include "tlm/exanet/exanet_network.h"

namespace tinsim {

/// Byte addresses of the registers, 8 bytes each; layout is ours, content is that of the paper.
namespace karma {
inline constexpr std::uint32_t kCoordinates = 0x000;  ///< X 5:0, Y 13:8, Z 21:16; read only
inline constexpr std::uint32_t kLattice = 0x008;   ///< sizes likewise, wrap in bit 7 of each byte
inline constexpr std::uint32_t kPriority = 0x010;  ///< dimensions 1:0, 3:2, 5:4; a permutation
inline constexpr std::uint32_t kEnable = 0x018;    ///< bit d: direction d may be taken
inline constexpr std::uint32_t kChannelRule = 0x020;   ///< ExanetVcRule
inline constexpr std::uint32_t kFixed = 0x028;         ///< bit p: output p has fixed priority
inline constexpr std::uint32_t kRank = 0x080;          ///< + 8 q: rank of queue q, 0..15
inline constexpr std::uint32_t kSendCount = 0x100;     ///< + 8 p: packets that wait; read only
inline constexpr std::uint32_t kReceiveCount = 0x120;  ///< + 8 p: packets to be read; read only
inline constexpr std::uint32_t kLinkStatus = 0x140;  ///< + 8 d: bit 0 there is a link, 15:8 health
inline constexpr std::uint32_t kHealth = 0x180;      ///< bits that neighbours see, 7:0
}  // namespace karma

/// The registers of one node. Accesses take the time of the AXI bus: a write 4 cycles, a read 20.
class KarmaRegisters {
 public:
  /// `network` outlives it.
  KarmaRegisters(ExanetNetwork<ExanetPaperRouter>& network, unsigned node)
      : network_(network), node_(node) {}

  /// The value; nothing at an address without a register.
  std::optional<std::uint64_t> read(std::uint32_t address) const;
  /// False: there is no such register, it is read only, or the value is not one of its own; nothing
  /// changes.
  bool write(std::uint32_t address, std::uint64_t value);

 private:
  bool set_priority(std::uint64_t value);

  ExanetNetwork<ExanetPaperRouter>& network_;
  unsigned node_;
  std::uint8_t health_ = 0;
};

}  // namespace tinsim
