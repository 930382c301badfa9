// SPDX-License-Identifier: Apache-2.0
// Results about packets: the chips' IP paths and the hosts behind them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "platform/statistics/rate.h"
#include "platform/statistics/section.h"
#include "tlm/host/host_stats.h"
#include "tlm/tin/ip/ip_counters.h"

namespace tinsim {

/// One class of service in the measurement.
struct IpClassResult : IpClassCounters {
  TIN_RECORD(IpClassResult);
  TIN_FIELD(RowKey<unsigned>, cos, "class of service");
  TIN_BASE(IpClassCounters);
  TIN_FIELD(Figure, offered_gbps_per_host, "rate of messages born");
  TIN_FIELD(Figure, goodput_gbps_per_host, "rate of messages that arrived for the first time");
  TIN_FIELD(Inline<HostClassStats>, hosts, "what the hosts measured");

  unsigned key() const { return cos; }
};

/// Of a distribution of times. Without a sample all are NaN.
struct Percentiles {
  TIN_RECORD(Percentiles);
  TIN_FIELD(TimeFigure, mean, "mean");
  TIN_FIELD(TimeFigure, p50, "median");
  TIN_FIELD(TimeFigure, p99, "99 % are at most");
  TIN_FIELD(TimeFigure, p999, "99.9 % are at most");
  TIN_FIELD(TimeFigure, max, "longest");
};

/// Mean and longest of some times.
struct Wait {
  TIN_RECORD(Wait);
  TIN_FIELD(TimeFigure, mean, "mean");
  TIN_FIELD(TimeFigure, max, "longest");
};

/// Names of egress ports, by number.
inline constexpr std::array<const char*, 4> kEgressPortNames = {"NIC0", "NIC1", "MAC", "CPU"};
struct EgressPortKey : RowKey<uint8_t> {};
inline std::string cell_of(EgressPortKey, uint8_t eport, double) { return kEgressPortNames[eport]; }

/// One class of service at one egress port in the measurement, or all of them.
struct IpPortRow {
  TIN_RECORD(IpPortRow);
  TIN_FIELD(RowKey<uint16_t>, chip, "number of the chip");
  TIN_FIELD(RowKey<uint16_t>, pod, "its pod");
  TIN_FIELD(RowKey<uint16_t>, tin, "its number in the pod");
  TIN_FIELD_AS(EgressPortKey, eport, "port", "`NIC0`, `NIC1`, `MAC` or `CPU`");
  TIN_FIELD(RowKey<std::optional<unsigned>>, cos,
            "class of service; empty: all classes, and what they share");
  TIN_FIELD(Sum, packets, "packets that left");
  TIN_FIELD(Sum, bytes, "their bytes, from the IP header on");
  TIN_FIELD(Figure, gbps, "their rate");
  TIN_FIELD(Sum, marked, "those on which CE was set here");
  TIN_FIELD(Sum, refused, "RTSs answered by a CTD");
  TIN_FIELD(Part<Percentiles>, one_way, "first bit at the source to last bit here");
  TIN_FIELD_AS(Part<Percentiles>, fabric_rtt, "rtt", "fabric RTT of the host behind the port");
  TIN_FIELD(Derived<double>, rts_mean, "RTSs queued, mean over time; of all classes: the sum");
  TIN_FIELD(BasicPeak<uint32_t>, rts_peak, "RTSs of the fullest queue");
  TIN_FIELD(Part<Wait>, queued, "RTS in its queue to the grant");
  TIN_FIELD(Part<Wait>, fetched, "grant to the last DATA cell");
  TIN_FIELD(Part<Wait>, held, "last DATA cell to leaving");
  // Of all classes only.
  TIN_FIELD_AS(Figure, window_mean, "window_mean_bytes", "bytes fetched and not departed, mean");
  TIN_FIELD_AS(Derived<std::optional<uint32_t>>, window_peak, "window_peak_bytes",
               "bytes fetched and not departed, most");
  TIN_FIELD(Figure, slots_mean, "cell slots of the reassembly buffer, mean");
  TIN_FIELD(Derived<std::optional<uint32_t>>, slots_peak,
            "cell slots of the reassembly buffer, most");
  TIN_FIELD(Figure, reorder_mean, "complete packets held by order, mean");
  TIN_FIELD(Derived<std::optional<uint32_t>>, reorder_peak, "complete packets held by order, most");
};

struct IpResult : IpTotals, SectionRecord {
  static constexpr const char* kSection = "ip";
  static constexpr const char* kSectionText = "packets of chips with an IP path";
  static constexpr bool kMakesCells = true;
  TIN_RECORD(IpResult);
  TIN_FIELD(Same<uint64_t>, hosts, "hosts of the entries of `ip_traffic`");
  TIN_BASE(IpTotals);
  TIN_FIELD(RowsByKey<IpClassResult>, classes,
            "classes of service that carried anything, in the measurement");
  TIN_FIELD(Unreported<RowsByPlace<ServiceBatch>>, service, "bytes of messages");
  TIN_FIELD_AS(RowTable<IpPortRow>, ports, "ip_ports",
               "`ip_ports.csv`: each egress port that carried anything, then its classes");

  static constexpr const char* kLine =
      "in {packets_in}, out {packets_out}, held {packets_held_ingress} at ingress and "
      "{packets_held_egress} at egress; peaks: {rts_queue_peak} RTSs in a queue, "
      "{window_peak_bytes} bytes fetched, {reassembly_peak_cells} cells of a buffer, "
      "{reorder_peak_packets} packets out of turn";
  void derive(const Measured& measured) {
    for (IpClassResult& of : classes) {
      of.offered_gbps_per_host = measured.gbps(of.hosts.counts.bytes_made, hosts);
      of.goodput_gbps_per_host = measured.gbps(of.hosts.counts.bytes, hosts);
    }
    for (IpPortRow& row : ports) row.gbps = measured.gbps(row.bytes, 1);
  }
  void judge(Reasons& reasons) const;
  std::optional<HostService> host_service(const HostBatches& batches) const;
};

}  // namespace tinsim
