// SPDX-License-Identifier: Apache-2.0
// Traffic rules: what each pattern needs, and which VCs its classes need.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "platform/config/chip_endpoint_ranges.h"
#include "platform/network/routing/scheme.h"
#include "platform/network/topology/graph.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

/// One traffic entry, the network it runs on, and where to report.
struct Entry {
  const TrafficConfig& traffic;
  const PlatformConfig& config;
  NetworkSize size;
  VcLayout vcs;
  unsigned groups;  ///< among which `adversarial` shifts traffic in a network given as a graph
  std::string path;
  RuleErrors& errors;

  std::string at(const char* key) const { return path + "." + key; }
  unsigned hosts() const { return size.hosts; }
  bool is(TrafficPattern pattern) const { return traffic.pattern == pattern; }
  bool replays() const { return traffic.is_recorded(); }
  bool aims() const { return is(TrafficPattern::hotspot) || is(TrafficPattern::incast); }
};

void check_rate(const Entry& e) {
  const bool load = e.traffic.load.has_value();
  const bool gbps = e.traffic.gbps.has_value();
  if (e.replays()) {
    e.errors.expect(!load, e.at("load"),
                    "a recording has its own rate; expected no load with this pattern");
    e.errors.expect(!gbps, e.at("gbps"),
                    "a recording has its own rate; expected no gbps with this pattern");
    return;
  }
  e.errors.expect(load || gbps, e.path, "has no rate; expected load or gbps");
  e.errors.expect(!load || !gbps, e.path, "has both load and gbps; expected one of them");
}

/// For incast: whether any source is no target.
bool has_sender(const Entry& e) {
  const std::set<unsigned> targets(e.traffic.targets.begin(), e.traffic.targets.end());
  if (e.traffic.sources.empty()) return targets.size() < e.hosts();
  return std::any_of(e.traffic.sources.begin(), e.traffic.sources.end(),
                     [&](unsigned host) { return targets.count(host) == 0; });
}

void check_hosts(const Entry& e) {
  const std::string why = fmt::format("the network has {} hosts", e.hosts());
  expect_distinct_below(e.errors, e.at("sources"), e.traffic.sources, e.hosts(), why);
  expect_distinct_below(e.errors, e.at("targets"), e.traffic.targets, e.hosts(), why);
  e.errors.expect(!e.aims() || !e.traffic.targets.empty(), e.path,
                  fmt::format("{} has no targets; expected at least one host number",
                              word_of(e.traffic.pattern)));
  e.errors.expect(e.replays() || e.hosts() > 1, e.at("pattern"),
                  "the only host has nobody to send to; expected at least 2 hosts");
  const bool to_other_chips = e.is(TrafficPattern::uniform) || e.is(TrafficPattern::hotspot);
  e.errors.expect(!to_other_chips || e.hosts() == 1 || e.size.chips_with_hosts > 1 ||
                      e.config.topology.kind == TopologyKind::single,
                  e.at("pattern"),
                  fmt::format("{} sends to other chips, but there is only one; expected several "
                              "chips, or topology.kind single",
                              word_of(e.traffic.pattern)));
  e.errors.expect(!e.is(TrafficPattern::incast) || has_sender(e), e.at("targets"),
                  "every source is a target, and targets do not send; expected another source");
}

/// A shift by `offset` among `count` pods or chips must leave the sender's own.
void check_shift(const Entry& e, unsigned count, const char* what, const char* key) {
  if (count < 2) {
    return e.errors.add(e.at("pattern"), fmt::format("{} needs several {}; expected {} > 1",
                                                     word_of(e.traffic.pattern), what, key));
  }
  e.errors.expect(e.traffic.offset % count != 0, e.at("offset"),
                  fmt::format("{} is a multiple of the {} {} and leads back to the sender's own; "
                              "expected any other number",
                              e.traffic.offset, count, what));
}

/// Pods of a network given as a graph are only chips in a row: they do not reflect its shape.
void check_no_local_shift(const Entry& e) {
  e.errors.expect(!e.is(TrafficPattern::local_adversarial), e.at("pattern"),
                  fmt::format("{} needs the pods of a dragonfly, and the kind is {}; expected "
                              "uniform, permutation, adversarial, hotspot, incast, trace or pcap",
                              word_of(e.traffic.pattern), word_of(e.config.topology.kind)));
}

void check_file(const Entry& e) {
  const std::string& file = e.traffic.file;
  if (!e.replays()) return;
  if (file.empty()) {
    return e.errors.add(
        e.path, fmt::format("{} has no file; expected file: PATH", word_of(e.traffic.pattern)));
  }
  expect_readable(e.errors, e.at("file"), file);
}

/// VC = class * stride + phase; the routing scheme says how many phases there are and how far apart
/// classes are.
void check_vcs(const Entry& e) {
  if (e.traffic.vc == TrafficVc::destination) {
    return e.errors.expect(e.config.topology.kind == TopologyKind::single, e.at("vc"),
                           "destination cannot change VC from link to link; expected class, "
                           "or topology.kind single");
  }
  const unsigned stride = e.vcs.stride, phases = e.vcs.phases;
  const unsigned vcs = vcs_for_classes(e.config);
  const bool all = vcs == e.config.tin.switch_.vcs;
  const char* below = all ? "tin.switch.vcs is" : "those below the escape VCs are";
  const std::string limit = all ? "vcs" : std::to_string(vcs);
  for (size_t i = 0; i < e.traffic.class_.size(); ++i) {
    const unsigned first = stride * e.traffic.class_[i];
    const unsigned last = first + phases - 1;
    e.errors.expect(
        last < vcs, fmt::format("{}.class.{}", e.path, i),
        fmt::format("class {} needs VC {} to {}, but {} {}; expected "
                    "{}*class + {} < {}",
                    e.traffic.class_[i], first, last, below, vcs, stride, phases - 1, limit));
  }
  e.errors.expect(!e.traffic.class_.empty(), e.at("class"),
                  "is an empty list; expected at least one class");
}

void check_entry(const Entry& e) {
  check_rate(e);
  check_hosts(e);
  check_file(e);
  check_vcs(e);
  const bool is_graph = is_graph_kind(e.config.topology.kind);
  if (e.is(TrafficPattern::adversarial) && is_graph)
    check_shift(e, e.groups, "groups of chips with hosts", "their number");
  if (is_graph) return check_no_local_shift(e);
  if (e.is(TrafficPattern::adversarial)) check_shift(e, e.size.pods, "pods", "topology.pods");
  if (e.is(TrafficPattern::local_adversarial)) {
    check_shift(e, e.size.tins_per_pod, "chips of a pod", "topology.tins_per_pod");
  }
}

/// (hosts, terminal ports) of each kind of chip with hosts.
std::set<std::pair<unsigned, unsigned>> kinds_of_chips(const PlatformConfig& config) {
  const TopologyConfig& topology = config.topology;
  if (!is_graph_kind(topology.kind))
    return {{topology.hosts_per_tin, static_cast<unsigned>(terminal_endpoints(config))}};
  const NetworkGraph graph = make_graph(topology);
  const unsigned of_host = ports_per_host(topology, graph, ports_of_chip(config, graph));
  std::set<std::pair<unsigned, unsigned>> kinds;
  for (unsigned hosts : graph.hosts)
    if (hosts != 0) kinds.insert({hosts, hosts * of_host});
  return kinds;
}

/// With an IP path or 1RMA, raw cells use the remaining terminal ports.
void check_ports(const PlatformConfig& config, RuleErrors& errors) {
  if (config.traffic.empty() || (!config.ip.enabled && !config.rma.enabled)) return;
  for (const auto& [hosts, terminals] : kinds_of_chips(config)) {
    const unsigned left = raw_endpoints(config, terminals).count;
    if (left >= hosts) continue;
    return errors.add("traffic",
                      fmt::format("IP path and 1RMA leave {} of {} terminal ports in a row to raw "
                                  "cells, but a chip has {} hosts; expected one for each: fewer "
                                  "ip.nic_ports, more topology.terminal_ports_per_host, or no "
                                  "traffic",
                                  left, terminals, hosts));
  }
}

}  // namespace

void check_traffic(const PlatformConfig& config, RuleErrors& errors) {
  const bool has_engines = config.ip.enabled || config.rma.enabled || config.ecp.enabled;
  errors.expect(!config.traffic.empty() || has_engines || config.mos.is_on(), "traffic",
                "is empty; expected at least one entry");
  check_ports(config, errors);
  const NetworkSize size = network_size(config.topology);
  VcLayout vcs = vcs_of_pods(size.pods);
  unsigned groups = size.pods;
  if (is_graph_kind(config.topology.kind)) {
    const Topology topology = make_topology(config);
    if (config.chip == ChipKind::tin) vcs = plan_routes(config, topology).vcs;
    groups = static_cast<unsigned>(first_hosts_of_groups(topology).size());
  }
  for (size_t i = 0; i < config.traffic.size(); ++i) {
    check_entry(
        {config.traffic[i], config, size, vcs, groups, fmt::format("traffic.{}", i), errors});
  }
}

}  // namespace tinsim
