// SPDX-License-Identifier: Apache-2.0
// Parameters of the IP path from the configuration, its addresses from the topology.
#include "platform/services/ip_network.h"

#include <algorithm>
#include <functional>

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/services/chip_terminal_side.h"
#include "tlm/ethernet/address.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {

namespace {

constexpr unsigned kKib = 1024;

uint8_t mask_of(const std::vector<unsigned>& classes) {
  uint8_t mask = 0;
  for (unsigned cos : classes) mask = static_cast<uint8_t>(mask | 1u << cos);
  return mask;
}

template <class List>
unsigned at_class(const List& list, unsigned cos) {
  return list[list.size() == 1 ? 0 : cos];
}

/// Each as often as its weight says.
std::vector<uint16_t> members_of(const PlatformConfig& config, const Topology& topology,
                                 const HostMap& hosts, const IpRouteConfig& route) {
  std::vector<IpPort> ports;
  for (unsigned host : route.hosts) ports.push_back({hosts.chip_of(host), hosts.place_of(host)});
  for (unsigned chip : route.macs) ports.push_back({chip, kMacPort});
  std::vector<uint16_t> members;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const unsigned weight = route.weights[route.weights.size() == 1 ? 0 : i];
    members.insert(members.end(), weight,
                   address_of_eport(config, topology.chips[ports[i].chip], ports[i].eport));
  }
  return members;
}

void fill_ingress(const PlatformConfig& config, IpParams& params) {
  const IpIngressConfig& in = config.ip.ingress;
  params.buffer_bytes = in.buffer_kib * kKib;
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    params.share_bytes[cos] = static_cast<unsigned>(uint64_t{params.buffer_bytes} *
                                                    at_class(in.class_percent, cos) / 100);
    params.pull_plan.weights[cos] = static_cast<uint8_t>(at_class(in.weights, cos));
  }
  params.pull_plan.num_vcs = kCosClasses;
  params.pull_plan.strict = mask_of(in.strict_classes);
  params.early_rts_bytes = in.early_rts_bytes;
  params.ingress_cycles = in.lookup_cycles;
  params.pull_cycles = in.pull_cycles;
  params.spread_cells = in.spread == IpSpread::cell;
  params.rts_timeout = cycles_of_us(in.rts_timeout_us, config.tin.core_mhz);
  params.initial_rts_window = in.initial_rts_window;
  params.rts_state_lifetime = cycles_of_us(in.rts_state_lifetime_us, config.tin.core_mhz);
  params.rts_max_hold = cycles_of_us(in.rts_max_hold_us, config.tin.core_mhz);
  params.rts_retry = cycles_of_us(in.rts_probe_interval_us, config.tin.core_mhz);
  params.rts_credit_percent = in.rts_credit_percent;
}

void fill_mac(const PlatformConfig& config, IpParams& params) {
  const IpMacConfig& mac = config.ip.mac;
  if (mac.flow_control == FlowControl::none) return;
  const bool pfc = mac.flow_control == FlowControl::pfc;
  params.mac_pause.mode = pfc ? PauseMode::kPfc : PauseMode::kPause;
  params.mac_pause.quanta = static_cast<uint16_t>(mac.quanta);
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    const double bytes = pfc ? params.share_bytes[cos] : params.buffer_bytes;
    params.mac_pause.xoff[cos] = static_cast<uint32_t>(bytes * mac.xoff_percent / 100);
    params.mac_pause.xon[cos] = static_cast<uint32_t>(bytes * mac.xon_percent / 100);
  }
  params.mac_response = cycles_of_us(mac.response_ns / 1000, config.tin.core_mhz);
}

void fill_egress(const PlatformConfig& config, IpParams& params) {
  const IpEgressConfig& out = config.ip.egress;
  params.rts_cycles = out.rts_cycles;
  params.cts_cycles = out.cts_cycles;
  params.data_cycles = out.data_cycles;
  params.buffer_slots = out.buffer_kib * kKib / kDataCellBytes;
  params.window.fill(out.window_kib * kKib);
  params.pace_percent = out.pace_percent;
  params.rts_congestion_percent = out.rts_congestion_percent;
  params.rts_congestion_period = out.rts_congestion_period_cycles;
  params.cts_plan.strict = mask_of(out.strict_classes);
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    params.cts_plan.weights[cos] = static_cast<uint8_t>(at_class(out.weights, cos));
    params.drop_threshold[cos] = static_cast<uint16_t>(out.drop_threshold);
    params.mark_threshold[cos] = static_cast<uint16_t>(out.mark_threshold);
  }
  params.fetch_timeout = cycles_of_us(out.fetch_timeout_us, config.tin.core_mhz);
}

}  // namespace

std::array<EndpointGroup, kIpInterfaces> ip_groups(const IpConfig& ip) {
  std::array<EndpointGroup, kIpInterfaces> groups;
  unsigned first = 0, i = 0;
  for (unsigned count : {ip.nic_ports, ip.mac_ports, ip.cpu_ports}) {
    groups[i++] = {static_cast<uint8_t>(first), static_cast<uint8_t>(count)};
    first += count;
  }
  return groups;
}

uint16_t address_of_eport(const PlatformConfig& config, const ChipInfo& chip, unsigned eport) {
  const unsigned interface = interface_of(eport);
  const unsigned host = interface == kNicInterface ? eport : 0;
  return gnet_address(chip.pod, chip.tin, ip_groups(config.ip)[interface].first + host);
}

WireShares wire_shares(const IpConfig& ip) {
  const std::vector<unsigned>& in = ip.ingress.weights;
  const bool differ = std::adjacent_find(in.begin(), in.end(), std::not_equal_to<>()) != in.end();
  WireShares shares;
  shares.strict = mask_of(ip.ingress.strict_classes) | mask_of(ip.egress.strict_classes);
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    shares.weights[cos] = static_cast<uint8_t>(at_class(differ ? in : ip.egress.weights, cos));
  }
  return shares;
}

IpParams ip_params(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                   uint8_t initial_hop) {
  IpParams params;
  static_cast<TerminalSide&>(params) = terminal_side(config, topology, chip, initial_hop);
  params.groups = ip_groups(config.ip);
  unsigned i = 0;
  for (uint64_t gbps : {config.ip.nic_gbps, config.ip.mac_gbps, config.ip.cpu_gbps}) {
    params.rates[i++] = wire_rate(gbps * 1'000'000'000, uint64_t{config.tin.core_mhz} * 1'000'000);
  }
  params.high_classes = mask_of(config.ip.high_classes);
  params.may_reorder = !config.failures.events.empty();
  params.carried = config.ip.payload == Payload::carried;
  params.tagged = config.ip.vlan.has_value();
  fill_ingress(config, params);
  fill_mac(config, params);
  fill_egress(config, params);
  return params;
}

IpRoutes make_routes(const PlatformConfig& config, const Topology& topology) {
  IpRoutes routes;
  const HostMap hosts = host_map(config.topology);
  for (const IpRouteConfig& route : config.ip.routes) {
    const IpPrefix prefix = *parse_prefix(route.prefix);
    routes.add(
        {prefix.address, prefix.length, route.punt, members_of(config, topology, hosts, route)});
  }
  for (unsigned number : hosts.chips_with_hosts()) {
    const ChipInfo& chip = topology.chips[number];
    for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
      if (eport < kMacPort && eport >= hosts.hosts_of(number)) continue;
      const HostPlace place{static_cast<uint8_t>(chip.pod), static_cast<uint8_t>(chip.tin),
                            static_cast<uint8_t>(eport)};
      const uint16_t address = address_of_eport(config, chip, eport);
      routes.add({ipv4_of(place), 32, false, {address}});
      routes.add({ipv6_of(place), 128, false, {address}});
    }
  }
  return routes;
}

}  // namespace tinsim
