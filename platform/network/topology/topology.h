// SPDX-License-Identifier: Apache-2.0
// The network as pure data: chips, the links of each port, and the places of the hosts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "platform/config/platform_config.h"
#include "tlm/gnet/gnet_address.h"

namespace tinsim {

enum class PortKind : uint8_t { kUnused, kLocal, kGlobal, kTerminal };

/// Length of a link that has none of its own.
constexpr float kLengthOfKind = -1;

/// The other end of one switch port.
struct PortInfo {
  PortKind kind = PortKind::kUnused;
  uint16_t peer_chip = 0;        ///< local, global: the chip at the other end
  uint8_t peer_port = 0;         ///< local, global: its port
  uint8_t endpoint = 0;          ///< terminal: endpoint number in the 16-bit address
  float metres = kLengthOfKind;  ///< local, global: length; kLengthOfKind: that of its kind
};

constexpr uint16_t kNoVariant = 0xffff;

struct ChipInfo {
  uint16_t pod = 0;
  uint16_t tin = 0;
  std::vector<PortInfo> ports;
  std::string name;               ///< of the node in a graph file, printable; else empty
  uint16_t variant = kNoVariant;  ///< entry of `tin_variants`
};

/// A host owns `ports` consecutive terminal ports of its chip, starting at `first_port`.
struct HostInfo {
  uint16_t chip = 0;
  uint8_t first_port = 0;
  uint16_t ports = 0;
};

struct Topology {
  unsigned pods = 1;
  unsigned tins_per_pod = 1;
  unsigned ports_per_chip = 0;
  unsigned endpoint_bits = kEndpointBits;  ///< of an address
  /// Chips in a row between whose hosts `adversarial` shifts traffic: a pod of a Dragonfly, a group
  /// of a Dragonfly+, else one chip.
  unsigned adversary_chips = 1;
  std::vector<ChipInfo> chips;  ///< chip = pod * tins_per_pod + tin; the last pod may have fewer
  std::vector<HostInfo> hosts;  ///< host numbers run chip by chip

  /// Reference injection rate of a chip with hosts in port rates: the rate of `load: 1.0`. The
  /// smaller of its terminal ports in use and the global ports of the TiN with most of them in use;
  /// the terminal ports if there is no global link. In a network given as a graph (graph.h), the
  /// smaller of terminal ports and link ports.
  double reference_ports = 0;
  /// Words per cycle of a local link and of a global one, where crossbars can fill it.
  double local_rate = 1;
  double global_rate = 1;

  /// Places of the ports of a chip in lists of all ports.
  unsigned port_stride() const { return std::max(64u, ports_per_chip); }

  uint16_t address(unsigned chip, unsigned endpoint = 0) const {
    return gnet_address(chips[chip].pod, chips[chip].tin, endpoint, endpoint_bits);
  }
};

/// Bits of an address for so many endpoints of a chip.
constexpr unsigned bits_for_endpoints(unsigned endpoints) {
  return endpoints > 128 ? 8 : endpoints > 64 ? 7 : kEndpointBits;
}

/// The hosts at which groups of Topology::adversary_chips chips begin, ascending; groups without
/// hosts do not count.
std::vector<unsigned> first_hosts_of_groups(const Topology& topology);

/// Depth in words of each VC FIFO behind a port. Both ends of a link are of one kind, so this is
/// also the credit of the far end of a port.
unsigned vc_fifo_words(const VcFifoConfig& fifo, PortKind kind);
/// Words that the VC FIFOs of a port share besides.
unsigned shared_words(const VcFifoConfig& fifo, PortKind kind);

/// Builds the network that the configuration describes. Precondition: validate() found no error.
Topology make_topology(const PlatformConfig& config);

}  // namespace tinsim
