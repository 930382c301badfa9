// SPDX-License-Identifier: Apache-2.0
// Results of 1RMA: operations in the measurement, counts of the whole run.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "platform/statistics/rate.h"
#include "platform/statistics/section.h"
#include "tlm/host/service_series.h"
#include "tlm/tin/rma/rma_counters.h"

namespace tinsim {

/// In the order of RmaOp.
inline constexpr std::array kRmaOpNames = {"read", "write", "faa", "cas", "rekey"};
static_assert(kRmaOpNames.size() == kRmaOps);

/// Operations of one kind and class that ended in the measurement.
struct RmaOpResult : RmaOpCounters {
  TIN_RECORD(RmaOpResult);
  TIN_FIELD(RowKey<std::string>, op, "kind of operation");
  TIN_FIELD_AS(RowKey<std::string>, class_, "class", "H or L");
  TIN_BASE(RmaOpCounters);

  auto key() const {
    return std::tuple(std::find(kRmaOpNames.begin(), kRmaOpNames.end(), op), class_);
  }
};

/// One entry of rma_traffic in the measurement, as the hosts see it.
struct RmaPlanResult {
  TIN_RECORD(RmaPlanResult);
  TIN_FIELD(Same<uint64_t>, sources, "hosts that command operations");
  TIN_FIELD(Unreported<Sum>, bytes_made, "bytes of operations that were born");
  TIN_FIELD(Unreported<Sum>, bytes_moved, "bytes of those that ended well");
  TIN_FIELD(Figure, offered_gbps_per_host, "requested rate, per source");
  TIN_FIELD(Figure, goodput_gbps_per_host, "rate of bytes moved, per source");
  TIN_FIELD_AS(Figure, bound_gbps, "bound_gbps_per_host",
               "rate of each source if all slow down equally; null: unknown");
  TIN_FIELD(Sum, failed, "operations that ended otherwise");
  TIN_FIELD(Times, completion, "birth of an operation until its completion is in memory");
};

/// Total demand of all open loops.
struct RmaDemand {
  TIN_RECORD(RmaDemand);
  TIN_FIELD_AS(Derived<double>, busiest_link, "busiest_link_load",
               "load of the link that would be busiest, of its rate");
  TIN_FIELD(Derived<std::string>, kind, "`local links` or `global links`");
};

struct RmaResult : RmaTotals, SectionRecord {
  static constexpr const char* kSection = "rma";
  static constexpr const char* kSectionText = "operations of chips with a 1RMA engine";
  static constexpr bool kMakesCells = true;
  TIN_RECORD(RmaResult);
  TIN_FIELD(Same<uint64_t>, hosts, "hosts of the entries of `rma_traffic`");
  TIN_BASE(RmaTotals);
  TIN_FIELD(RowsByKey<RmaOpResult>, ops, "operations by kind and class, where any ended");
  TIN_FIELD(RowsByPlace<RmaPlanResult>, entries, "entries of `rma_traffic`");
  TIN_FIELD(Unreported<RowsByPlace<ServiceBatch>>, service, "bytes of entries");
  TIN_FIELD(Maybe<RmaDemand>, demand, "total demand of all entries with a rate");

  static constexpr const char* kLine =
      "{commands} commands, {ended} ended, {requests} requests, {nacks} NACKs, {given_up} given "
      "up; peaks: {window_peak_bytes} bytes solicited, {inbound_peak} requests waiting";
  void derive(const Measured& measured) {
    for (RmaPlanResult& of : entries) {
      of.offered_gbps_per_host = measured.gbps(of.bytes_made, of.sources);
      of.goodput_gbps_per_host = measured.gbps(of.bytes_moved, of.sources);
    }
  }
  void judge(Reasons& reasons) const;
  std::optional<HostService> host_service(const HostBatches& batches) const;
};

}  // namespace tinsim
