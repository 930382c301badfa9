// SPDX-License-Identifier: Apache-2.0
// The section `ethernet_clos` in core cycles, rates of wires and masks of classes.
#pragma once

#include "tlm/ethernet/mac.h"
#include "tlm/ethernet_clos/clos_config.h"
#include "tlm/host/wire_scheduler.h"

namespace tinsim {

struct ClosParams {
  ClosParams(const EthernetClosConfig& config, unsigned core_mhz);

  unsigned hosts_per_leaf, spines;
  bool cut_through;
  WireRate host_rate, spine_rate;
  Cycle host_cable, spine_cable;  ///< light in fibre: 5 ns/m, rounded up
  Cycle switch_cycles;
  uint64_t buffer_bytes;
  double alpha;
  uint64_t queue_bytes;  ///< limit of a queue; ~0: the dynamic threshold alone
  uint64_t ecn_bytes;
  WireShares shares;  ///< of classes, at hosts and switches

  unsigned leaves(std::size_t hosts) const {
    return static_cast<unsigned>((hosts + hosts_per_leaf - 1) / hosts_per_leaf);
  }
};

}  // namespace tinsim
