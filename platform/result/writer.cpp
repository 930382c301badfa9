// SPDX-License-Identifier: Apache-2.0
// The files of a result directory.
#include "platform/result/writer.h"

#include <fmt/format.h>

#include <string>

#include "base/fields/field_csv.h"
#include "platform/result/summary_record.h"

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
void write_histogram(CsvFile<LatencyRow>& file, const std::string& scope, const AnyHistogram& h) {
  uint64_t so_far = 0;
  h.for_each_bucket([&](uint64_t low, uint64_t high, uint64_t count) {
    so_far += count;
    file.add({scope, static_cast<double>(low), static_cast<double>(high), count,
              static_cast<double>(so_far) / static_cast<double>(h.count())});
  });
}

void write_latency(const std::filesystem::path& path, const RunResult& r) {
  CsvFile<LatencyRow> file(path, r.core_mhz);
  write_histogram(file, "all", r.latency_cycles);
  for (const ClassResult& c : r.classes)
    write_histogram(file, fmt::format("class {}", c.class_), c.latency_cycles);
  for (const TerminalPortResult& p : r.terminal_ports)
    write_histogram(file, fmt::format("port {}/{}", p.chip, p.port), p.latency_cycles);
  file.close();
}

void write_batches(const std::filesystem::path& path, const RunResult& r) {
  CsvFile<BatchRow> file(path, r.core_mhz);
  for (std::size_t i = 0; i < r.warmup_batches.size(); ++i)
    file.add(batch_row("warmup", i, r.warmup_batches[i], r));
  for (std::size_t i = 0; i < r.batches.size(); ++i)
    file.add(batch_row("measure", i, r.batches[i], r));
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
  for (const auto& section : result.sections) section->write_tables(directory, result.core_mhz);
  if (!result.failures.changes.empty())
    write_csv(directory / "failures.csv", result.failures.links, result.core_mhz);
}

}  // namespace tinsim
