// SPDX-License-Identifier: Apache-2.0
// The files of a result directory.
#include "platform/result/writer.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/output_file.h"
#include "platform/result/writer_parts.h"

namespace tinsim {
namespace {

std::string_view kind_name(PortKind kind) {
  switch (kind) {
    case PortKind::kUnused:
      return "unused";
    case PortKind::kLocal:
      return "local";
    case PortKind::kGlobal:
      return "global";
    case PortKind::kTerminal:
      return "terminal";
  }
  return "unknown";
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  OutputFile file(path);
  file.print("{}", text);
  file.close();
}

void write_ports(const std::filesystem::path& path, const RunResult& r) {
  OutputFile file(path);
  file.print(
      "chip,pod,tin,port,kind,vc,cells,words,stall_input_cycles,stall_output_cycles,"
      "stall_credit_cycles,stall_queue_cycles,peak_words\n");
  for (const PortRow& p : r.ports) {
    if (p.cells == 0 && p.stall_cycles() == 0) continue;
    file.print("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", p.chip, p.pod, p.tin, p.port,
               kind_name(p.kind), p.vc, p.cells, p.words, p.stall_input_cycles,
               p.stall_output_cycles, p.stall_credit_cycles, p.stall_queue_cycles, p.peak_words);
  }
  file.close();
}

/// Columns that a row and a sum of rows have in common.
std::string count_names() {
  std::string names = "cells_sent";
  const auto add = [&](const char* prefix) {
    return [&names, prefix](const char* name, uint64_t) {
      names += fmt::format(",{}{}", prefix, name);
    };
  };
  SlotCounts::walk(SlotCounts{}, add("slots_"));
  LostCells::walk(LostCells{}, add("cells_lost_"));
  LinkErrors::walk(LinkErrors{}, add(""));
  return names;
}

template <class RowOrSum>
std::string count_values(const RowOrSum& counts) {
  std::string values = std::to_string(counts.cells_sent);
  const auto add = [&](const char*, uint64_t count) { values += fmt::format(",{}", count); };
  SlotCounts::walk(counts.slots, add);
  LostCells::walk(counts.lost, add);
  LinkErrors::walk(counts.errors, add);
  return values;
}

void write_links(const std::filesystem::path& path, const RunResult& r) {
  OutputFile file(path);
  file.print("chip,pod,tin,port,kind,peer_chip,peer_port,fidelity,directions,{}\n", count_names());
  std::map<PortKind, LinkSum> rest;
  for (const LinkRow& row : r.links) {
    if (!row.is_of_interest()) {
      rest[row.kind].add(row);
      continue;
    }
    file.print("{},{},{},{},{},{},{},{},1,{}\n", row.chip, row.pod, row.tin, row.port,
               kind_name(row.kind), row.peer_chip, row.peer_port, row.wire ? "wire" : "cell",
               count_values(row));
  }
  for (const auto& [kind, sum] : rest)
    file.print(",,,,{},,,cell,{},{}\n", kind_name(kind), sum.directions, count_values(sum));
  file.close();
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

void write_failures(const std::filesystem::path& path, const RunResult& r) {
  OutputFile file(path);
  file.print(
      "port,peer,kind,at_us,until_us,cells_sent,cells_lost_wire,cells_lost_queue,"
      "cells_damaged\n");
  for (const FailedLink& link : r.failures.links)
    file.print("{},{},{},{},{},{},{},{},{}\n", link.port, link.peer, link.kind, link.at_us,
               link.until_us ? fmt::format("{}", *link.until_us) : "", link.cells_sent,
               link.lost_on_wire, link.lost_in_queue, link.damaged);
  file.close();
}

}  // namespace

void write_results(const std::filesystem::path& directory, const RunResult& result) {
  write_text(directory / "summary.json", make_summary(result).dump(2) + "\n");
  write_text(directory / "config.yaml", result.config_yaml);
  if (!result.network_json.empty()) write_text(directory / "network.json", result.network_json);
  write_ports(directory / "ports.csv", result);
  write_links(directory / "links.csv", result);
  write_latency(directory / "latency.csv", result);
  write_batches(directory / "batches.csv", result);
  if (result.ip) write_ip_ports(directory / "ip_ports.csv", result);
  if (result.pcie) write_pcie(directory / "pcie.csv", result);
  if (result.cliquemap) write_cliquemap(directory / "cliquemap.csv", result);
  if (!result.failures.changes.empty()) write_failures(directory / "failures.csv", result);
}

}  // namespace tinsim
