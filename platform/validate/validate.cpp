// SPDX-License-Identifier: Apache-2.0
// Validation: rules of topology, chip and run; those of links and traffic have files of their own.
#include "platform/validate/validate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/errors.h"
#include "base/input_file.h"
#include "platform/config/chip_impl.h"
#include "platform/config/key_uses.h"
#include "platform/network/topology/graph.h"
#include "platform/network/topology/port_selector.h"
#include "platform/validate/check_pins.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {

void expect_distinct_below(RuleErrors& errors, const std::string& path,
                           const std::vector<unsigned>& list, unsigned limit,
                           const std::string& limit_text) {
  std::set<unsigned> seen;
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string entry = fmt::format("{}.{}", path, i);
    errors.expect(list[i] < limit, entry,
                  fmt::format("{} does not exist; expected 0 to {}, because {}", list[i], limit - 1,
                              limit_text));
    errors.expect(seen.insert(list[i]).second, entry,
                  fmt::format("{} is listed twice; expected each entry once", list[i]));
  }
}

void expect_tins(RuleErrors& errors, const std::string& path, const Topology& topology,
                 const std::string& tins) {
  errors.expect(!select_chips(topology, tins).empty(), path,
                fmt::format("'{}' matches no TiN; expected two names with a dot between them as in "
                            "pod0.tin1, where * stands for anything",
                            tins));
}

void expect_readable(RuleErrors& errors, const std::string& path, const std::string& file) {
  const std::string fault = input_fault(file);
  errors.expect(fault.empty(), path,
                fmt::format("'{}' cannot be read: {}; expected an existing file", file, fault));
}

void check_topology(const PlatformConfig& config, RuleErrors& errors) {
  const TopologyConfig& topology = config.topology;
  if (is_graph_kind(topology.kind)) return check_graph_topology(config, errors);
  const NetworkSize size = network_size(topology);
  errors.expect(size.pods == 1 || topology.global_links_per_pair > 0,
                "topology.global_links_per_pair",
                fmt::format("0 leaves {} pods unconnected; expected at least 1", size.pods));
  errors.expect(
      size.tins_per_pod == 1 || topology.local_links_per_pair > 0, "topology.local_links_per_pair",
      fmt::format("0 leaves {} chips unconnected; expected at least 1", size.tins_per_pod));
  // A routing table entry names eight candidate ports: more parallel links would stay idle.
  constexpr unsigned kCandidates = 8;
  const unsigned copies_per_tin =
      size.pods == 1 ? 0
                     : (topology.global_links_per_pair + size.tins_per_pod - 1) / size.tins_per_pod;
  errors.expect(copies_per_tin <= kCandidates, "topology.global_links_per_pair",
                fmt::format("{} are {} from one TiN to one pod; expected at most {}",
                            topology.global_links_per_pair, copies_per_tin, kCandidates));
  errors.expect(
      size.tins_per_pod == 1 || topology.local_links_per_pair <= kCandidates,
      "topology.local_links_per_pair",
      fmt::format("is {}; expected at most {}", topology.local_links_per_pair, kCandidates));
  const PortBudget need = port_budget(topology);
  const unsigned ports = config.tin.switch_.ports;
  errors.expect(
      need.total() <= ports, "tin.switch.ports",
      fmt::format("{} ports are too few; expected at least {} = {} local ((tins_per_pod {} - 1) * "
                  "local_links_per_pair {}) + {} global (ceil((pods {} - 1) * "
                  "global_links_per_pair {} / tins_per_pod {})) + {} terminal (hosts_per_tin {} * "
                  "max(1, terminal_ports_per_host {}))",
                  ports, need.total(), need.local, size.tins_per_pod, topology.local_links_per_pair,
                  need.global, size.pods, topology.global_links_per_pair, size.tins_per_pod,
                  need.terminal, topology.hosts_per_tin, topology.terminal_ports_per_host));
  if (need.total() > ports) return;
  // Destinations are 16-bit numbers: one for each host and one for each of its ports.
  constexpr uint64_t kMaxDestinations = 65534;
  const uint64_t hosts = topology.hosts_per_tin;
  const uint64_t ports_per_host = topology.terminal_ports_per_host != 0
                                      ? topology.terminal_ports_per_host
                                      : (ports - need.local - need.global) / hosts;
  const uint64_t destinations = size.hosts * (1 + ports_per_host);
  errors.expect(destinations <= kMaxDestinations, "topology.hosts_per_tin",
                fmt::format("{} hosts and {} terminal ports are too many; expected at most {} "
                            "together",
                            size.hosts, size.hosts * ports_per_host, kMaxDestinations));
}

void check_tin(const PlatformConfig& config, RuleErrors& errors) {
  const TinConfig& tin = config.tin;
  const unsigned vcs = tin.switch_.vcs;
  expect_distinct_below(errors, "tin.output.strict_vcs", tin.output.strict_vcs, vcs,
                        fmt::format("tin.switch.vcs is {}", vcs));
  const size_t weights = tin.output.weights.size();
  errors.expect(
      weights == 1 || weights == vcs, "tin.output.weights",
      fmt::format("has {} entries; expected 1, or one for each of the {} VCs", weights, vcs));
  check_fifo_words(tin.vc_fifo, "tin.vc_fifo", errors);
  const unsigned chips = network_size(config.topology).chips;
  expect_distinct_below(errors, "tin.impl_chips", tin.impl_chips, chips,
                        fmt::format("the network has {} chips", chips));
  const SwitchImpl impl = switch_impl(config);
  if (impl == SwitchImpl::model) return;
  errors.expect(
      tin.impl == SwitchImpl::model || !tin.impl_chips.empty(), "tin.impl_chips",
      fmt::format("is empty while impl is {}; expected at least one chip", word_of(tin.impl)));
  check_switch_on_pins(config, errors);
}

void check_run(const PlatformConfig& config, RuleErrors& errors) {
  const double cycles = config.run.longest_measure_us() * config.clock_mhz();
  errors.expect(cycles >= 1, "run.measure_us",
                fmt::format("{} us is less than a cycle at {} MHz; expected at least one cycle",
                            config.run.longest_measure_us(), config.clock_mhz()));
  constexpr double kMaxCycles = 2147483648.0;  // time is a 32-bit count of cycles
  const double all = (config.run.start_us.value_or(0) + config.run.longest_warmup_us() +
                      config.run.longest_measure_us()) *
                     config.clock_mhz();
  errors.expect(
      all <= kMaxCycles, "run.measure_us",
      fmt::format("start, warm-up and measurement are {:.0f} cycles; expected at most {:.0f}", all,
                  kMaxCycles));
}

/// The intervals are those of raw cells, which alone have a latency.
void check_precision(const PlatformConfig& config, RuleErrors& errors) {
  if (!config.run.measure_us.is_auto()) return;
  errors.expect(config.run.precision.is_any(), "run.measure_us",
                "is auto without an interval to reach; expected run.precision.latency_mean or "
                "run.precision.latency_p99, such as 2 %");
  errors.expect(!config.traffic.empty(), "run.measure_us",
                "is auto without traffic of raw cells, whose latency precision is about; expected "
                "a number, or entries of traffic");
}

/// The start changes the load of the traffic, so all of it must have one.
void check_start(const PlatformConfig& config, RuleErrors& errors) {
  const RunConfig& run = config.run;
  errors.expect(run.start_us.has_value() == run.start_load.has_value(),
                run.start_us ? "run.start_us" : "run.start_load",
                "is given alone; expected start_us and start_load, or neither");
  if (!run.start_us) return;
  for (size_t i = 0; i < config.traffic.size(); ++i) {
    errors.expect(config.traffic[i].load.has_value(), fmt::format("traffic.{}", i),
                  "has no load, which run.start_load replaces at the start; expected load");
  }
  const bool has_hosts = !config.ip_traffic.empty() || !config.rma_traffic.empty();
  errors.expect(!has_hosts || run.start_load.value_or(1) > 0, "run.start_load",
                "0 would have hosts wait for their next message for ever; expected more");
  for (size_t i = 0; i < config.rma_traffic.size(); ++i) {
    errors.expect(config.rma_traffic[i].gbps.has_value(), fmt::format("rma_traffic.{}", i),
                  "has no gbps, which run.start_load replaces at the start; expected gbps");
  }
}

/// Whether a rule needs the network, whose construction takes time.
bool names_links(const PlatformConfig& config) {
  const LinkConfig& link = config.link;
  return !config.failures.events.empty() || link.fidelity == LinkFidelity::wire ||
         link.train_at_start || link.latency_us != 0 || !link.local_fec || !link.global_fec ||
         link.local_fec_cycles != 0 || !link.wire_links.empty() || !link.noise.empty() ||
         !link.faults.empty();
}

void check_between_fields(const PlatformConfig& config, RuleErrors& errors) {
  check_exanet(config, errors);
  if (config.chip == ChipKind::exanet && !errors.lines().empty()) return;
  check_topology(config, errors);
  check_routing(config, errors);
  if (is_graph_kind(config.topology.kind) && !errors.lines().empty()) return;
  check_tin(config, errors);
  check_tin_variants(config, errors);
  check_cell_sizes(config, errors);
  check_switch_shape(config, errors);
  check_blocks(config, errors);
  check_tin_switch(config, errors);
  check_link(config, errors);
  check_credits(config, errors);
  check_ip(config, errors);
  check_failures(config, errors);
  check_hosts(config, errors);
  check_ethernet_clos(config, errors);
  check_pcie(config, errors);
  check_nic(config, errors);
  check_mos(config, errors);
  check_rma(config, errors);
  check_cliquemap(config, errors);
  check_flows(config, errors);
  check_ecp(config, errors);
  check_controller(config, errors);
  check_tap(config, errors);
  check_ibr(config, errors);
  check_ip_frames(config, errors);
  check_ip_mac(config, errors);
  check_time_sync(config, errors);
  check_cell_tracing(config, errors);
  check_traffic(config, errors);
  check_run(config, errors);
  check_precision(config, errors);
  check_start(config, errors);
}

/// Rules that need the network.
void check_network(const PlatformConfig& config, RuleErrors& errors) {
  if (config.chip == ChipKind::exanet) {
    check_exanet_routes(config, errors);
    if (errors.lines().empty()) check_trace(config, errors);
    return;
  }
  if (is_graph_kind(config.topology.kind)) check_route_lengths(config, errors);
  if (errors.lines().empty()) check_failures_exist(config, errors);
  if (errors.lines().empty()) check_tin_variants_exist(config, errors);
  if (errors.lines().empty()) check_controller_tins_exist(config, errors);
  if (errors.lines().empty() && names_links(config)) check_links_exist(config, errors);
  if (errors.lines().empty()) check_blocks_exist(config, errors);
  if (errors.lines().empty()) check_tin_switch_links(config, errors);
  if (errors.lines().empty()) check_time_sync_trees(config, errors);
  if (errors.lines().empty()) check_trace(config, errors);
}

std::vector<std::string> find_errors(const PlatformConfig& config, const Origins& origins) {
  RuleErrors errors(origins);
  check_fields(config, errors);
  // Rules between fields are not meaningful for values that are out of range.
  if (!errors.lines().empty()) return errors.lines();
  const PlatformConfig used = used_part(config);
  check_between_fields(used, errors);
  for (const ForeignKey& key : foreign_keys(config, origins)) errors.add(key.path, key.text);
  if (errors.lines().empty()) check_network(used, errors);
  return errors.lines();
}

void validate(const PlatformConfig& config, const Origins& origins) {
  const auto errors = find_errors(config, origins);
  if (!errors.empty()) throw ConfigError(fmt::format("{}", fmt::join(errors, "\n")));
}

}  // namespace tinsim
