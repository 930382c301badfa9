// SPDX-License-Identifier: Apache-2.0
// Link selectors: the text by which a configuration names links.
#include "platform/topology/link_selector.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <optional>

namespace tinsim {
namespace {

struct Parts {
  std::string pod, tin, port;
};

/// Empty when there are not three parts with something in each.
std::optional<Parts> split(const std::string& text) {
  const std::size_t first = text.find('.');
  const std::size_t second = first == text.npos ? first : text.find('.', first + 1);
  if (second == text.npos || text.find('.', second + 1) != text.npos) return std::nullopt;
  Parts parts = {text.substr(0, first), text.substr(first + 1, second - first - 1),
                 text.substr(second + 1)};
  if (parts.pod.empty() || parts.tin.empty() || parts.port.empty()) return std::nullopt;
  return parts;
}

bool matches(const std::string& pattern, const char* what, unsigned number) {
  return fnmatch(pattern.c_str(), fmt::format("{}{}", what, number).c_str(), 0) == 0;
}

/// Calls fn(end, info) for every end of a link, ascending.
template <class Fn>
void for_each_end(const Topology& topology, Fn&& fn) {
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip) {
    const auto& ports = topology.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      if (is_link(ports[port]))
        fn(LinkEnd{static_cast<uint16_t>(chip), static_cast<uint8_t>(port)}, ports[port]);
    }
  }
}

std::vector<LinkEnd> ends_of_kind(const Topology& topology, const std::string& kind) {
  std::vector<LinkEnd> ends;
  for_each_end(topology, [&](const LinkEnd& end, const PortInfo& info) {
    if (kind == "all" || kind == (info.kind == PortKind::kLocal ? "local" : "global"))
      ends.push_back(end);
  });
  return ends;
}

bool is_kind(const std::string& text) {
  return text == "local" || text == "global" || text == "all";
}

}  // namespace

LinkEnd far_end(const Topology& topology, const LinkEnd& end) {
  const PortInfo& info = topology.chips[end.chip].ports[end.port];
  return {info.peer_chip, info.peer_port};
}

bool is_link_selector(const std::string& text) { return is_kind(text) || split(text); }

std::vector<LinkEnd> named_ends(const Topology& topology, const std::string& selector) {
  if (is_kind(selector)) return ends_of_kind(topology, selector);
  const Parts parts = *split(selector);
  std::vector<bool> port_matches(topology.ports_per_chip);
  for (unsigned port = 0; port < topology.ports_per_chip; ++port)
    port_matches[port] = matches(parts.port, "port", port);
  std::vector<bool> chip_matches;
  for (const ChipInfo& chip : topology.chips)
    chip_matches.push_back(matches(parts.pod, "pod", chip.pod) &&
                           matches(parts.tin, "tin", chip.tin));
  std::vector<LinkEnd> ends;
  for_each_end(topology, [&](const LinkEnd& end, const PortInfo&) {
    if (chip_matches[end.chip] && port_matches[end.port]) ends.push_back(end);
  });
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
