// SPDX-License-Identifier: Apache-2.0
// Port layout: which ports of a chip are local, global and terminal, as arithmetic on the shape.
#pragma once

#include "platform/config/platform_config.h"

namespace tinsim {

/// Size of the network, of any kind: `single` is one pod of one TiN, `pair` one pod of two.
struct Shape {
  unsigned pods = 1;
  unsigned tins = 1;    ///< per pod
  unsigned lanes = 0;   ///< local links that join each pair of TiNs of a pod
  unsigned copies = 0;  ///< global links that join each pair of pods
};

Shape network_shape(const TopologyConfig& config);

/// Local ports first, then global, then terminal ports.
struct PortLayout {
  unsigned local_ports = 0;     ///< set aside; from port 0
  unsigned global_ports = 0;    ///< set aside; from port local_ports
  unsigned terminal_ports = 0;  ///< available; 0 also where the links alone need too many ports
  unsigned first_global() const { return local_ports; }
  unsigned first_terminal() const { return local_ports + global_ports; }
};

/// Aquila's 24 + 8 + 18 for pods of 12 TiNs with 2 lanes and 50 ports, so far as 8 global ports
/// suffice and the hosts need no more than 18; elsewhere exactly the link ports that the shape
/// needs, and the rest terminal.
PortLayout port_layout(const Shape& shape, unsigned ports, unsigned terminals_needed = 0);

/// Terminal ports that each host owns.
unsigned ports_per_host(const TopologyConfig& config, const PortLayout& layout);

/// Local port of TiN `from` for lane `lane` to TiN `to` (docs/reference/topology.md). Precondition:
/// from != to.
constexpr unsigned local_port(unsigned from, unsigned to, unsigned lane, unsigned lanes) {
  return lanes * (to < from ? to : to - 1) + lane;
}

}  // namespace tinsim
