// SPDX-License-Identifier: Apache-2.0
// Delays of links as their ports measured them, against the lengths of the configuration.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "platform/statistics/link_row.h"
#include "platform/statistics/section.h"

namespace tinsim {

/// One end of a link.
struct LinkLatencyRow {
  TIN_RECORD(LinkLatencyRow);
  TIN_FIELD(RowKey<uint16_t>, chip, "number of the chip that measures");
  TIN_FIELD(RowKey<uint16_t>, pod, "its pod");
  TIN_FIELD(RowKey<uint16_t>, tin, "its number in the pod");
  TIN_FIELD(RowKey<uint8_t>, port, "its port");
  TIN_FIELD(RowKey<PortKind>, kind, "`local` or `global`");
  TIN_FIELD(RowKey<uint16_t>, peer_chip, "chip at the other end");
  TIN_FIELD(RowKey<uint8_t>, peer_port, "its port");
  TIN_FIELD(Sum, measurements, "PINGs that were answered");
  TIN_FIELD(RowKey<uint64_t>, least_cycles, "least delay measured, from pins to pins and one more");
  TIN_FIELD(RowKey<uint64_t>, most_cycles, "largest delay measured");
  TIN_FIELD(RowKey<uint64_t>, expected_cycles, "delay by the length of the cable");
  TIN_FIELD(Figure, measured_m, "length of the cable by the least delay, in metres");
  TIN_FIELD(RowKey<double>, configured_m, "length of the configuration, in metres");
  TIN_FIELD(Figure, error_m, "by how much the first is longer, in metres");

  bool is_measured() const { return measurements != 0; }
  bool is_wrong() const {
    return is_measured() && (least_cycles != expected_cycles || most_cycles != expected_cycles);
  }
};

/// Of the whole run.
struct LinkLatencyResult : SectionRecord {
  static constexpr const char* kSection = "link_latency";
  static constexpr const char* kSectionText =
      "delays of links that their ports measured, whole run";
  static constexpr const char* kLine =
      "{measurements} measurements at {ports} ports, {unmeasured} ports without; {wrong} of other "
      "lengths; lengths within {error_m:.3f} m";
  TIN_RECORD(LinkLatencyResult);
  TIN_FIELD(Sum, ports, "ports of links");
  TIN_FIELD(Sum, unmeasured, "… without an answer to any PING");
  TIN_FIELD(Sum, measurements, "PINGs that were answered");
  TIN_FIELD(Sum, wrong, "ports with another delay than by the length of the cable: must be 0");
  TIN_FIELD(BasicPeak<double>, error_m,
            "largest difference between a measured and a configured length, in metres");
  TIN_FIELD_AS(RowTable<LinkLatencyRow>, rows, "link_latency",
               "`link_latency.csv`: a row per port");

  void add(const LinkLatencyRow& row) {
    ++ports;
    unmeasured += !row.is_measured();
    measurements += row.measurements;
    wrong += row.is_wrong();
    if (row.is_measured()) error_m = std::max(error_m, std::abs(row.error_m));
    rows.push_back(row);
  }
  void judge(Reasons& reasons) const;
};

}  // namespace tinsim
