// SPDX-License-Identifier: Apache-2.0
// Link selectors: the text by which a configuration names links.
#include "platform/network/topology/link_selector.h"

#include <algorithm>

namespace tinsim {

LinkEnd far_end(const Topology& topology, const LinkEnd& end) {
  const PortInfo& info = topology.chips[end.chip].ports[end.port];
  return {info.peer_chip, info.peer_port};
}

bool is_link_selector(const std::string& text) {
  return text != "terminal" && is_port_selector(text);
}

std::vector<LinkEnd> named_ends(const Topology& topology, const std::string& selector) {
  std::string none_named;  // an empty result implies it
  std::vector<LinkEnd> ends = select_ports(topology, selector, &none_named);
  const auto leads_nowhere = [&](const LinkEnd& end) {
    return !is_link(topology.chips[end.chip].ports[end.port]);
  };
  ends.erase(std::remove_if(ends.begin(), ends.end(), leads_nowhere), ends.end());
  return ends;
}

std::vector<LinkEnd> both_ends(const Topology& topology, const std::vector<LinkEnd>& named) {
  std::vector<LinkEnd> ends = named;
  for (const LinkEnd& end : named) ends.push_back(far_end(topology, end));
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

}  // namespace tinsim
