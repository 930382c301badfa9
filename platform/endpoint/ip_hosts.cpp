// SPDX-License-Identifier: Apache-2.0
// The hosts of a network: parameters, who sends to whom, and where they are attached.
#include "platform/endpoint/ip_hosts.h"

#include <algorithm>
#include <cmath>

#include "platform/cycles.h"
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
  plan.sizes =
      traffic.size_cdf.empty() ? SizeCdf(traffic.message_bytes) : SizeCdf::read(traffic.size_cdf);
  plan.mean_gap = mean_message_gap(traffic.gbps, plan.sizes.mean(), config.tin.core_mhz);
  return plan;
}

TrafficClass class_of(const PlatformConfig& config, const IpTrafficConfig& traffic) {
  TrafficClass of_entry;
  of_entry.with_swift = traffic.transport == "swift";
  of_entry.cos = static_cast<uint8_t>(traffic.cos);
  of_entry.ecn = traffic.ecn ? kEct0 : 0;
  of_entry.segment_bytes = traffic.mtu_bytes - config.host.header_bytes;
  return of_entry;
}

std::size_t number_of_hosts(const PlatformConfig& config, const Topology& topology) {
  return topology.hosts.size() + (config.host.at_macs ? topology.chips.size() : 0);
}

std::vector<uint16_t> narrow(const std::vector<unsigned>& hosts) {
  return {hosts.begin(), hosts.end()};
}

}  // namespace

SwiftParams swift_params(const SwiftConfig& swift, unsigned core_mhz) {
  SwiftParams params;
  params.additive_increase = swift.additive_increase;
  params.beta = swift.beta;
  params.max_decrease = swift.max_decrease;
  params.base_target = swift.base_target_us * core_mhz;
  params.hop_target = swift.hop_target_us * core_mhz;
  params.hops = swift.hops;
  params.flow_scaling_range = swift.flow_scaling_us * core_mhz;
  params.flow_scaling_min = swift.flow_scaling_min;
  params.flow_scaling_max = swift.flow_scaling_max;
  params.endpoint_target = swift.endpoint_target_us * core_mhz;
  params.endpoint_gain = swift.endpoint_gain;
  params.initial_window = swift.initial_window;
  params.min_window = swift.min_window;
  params.max_window = swift.max_window;
  params.reset_timeouts = swift.reset_timeouts;
  params.min_timeout = cycles_of_us(swift.min_timeout_us, core_mhz);
  return params;
}

HostNetwork host_network(const PlatformConfig& config, const Topology& topology) {
  const unsigned core_mhz = config.tin.core_mhz;
  HostNetwork network;
  for (const ChipInfo& chip : topology.chips) {
    for (unsigned host = 0; host < config.topology.hosts_per_tin; ++host) {
      network.addresses.push_back(
          ipv4_of({static_cast<uint8_t>(chip.pod), static_cast<uint8_t>(chip.tin),
                   static_cast<uint8_t>(host)}));
    }
  }
  for (const ChipInfo& chip : topology.chips) {
    if (!config.host.at_macs) break;
    network.addresses.push_back(
        ipv4_of({static_cast<uint8_t>(chip.pod), static_cast<uint8_t>(chip.tin), kMacEport}));
  }
  for (std::size_t i = 0; i < config.ip_traffic.size(); ++i) {
    network.entries.push_back(class_of(config, config.ip_traffic[i]));
    network.plans.push_back(plan_of(config, i));
  }
  network.swift = swift_params(config.swift, core_mhz);
  network.seed = config.run.seed;
  network.header_bytes = config.host.header_bytes;
  network.ack_bytes = config.host.ack_bytes;
  network.process_cycles = cycles_of_us(config.host.process_us, core_mhz);
  network.jitter_cycles = cycles_of_us(config.host.jitter_us, core_mhz);
  network.packet_cycles = cycles_of_us(config.host.packet_ns / 1000, core_mhz);
  if (config.host.send_gbps) {
    const auto mbps = static_cast<uint64_t>(std::llround(*config.host.send_gbps * 1000));
    network.send_rate = wire_rate(mbps * 1000000, uint64_t{core_mhz} * 1000000);
  }
  network.carried = config.ip.payload == "carried";
  return network;
}

std::vector<HostTargets> targets_of(const PlatformConfig& config, const Topology& topology,
                                    std::size_t entry) {
  const IpTrafficConfig& traffic = config.ip_traffic[entry];
  const auto hosts = static_cast<uint16_t>(number_of_hosts(config, topology));
  std::vector<HostTargets> targets(hosts);
  if (traffic.pattern == "pairs") {
    for (std::size_t i = 0; i < traffic.sources.size(); ++i) {
      targets[traffic.sources[i]].list = {static_cast<uint16_t>(traffic.targets[i])};
    }
    return targets;
  }
  std::vector<uint16_t> permutation;
  if (traffic.pattern == "permutation") {
    permutation =
        random_derangement(hosts, config.run.seed, static_cast<uint32_t>(entry) + kPermutations);
  }
  for (unsigned host = 0; host < hosts; ++host) {
    if (!traffic.sources.empty() && !contains(traffic.sources, host)) continue;
    if (traffic.pattern == "incast") {
      if (!contains(traffic.targets, host)) targets[host].list = narrow(traffic.targets);
    } else if (!permutation.empty()) {
      targets[host].list = {permutation[host]};
    } else {
      targets[host].all_hosts = hosts;
    }
  }
  return targets;
}

IpHosts::IpHosts(const PlatformConfig& config, const Topology& topology, IpNetwork& ip)
    : network_(host_network(config, topology)),
      per_chip_(config.topology.hosts_per_tin),
      at_nics_(topology.hosts.size()) {
  network_.memory = memory_.resource();
  network_.packets = ip.packet_memory();
  stats_.measure(kNoCycle, kNoCycle);
  hosts_.resize(number_of_hosts(config, topology));
  cabled_.resize(hosts_.size() - at_nics_);
  for (std::size_t number = 0; number < hosts_.size(); ++number) {
    const std::size_t chip = number < at_nics_ ? number / per_chip_ : number - at_nics_;
    if (!ip.has(chip)) continue;
    hosts_[number] = std::allocate_shared<TrafficHost>(
        std::pmr::polymorphic_allocator<TrafficHost>(memory_.resource()), network_,
        static_cast<uint16_t>(number), stats_);
  }
  for (std::size_t entry = 0; entry < config.ip_traffic.size(); ++entry) {
    std::vector<HostTargets> targets = targets_of(config, topology, entry);
    for (std::size_t number = 0; number < hosts_.size(); ++number) {
      if (targets[number].empty() || hosts_[number] == nullptr) continue;
      hosts_[number]->add_source(static_cast<unsigned>(entry), std::move(targets[number]));
    }
  }
  attach(config, topology, ip);
}

void IpHosts::attach(const PlatformConfig& config, const Topology& topology, IpNetwork& ip) {
  for (std::size_t number = 0; number < at_nics_; ++number) {
    if (hosts_[number] == nullptr) continue;
    ip.engine(number / per_chip_)
        .attach(static_cast<unsigned>(number % per_chip_), *hosts_[number]);
  }
  for (std::size_t chip = 0; chip < cabled_.size(); ++chip) {
    const auto& host = hosts_[at_nics_ + chip];
    if (host == nullptr) continue;
    const ChipInfo& info = topology.chips[chip];
    const MacAddress own =
        mac_of({static_cast<uint8_t>(info.pod), static_cast<uint8_t>(info.tin), kNextHop});
    cabled_[chip] = std::make_unique<CabledHost>(partner_params(config), own, *host);
    ip.engine(chip).attach(kMacEport, *cabled_[chip]);
  }
}

std::size_t IpHosts::number_at(std::size_t chip, unsigned eport) const {
  if (eport < per_chip_) return chip * per_chip_ + eport;
  return eport == kMacEport && chip < cabled_.size() ? at_nics_ + chip : size();
}

uint64_t IpHosts::waiting_age(Cycle now, uint64_t& senders) {
  uint64_t age = 0;
  for (const auto& host : hosts_) {
    if (host == nullptr || !host->is_source()) continue;
    ++senders;
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
