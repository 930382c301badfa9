// SPDX-License-Identifier: Apache-2.0
// The mailboxes for MOS words at the link ports of all chips.
#include "platform/services/network_mos.h"

#include "platform/network/topology/link_selector.h"

namespace tinsim {

void MosPorts::open(const Topology& topology, const std::vector<bool>& is_own,
                    const MosParams& params) {
  if (is_open()) return;
  ports_.resize(topology.chips.size() * kMaxPorts);
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) {
    if (!is_own[chip]) continue;
    const auto& ports = topology.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      if (is_link(ports[port])) ports_[chip * kMaxPorts + port] = std::make_unique<MosPort>(params);
    }
  }
}

void MosPorts::apply_until(Cycle end) {
  for_each([end](std::size_t, unsigned, MosPort& port) { port.apply_until(end); });
}

}  // namespace tinsim
