// SPDX-License-Identifier: Apache-2.0
// Port classes of a TiN as matches and outputs of flows (Aquila, section 4.2).
#pragma once

#include <array>

#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim::control {

/// An output of a group: a port class, and which of the class's ports it is. Local classes of
/// outputs are the types of the hops that they make. Terminal ports are no outputs of flows: cells
/// for a TiN leave by registers of its endpoints.
using Output = std::uint8_t;
constexpr Output kNoOutput = 0xff;
constexpr unsigned kMostMembers = 42;  ///< of a class of outputs

/// The ports of one TiN by their classes.
class PortClasses {
 public:
  /// Spare ports are in no class.
  PortClasses(const Topology& topology, unsigned tin);

  unsigned ports() const { return static_cast<unsigned>(in_class_.size()); }
  bool is_link(unsigned port) const { return links_ >> port & 1; }
  std::uint64_t links() const { return links_; }
  /// Input ports of a class.
  std::uint64_t inputs(unsigned port_class) const { return inputs_[port_class]; }
  /// Output ports of a class, ascending.
  const std::vector<std::uint8_t>& outputs(unsigned port_class) const {
    return outputs_[port_class];
  }

  /// kNoOutput: the port has no link.
  Output output_of(std::uint8_t port) const;
  /// kNoRoute: the class has no such port.
  std::uint8_t port_of(Output output) const;

  /// Whether cells of a class of inputs may leave by this port: it has a link, and the turn is
  /// permitted by the parity-sign rule.
  bool may_turn(unsigned in_class, std::uint8_t port) const;
  /// Ports that lead back to where the cells of an input come from.
  std::uint64_t back(unsigned in_port) const { return back_[in_port]; }

  /// Ports of `outputs` without improper members: spare ports, those that are not in `up`, turns
  /// that are not permitted. The rest is repeated cyclically, as many as there were.
  template <class List>
  List proper(const List& outputs, unsigned in_class, std::uint64_t up) const {
    std::vector<std::uint8_t> ports;
    for (const Output output : outputs) {
      const std::uint8_t port = port_of(output);
      if (port != kNoRoute && (up >> port & 1) && may_turn(in_class, port)) ports.push_back(port);
    }
    List list;
    for (std::size_t n = 0; n < list.size(); ++n)
      list[n] = ports.empty() ? kNoRoute : ports[n % ports.size()];
    return list;
  }

 private:
  std::vector<std::uint8_t> in_class_, out_class_;  ///< by port
  std::uint64_t links_ = 0;
  std::array<std::uint64_t, kPortClasses> inputs_{};
  std::array<std::vector<std::uint8_t>, kPortClasses> outputs_;
  std::vector<std::uint64_t> back_;  ///< by port
};

}  // namespace tinsim::control
