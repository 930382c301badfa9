// SPDX-License-Identifier: Apache-2.0
// Section pcie of summary.json, and pcie.csv.
#include <fmt/format.h>

#include <algorithm>

#include "base/output_file.h"
#include "platform/result/summary_parts.h"
#include "platform/result/writer_parts.h"
#include "platform/statistics/ip_result.h"

namespace tinsim {

using Json = nlohmann::ordered_json;

PcieLoad pcie_load(const PcieResult& pcie, PcieDirection PcieRow::*way, uint64_t cycles,
                   unsigned core_mhz) {
  PcieLoad load;
  for (const PcieRow& row : pcie.rows) {
    const PcieDirection& of = row.*way;
    load.sum.tlps += of.tlps;
    load.sum.wire_bytes += of.wire_bytes;
    load.sum.payload_bytes += of.payload_bytes;
    load.sum.replayed += of.replayed;
    load.sum.timeouts += of.timeouts;
    load.busiest = std::max(load.busiest, ip_gbps(of.wire_bytes, cycles, 1, core_mhz) / pcie.gbps);
  }
  load.wire_gbps = ip_gbps(load.sum.wire_bytes, cycles, pcie.rows.size(), core_mhz);
  load.payload_gbps = ip_gbps(load.sum.payload_bytes, cycles, pcie.rows.size(), core_mhz);
  return load;
}

Json pcie_json(const PcieResult& pcie, uint64_t cycles, unsigned core_mhz) {
  Json json = {{"links", pcie.rows.size()}, {"gbps", pcie.gbps}};
  const auto sum = [&pcie](uint64_t PcieRow::*member) {
    uint64_t all = 0;
    for (const PcieRow& row : pcie.rows) all += row.*member;
    return all;
  };
  json["reads"] = sum(&PcieRow::reads);
  json["writes"] = sum(&PcieRow::writes);
  json["atomics"] = sum(&PcieRow::atomics);
  json["stores"] = sum(&PcieRow::stores);
  json["loads"] = sum(&PcieRow::loads);
  json["errors"] = sum(&PcieRow::errors);
  const std::pair<const char*, PcieDirection PcieRow::*> ways[] = {{"up", &PcieRow::up},
                                                                   {"down", &PcieRow::down}};
  for (const auto& [name, way] : ways) {
    const PcieLoad load = pcie_load(pcie, way, cycles, core_mhz);
    json[name] = {{"tlps", load.sum.tlps},
                  {"wire_bytes", load.sum.wire_bytes},
                  {"payload_bytes", load.sum.payload_bytes},
                  {"replayed", load.sum.replayed},
                  {"timeouts", load.sum.timeouts},
                  {"wire_gbps_per_link", load.wire_gbps},
                  {"payload_gbps_per_link", load.payload_gbps},
                  {"busiest_share", load.busiest}};
  }
  return json;
}

void write_pcie(const std::filesystem::path& path, const RunResult& r) {
  OutputFile file(path);
  file.print(
      "chip,pod,tin,host,reads,writes,atomics,stores,loads,errors,up_tlps,up_wire_bytes,"
      "up_payload_bytes,up_replayed,up_timeouts,up_gbps,down_tlps,down_wire_bytes,down_payload_"
      "bytes,down_replayed,down_timeouts,down_gbps\n");
  const auto way = [&r](const PcieDirection& of) {
    return fmt::format("{},{},{},{},{},{}", of.tlps, of.wire_bytes, of.payload_bytes, of.replayed,
                       of.timeouts, ip_gbps(of.wire_bytes, r.measure_cycles, 1, r.core_mhz));
  };
  for (const PcieRow& row : r.pcie->rows)
    file.print("{},{},{},{},{},{},{},{},{},{},{},{}\n", row.chip, row.pod, row.tin, row.host,
               row.reads, row.writes, row.atomics, row.stores, row.loads, row.errors, way(row.up),
               way(row.down));
  file.close();
}

}  // namespace tinsim
