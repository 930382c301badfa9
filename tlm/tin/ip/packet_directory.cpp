// SPDX-License-Identifier: Apache-2.0
// Finds the packet of an RTS for the egress, from this process or another.
#include "tlm/tin/ip/packet_directory.h"

#include <utility>

#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

void PacketDirectory::add_remote(uint16_t chip_address, unsigned number) {
  process_of_[chip_address >> 6] = static_cast<uint16_t>(number);
  if (outgoing_.size() <= number) outgoing_.resize(number + 1);
}

RequestedPacket PacketDirectory::find(uint16_t src, uint32_t iptr) {
  const Chip& chip = chips_[src >> 6];
  const unsigned interface = iptr >> 16;
  if (interface >= kIpInterfaces) return {};
  if (chip.ingress != nullptr) {
    return chip.ingress->requested_packet(slots_[interface][src >> 6], chip.count[interface], iptr);
  }
  const auto found = arrived_.find(key_of(src, iptr));
  if (found == arrived_.end()) return {};
  PacketPtr packet = std::move(found->second);
  arrived_.erase(found);
  return {packet, *packet};
}

void PacketDirectory::prefetch(uint16_t src, uint32_t iptr) const {
  if (iptr >> 16 >= kIpInterfaces) return;
  prefetch_soon(&chips_[src >> 6], sizeof(Chip));
  const void* slots = slots_[iptr >> 16][src >> 6];
  if (slots != nullptr) Ingress::expect_slot(slots, iptr);
}

std::vector<RemotePacket> PacketDirectory::take_outgoing(unsigned number) {
  if (number >= outgoing_.size()) return {};
  return std::exchange(outgoing_[number], {});
}

}  // namespace tinsim
