// SPDX-License-Identifier: Apache-2.0
// Event model of the bootstrap of a Clique in waves (Aquila, section 4.4): hours, of which a run
// cycle by cycle is out of reach.
#pragma once

#include <vector>

#include "platform/controller/bootstrap/message_costs.h"
#include "platform/network/topology/topology.h"

namespace tinsim::control {

/// Not measured: the paper gives 3 to 48 minutes for a TiN, and no times of its software.
struct BootstrapAssumptions {
  /// Requests that configure a TiN. With 512 bytes each they are 2 MB, as much as its SRAM.
  unsigned requests = 4000;
  unsigned registers = 128;  ///< of a request
  /// Time of controller and firmware for a request, besides that of its messages. 4000 are 3 min
  /// over TCP and 48 min by way of a proxy.
  std::uint64_t tcp_software_ns = 45'000'000, pmos_software_ns = 720'000'000;
};

/// By how much all measured messages are slower in the paper's Clique, if nothing else takes time:
/// a TiN with Ethernet takes its 3 minutes. All that follows is predicted from measured costs.
double time_scale(const MessageCosts& costs, const BootstrapAssumptions& assumptions = {});

struct BootstrapWave {
  std::uint64_t end_ns = 0;  ///< when its TiNs have sessions
  std::size_t tins = 0;
};
struct BootstrapResult {
  std::size_t dcn_tins = 0;
  std::vector<BootstrapWave> waves;               ///< the first is of the TiNs with Ethernet
  std::uint64_t shortest_ns = 0, longest_ns = 0;  ///< of a TiN, from its first message on
  std::uint64_t complete_ns = 0;
  std::uint64_t tcp_requests = 0, pmos_requests = 0, pmos_packets = 0;
  std::uint64_t proxied_dhcp = 0;  ///< exchanges
  std::uint64_t message_ns = 0;    ///< of complete_ns, what measured messages took
};

/// A wave of a proxy is each of its targets, one after another; its first is the wave after its
/// own. TiNs 0 to `dcn_per_pod` - 1 of each pod have Ethernet, and begin at once. A TiN with a
/// session is a proxy for one neighbour after another, those of its own pod first. The controller
/// serves all TiNs at the same time. Precondition: dcn_per_pod > 0.
BootstrapResult bootstrap(const Topology& topology, unsigned dcn_per_pod, const MessageCosts& costs,
                          const BootstrapAssumptions& assumptions = {});

}  // namespace tinsim::control
