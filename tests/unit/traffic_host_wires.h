// SPDX-License-Identifier: Apache-2.0
// Hosts on wires, for the tests of whole hosts.
#pragma once

#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include "tlm/host/traffic_host.h"

namespace tinsim {

constexpr Cycle kDelay = 700;  ///< from the first bit at one NIC to the last at the other

/// Hosts joined by wires of a fixed delay; a NIC sends a packet every `gap` cycles at most.
class Wires {
 public:
  HostNetwork network;
  HostStats stats;
  std::function<bool(const Packet&)> loses = [](const Packet&) { return false; };
  std::function<uint8_t(const Packet&)> marks = [](const Packet& packet) { return packet.ecn; };
  std::vector<PacketPtr> sent;
  Cycle gap = 100;

  explicit Wires(unsigned hosts) {
    for (unsigned i = 0; i < hosts; ++i) {
      network.addresses.push_back(ipv4_of({0, static_cast<uint8_t>(i), 0}));
    }
    network.swift.endpoint_target = 1e9;
    network.seed = 11;
    network.host.process_cycles = network.host.jitter_cycles = 0;
  }

  /// An entry of 10 Gb/s; its number.
  unsigned add_entry(TrafficClass entry, double gbps, uint32_t bytes) {
    MessagePlan plan;
    plan.seed = 11;
    plan.entry = static_cast<uint32_t>(network.plans.size());
    plan.sizes = SizeCdf(bytes);
    plan.mean_gap = mean_message_gap(gbps, bytes, 400);
    network.plans.push_back(plan);
    network.entries.push_back(entry);
    return plan.entry;
  }
  void make_hosts() {
    for (uint16_t i = 0; i < network.addresses.size(); ++i) {
      hosts_.push_back(std::make_unique<TrafficHost>(network, i, stats));
    }
    free_.assign(hosts_.size(), 0);
  }
  TrafficHost& host(unsigned i) { return *hosts_[i]; }

  void run_to(Cycle end) {
    for (; now_ < end; ++now_) {
      for (; !on_wire_.empty() && on_wire_.front().at == now_; on_wire_.pop()) {
        const PacketPtr packet = on_wire_.front().packet;
        for (unsigned i = 0; i < hosts_.size(); ++i) {
          if (network.addresses[i].hi == packet->address_hi)
            hosts_[i]->receive(packet, marks(*packet), now_);
        }
      }
      for (unsigned i = 0; i < hosts_.size(); ++i) {
        if (free_[i] > now_ || hosts_[i]->next() > now_) continue;
        PacketPtr packet = hosts_[i]->take(now_);
        if (packet == nullptr) continue;
        free_[i] = now_ + gap;
        sent.push_back(packet);
        if (!loses(*packet)) on_wire_.push({now_ + kDelay, packet});
      }
    }
  }

 private:
  struct OnWire {
    Cycle at;
    PacketPtr packet;
  };
  std::vector<std::unique_ptr<TrafficHost>> hosts_;
  std::vector<Cycle> free_;
  std::queue<OnWire> on_wire_;
  Cycle now_ = 0;
};

}  // namespace tinsim
