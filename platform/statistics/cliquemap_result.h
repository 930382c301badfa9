// SPDX-License-Identifier: Apache-2.0
// Results of CliqueMap's clients: requests in the measurement, counts of the whole run.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/statistics/rate.h"
#include "platform/statistics/section.h"
#include "tlm/host/rma/cliquemap_client.h"
#include "tlm/host/service_series.h"

namespace tinsim {

struct CliqueResult : CliqueGetCounts, CliqueReadCounts, SectionRecord {
  static constexpr const char* kSection = "cliquemap";
  static constexpr const char* kSectionText = "requests of CliqueMap";
  static constexpr bool kRepeatsOperations = true;
  TIN_RECORD(CliqueResult);
  TIN_FIELD(Sum, clients, "hosts that make requests");
  TIN_FIELD(Same<uint64_t>, backends, "hosts that store values");
  TIN_BASE(CliqueGetCounts);
  TIN_FIELD(Sum, sets, "SETs of the whole run");
  TIN_FIELD(Sum, sets_ended, "SETs stored by a majority of the replicas");
  TIN_FIELD(Sum, sets_refused, "SETs that a majority of the replicas cannot store");
  TIN_FIELD(Sum, sets_open, "SETs that had not ended at the end of the run");
  TIN_FIELD(Sum, erases, "ERASEs of the whole run");
  TIN_FIELD(Sum, erases_ended, "ERASEs executed by a majority of the replicas");
  TIN_FIELD(Sum, erases_open, "ERASEs that had not ended at the end of the run");
  TIN_BASE(CliqueReadCounts);
  TIN_FIELD(Causes, bad_data, "attempts whose data failed verification, by fault");
  TIN_FIELD(Sum, wrong_values, "hits with other octets than those of their version; must be 0");
  TIN_FIELD(Sum, stale, "hits with a version that was overwritten or never set; must be 0");
  TIN_FIELD(Sum, wrong_ends, "misses of a present key, hits of an absent one; must be 0");
  TIN_FIELD(Unreported<Sum>, gets_made, "GETs born in the measurement");
  TIN_FIELD(Unreported<Sum>, sets_made, "SETs born in the measurement");
  TIN_FIELD(Unreported<Sum>, erases_made, "ERASEs born in the measurement");
  TIN_FIELD(Unreported<Sum>, value_bytes, "of hits and SETs that ended in the measurement");
  TIN_FIELD(Figure, offered_per_s_per_client, "requests born in the measurement");
  TIN_FIELD(Figure, ended_per_s_per_client, "requests that ended in the measurement");
  TIN_FIELD(Figure, goodput_gbps_per_client, "values of hits and SETs in the measurement");
  TIN_FIELD(TimesByName, times,
            "birth to end of hit, miss, failed, set and erase; index and data: the two parts of a "
            "hit at the first attempt; also `cliquemap.csv`");
  TIN_FIELD(Unreported<RowsByPlace<ServiceBatch>>, service, "requests");

  static constexpr const char* kLine =
      "{gets} GETs = {hits} hits + {misses} misses + {failed} failed + {gets_open} open; {sets} "
      "SETs, {sets_refused} refused; {erases} ERASEs; {retries} retries, {no_quorum} without "
      "quorum; {goodput_gbps_per_client:.3f} Gb/s of values per client";
  void derive(const Measured& measured) {
    const auto per_client = [&](uint64_t ops) {
      return static_cast<double>(ops) * measured.core_mhz * 1e6 /
             (static_cast<double>(measured.cycles) * static_cast<double>(clients));
    };
    uint64_t ended = 0;
    for (const auto& [kind, time] : times)
      if (kind != "index" && kind != "data") ended += time.count();
    offered_per_s_per_client = per_client(gets_made + sets_made + erases_made);
    ended_per_s_per_client = per_client(ended);
    goodput_gbps_per_client = measured.gbps(value_bytes, clients);
  }
  void judge(Reasons& reasons) const;
  std::optional<HostService> host_service(const HostBatches& batches) const;
};

}  // namespace tinsim
