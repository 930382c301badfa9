// SPDX-License-Identifier: Apache-2.0
// A network with an IP path and scripted hosts behind every NIC port.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/run/audit.h"
#include "platform/services/ip_network.h"
#include "rtl_models/parts/route_choice.h"
#include "testbench/scripted_host.h"
#include "tlm/ethernet/packet_frame.h"

namespace tinsim {

/// Hosts are numbered chip by chip, two to a chip that has hosts.
class IpTestNetwork {
 public:
  static constexpr Cycle kBatch = 50;

  explicit IpTestNetwork(PlatformConfig config)
      : config_(enable(std::move(config))),
        topology_(make_topology(config_)),
        tables_(make_route_tables(config_, topology_)),
        platform_("net", config_, topology_, tables_, {}, kBatch) {
    for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
      if (!platform_.services().get<IpNetwork>().has(chip)) continue;
      for (unsigned host = 0; host < 2; ++host) {
        hosts_.push_back(std::make_unique<ScriptedHost>());
        platform_.services().get<IpNetwork>().engine(chip).attach(host, *hosts_.back());
      }
    }
  }

  ScriptedHost& host(unsigned number) { return *hosts_[number]; }
  unsigned hosts() const { return static_cast<unsigned>(hosts_.size()); }
  Platform& platform() { return platform_; }
  IpRoutes routes() const { return make_routes(config_, topology_); }
  IpEngine& engine_of(unsigned host) {
    return platform_.services().get<IpNetwork>().engine(chip_of(host));
  }

  /// An IPv4 packet of `bytes` from host to host in the first frame that holds it.
  Packet packet(unsigned from, unsigned to, unsigned bytes, Cycle born, uint8_t cos = 0,
                uint32_t flow = 0) {
    Packet packet;
    packet.bytes = static_cast<uint16_t>(bytes);
    packet.frame_bytes = static_cast<uint16_t>(leaving_frame_bytes(packet, false));
    packet.cos = cos;
    packet.flow = flow;
    packet.number = numbers_[from * 65536 + flow]++;
    packet.flow_hash =
        static_cast<uint16_t>(mix64(uint64_t{from} << 48 | uint64_t{to} << 32 | flow));
    packet.src_host = static_cast<uint16_t>(from);
    const ChipInfo& chip = topology_.chips[chip_of(to)];
    const IpAddress address =
        ipv4_of({static_cast<uint8_t>(chip.pod), static_cast<uint8_t>(chip.tin),
                 static_cast<uint8_t>(to % 2)});
    packet.address_hi = address.hi;
    packet.born = born;
    return packet;
  }

  void run_to(Cycle cycle) {
    platform_.run_to((cycle + kBatch - 1) / kBatch * kBatch);
    audit(platform_, topology_);
  }
  IpCounters total(unsigned first = 0, unsigned last = ~0u) const {
    IpCounters sum;
    for (std::size_t chip = first; chip < topology_.chips.size() && chip <= last; ++chip) {
      if (!platform_.services().get<IpNetwork>().has(chip)) continue;
      const IpCounters& c = platform_.services().get<IpNetwork>().engine(chip).counters();
      sum.taken += c.taken;
      sum.sent += c.sent;
      sum.delivered += c.delivered;
      sum.late_cells += c.late_cells;
      for (std::size_t i = 0; i < c.lost.size(); ++i) sum.lost[i] += c.lost[i];
    }
    return sum;
  }

 private:
  unsigned chip_of(unsigned host) const { return topology_.hosts[host].chip; }
  static PlatformConfig enable(PlatformConfig config) {
    config.ip.enabled = true;
    return config;
  }

  PlatformConfig config_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  Platform platform_;
  std::vector<std::unique_ptr<ScriptedHost>> hosts_;
  std::map<uint64_t, uint32_t> numbers_;
};

}  // namespace tinsim
