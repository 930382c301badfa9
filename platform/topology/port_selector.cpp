// SPDX-License-Identifier: Apache-2.0
// Port selectors: grammar, and the ports that fit.
#include "platform/topology/port_selector.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

namespace tinsim {

const char* const kPortSelectorForm =
    "all, local, global, terminal, or podP.tinT.portN with * in place of any number";

namespace {

/// A number, or every number.
using Wanted = std::optional<unsigned>;

struct Pattern {
  std::optional<PortKind> kind;  ///< none: any in use
  std::array<Wanted, 3> at;      ///< pod, tin, port
};

bool parse_kind(std::string_view text, Pattern& pattern) {
  if (text == "all") return true;
  if (text == "local") pattern.kind = PortKind::kLocal;
  if (text == "global") pattern.kind = PortKind::kGlobal;
  if (text == "terminal") pattern.kind = PortKind::kTerminal;
  return pattern.kind.has_value();
}

/// `pod12`, `pod*` or `*`, where `name` is pod.
bool parse_part(std::string_view text, std::string_view name, Wanted& wanted) {
  if (text == "*") return true;
  if (text.substr(0, name.size()) != name) return false;
  text.remove_prefix(name.size());
  if (text == "*") return true;
  unsigned number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  wanted = number;
  return !text.empty() && error == std::errc() && stop == text.data() + text.size();
}

bool parse(std::string_view text, Pattern& pattern) {
  if (parse_kind(text, pattern)) return true;
  constexpr std::array<std::string_view, 3> kNames = {"pod", "tin", "port"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const std::size_t dot = text.find('.');
    if ((dot == text.npos) != (i + 1 == kNames.size())) return false;
    if (!parse_part(text.substr(0, dot), kNames[i], pattern.at[i])) return false;
    if (dot != text.npos) text.remove_prefix(dot + 1);
  }
  return true;
}

bool fits(const Wanted& wanted, unsigned number) { return !wanted || *wanted == number; }

}  // namespace

std::vector<PortRef> select_ports(const Topology& topology, std::string_view selector,
                                  std::string* error) {
  error->clear();
  Pattern pattern;
  if (!parse(selector, pattern)) {
    *error = fmt::format("is no port selector; expected {}", kPortSelectorForm);
    return {};
  }
  std::vector<PortRef> found;
  for (std::size_t c = 0; c < topology.chips.size(); ++c) {
    const ChipInfo& chip = topology.chips[c];
    if (!fits(pattern.at[0], chip.pod) || !fits(pattern.at[1], chip.tin)) continue;
    for (std::size_t p = 0; p < chip.ports.size(); ++p) {
      const PortKind kind = chip.ports[p].kind;
      if (kind == PortKind::kUnused || kind != pattern.kind.value_or(kind)) continue;
      if (!fits(pattern.at[2], static_cast<unsigned>(p))) continue;
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

std::string port_name(const Topology& topology, PortRef port) {
  const ChipInfo& chip = topology.chips[port.chip];
  return fmt::format("pod{}.tin{}.port{}", chip.pod, chip.tin, unsigned{port.port});
}

}  // namespace tinsim
