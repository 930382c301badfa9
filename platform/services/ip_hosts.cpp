// SPDX-License-Identifier: Apache-2.0
// The hosts of a network: their parameters, their targets, and the ports they are attached to.
#include "platform/services/ip_hosts.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/config/located.h"
#include "platform/services/port_identity.h"
#include "platform/traffic/pattern.h"
#include "tlm/ethernet/address.h"

namespace tinsim {

namespace {

constexpr uint32_t kPermutations = 0x10000;  // entries of cell traffic are below
constexpr uint8_t kEct0 = 2;                 // RFC 3168

MessagePlan plan_of(const PlatformConfig& config, std::size_t entry) {
  const IpTrafficConfig& traffic = config.ip_traffic[entry];
  MessagePlan plan;
  plan.seed = config.run.seed;
  plan.entry = static_cast<uint32_t>(entry);
  plan.sizes = read_named(config, fmt::format("ip_traffic.{}.size_cdf", entry), [&] {
    return traffic.size_cdf.empty() ? SizeCdf(traffic.message_bytes)
                                    : SizeCdf::read(traffic.size_cdf);
  });
  plan.mean_gap = mean_message_gap(traffic.gbps, plan.sizes.mean(), config.tin.core_mhz);
  return plan;
}

TrafficClass class_of(const PlatformConfig& config, const IpTrafficConfig& traffic) {
  TrafficClass of_entry;
  of_entry.with_swift = traffic.transport == IpTransport::swift;
  of_entry.cos = static_cast<uint8_t>(traffic.cos);
  of_entry.ecn = traffic.ecn ? kEct0 : 0;
  of_entry.segment_bytes = traffic.mtu_bytes - config.host.header_bytes;
  return of_entry;
}

std::size_t number_of_hosts(const PlatformConfig& config) {
  const HostMap map = host_map(config.topology);
  return map.hosts() + (config.host.at_macs ? map.chips_with_hosts().size() : 0);
}

std::vector<uint16_t> narrow(const std::vector<unsigned>& hosts) {
  return {hosts.begin(), hosts.end()};
}

}  // namespace

HostNetwork host_network(const PlatformConfig& config, const Topology& topology) {
  const unsigned core_mhz = config.tin.core_mhz;
  HostNetwork network;
  const HostMap map = host_map(config.topology);
  const auto add = [&](unsigned chip, unsigned eport) {
    const ChipInfo& info = topology.chips[chip];
    network.addresses.push_back(
        ipv4_of({static_cast<uint8_t>(info.pod), static_cast<uint8_t>(info.tin),
                 static_cast<uint8_t>(eport)}));
  };
  for (unsigned host = 0; host < map.hosts(); ++host) add(map.chip_of(host), map.place_of(host));
  if (config.host.at_macs) {
    for (unsigned chip : map.chips_with_hosts()) add(chip, kMacEport);
  }
  for (std::size_t i = 0; i < config.ip_traffic.size(); ++i) {
    network.entries.push_back(class_of(config, config.ip_traffic[i]));
    network.plans.push_back(plan_of(config, i));
  }
  network.swift = SwiftParams(config.swift, core_mhz);
  network.shares = wire_shares(config.ip);
  network.seed = config.run.seed;
  network.host = HostParams(config.host, core_mhz);
  network.carried = config.ip.payload == Payload::carried;
  return network;
}

std::vector<HostTargets> targets_of(const PlatformConfig& config, std::size_t entry) {
  const IpTrafficConfig& traffic = config.ip_traffic[entry];
  const auto hosts = static_cast<uint16_t>(number_of_hosts(config));
  std::vector<HostTargets> targets(hosts);
  if (traffic.pattern == HostPattern::pairs) {
    for (std::size_t i = 0; i < traffic.sources.size(); ++i) {
      targets[traffic.sources[i]].list = {static_cast<uint16_t>(traffic.targets[i])};
    }
    return targets;
  }
  std::vector<uint16_t> permutation;
  if (traffic.pattern == HostPattern::permutation) {
    permutation =
        random_derangement(hosts, config.run.seed, static_cast<uint32_t>(entry) + kPermutations);
  }
  for (unsigned host = 0; host < hosts; ++host) {
    if (!traffic.sources.empty() && !contains(traffic.sources, host)) continue;
    if (traffic.pattern == HostPattern::incast) {
      if (!contains(traffic.targets, host)) targets[host].list = narrow(traffic.targets);
    } else if (!permutation.empty()) {
      targets[host].list = {permutation[host]};
    } else {
      targets[host].all_hosts = hosts;
    }
  }
  return targets;
}

std::unique_ptr<Service> IpHosts::make(const ServiceContext& context) {
  const bool elsewhere = context.config.ethernet_clos.enabled && context.config.ethernet_clos.alone;
  if (context.config.ip_traffic.empty() || elsewhere) return nullptr;
  return std::make_unique<IpHosts>(context.config, context.topology,
                                   context.services.get<IpNetwork>(),
                                   context.services.find<NicNetwork>());
}

void IpHosts::set_start_load(PlatformConfig& config) {
  const double gbps = *config.run.start_load * config.ip.nic_gbps;
  for (IpTrafficConfig& entry : config.ip_traffic) entry.gbps = gbps;
}

IpHosts::IpHosts(const PlatformConfig& config, const Topology& topology, IpNetwork& ip,
                 NicNetwork* nics)
    : network_(host_network(config, topology)),
      map_(host_map(config.topology)),
      at_nics_(map_.hosts()) {
  network_.memory = memory_.resource();
  network_.packets = ip.packet_memory();
  stats_.measure(kNoCycle, kNoCycle);
  hosts_.resize(number_of_hosts(config));
  cabled_.resize(hosts_.size() - at_nics_);
  for (std::size_t number = 0; number < hosts_.size(); ++number) {
    if (!ip.has(chip_of(number))) continue;
    hosts_[number] = std::allocate_shared<TrafficHost>(
        std::pmr::polymorphic_allocator<TrafficHost>(memory_.resource()), network_,
        static_cast<uint16_t>(number), stats_);
  }
  for (std::size_t entry = 0; entry < config.ip_traffic.size(); ++entry) {
    std::vector<HostTargets> targets = targets_of(config, entry);
    for (std::size_t number = 0; number < hosts_.size(); ++number) {
      if (targets[number].empty() || hosts_[number] == nullptr) continue;
      hosts_[number]->add_source(static_cast<unsigned>(entry), std::move(targets[number]));
    }
  }
  attach(config, topology, ip, nics);
}

void IpHosts::attach(const PlatformConfig& config, const Topology& topology, IpNetwork& ip,
                     NicNetwork* nics) {
  for (std::size_t number = 0; number < at_nics_; ++number) {
    if (hosts_[number] == nullptr) continue;
    const unsigned chip = chip_of(number), place = map_.place_of(number);
    Host& host = *hosts_[number];
    ip.engine(chip).attach(place, nics != nullptr ? nics->in_front_of(chip, place, host) : host);
  }
  for (std::size_t i = 0; i < cabled_.size(); ++i) {
    const auto& host = hosts_[at_nics_ + i];
    if (host == nullptr) continue;
    const unsigned chip = chip_of(at_nics_ + i);
    const ChipInfo& info = topology.chips[chip];
    const MacAddress own =
        mac_of({static_cast<uint8_t>(info.pod), static_cast<uint8_t>(info.tin), kNextHop});
    cabled_[i] = std::make_unique<CabledHost>(partner_params(config), own, *host);
    ip.engine(chip).attach(kMacEport, *cabled_[i]);
  }
}

void change_plans(const PlatformConfig& config, Cycle now, HostNetwork& network) {
  for (std::size_t i = 0; i < network.plans.size(); ++i) {
    MessagePlan& plan = network.plans[i];
    const Cycle until = plan.until;
    plan = plan_of(config, i);
    plan.from = now;
    plan.until = until;
  }
}

void IpHosts::change_rates(const PlatformConfig& config, Cycle now) {
  change_plans(config, now, network_);
}

std::size_t IpHosts::number_at(std::size_t chip, unsigned eport) const {
  if (eport < map_.hosts_of(chip)) return map_.first_of(chip) + eport;
  if (eport != kMacEport || cabled_.empty() || map_.hosts_of(chip) == 0) return size();
  const auto& chips = map_.chips_with_hosts();
  return at_nics_ + (std::lower_bound(chips.begin(), chips.end(), chip) - chips.begin());
}

uint64_t IpHosts::waiting_age(Cycle now, uint64_t& sources) {
  uint64_t age = 0;
  for (const auto& host : hosts_) {
    if (host == nullptr || !host->is_source()) continue;
    ++sources;
    age += now - std::min(now, host->take_oldest());
  }
  return age;
}

void IpHosts::keep_ages(Cycle first, Cycle step) {
  for (const auto& host : hosts_) {
    if (host != nullptr && host->is_source()) host->keep_oldest(first, step);
  }
}

}  // namespace tinsim
