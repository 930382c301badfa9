// SPDX-License-Identifier: Apache-2.0
// Port selectors: grammar, and the ports that fit.
#include "platform/network/topology/port_selector.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <map>
#include <optional>

namespace tinsim {

const char* const kPortSelectorForm =
    "all, local, global, terminal, or podP.tinT.portN with patterns such as * in place of parts";

namespace {

const std::map<std::string_view, std::optional<PortKind>> kKinds = {
    {"all", std::nullopt},
    {"local", PortKind::kLocal},
    {"global", PortKind::kGlobal},
    {"terminal", PortKind::kTerminal}};

/// A selection of ports; the patterns are for names such as `pod0`, `tin1` and `port33`.
struct Pattern {
  std::optional<PortKind> kind;  ///< none: any in use
  std::string pod = "*", tin = "*", port = "*";
};

/// A word for a kind, or three parts with something in each.
std::optional<Pattern> parse(std::string_view text) {
  Pattern pattern;
  const auto kind = kKinds.find(text);
  if (kind != kKinds.end()) {
    pattern.kind = kind->second;
    return pattern;
  }
  const std::size_t first = text.find('.');
  const std::size_t second = first == text.npos ? first : text.find('.', first + 1);
  if (second == text.npos || text.find('.', second + 1) != text.npos) return std::nullopt;
  pattern.pod = text.substr(0, first);
  pattern.tin = text.substr(first + 1, second - first - 1);
  pattern.port = text.substr(second + 1);
  if (pattern.pod.empty() || pattern.tin.empty() || pattern.port.empty()) return std::nullopt;
  return pattern;
}

bool fits(const std::string& pattern, const char* what, std::size_t number) {
  return fnmatch(pattern.c_str(), fmt::format("{}{}", what, number).c_str(), 0) == 0;
}

}  // namespace

bool is_port_selector(std::string_view text) { return parse(text).has_value(); }

std::vector<PortRef> select_ports(const Topology& topology, std::string_view selector,
                                  std::string* error) {
  error->clear();
  const std::optional<Pattern> pattern = parse(selector);
  if (!pattern) {
    *error = fmt::format("is no port selector; expected {}", kPortSelectorForm);
    return {};
  }
  std::vector<bool> port_fits;
  for (std::size_t p = 0; p < topology.ports_per_chip; ++p) {
    port_fits.push_back(fits(pattern->port, "port", p));
  }
  std::vector<PortRef> found;
  for (std::size_t c = 0; c < topology.chips.size(); ++c) {
    const ChipInfo& chip = topology.chips[c];
    if (!fits(pattern->pod, "pod", chip.pod) || !fits(pattern->tin, "tin", chip.tin)) continue;
    for (std::size_t p = 0; p < chip.ports.size(); ++p) {
      const PortKind kind = chip.ports[p].kind;
      if (!port_fits[p] || kind == PortKind::kUnused || kind != pattern->kind.value_or(kind)) {
        continue;
      }
      found.push_back({static_cast<uint16_t>(c), static_cast<uint8_t>(p)});
    }
  }
  if (found.empty()) {
    *error = fmt::format(
        "names no port in use; expected a port of a network of {} pods, {} TiNs per pod and {} "
        "ports per TiN",
        topology.pods, topology.tins_per_pod, topology.ports_per_chip);
  }
  return found;
}

std::vector<unsigned> select_chips(const Topology& topology, const std::string& selector) {
  std::string none_named;  // an empty result implies it
  std::vector<unsigned> chips;
  for (const PortRef& port : select_ports(topology, selector + ".*", &none_named))
    if (chips.empty() || chips.back() != port.chip) chips.push_back(port.chip);
  return chips;
}

std::string port_name(const Topology& topology, PortRef port) {
  const ChipInfo& chip = topology.chips[port.chip];
  return fmt::format("pod{}.tin{}.port{}", chip.pod, chip.tin, unsigned{port.port});
}

}  // namespace tinsim
