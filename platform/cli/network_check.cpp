// SPDX-License-Identifier: Apache-2.0
// Derived figures that need the network: links, deadlock proof, throughput bound.
#include "platform/cli/network_check.h"

#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/size_cdf.h"
#include "platform/build/failures.h"
#include "platform/build/platform.h"
#include "platform/build/windows.h"
#include "platform/config/chip_shape.h"
#include "platform/config/located.h"
#include "platform/network/link_plan.h"
#include "platform/network/routing/deadlock.h"
#include "platform/network/routing/route_tables.h"
#include "platform/network/routing/scheme.h"
#include "platform/network/switch_plan.h"
#include "platform/services/flow_sources.h"
#include "platform/traffic/traffic_bound.h"
#include "tlm/gnet/full_rate.h"

namespace tinsim {

namespace {

void print_links(std::ostream& out, const PlatformConfig& config, const Topology& topology) {
  std::size_t local = 0, global = 0;
  for (const ChipInfo& chip : topology.chips) {
    for (const PortInfo& port : chip.ports) {
      local += port.kind == PortKind::kLocal;
      global += port.kind == PortKind::kGlobal;
    }
  }
  fmt::print(out, "links: {} local, {} global\n", local / 2, global / 2);
  const Windows windows = allowed_windows(config, topology, LinkPlan(config, topology));
  fmt::print(out, "windows: chip {} cycles, pod {} cycles\n", windows.chip, windows.pod);
}

void print_census(std::ostream& out, const LinkPlan& plan, PortKind kind, const char* name) {
  const LinkCensus census = plan.census(kind);
  if (census.links == 0) return;
  fmt::print(out, "{} links: {} at cell fidelity, {} at wire fidelity; {} noisy, {} with faults\n",
             name, census.links - census.wire, census.wire, census.noisy, census.faulty);
}

void print_link_plan(std::ostream& out, const PlatformConfig& config, const Topology& topology) {
  const LinkPlan plan(config, topology);
  print_census(out, plan, PortKind::kLocal, "local");
  print_census(out, plan, PortKind::kGlobal, "global");
  if (const std::string note = plan.note(); !note.empty()) fmt::print(out, "note: {}\n", note);
  const Cycle period = refresh_period(config);
  if (period == 0) {
    out << "FC refresh: none\n";
    return;
  }
  const uint64_t round = uint64_t{period} * refresh_sets(config);
  fmt::print(out,
             "FC refresh: a set every {} cycles = {:.2f} % of the slots; every VC every {} cycles "
             "= {:.2f} us\n",
             period, 100.0 / period, round, static_cast<double>(round) / config.tin.core_mhz);
}

/// A FIFO must hold the words sent in a credit's round trip, or one VC cannot fill the link.
void print_round_trip(std::ostream& out, const PlatformConfig& config, const Topology& topology,
                      PortKind kind, const char* name, unsigned words) {
  Cycle longest = 0;
  for (const ChipInfo& chip : topology.chips) {
    for (const PortInfo& port : chip.ports)
      if (port.kind == kind) longest = std::max(longest, link_cycles(config, port));
  }
  if (longest == 0) return;
  const double rate = kind == PortKind::kLocal ? topology.local_rate : topology.global_rate;
  const Cycle cycles = credit_round_trip(longest, chip_delays(config)) + longest_cell_words(config);
  const uint64_t trip = rate > 1 ? full_rate::first_slot(cycles)
                                 : static_cast<uint64_t>(std::ceil(cycles * rate - 1e-9));
  fmt::print(out, "{} VC FIFO: {} words; one VC fills the link with {} ({})\n", name, words, trip,
             words >= trip ? "enough" : "too few");
}

void print_failures(std::ostream& out, const PlatformConfig& config, const Topology& topology,
                    std::vector<RouteTable> tables) {
  if (config.failures.events.empty()) return;
  ready_for_failures(config, topology, tables);
  const Failures failures(config, topology, tables);
  const auto us = [&](Cycle cycle) { return static_cast<double>(cycle) / config.tin.core_mhz; };
  for (const Failure& failure : failures.plan().failures())
    fmt::print(out, "failure at {} us: {} TiNs, {} links by themselves, {} directions dark; {}\n",
               us(failure.at), failure.chips.size(), failure.links.size(), failure.dark.size(),
               failure.until == kNoCycle ? "not repaired"
                                         : fmt::format("repaired at {} us", us(failure.until)));
  for (const NetworkChange& change : failures.plan().changes())
    fmt::print(out, "tables for the change at {} us: from {} us\n", us(change.at),
               us(change.tables));
  fmt::print(out,
             "deadlock with all tables and escape routes: none possible; {} channels, {} "
             "dependencies, no cycle\n",
             failures.proof().channels, failures.proof().dependencies);
}

/// Reads the files of message sizes, so that a faulty one is found before a run.
void print_messages(std::ostream& out, const PlatformConfig& config) {
  for (std::size_t i = 0; i < config.ip_traffic.size(); ++i) {
    const std::string& file = config.ip_traffic[i].size_cdf;
    if (file.empty()) continue;
    const SizeCdf sizes = read_named(config, fmt::format("ip_traffic.{}.size_cdf", i),
                                     [&] { return SizeCdf::read(file); });
    fmt::print(out, "ip_traffic.{}: messages of {:.1f} bytes on average\n", i, sizes.mean());
  }
  if (config.flows.enabled) {
    const FlowTotals flows = checked_flows(config);
    fmt::print(out, "flows: {} flows, {} bytes\n", flows.flows, flows.bytes);
  }
  const std::string& values = config.cliquemap.value_cdf;
  if (values.empty()) return;
  const SizeCdf sizes =
      read_named(config, "cliquemap.value_cdf", [&] { return SizeCdf::read(values); });
  fmt::print(out, "cliquemap: values of {:.1f} bytes on average\n", sizes.mean());
}

void print_variants(std::ostream& out, const PlatformConfig& config, const Topology& topology) {
  for (std::size_t i = 0; i < config.tin_variants.size(); ++i) {
    const auto has_it = [i](const ChipInfo& chip) { return chip.variant == i; };
    fmt::print(out, "tin_variants.{}: {} TiNs\n", i,
               std::count_if(topology.chips.begin(), topology.chips.end(), has_it));
  }
}

}  // namespace

void print_network_figures(std::ostream& out, const PlatformConfig& config) {
  const Topology topology = make_topology(config);
  const std::vector<RouteTable> tables = make_route_tables(config, topology);
  print_links(out, config, topology);
  print_variants(out, config, topology);
  print_link_plan(out, config, topology);
  print_round_trip(out, config, topology, PortKind::kLocal, "local",
                   config.tin.vc_fifo.local_words);
  print_round_trip(out, config, topology, PortKind::kGlobal, "global",
                   config.tin.vc_fifo.global_words);
  const OutputConfig& output = config.tin.output;
  const bool equal = std::adjacent_find(output.weights.begin(), output.weights.end(),
                                        std::not_equal_to<>()) == output.weights.end();
  if (!equal && config.tin.switch_.crossbar_speedup == 1) {
    out << "note: weights choose between cells that wait in an output queue; with a crossbar as "
           "fast as links few wait but for ordered sets and for links that are down\n";
  }
  if (const std::set<unsigned> company = classes_sharing_strict_vcs(config); !company.empty())
    fmt::print(out,
               "note: classes of service on the VCs of strict ones, which they hold back in the "
               "fabric: {}; ip.high_classes lists the classes that share VCs\n",
               fmt::join(company, ", "));
  if (const RoutePlan plan = plan_routes(config, topology); plan.scheme != Scheme::kPods)
    fmt::print(out, "routing: {}, {} VCs of each class{}, classes {} VCs apart\n",
               scheme_name(plan.scheme), plan.vcs.phases,
               plan.vcs.first_leg == 0
                   ? ""
                   : fmt::format(", the first {} to a random chip", plan.vcs.first_leg),
               plan.vcs.stride);
  fmt::print(out, "route tables: {} bytes for {} chips\n", table_bytes(tables), tables.size());
  const DeadlockProof proof = prove_deadlock_free(topology, tables);
  require_deadlock_free(proof);
  fmt::print(
      out,
      "deadlock: none possible; {} channels, {} dependencies, no cycle; longest route {} links\n",
      proof.channels, proof.dependencies, proof.longest_route_links);
  print_failures(out, config, topology, tables);
  ReplayReport recorded;
  make_traffic(config, topology, &recorded);
  if (recorded.cells != 0) fmt::print(out, "recordings: {} cells\n", recorded.cells);
  print_messages(out, config);
  const double offered = offered_ports_per_chip(config, topology);
  fmt::print(out, "offered: {:.4f} port rates = {:.2f} Gb/s per TiN\n", offered,
             offered * port_gbps(config));
  if (const auto bound = traffic_bound(config, topology, tables)) {
    fmt::print(
        out,
        "bound, if {}: {:.4f} port rates = {:.2f} Gb/s per TiN, by {}; {:.3f} links per cell\n",
        bound_condition(config), bound->per_chip_ports, bound->per_chip_ports * port_gbps(config),
        bound->limited_by, bound->mean_links);
  }
}

}  // namespace tinsim
