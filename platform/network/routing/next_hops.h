// SPDX-License-Identifier: Apache-2.0
// A routing scheme for a network given as a graph; graph_tables.h makes tables of it.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/network/topology/topology.h"

namespace tinsim {

/// Calls fn(port, link) for each port of a chip that has a link.
template <class Fn>
void for_each_link(const Topology& topology, unsigned chip, const Fn& fn) {
  const std::vector<PortInfo>& ports = topology.chips[chip].ports;
  for (unsigned port = 0; port < ports.size(); ++port)
    if (ports[port].kind == PortKind::kLocal || ports[port].kind == PortKind::kGlobal)
      fn(port, ports[port]);
}

/// Chips that cells can be for, ascending.
std::vector<unsigned> chips_with_hosts(const Topology& topology);

class NextHops {
 public:
  virtual ~NextHops() = default;

  /// Number of classes of input ports; terminal ports have class 0.
  virtual unsigned classes() const { return 1; }
  /// Class of a link port as an input.
  virtual unsigned port_class(unsigned /*chip*/, const PortInfo& /*link*/) const { return 0; }
  /// Whether a cell of this class may take the link, for any goal: the rule that keeps all routes
  /// of the scheme free of deadlock, with and without failures.
  virtual bool may_turn(unsigned /*chip*/, unsigned /*in_class*/, const PortInfo& /*link*/) const {
    return true;
  }
  /// Whether a cell that arrived at this chip over the link continues in the next VC phase.
  virtual bool next_phase(unsigned chip, const PortInfo& link) const = 0;

  /// From now on all questions are about cells for this chip.
  virtual void aim(unsigned dst) = 0;
  /// Ports that a cell may take from a chip other than `dst`; none where it cannot be.
  virtual std::vector<uint8_t> ports(unsigned chip, unsigned in_class) const = 0;
  /// Links from a terminal of the chip to `dst`.
  virtual unsigned links_left(unsigned chip) const = 0;
};

}  // namespace tinsim
