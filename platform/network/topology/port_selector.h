// SPDX-License-Identifier: Apache-2.0
// Port selectors: texts in a configuration that name ports of the network, one or many at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/network/topology/topology.h"

namespace tinsim {

/// One port of the network.
struct PortRef {
  uint16_t chip = 0;
  uint8_t port = 0;

  bool operator==(const PortRef& o) const { return chip == o.chip && port == o.port; }
  bool operator<(const PortRef& o) const { return chip != o.chip ? chip < o.chip : port < o.port; }
};

/// The form of a selector, for error texts after `expected`.
extern const char* const kPortSelectorForm;

/// The text has the form of a selector, whether or not it names a port.
bool is_port_selector(std::string_view text);

/// The ports that `selector` names, in order of chip and port:
///   all, local, global, terminal         every port in use, or those of one kind
///   pod0.tin1.port33                     one port
///   pod*.tin[0-3].port3?, *.tin1.*       each part a pattern (POSIX fnmatch) for the part's name
/// Ports that are not in use are never named. On a fault, and if no port fits, the result is empty
/// and `*error` is the reason, without the selector: `fault; expected …`; else it is cleared.
std::vector<PortRef> select_ports(const Topology& topology, std::string_view selector,
                                  std::string* error);

/// The chips with a port in use that `selector` names, in ascending order: `pod0.tin1`, each part a
/// pattern. Empty where it names none.
std::vector<unsigned> select_chips(const Topology& topology, const std::string& selector);

/// `pod0.tin1.port33`: the selector that names this port alone.
std::string port_name(const Topology& topology, PortRef port);

}  // namespace tinsim
