// SPDX-License-Identifier: Apache-2.0
// Finds the packet of an RTS for the egress: the model moves descriptors, not bytes.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/requested_packet.h"

namespace tinsim {

class Ingress;

/// A packet on its way to a chip that another process simulates, with the RTS that announces it.
struct RemotePacket {
  uint16_t src = 0;  ///< GNet address of its chip
  uint32_t iptr = 0;
  PacketPtr packet;
};

/// The ingresses of all chips, by GNet address. A chip keeps each packet until its RTS arrives,
/// also one that it has given up. So the result of a look-up depends neither on how far the source
/// chip has been simulated, nor on its process.
class PacketDirectory {
 public:
  explicit PacketDirectory(std::size_t addresses)
      : chips_(addresses), process_of_(addresses, kHere) {
    for (auto& of_interface : slots_) of_interface.resize(addresses);
  }

  void add(uint16_t chip_address, Ingress& ingress) {
    chips_[chip_address >> 6].ingress = &ingress;
  }
  /// The slots of `interface` of that chip are `count`, from `slots` on.
  void moved(uint16_t chip_address, unsigned interface, void* slots, std::size_t count) {
    slots_[interface][chip_address >> 6] = slots;
    chips_[chip_address >> 6].count[interface] = static_cast<uint16_t>(count);
  }
  /// The chip of this address is simulated by process `number`.
  void add_remote(uint16_t chip_address, unsigned number);

  /// Whether the chip of `address` has an ingress, in this process or another.
  bool has(uint16_t address) const {
    return chips_[address >> 6].ingress != nullptr || process_of_[address >> 6] != kHere;
  }

  /// An RTS for `packet` leaves for `dst`. It arrives in a later window.
  void announce(uint16_t dst, uint16_t src, uint32_t iptr, const PacketPtr& packet) {
    const uint16_t process = process_of_[dst >> 6];
    if (process != kHere) outgoing_[process].push_back({src, iptr, packet});
  }
  /// The packet of an RTS with `iptr` from the chip of address `src`, if there is one.
  RequestedPacket find(uint16_t src, uint32_t iptr);
  /// Begins to prefetch the packet's slot for find().
  void prefetch(uint16_t src, uint32_t iptr) const;

  /// Packets announced to chips of process `number` since the last call.
  std::vector<RemotePacket> take_outgoing(unsigned number);
  /// A packet that another process has announced.
  void arrive(RemotePacket packet) {
    arrived_[key_of(packet.src, packet.iptr)] = std::move(packet.packet);
  }

 private:
  static constexpr uint16_t kHere = 0xffff;
  static uint64_t key_of(uint16_t src, uint32_t iptr) { return uint64_t{src} >> 6 << 32 | iptr; }

  struct Chip {
    Ingress* ingress = nullptr;                   ///< null: not of this process
    std::array<uint16_t, kIpInterfaces> count{};  ///< of slots
  };

  std::vector<Chip> chips_;  ///< by chip address
  /// By interface and chip address. An RTS reads these first; they fill a few cache lines.
  std::array<std::vector<void*>, kIpInterfaces> slots_;
  std::vector<uint16_t> process_of_;                 ///< by chip address
  std::vector<std::vector<RemotePacket>> outgoing_;  ///< by process
  std::unordered_map<uint64_t, PacketPtr> arrived_;
};

}  // namespace tinsim
