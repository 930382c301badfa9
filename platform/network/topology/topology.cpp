// SPDX-License-Identifier: Apache-2.0
// The network as pure data: chips, the links of each port, and the places of the hosts.
#include "platform/network/topology/topology.h"

#include <algorithm>

#include "platform/network/topology/graph.h"
#include "platform/network/topology/layout.h"
#include "platform/network/topology/tin_variants.h"
#include "platform/network/topology/wiring.h"
#include "tlm/gnet/full_rate.h"

namespace tinsim {
namespace {

Topology make_chips(const Shape& shape, unsigned ports) {
  Topology t;
  t.pods = shape.pods;
  t.tins_per_pod = shape.tins;
  t.ports_per_chip = ports;
  for (unsigned pod = 0; pod < shape.pods; ++pod)
    for (unsigned tin = 0; tin < shape.tins; ++tin)
      t.chips.push_back({static_cast<uint16_t>(pod), static_cast<uint16_t>(tin),
                         std::vector<PortInfo>(ports), ""});
  return t;
}

/// Points one end of a link at the other; the other end is pointed back by its own call.
void point(Topology& t, PortKind kind, unsigned chip, unsigned port, unsigned peer_chip,
           unsigned peer_port) {
  t.chips[chip].ports[port] = {kind, static_cast<uint16_t>(peer_chip),
                               static_cast<uint8_t>(peer_port), 0, kLengthOfKind};
}

void join_tins(Topology& t, unsigned pod, unsigned lanes) {
  const unsigned base = pod * t.tins_per_pod;
  for (unsigned i = 0; i < t.tins_per_pod; ++i)
    for (unsigned j = 0; j < t.tins_per_pod; ++j)
      for (unsigned lane = 0; i != j && lane < lanes; ++lane)
        point(t, PortKind::kLocal, base + i, local_port(i, j, lane, lanes), base + j,
              local_port(j, i, lane, lanes));
}

void join_pods(Topology& t, const Wiring& wiring, unsigned first_global) {
  for (unsigned d = 1; d < wiring.pods; ++d)
    for (unsigned c = 0; c < wiring.copies; ++c) {
      const unsigned port = first_global + wiring.rank(d, c);
      const unsigned peer_port = first_global + wiring.rank(wiring.pods - d, c);
      for (unsigned pod = 0; pod < wiring.pods; ++pod)
        point(t, PortKind::kGlobal, pod * wiring.tins + wiring.owner(d, c), port,
              (pod + d) % wiring.pods * wiring.tins + wiring.owner(wiring.pods - d, c), peer_port);
    }
}

void place_hosts(Topology& t, unsigned hosts_per_chip, unsigned ports_per_host,
                 unsigned first_terminal) {
  for (unsigned chip = 0; chip < t.chips.size(); ++chip) {
    for (unsigned host = 0; host < hosts_per_chip; ++host)
      t.hosts.push_back({static_cast<uint16_t>(chip),
                         static_cast<uint8_t>(first_terminal + host * ports_per_host),
                         static_cast<uint16_t>(ports_per_host)});
    for (unsigned endpoint = 0; endpoint < hosts_per_chip * ports_per_host; ++endpoint)
      t.chips[chip].ports[first_terminal + endpoint] = {PortKind::kTerminal, 0, 0,
                                                        static_cast<uint8_t>(endpoint)};
  }
}

unsigned max_ports_in_use(const Topology& t, PortKind kind) {
  unsigned most = 0;
  for (const ChipInfo& chip : t.chips) {
    const auto count = std::count_if(chip.ports.begin(), chip.ports.end(),
                                     [kind](const PortInfo& p) { return p.kind == kind; });
    most = std::max(most, static_cast<unsigned>(count));
  }
  return most;
}

Topology make_shaped_topology(const PlatformConfig& config) {
  const Shape shape = network_shape(config.topology);
  const PortLayout layout = port_layout(
      shape, config.tin.switch_.ports,
      config.topology.hosts_per_tin * std::max(1u, config.topology.terminal_ports_per_host));
  Topology t = make_chips(shape, config.tin.switch_.ports);
  t.adversary_chips = shape.tins;
  for (unsigned pod = 0; pod < shape.pods; ++pod) join_tins(t, pod, shape.lanes);
  join_pods(t, make_wiring(shape), layout.first_global());
  const unsigned per_host = ports_per_host(config.topology, layout);
  t.endpoint_bits = bits_for_endpoints(config.topology.hosts_per_tin * per_host);
  place_hosts(t, config.topology.hosts_per_tin, per_host, layout.first_terminal());
  const unsigned terminals = max_ports_in_use(t, PortKind::kTerminal);
  const unsigned globals = max_ports_in_use(t, PortKind::kGlobal);
  t.reference_ports = globals == 0 ? terminals : std::min(terminals, globals);
  return t;
}

}  // namespace

Topology make_topology(const PlatformConfig& config) {
  Topology t = is_graph_kind(config.topology.kind) ? make_graph_topology(config)
                                                   : make_shaped_topology(config);
  const auto rate = [&config](bool fec, Ratio of_link) {
    const bool fills = config.tin.switch_.crossbar_speedup != 1;
    return !fec && fills ? full_rate::kWordsPerCycle : of_link.value();
  };
  t.local_rate = rate(config.link.local_fec, config.link.local_rate);
  t.global_rate = rate(config.link.global_fec, config.link.global_rate);
  assign_variants(config, t);
  return t;
}

std::vector<unsigned> first_hosts_of_groups(const Topology& topology) {
  std::vector<unsigned> first;
  unsigned last_group = 0;
  for (unsigned host = 0; host < topology.hosts.size(); ++host) {
    const unsigned group = topology.hosts[host].chip / topology.adversary_chips;
    if (first.empty() || group != last_group) first.push_back(host);
    last_group = group;
  }
  return first;
}

unsigned vc_fifo_words(const VcFifoConfig& fifo, PortKind kind) {
  switch (kind) {
    case PortKind::kLocal:
      return fifo.local_words;
    case PortKind::kGlobal:
      return fifo.global_words;
    default:
      return fifo.terminal_words;
  }
}

unsigned shared_words(const VcFifoConfig& fifo, PortKind kind) {
  return kind == PortKind::kLocal    ? fifo.local_shared_words
         : kind == PortKind::kGlobal ? fifo.global_shared_words
                                     : 0;
}

}  // namespace tinsim
