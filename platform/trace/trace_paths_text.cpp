// SPDX-License-Identifier: Apache-2.0
// Paths of traced cells for people and for programs.
#include "platform/trace/trace_paths_text.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <ostream>

#include "platform/network/topology/link_selector.h"
#include "platform/network/topology/port_selector.h"
#include "rtl_models/parts/cell_header.h"
#include "tlm/tin/cell_switch/failure_unit.h"

namespace tinsim {
namespace {

constexpr std::array<const char*, 16> kTypes = {"RTS",  "CTS",  "CTD", "DATA", "REQ", "WREQ",
                                                "PULL", "RESP", "ACK", "NACK", "10",  "11",
                                                "12",   "13",   "14",  "TEST"};
constexpr std::array<const char*, 4> kEnds = {"delivered", "on its way", "stopped", "unknown"};

std::string address_text(uint16_t address) {
  return fmt::format("{}:{}:{}", address_pod(address), address_tin(address),
                     address_endpoint(address));
}
std::string chip_text(uint16_t tin) {
  return fmt::format("pod{}.tin{}", address_pod(tin), address_tin(tin));
}
std::string port_text(unsigned port) { return port == kMemory ? "mem" : fmt::format("{}", port); }
double ns_of(const PathReport& report, uint64_t cycles) {
  return static_cast<double>(cycles) * 1e3 / report.core_mhz;
}
std::string end_text(const TracePath& path) {
  const std::string end = kEnds[static_cast<std::size_t>(path.end)];
  return path.has_source ? end : end + ", first records missing";
}

/// The chip to which the cell of a record was sent; nothing where it left the network there.
std::optional<std::size_t> next_chip(const PathReport& report, const TraceRecord& last) {
  for (const ChipInfo& chip : report.topology.chips) {
    if (gnet_address(chip.pod, chip.tin, 0) != last.tin || last.out >= chip.ports.size()) continue;
    const PortInfo& port = chip.ports[last.out];
    if (is_link(port)) return port.peer_chip;
  }
  return std::nullopt;
}

/// `port 33 of pod0.tin1, to pod0.tin2.port31`.
std::string last_place(const PathReport& report, const TraceRecord& last) {
  const std::string from = fmt::format("{} port {}", chip_text(last.tin), port_text(last.out));
  for (const ChipInfo& chip : report.topology.chips) {
    if (gnet_address(chip.pod, chip.tin, 0) != last.tin || last.out >= chip.ports.size()) continue;
    const PortInfo& port = chip.ports[last.out];
    if (port.kind == PortKind::kTerminal) return from + ", a terminal port of another chip";
    return from + ", to " + port_name(report.topology, {port.peer_chip, port.peer_port});
  }
  return from;
}

void write_missing(std::ostream& to, const PathReport& report) {
  uint64_t datagrams = 0, marked = 0;
  bool all = true;
  for (const auto& [tin, chip] : report.capture.chips) {
    datagrams += chip.datagrams;
    marked += chip.marked;
    all &= chip.has_all();
  }
  const auto begun = std::count_if(report.paths.begin(), report.paths.end(),
                                   [](const TracePath& path) { return path.has_source; });
  fmt::print(to, "{} records in {} datagrams of {} TiNs{}\n", report.capture.records.size(),
             datagrams, report.capture.chips.size(), all ? ", none missing" : "");
  for (const auto& [tin, chip] : report.capture.chips) {
    if (chip.has_all()) continue;
    fmt::print(to, "MISSING of {}: {} datagrams, and {} records that found no space in the chip\n",
               chip_text(tin), chip.missing, chip.dropped);
  }
  fmt::print(to, "{} cells traced where they entered; {} paths begin there\n", marked, begun);
}

/// Chips that no longer send, with the cells that were sent to them and not seen again.
void write_silent(std::ostream& to, const PathReport& report) {
  const TraceCapture& capture = report.capture;
  for (std::size_t chip = 0; chip < report.topology.chips.size(); ++chip) {
    const ChipInfo& info = report.topology.chips[chip];
    const uint16_t tin = gnet_address(info.pod, info.tin, 0);
    if (!capture.is_silent(tin)) continue;
    const auto cells =
        std::count_if(report.paths.begin(), report.paths.end(), [&](const TracePath& path) {
          return path.end == PathEnd::kUnknown && next_chip(report, path.hops.back()) == chip;
        });
    const uint64_t last = capture.last(tin);
    const std::string since =
        last == 0 ? "no datagram"
                  : fmt::format("no datagram after {:.4f} us", ns_of(report, last) / 1e3);
    fmt::print(to,
               "SILENT: {} of {}, which sends one in {:.4f} us; {} cells were last seen on their "
               "way to it\n",
               since, chip_text(tin), ns_of(report, capture.silence) / 1e3, cells);
  }
}

void write_ends(std::ostream& to, const PathReport& report) {
  std::map<PathEnd, std::size_t> ends;
  for (const TracePath& path : report.paths) ++ends[path.end];
  const auto complete = std::count_if(report.paths.begin(), report.paths.end(),
                                      [](const TracePath& path) { return path.is_complete(); });
  fmt::print(to,
             "{} paths: {} complete; {} delivered, {} on their way, {} stopped, {} unknown because "
             "records are missing\n",
             report.paths.size(), complete, ends[PathEnd::kDelivered], ends[PathEnd::kOnItsWay],
             ends[PathEnd::kStopped], ends[PathEnd::kUnknown]);
}

void write_black_holes(std::ostream& to, const PathReport& report) {
  struct Hole {
    std::size_t cells = 0;
    uint64_t first = 0, last = 0;
  };
  std::map<std::string, Hole> holes;
  for (const TracePath& path : report.paths) {
    if (path.end != PathEnd::kStopped) continue;
    const TraceRecord& last = path.hops.back();
    Hole& hole = holes[last_place(report, last)];
    if (hole.cells++ == 0) hole.first = last.time;
    hole.first = std::min(hole.first, last.time);
    hole.last = std::max(hole.last, last.time);
  }
  for (const auto& [place, hole] : holes) {
    fmt::print(to, "BLACK HOLE: {} cells were last seen at {}, from {:.4f} to {:.4f} us\n",
               hole.cells, place, ns_of(report, hole.first) / 1e3, ns_of(report, hole.last) / 1e3);
  }
}

void write_path(std::ostream& to, const PathReport& report, std::size_t number) {
  const TracePath& path = report.paths[number];
  const CellHeader header = decode_header(path.hops.front().header);
  fmt::print(to, "\n#{} {} > {} {} {} words: {}, {:.1f} ns\n", number, address_text(header.src),
             address_text(header.dst), kTypes[header.cell_type & 15], header.len, end_text(path),
             ns_of(report, path.hops.back().time - path.hops.front().time));
  uint64_t before = path.hops.front().time;
  for (const TraceRecord& hop : path.hops) {
    fmt::print(to, "  {:12.4f} us  {:<12} in {:>3}  out {:>3}  vc {:>2}  + {:.1f} ns\n",
               ns_of(report, hop.time) / 1e3, chip_text(hop.tin), port_text(hop.in),
               port_text(hop.out), hop.vc, ns_of(report, hop.time - before));
    before = hop.time;
  }
}

}  // namespace

void write_paths_text(std::ostream& to, const PathReport& report) {
  write_missing(to, report);
  write_silent(to, report);
  write_ends(to, report);
  write_black_holes(to, report);
  for (std::size_t i = 0; i < report.paths.size(); ++i) write_path(to, report, i);
}

void write_paths_csv(std::ostream& to, const PathReport& report) {
  to << "path,source,end,src,dst,type,len,cycle,pod,tin,in,out,vc,vc_in,hop,hop_cycles\n";
  for (std::size_t i = 0; i < report.paths.size(); ++i) {
    const TracePath& path = report.paths[i];
    uint64_t before = path.hops.front().time;
    for (const TraceRecord& hop : path.hops) {
      const CellHeader header = decode_header(hop.header);
      fmt::print(to, "{},{:d},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", i, path.has_source,
                 kEnds[static_cast<std::size_t>(path.end)], header.src, header.dst,
                 header.cell_type, header.len, hop.time, address_pod(hop.tin), address_tin(hop.tin),
                 hop.in, hop.out, hop.vc, header.vc, header.hop, hop.time - before);
      before = hop.time;
    }
  }
}

}  // namespace tinsim
