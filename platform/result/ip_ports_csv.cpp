// SPDX-License-Identifier: Apache-2.0
// ip_ports.csv: egress ports and their classes of service.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/output_file.h"
#include "platform/result/writer_parts.h"

namespace tinsim {

namespace {

constexpr std::array<const char*, 4> kPortNames = {"NIC0", "NIC1", "MAC", "CPU"};

/// Nothing where nothing was measured, as spreadsheets and pandas expect.
std::string number(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }

/// Each followed by a comma.
std::string times(const Percentiles& p, unsigned core_mhz) {
  std::string text;
  for (double cycles : {p.mean, p.p50, p.p99, p.p999, p.max}) {
    text += number(cycles_to_ns(cycles, core_mhz)) + ",";
  }
  return text;
}

std::string mean_and_max(double mean, uint64_t max, unsigned core_mhz) {
  if (std::isnan(mean)) return ",,";
  return fmt::format("{},{},", cycles_to_ns(mean, core_mhz),
                     cycles_to_ns(static_cast<double>(max), core_mhz));
}

std::string shared(const IpPortRow& row) {
  if (row.cos) return ",,,,,";
  return fmt::format("{},{},{},{},{},{}", row.window_mean, row.window_peak, row.slots_mean,
                     row.slots_peak, row.reorder_mean, row.reorder_peak);
}

}  // namespace

void write_ip_ports(const std::filesystem::path& path, const RunResult& r) {
  OutputFile file(path);
  file.print(
      "chip,pod,tin,port,cos,packets,bytes,gbps,marked,refused,"
      "one_way_mean_ns,one_way_p50_ns,one_way_p99_ns,one_way_p999_ns,one_way_max_ns,"
      "rtt_mean_ns,rtt_p50_ns,rtt_p99_ns,rtt_p999_ns,rtt_max_ns,rts_mean,rts_peak,"
      "queued_mean_ns,queued_max_ns,fetched_mean_ns,fetched_max_ns,held_mean_ns,held_max_ns,"
      "window_mean_bytes,window_peak_bytes,slots_mean,slots_peak,reorder_mean,reorder_peak\n");
  for (const IpPortRow& p : r.ip->ports) {
    file.print("{},{},{},{},{},{},{},{},{},{},{}{}{},{},{}{}{}{}\n", p.chip, p.pod, p.tin,
               kPortNames[p.eport], p.cos ? fmt::format("{}", *p.cos) : "", p.packets, p.bytes,
               ip_gbps(p.bytes, r.measure_cycles, 1, r.core_mhz), p.marked, p.refused,
               times(p.one_way, r.core_mhz), times(p.fabric_rtt, r.core_mhz), p.rts_mean,
               p.rts_peak, mean_and_max(p.queued_mean, p.queued_max, r.core_mhz),
               mean_and_max(p.fetched_mean, p.fetched_max, r.core_mhz),
               mean_and_max(p.held_mean, p.held_max, r.core_mhz), shared(p));
  }
  file.close();
}

}  // namespace tinsim
