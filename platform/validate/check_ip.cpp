// SPDX-License-Identifier: Apache-2.0
// Rules of the IP path: ports that exist, VCs for its classes, lists by class of service.
#include <fmt/format.h>

#include <algorithm>

#include "platform/config/chip_endpoint_ranges.h"
#include "platform/config/host_map.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr unsigned kClasses = 8;
constexpr unsigned kIpVcs = 30;  ///< ten traffic classes of three phases

void check_list(RuleErrors& errors, const char* path, const std::vector<unsigned>& list) {
  errors.expect(list.size() == 1 || list.size() == kClasses, path,
                fmt::format("has {} entries; expected 1, or one for each of the {} classes of "
                            "service",
                            list.size(), kClasses));
}

void check_classes(RuleErrors& errors, const char* path, const std::vector<unsigned>& list) {
  expect_distinct_below(errors, path, list, kClasses, "there are 8 classes of service");
}

/// The longest packet that replayed frames or messages can bring; 0 without any.
unsigned longest_packet(const PlatformConfig& config) {
  constexpr unsigned kL2Bytes = 18;  // two addresses, EtherType and FCS
  unsigned bytes = config.ip.replay.empty() ? 0 : config.ip.max_frame_bytes - kL2Bytes;
  for (const IpTrafficConfig& traffic : config.ip_traffic) {
    bytes = std::max(bytes, traffic.mtu_bytes);
  }
  if (config.flows.by_ip()) bytes = std::max(bytes, config.flows.mtu_bytes);
  return bytes;
}

/// A packet that exceeds its class's share of the ingress would wait without limit. (An egress
/// buffer holds the longest.)
void check_room(const PlatformConfig& config, RuleErrors& errors) {
  constexpr unsigned kKib = 1024, kUnit = 64;  // a packet takes whole units of an ingress buffer
  const IpConfig& ip = config.ip;
  const unsigned bytes = longest_packet(config);
  if (ip.ingress.class_percent.empty()) return;
  const unsigned percent =
      *std::min_element(ip.ingress.class_percent.begin(), ip.ingress.class_percent.end());
  const uint64_t share = uint64_t{ip.ingress.buffer_kib} * kKib * percent / 100;
  const unsigned units = (bytes + kUnit - 1) / kUnit * kUnit;
  errors.expect(units <= share, "ip.ingress.class_percent",
                fmt::format("{} % of {} KiB never hold a packet of {} bytes; expected room for {}",
                            percent, ip.ingress.buffer_kib, bytes, units));
}

/// The packets of a flow stay in order because its RTSs arrive as they were sent (R3).
void check_order(const PlatformConfig& config, RuleErrors& errors) {
  constexpr unsigned kHighRts = 2, kLowRts = 7;
  const RouteMode mode = config.routing.mode;
  errors.expect(mode != RouteMode::valiant && mode != RouteMode::ugal_l, "routing.mode",
                fmt::format("'{}' keeps no class in order, but the RTSs of the IP path must be; "
                            "expected another mode with ip.enabled",
                            word_of(mode)));
  if (mode != RouteMode::minimal_adaptive && mode != RouteMode::fully_adaptive) return;
  const auto& ordered = config.routing.ordered_classes;
  for (const unsigned cls : {kHighRts, kLowRts}) {
    errors.expect(std::find(ordered.begin(), ordered.end(), cls) != ordered.end(),
                  "routing.ordered_classes",
                  fmt::format("class {}, that of RTSs of the IP path, is not among them; expected "
                              "{} and {} with ip.enabled",
                              cls, kHighRts, kLowRts));
  }
}

/// The blocks attached to a chip, in lockstep or by `tin.blocks`, have tables of a fixed size.
void check_attached_blocks(const PlatformConfig& config, unsigned chips, RuleErrors& errors) {
  const bool all =
      config.tin.impl == SwitchImpl::lockstep || config.tin.impl == SwitchImpl::lockstep_pins;
  const bool has_lookup = all || any_chosen(config.tin.blocks.ip_lookup);
  const bool has_buffer = all || any_chosen(config.tin.blocks.reassembly_buffer);
  if (!has_lookup && !has_buffer) return;
  constexpr unsigned kEntries = 4096, kSlots = 4095, kPorts = 4, kVersions = 2, kCellBytes = 148;
  uint64_t members = uint64_t{chips} * (config.topology.hosts_per_tin + 2) * kVersions;
  for (const IpRouteConfig& route : config.ip.routes) {
    const auto& weights = route.weights;
    for (size_t i = 0; i < route.hosts.size() + route.macs.size(); ++i) {
      members += weights[weights.size() == 1 ? 0 : std::min(i, weights.size() - 1)];
    }
    members += route.punt;
  }
  const std::string key = all ? "tin.impl" : "tin.blocks.ip_lookup";
  const BlockImpl of_block = config.tin.blocks.ip_lookup.value_or(BlockImpl::model);
  errors.expect(!has_lookup || members <= kEntries, key,
                fmt::format("{} holds chips to a look-up of {} addresses, but the network has {}; "
                            "expected fewer chips, or {}",
                            all ? word_of(config.tin.impl) : word_of(of_block), kEntries, members,
                            all ? "impl model" : "model"));
  constexpr unsigned kMaxKib = kSlots / kPorts * kCellBytes / 1024;
  errors.expect(!has_buffer || config.ip.egress.buffer_kib <= kMaxKib, "ip.egress.buffer_kib",
                fmt::format("is {}, more than the block beside a chip{} has; expected at most {}, "
                            "or {} model",
                            config.ip.egress.buffer_kib, all ? " in lockstep" : "", kMaxKib,
                            all ? "tin.impl" : "tin.blocks.reassembly_buffer"));
}

}  // namespace

void check_ip(const PlatformConfig& config, RuleErrors& errors) {
  const IpConfig& ip = config.ip;
  check_classes(errors, "ip.high_classes", ip.high_classes);
  check_classes(errors, "ip.ingress.strict_classes", ip.ingress.strict_classes);
  check_classes(errors, "ip.egress.strict_classes", ip.egress.strict_classes);
  check_list(errors, "ip.ingress.class_percent", ip.ingress.class_percent);
  check_list(errors, "ip.ingress.weights", ip.ingress.weights);
  check_list(errors, "ip.egress.weights", ip.egress.weights);
  if (!ip.enabled) return;
  const NetworkSize size = network_size(config.topology);
  errors.expect(config.tin.switch_.vcs >= kIpVcs, "tin.switch.vcs",
                fmt::format("{} VCs do not hold the classes of the IP path; expected at least {}",
                            config.tin.switch_.vcs, kIpVcs));
  check_order(config, errors);
  check_attached_blocks(config, size.chips, errors);
  const uint64_t terminals = terminal_endpoints(config);
  const unsigned wanted = ip_endpoints(ip);
  errors.expect(wanted <= terminals, "ip.enabled",
                fmt::format("NIC, MAC and control processor want {} terminal ports, but the hosts "
                            "of a chip have {} (terminal_ports_per_host {}); expected fewer "
                            "ip.nic_ports, ip.mac_ports or ip.cpu_ports",
                            wanted, terminals, config.topology.terminal_ports_per_host));
  const unsigned hosts = host_map(config.topology).max_per_chip();
  errors.expect(hosts <= 2, "topology.hosts_per_tin",
                fmt::format("{} hosts do not share a NIC; expected 1 or 2", hosts));
  errors.expect(hosts <= ip.nic_ports, "ip.nic_ports",
                fmt::format("{} terminal ports are no addresses for {} hosts; expected as many",
                            ip.nic_ports, hosts));
  check_room(config, errors);
  errors.expect(ip.egress.window_kib <= ip.egress.buffer_kib, "ip.egress.window_kib",
                fmt::format("{} KiB are more than the buffer of {}; expected no more",
                            ip.egress.window_kib, ip.egress.buffer_kib));
}

}  // namespace tinsim
