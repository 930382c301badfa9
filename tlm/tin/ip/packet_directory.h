// SPDX-License-Identifier: Apache-2.0
// Where the egress finds the packet that an RTS speaks of: the model moves descriptors, not bytes.
#pragma once

#include <vector>

#include "tlm/ethernet/packet.h"

namespace tinsim {

class Ingress;

/// The ingresses of all chips, by GNet address. A packet stays in its ingress until its RTS has
/// been answered, and the answer takes longer than any window: so it is there when the RTS arrives,
/// though its chip may have been simulated further.
class PacketDirectory {
 public:
  explicit PacketDirectory(std::size_t addresses) : ingresses_(addresses) {}

  void add(uint16_t chip_address, const Ingress& ingress) {
    ingresses_[chip_address >> 6] = &ingress;
  }
  /// The packet at `iptr` of the chip of address `src`; null if there is none.
  PacketPtr find(uint16_t src, uint32_t iptr) const;

 private:
  std::vector<const Ingress*> ingresses_;
};

}  // namespace tinsim
