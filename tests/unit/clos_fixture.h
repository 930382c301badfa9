// SPDX-License-Identifier: Apache-2.0
// An Ethernet Clos network with hosts that send given packets, or with hosts that make traffic.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "tlm/ethernet/address.h"
#include "tlm/ethernet_clos/ethernet_clos.h"
#include "tlm/host/traffic_host.h"

namespace tinsim {

constexpr unsigned kClosMhz = 400;
constexpr double kBitsPerCycle = 250;  // 100 Gb/s

inline std::vector<IpAddress> clos_addresses(unsigned hosts) {
  std::vector<IpAddress> addresses;
  for (unsigned i = 0; i < hosts; ++i)
    addresses.push_back(ipv4_of({static_cast<uint8_t>(i / 250), static_cast<uint8_t>(i % 250), 0}));
  return addresses;
}

inline std::vector<uint64_t> high_words(const std::vector<IpAddress>& addresses) {
  std::vector<uint64_t> words;
  for (const IpAddress& address : addresses) words.push_back(address.hi);
  return words;
}

struct ClosArrival {
  PacketPtr packet;
  uint8_t ecn;
  Cycle at;
};

/// Sends its packets as early as its wire allows, the first ones not before their births.
class ScriptedHost final : public Host {
 public:
  void send(Packet packet) { packets_.push_back(std::move(packet)); }
  Cycle next() const override { return packets_.empty() ? kNoCycle : packets_.front().born; }
  PacketPtr take(Cycle) override {
    auto packet = std::make_shared<const Packet>(std::move(packets_.front()));
    packets_.pop_front();
    return packet;
  }
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override {
    arrived.push_back({packet, ecn, at});
  }

  std::vector<ClosArrival> arrived;

 private:
  std::deque<Packet> packets_;
};

/// Hosts that send what a test gives them.
class ScriptedClos {
 public:
  ScriptedClos(const EthernetClosConfig& config, unsigned number)
      : addresses_(clos_addresses(number)),
        hosts(number),
        clos(ClosParams(config, kClosMhz), high_words(addresses_)) {}

  /// A packet whose Ethernet frame has `frame_bytes`.
  void send(unsigned from, unsigned to, Cycle at, unsigned frame_bytes, uint8_t cos = 0,
            uint8_t ecn = 0) {
    Packet packet;
    const FlowIdentity identity(addresses_[from], addresses_[to], 1000, 2000);
    address_packet(identity, frame_bytes - 18, packet);
    packet.cos = cos;
    packet.ecn = ecn;
    packet.src_host = static_cast<uint16_t>(from);
    packet.born = at;
    hosts[from].send(std::move(packet));
  }
  void run_to(Cycle end) {
    for (std::size_t i = 0; i < hosts.size(); ++i) clos.attach(i, hosts[i]);
    clos.measure(0, end);
    clos.run_to(end);
  }

 private:
  std::vector<IpAddress> addresses_;

 public:
  std::vector<ScriptedHost> hosts;
  EthernetClos clos;
};

/// Hosts that make messages.
class BusyClos {
 public:
  BusyClos(const EthernetClosConfig& config, unsigned number) : params_(config, kClosMhz) {
    network.addresses = clos_addresses(number);
    network.seed = 7;
    network.shares = params_.shares;
    network.swift.endpoint_target = 1e9;
    network.host.process_cycles = network.host.jitter_cycles = 0;
    if (config.transport == ClosTransport::dctcp) network.dctcp.emplace(config.dctcp, kClosMhz);
  }
  void add_entry(const TrafficClass& entry, double gbps, uint32_t bytes, Cycle until = kNoCycle) {
    MessagePlan plan;
    plan.seed = 7;
    plan.entry = static_cast<uint32_t>(network.plans.size());
    plan.sizes = SizeCdf(bytes);
    plan.mean_gap = mean_message_gap(gbps, bytes, kClosMhz);
    plan.until = until;
    network.plans.push_back(plan);
    network.entries.push_back(entry);
  }
  /// After all entries: makes the network.
  void make() {
    clos = std::make_unique<EthernetClos>(params_, high_words(network.addresses));
    for (std::size_t i = 0; i < network.addresses.size(); ++i)
      hosts.push_back(std::make_unique<TrafficHost>(network, static_cast<uint16_t>(i), stats));
  }
  void add_source(unsigned host, unsigned entry, uint16_t target) {
    hosts[host]->add_source(entry, {{target}, 0});
  }
  void start(Cycle from, Cycle to) {
    stats.measure(from, to);
    clos->measure(from, to);
    for (std::size_t i = 0; i < hosts.size(); ++i) clos->attach(i, *hosts[i]);
  }

  HostNetwork network;
  HostStats stats;
  std::vector<std::unique_ptr<TrafficHost>> hosts;
  std::unique_ptr<EthernetClos> clos;

 private:
  ClosParams params_;
};

}  // namespace tinsim
