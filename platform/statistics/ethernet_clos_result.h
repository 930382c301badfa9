// SPDX-License-Identifier: Apache-2.0
// Results of the Ethernet Clos network, for comparison with those of the chips.
#pragma once

#include <optional>
#include <string>

#include "platform/statistics/rate.h"
#include "platform/statistics/section.h"
#include "tlm/ethernet_clos/clos_counters.h"
#include "tlm/host/host_stats.h"
#include "tlm/host/rma/cliquemap_client.h"

namespace tinsim {

/// One class of service in the measurement.
struct ClosClassResult : ClosClassCounters {
  TIN_RECORD(ClosClassResult);
  TIN_FIELD(RowKey<unsigned>, cos, "class of service");
  TIN_BASE(ClosClassCounters);
  TIN_FIELD(Figure, offered_gbps_per_host, "rate of messages born");
  TIN_FIELD(Figure, goodput_gbps_per_host, "rate of messages that arrived for the first time");
  TIN_FIELD(Inline<HostClassStats>, hosts, "what the hosts measured");

  unsigned key() const { return cos; }
};

/// Lookups of CliqueMap by messages over Ethernet.
struct ClosLookupResult : CliqueGetCounts {
  TIN_RECORD(ClosLookupResult);
  TIN_BASE(CliqueGetCounts);
  TIN_FIELD(Sum, made, "GETs born in the measurement");
  TIN_FIELD(Sum, wrong, "hits of other octets or versions, and wrong ends; must be 0");
  TIN_FIELD(Times, hit, "birth to end of GETs that found a value");
};

/// A bar of Figure 9 of the paper: what a kind of traffic takes on one of the two fabrics.
struct ComparedTimes {
  TIN_RECORD(ComparedTimes);
  TIN_FIELD(RowKey<std::string>, name, "traffic and fabric");
  TIN_FIELD(
      TimeFigure, p50,
      "median of completion for 1RMA, of the fabric RTT for packets, birth to end of lookups");
  TIN_FIELD(TimeFigure, p99, "99 % are at most");
  TIN_FIELD(TimeFigure, p999, "99.9 % are at most");
  TIN_FIELD(
      Figure, median_ratio,
      "median of the highest class over Ethernet, divided by this one; of a lookup: of lookups "
      "over Ethernet");
  TIN_FIELD(Figure, tail_ratio, "likewise of the p99");
};

struct EthernetClosResult : ClosTotals, SectionRecord {
  static constexpr const char* kSection = "ethernet_clos";
  static constexpr const char* kSectionText = "the hosts on Ethernet switches, for comparison";
  static constexpr bool kMakesCells = true;
  static constexpr const char* kLine =
      "in {packets_in}, out {packets_out}, dropped {packets_dropped}, on their way "
      "{packets_in_flight}; peaks: {buffer_peak_bytes} bytes in a switch, {queue_peak_bytes} in a "
      "queue";
  TIN_RECORD(EthernetClosResult);
  TIN_FIELD(Same<uint64_t>, hosts, "hosts of the entries of `ip_traffic`");
  TIN_BASE(ClosTotals);
  TIN_FIELD(RowsByKey<ClosClassResult>, classes,
            "classes of service that carried anything, in the measurement");
  TIN_FIELD(Section<ClosLookupResult>, lookups, "lookups of CliqueMap by messages");
  TIN_FIELD(Rows<ComparedTimes>, comparison,
            "times of 1RMA by entry, of packets by class over chips and over Ethernet, of lookups "
            "over both");
  TIN_FIELD(Unreported<RowsByPlace<ServiceBatch>>, service, "bytes of messages");

  void derive(const Measured& measured) {
    for (ClosClassResult& of : classes) {
      of.offered_gbps_per_host = measured.gbps(of.hosts.counts.bytes_made, hosts);
      of.goodput_gbps_per_host = measured.gbps(of.hosts.counts.bytes, hosts);
    }
  }
  void judge(Reasons& reasons) const;
  std::optional<HostService> host_service(const HostBatches& batches) const;
};

}  // namespace tinsim
