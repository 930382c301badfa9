// SPDX-License-Identifier: Apache-2.0
// Traffic of the PCIe interfaces of a network in the measurement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/fields/kinds.h"
#include "platform/statistics/rate.h"
#include "platform/statistics/section.h"
#include "tlm/pcie/pcie_link.h"

namespace tinsim {

/// One direction of a link.
struct PcieWay : TlpSender::Counters {
  TIN_RECORD(PcieWay);
  TIN_BASE(TlpSender::Counters);
  TIN_FIELD(Figure, gbps, "rate of `wire_bytes`");
};

/// One link between a chip and a host.
struct PcieRow : PcieCounters {
  TIN_RECORD(PcieRow);
  TIN_FIELD(RowKey<uint16_t>, chip, "number of the chip");
  TIN_FIELD(RowKey<uint16_t>, pod, "its pod");
  TIN_FIELD(RowKey<uint16_t>, tin, "its number in the pod");
  TIN_FIELD(RowKey<uint16_t>, host, "number of the host at the chip");
  TIN_BASE(PcieCounters);
  TIN_FIELD(Part<PcieWay>, up, "chip to host");
  TIN_FIELD(Part<PcieWay>, down, "host to chip");
};

/// One direction of all links.
struct PcieLoad : TlpSender::Counters {
  TIN_RECORD(PcieLoad);
  TIN_BASE(TlpSender::Counters);
  TIN_FIELD(Figure, wire_gbps_per_link, "rate of `wire_bytes`, mean over the links");
  TIN_FIELD(Figure, payload_gbps_per_link, "rate of `payload_bytes`, mean over the links");
  TIN_FIELD(Figure, busiest_share, "load of the busiest link, of its rate");
};

struct PcieResult : PcieCounters, SectionRecord {
  static constexpr const char* kSection = "pcie";
  static constexpr const char* kSectionText = "PCIe links of those chips, in the measurement";
  TIN_RECORD(PcieResult);
  TIN_FIELD(Derived<uint64_t>, links, "links between chips and hosts");
  TIN_FIELD(Same<double>, gbps, "rate of a direction of a link, in octets of packets");
  TIN_BASE(PcieCounters);
  TIN_FIELD(Part<PcieLoad>, up, "chips to hosts");
  TIN_FIELD(Part<PcieLoad>, down, "hosts to chips");
  TIN_FIELD_AS(RowTable<PcieRow>, rows, "pcie", "`pcie.csv`: a row per link, by chip and host");

  void derive(const Measured& measured) {
    static_cast<PcieCounters&>(*this) = {};
    up = down = {};
    up.busiest_share = down.busiest_share = 0;
    links = rows.size();
    for (PcieRow& row : rows) {
      merge_fields<PcieCounters>(*this, row);
      add(row.up, measured, up);
      add(row.down, measured, down);
    }
    for (PcieLoad* way : {&up, &down}) {
      way->wire_gbps_per_link = measured.gbps(way->wire_bytes, links);
      way->payload_gbps_per_link = measured.gbps(way->payload_bytes, links);
    }
  }
  void judge(Reasons& reasons) const;

 private:
  void add(PcieWay& of, const Measured& measured, PcieLoad& sum) const {
    of.gbps = measured.gbps(of.wire_bytes, 1);
    merge_fields<TlpSender::Counters>(sum, of);
    sum.busiest_share = std::max(sum.busiest_share, of.gbps / gbps);
  }
};

}  // namespace tinsim
