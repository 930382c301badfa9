// SPDX-License-Identifier: Apache-2.0
// Topology export: the built network for people (summary), tables (csv) and Graphviz (dot).
#include "platform/network/topology/export.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <map>

#include "platform/config/chip_words.h"
#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

constexpr std::array<const char*, 4> kKindNames = {"unused", "local", "global", "terminal"};

const char* name(PortKind kind) { return kKindNames[static_cast<unsigned>(kind)]; }

unsigned count_ports(const ChipInfo& chip, PortKind kind) {
  return static_cast<unsigned>(std::count_if(chip.ports.begin(), chip.ports.end(),
                                             [kind](const PortInfo& p) { return p.kind == kind; }));
}

unsigned count_ports(const Topology& t, PortKind kind) {
  unsigned sum = 0;
  for (const ChipInfo& chip : t.chips) sum += count_ports(chip, kind);
  return sum;
}

/// `8`, or `7 to 8` where chips differ.
std::string per_chip(const Topology& t, PortKind kind) {
  unsigned least = t.ports_per_chip, most = 0;
  for (const ChipInfo& chip : t.chips) {
    least = std::min(least, count_ports(chip, kind));
    most = std::max(most, count_ports(chip, kind));
  }
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

/// Number of the host that owns each terminal port, by chip and port.
std::map<std::pair<unsigned, unsigned>, size_t> host_of_port(const Topology& t) {
  std::map<std::pair<unsigned, unsigned>, size_t> host_of;
  for (size_t h = 0; h < t.hosts.size(); ++h)
    for (unsigned i = 0; i < t.hosts[h].ports; ++i)
      host_of[{t.hosts[h].chip, t.hosts[h].first_port + i}] = h;
  return host_of;
}

/// `pod.tin`, and below it the name of a node.
std::string label(const ChipInfo& chip) {
  std::string text = fmt::format("{}.{}", chip.pod, chip.tin);
  if (!chip.name.empty()) text += "\\n";
  for (char c : chip.name) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return text;
}

}  // namespace

std::string network_name(const TopologyConfig& config, const Topology& topology) {
  const TopologyKind kind = config.kind;
  if (kind == TopologyKind::dragonfly)
    return fmt::format("dragonfly, {} pods of {} TiNs", topology.pods, topology.tins_per_pod);
  if (const GraphShape* shape = find_graph_shape(kind)) return shape->name(config, topology);
  return std::string(word_of(kind));
}

void write_topology_summary(std::ostream& out, const PlatformConfig& config, const Topology& t) {
  const auto line = [&out](const std::string& what, const auto& value) {
    fmt::print(out, "{:<28}{}\n", what, value);
  };
  line("kind", word_of(config.topology.kind));
  line("pods", t.pods);
  line(fmt::format("{}s per pod", chip_words(config.chip).chip), t.tins_per_pod);
  line("chips", t.chips.size());
  line("hosts", t.hosts.size());
  line("ports per chip", t.ports_per_chip);
  line("  local in use", per_chip(t, PortKind::kLocal));
  line("  global in use", per_chip(t, PortKind::kGlobal));
  line("  terminal in use", per_chip(t, PortKind::kTerminal));
  line("  unused", per_chip(t, PortKind::kUnused));
  line("local links", count_ports(t, PortKind::kLocal) / 2);
  line("global links", count_ports(t, PortKind::kGlobal) / 2);
  line("local link length (m)", config.link.local_m);
  line("global link length (m)", config.link.global_m);
  line("reference rate (ports/chip)", t.reference_ports);
}

void write_topology_csv(std::ostream& out, const PlatformConfig&, const Topology& t) {
  const auto host_of = host_of_port(t);
  out << "chip,pod,tin,port,kind,peer_chip,peer_pod,peer_tin,peer_port,host,address\n";
  for (unsigned c = 0; c < t.chips.size(); ++c) {
    const ChipInfo& chip = t.chips[c];
    for (unsigned p = 0; p < chip.ports.size(); ++p) {
      const PortInfo& port = chip.ports[p];
      fmt::print(out, "{},{},{},{},{},", c, chip.pod, chip.tin, p, name(port.kind));
      if (port.kind == PortKind::kTerminal) {
        fmt::print(out, ",,,,{},{}\n", host_of.at({c, p}), t.address(c, port.endpoint));
      } else if (port.kind == PortKind::kUnused) {
        out << ",,,,,\n";
      } else {
        const ChipInfo& peer = t.chips[port.peer_chip];
        fmt::print(out, "{},{},{},{},,\n", port.peer_chip, peer.pod, peer.tin, port.peer_port);
      }
    }
  }
}

void write_topology_dot(std::ostream& out, const PlatformConfig& config, const Topology& t) {
  fmt::print(out, "graph \"{}\" {{\n  node [shape=box];\n", word_of(config.topology.kind));
  for (unsigned pod = 0; pod < t.pods; ++pod) {
    fmt::print(out, "  subgraph cluster_{0} {{ label=\"pod {0}\";", pod);
    for (unsigned c = pod * t.tins_per_pod; c < t.chips.size() && t.chips[c].pod == pod; ++c)
      fmt::print(out, " c{} [label=\"{}\"];", c, label(t.chips[c]));
    out << " }\n";
  }
  std::map<std::pair<unsigned, unsigned>, unsigned>
      links;  // between chips, each seen from the lower
  for (unsigned c = 0; c < t.chips.size(); ++c)
    for (const PortInfo& port : t.chips[c].ports)
      if ((port.kind == PortKind::kLocal || port.kind == PortKind::kGlobal) && c < port.peer_chip)
        ++links[{c, port.peer_chip}];
  for (const auto& [ends, count] : links)
    fmt::print(out, "  c{} -- c{} [label={}{}];\n", ends.first, ends.second, count,
               t.chips[ends.first].pod == t.chips[ends.second].pod ? "" : ", style=bold");
  out << "}\n";
}

}  // namespace tinsim
