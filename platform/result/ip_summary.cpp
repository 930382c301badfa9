// SPDX-License-Identifier: Apache-2.0
// Packets in summary.json.
#include "platform/result/summary_parts.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

Json class_json(const IpClassResult& c, const IpResult& ip, uint64_t cycles, unsigned core_mhz) {
  const auto gbps = [&](uint64_t bytes) { return ip_gbps(bytes, cycles, ip.hosts, core_mhz); };
  return {{"cos", c.cos},
          {"packets", c.packets},
          {"bytes", c.bytes},
          {"marked", c.marked},
          {"latency_ns", latency_json(c.latency, core_mhz)},
          {"handshake_ns", latency_json(c.handshake, core_mhz)},
          {"offered_gbps_per_host", gbps(c.hosts.counts.bytes_made)},
          {"goodput_gbps_per_host", gbps(c.hosts.counts.bytes)},
          {"hosts", counts_json(c.hosts.counts)},
          {"fabric_rtt_ns", latency_json(c.hosts.fabric_rtt, core_mhz)},
          {"one_way_ns", latency_json(c.hosts.one_way, core_mhz)},
          {"completion_ns", latency_json(c.hosts.completion, core_mhz)}};
}

}  // namespace

Json ip_json(const IpResult& ip, uint64_t cycles, unsigned core_mhz) {
  Json classes = Json::array();
  for (const IpClassResult& c : ip.classes) classes.push_back(class_json(c, ip, cycles, core_mhz));
  return {{"hosts", ip.hosts},
          {"packets_in", ip.packets_in},
          {"packets_out", ip.packets_out},
          {"packets_held_ingress", ip.held_ingress},
          {"packets_held_egress", ip.held_egress},
          {"packets_lost", ip.lost},
          {"packets_held_back", ip.held_back},
          {"late_cells", ip.late_cells},
          {"rts_queue_peak", ip.rts_peak},
          {"window_peak_bytes", ip.outstanding_peak},
          {"reassembly_peak_cells", ip.slots_peak},
          {"reorder_peak_packets", ip.reorder_peak},
          {"classes", std::move(classes)}};
}

}  // namespace tinsim
