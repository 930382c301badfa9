// SPDX-License-Identifier: Apache-2.0
// What a run found out about packets: the chips' IP paths and the hosts behind them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tlm/host/host_stats.h"

namespace tinsim {

/// One class of service in the measurement. Times in cycles.
struct IpClassResult {
  unsigned cos = 0;
  uint64_t packets = 0;  ///< delivered by the fabric, acknowledgements included
  uint64_t bytes = 0;    ///< … from their IP headers on
  uint64_t marked = 0;   ///< … marked by it
  Histogram latency;     ///< … from the packet being there at its source to its last bit out
  Histogram handshake;   ///< RTS at its queue to the grant of its CTS
  HostClassStats hosts;
};

/// Of a distribution of times, in cycles. Without a sample all are NaN.
struct Percentiles {
  double mean, p50, p99, p999, max;
};

/// One class of service at one egress port in the measurement, or all of them. Times in cycles.
struct IpPortRow {
  uint16_t chip = 0, pod = 0, tin = 0;
  uint8_t eport = 0;            ///< 0 NIC0, 1 NIC1, 2 MAC, 3 CPU
  std::optional<unsigned> cos;  ///< unset: all classes, and what they share
  uint64_t packets = 0;         ///< delivered
  uint64_t bytes = 0;           ///< … from the IP header on
  uint64_t marked = 0;          ///< … with CE set here
  uint64_t refused = 0;         ///< RTSs answered by a CTD
  Percentiles one_way{}, fabric_rtt{};
  double rts_mean = 0;    ///< RTSs queued; of all classes: the sum
  uint32_t rts_peak = 0;  ///< … of the fullest queue
  double queued_mean = 0, fetched_mean = 0, held_mean = 0;
  uint64_t queued_max = 0, fetched_max = 0, held_max = 0;
  // Of all classes only.
  double window_mean = 0, slots_mean = 0, reorder_mean = 0;
  uint32_t window_peak = 0, slots_peak = 0, reorder_peak = 0;
};

/// Packets and cells are those of the whole run.
struct IpResult {
  uint64_t hosts = 0;
  uint64_t packets_in = 0, packets_out = 0;
  // At the end. in <= out + held at both sides + lost: a packet on its way is held at one side or
  // both, one that is leaving counts as out already.
  uint64_t held_ingress = 0;
  uint64_t held_egress = 0;
  std::map<std::string, uint64_t> lost;
  uint64_t held_back = 0;  ///< of those cleared to drop: packets that were not asked for
  uint64_t late_cells = 0;
  uint64_t rts_peak = 0;               ///< entries of the fullest RTS queue
  uint64_t outstanding_peak = 0;       ///< bytes fetched at a time, of the busiest egress port
  uint64_t slots_peak = 0;             ///< cell slots of the fullest reassembly buffer
  uint64_t reorder_peak = 0;           ///< complete packets that waited for one before, at one port
  std::vector<ServiceBatch> service;   ///< bytes of messages, in the measurement
  std::vector<IpClassResult> classes;  ///< those that carried anything
  std::vector<IpPortRow> ports;        ///< likewise; each port's sum, then its classes
};

/// `bytes` in `cycles` as Gb/s of each host; 0 without hosts or cycles.
inline double ip_gbps(uint64_t bytes, uint64_t cycles, uint64_t hosts, unsigned core_mhz) {
  if (cycles == 0 || hosts == 0) return 0;
  return 8.0 * static_cast<double>(bytes) * core_mhz /
         (1000.0 * static_cast<double>(cycles) * static_cast<double>(hosts));
}

}  // namespace tinsim
