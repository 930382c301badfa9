// SPDX-License-Identifier: Apache-2.0
// Global wiring: which TiN of a pod holds which of the links to the pods at each offset.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/network/topology/layout.h"

namespace tinsim {

/// Circulant wiring. Link (p, d, c) is copy c of the links from pod p to pod p + d modulo the
/// number of pods; its far end is that pod's (pods - d, c). The TiN that holds (d, c) is the same
/// in every pod.
struct Wiring {
  unsigned pods = 1;
  unsigned tins = 1;
  unsigned copies = 0;
  std::vector<uint8_t> owners;  ///< [(d - 1) * copies + c] -> TiN

  /// Precondition: 1 <= offset < pods, copy < copies.
  unsigned owner(unsigned offset, unsigned copy) const {
    return owners[(offset - 1) * copies + copy];
  }
  /// Number of the link's port among the global ports of its TiN: the rank of (d, c), d first.
  unsigned rank(unsigned offset, unsigned copy) const;
};

/// W* of docs/reference/topology.md for the Clique of 48 pods of 12 TiNs with 2 links per pair of
/// pods; balanced_wiring() for every other shape.
Wiring make_wiring(const Shape& shape);

/// Deals the links out so that TiNs differ by at most one link in all and by at most one among the
/// copies to one pod, then swaps links as long as that evens out the local load
/// (docs/reference/topology.md). Deterministic.
Wiring balanced_wiring(unsigned pods, unsigned tins, unsigned copies);

}  // namespace tinsim
