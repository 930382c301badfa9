// SPDX-License-Identifier: Apache-2.0
// Link selectors: the text by which a configuration names links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/network/topology/port_selector.h"

namespace tinsim {

/// One end of a link; as a direction, the one in which this end sends.
using LinkEnd = PortRef;

constexpr bool is_link(const PortInfo& port) {
  return port.kind == PortKind::kLocal || port.kind == PortKind::kGlobal;
}

/// The other end of a link. Precondition: `end` is one.
LinkEnd far_end(const Topology& topology, const LinkEnd& end);

/// True for `local`, `global`, `all`, and three parts with dots between them, which are patterns
/// (POSIX fnmatch) for the names of pod, TiN and port: `pod0.tin1.port25`, `pod*.tin[0-3].*`.
bool is_link_selector(const std::string& text);

/// The ends that the selector names, in ascending order; `local`, `global` and `all` name both ends
/// of each link. Empty when it matches none. Precondition: is_link_selector().
std::vector<LinkEnd> named_ends(const Topology& topology, const std::string& selector);

/// The ends named and their far ends, in ascending order, each once.
std::vector<LinkEnd> both_ends(const Topology& topology, const std::vector<LinkEnd>& named);

}  // namespace tinsim
