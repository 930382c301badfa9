// SPDX-License-Identifier: Apache-2.0
// Packets of hosts that crossed PCIe in the measurement.
#pragma once

#include <vector>

#include "base/fields/kinds.h"
#include "platform/statistics/rate.h"
#include "platform/statistics/section.h"
#include "tlm/nic/nic_counters.h"

namespace tinsim {

/// The NIC of one host.
struct NicRow : NicCounters {
  TIN_RECORD(NicRow);
  TIN_FIELD(RowKey<uint16_t>, chip, "number of the chip");
  TIN_FIELD(RowKey<uint16_t>, pod, "its pod");
  TIN_FIELD(RowKey<uint16_t>, tin, "its number in the pod");
  TIN_FIELD(RowKey<uint16_t>, host, "number of the host at the chip");
  TIN_BASE(NicCounters);
};

struct NicResult : NicCounters, SectionRecord {
  static constexpr const char* kSection = "nic";
  static constexpr const char* kSectionText =
      "packets of hosts that cross PCIe (`nic.host: pcie`), in the measurement";
  TIN_RECORD(NicResult);
  TIN_FIELD(Derived<uint64_t>, hosts, "hosts behind PCIe");
  TIN_BASE(NicCounters);
  TIN_FIELD(Figure, read_gbps_per_host, "rate of `bytes_read`, mean over the hosts");
  TIN_FIELD(Figure, written_gbps_per_host, "rate of `bytes_written`, mean over the hosts");
  TIN_FIELD_AS(RowTable<NicRow>, rows, "nic", "`nic.csv`: a row per host, by chip and host");

  void derive(const Measured& measured) {
    static_cast<NicCounters&>(*this) = {};
    hosts = rows.size();
    for (const NicRow& row : rows) merge_fields<NicCounters>(*this, row);
    read_gbps_per_host = measured.gbps(bytes_read, hosts);
    written_gbps_per_host = measured.gbps(bytes_written, hosts);
  }
};

}  // namespace tinsim
