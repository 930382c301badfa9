// SPDX-License-Identifier: Apache-2.0
// The files of a result directory.
#include "platform/result/writer.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/fields/field_csv.h"
#include "platform/result/csv_files.h"

namespace tinsim {
namespace {

void write_text(const std::filesystem::path& path, const std::string& text) {
  OutputFile file(path);
  file.print("{}", text);
  file.close();
}

void write_ports(const std::filesystem::path& path, const RunResult& r) {
  std::vector<PortRow> rows;
  for (const PortRow& row : r.ports)
    if (row.cells != 0 || row.stall_cycles() != 0) rows.push_back(row);
  write_csv(path, rows, r.core_mhz);
}

template <class AnyHistogram>
void write_histogram(OutputFile& file, const std::string& scope, const AnyHistogram& h,
                     unsigned core_mhz) {
  uint64_t so_far = 0;
  h.for_each_bucket([&](uint64_t low, uint64_t high, uint64_t count) {
    so_far += count;
    file.print("{},{},{},{},{}\n", scope, cycles_to_ns(static_cast<double>(low), core_mhz),
               cycles_to_ns(static_cast<double>(high), core_mhz), count,
               static_cast<double>(so_far) / static_cast<double>(h.count()));
  });
}

void write_latency(const std::filesystem::path& path, const RunResult& r) {
  OutputFile file(path);
  file.print("scope,low_ns,high_ns,count,cumulative_fraction\n");
  write_histogram(file, "all", r.latency_cycles, r.core_mhz);
  for (const ClassResult& c : r.classes)
    write_histogram(file, fmt::format("class {}", c.class_), c.latency_cycles, r.core_mhz);
  for (const TerminalPortResult& p : r.terminal_ports)
    write_histogram(file, fmt::format("port {}/{}", p.chip, p.port), p.latency_cycles, r.core_mhz);
  file.close();
}

void write_batches_of(OutputFile& file, std::string_view phase, const std::vector<Batch>& batches,
                      const RunResult& r) {
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const Batch& b = batches[i];
    // An empty field, as spreadsheets and pandas expect, where there is no mean: nor of cells that
    // have no latency of their own, those of IP path and 1RMA.
    std::string mean_ns;
    if (b.latency_sum_cycles > 0)
      mean_ns = fmt::format("{}", cycles_to_ns(static_cast<double>(b.latency_sum_cycles) /
                                                   static_cast<double>(b.delivered_cells),
                                               r.core_mhz));
    file.print("{},{},{},{},{},{},{},{}\n", phase, i, b.cycles, b.delivered_cells, mean_ns,
               words_to_gbps(b.offered_words, b.cycles, r.chips, r.core_mhz),
               words_to_gbps(b.accepted_words, b.cycles, r.chips, r.core_mhz),
               cycles_to_ns(b.source_wait_cycles, r.core_mhz));
  }
}

void write_batches(const std::filesystem::path& path, const RunResult& r) {
  OutputFile file(path);
  file.print(
      "phase,batch,cycles,cells,latency_mean_ns,offered_gbps_per_tin,accepted_gbps_per_tin,"
      "source_wait_ns\n");
  write_batches_of(file, "warmup", r.warmup_batches, r);
  write_batches_of(file, "measure", r.batches, r);
  file.close();
}

}  // namespace

void write_results(const std::filesystem::path& directory, const RunResult& result) {
  write_text(directory / "summary.json", make_summary(result).dump(2) + "\n");
  write_text(directory / "config.yaml", result.config_yaml);
  if (!result.network_json.empty()) write_text(directory / "network.json", result.network_json);
  write_ports(directory / "ports.csv", result);
  write_csv(directory / "links.csv", link_lines(result.links), result.core_mhz);
  write_latency(directory / "latency.csv", result);
  write_batches(directory / "batches.csv", result);
  write_section_tables(directory, result);
  if (!result.failures.changes.empty())
    write_csv(directory / "failures.csv", result.failures.links, result.core_mhz);
}

}  // namespace tinsim
