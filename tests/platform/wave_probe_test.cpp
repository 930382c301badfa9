// SPDX-License-Identifier: Apache-2.0
// Waves of whole runs: against the table of the cell capture, across links, and on pins.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "platform/build/platform.h"
#include "platform/network/topology/port_selector.h"
#include "platform/trace/wave_queue.h"
#include "testbench/run_fresh.h"
#include "testbench/vcd_reader.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPicoseconds = 2500;  // of a cycle at 400 MHz

class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_ = fs::temp_directory_path() / ("tinsim_wave_probe_" + std::to_string(getpid()));
};

PlatformConfig pair_under_load() {
  PlatformConfig config;
  config.topology.kind = TopologyKind::pair;
  config.topology.hosts_per_tin = 2;
  config.topology.terminal_ports_per_host = 1;
  config.topology.local_links_per_pair = 2;
  config.tin.switch_.ports = 4;
  TrafficConfig traffic;
  traffic.load = 0.6;
  traffic.class_ = {4};
  config.traffic = {traffic};
  config.run.warmup_us = 1;
  config.run.measure_us = 3;
  return config;
}

void trace_all(PlatformConfig& config) {
  config.trace.waves.ports = config.trace.timeline.ports = config.trace.cells.ports = {"all"};
  config.trace.cells.csv = config.trace.cells.sets = true;
}

RunResult run_in(const Folder& folder, const PlatformConfig& config) {
  RunOptions options;
  options.trace_folder = folder.path();
  return run_fresh(config, options);
}

Vcd waves_in(const Folder& folder) { return read_fst((folder.path() / "waves.fst").string()); }

/// A row of cells.csv: a cell that a port began to send.
struct Sent {
  uint64_t cycle;
  std::string port;
  uint64_t dst, src, len, vc;
};

std::vector<Sent> cells_in(const Folder& folder) {
  std::ifstream table(folder.path() / "cells.csv");
  std::string line;
  std::getline(table, line);
  std::vector<std::string> names;
  std::istringstream header(line);
  for (std::string name; std::getline(header, name, ',');) names.push_back(name);
  std::vector<Sent> cells;
  while (std::getline(table, line)) {
    std::map<std::string, std::string> row;
    std::istringstream fields(line);
    for (const std::string& name : names) std::getline(fields, row[name], ',');
    cells.push_back({std::stoull(row.at("cycle")),
                     "pod" + row.at("pod") + ".tin" + row.at("tin") + ".port" + row.at("port"),
                     std::stoull(row.at("dst")), std::stoull(row.at("src")),
                     std::stoull(row.at("len")), std::stoull(row.at("vc"))});
  }
  return cells;
}

/// Cells of the table that the waves do not show as they are.
unsigned missing(const Vcd& vcd, const std::vector<Sent>& cells) {
  unsigned count = 0;
  for (const Sent& cell : cells) {
    const uint64_t time = cell.cycle * kPicoseconds;
    const auto field = [&](const char* name) { return vcd.bits(cell.port + name, time); };
    const auto number = [&](const char* name) { return vcd.value(cell.port + name, time); };
    count += field(".tx_sop_o") != "1" || number(".tx_src") != cell.src ||
             number(".tx_dst") != cell.dst || number(".tx_words") != cell.len ||
             number(".tx_vc") != cell.vc;
  }
  return count;
}

uint64_t cycles_high(const Vcd& vcd, const std::string& signal, uint64_t cycles) {
  uint64_t high = 0;
  for (uint64_t c = 0; c < cycles; ++c) high += vcd.bits(signal, c * kPicoseconds) == "1";
  return high;
}

/// The file of a queue after the changes that `set_values` reports.
template <class Fn>
Vcd queue_draws(Cycle from, Cycle to, Cycle end, Fn&& set_values) {
  const Folder folder;
  const std::string path = (folder.path() / "queue.fst").string();
  WaveFile file(path, 1000000);  // a cycle is a picosecond
  WaveQueue queue(file, from, to);
  const WaveFile::Signal signal = file.add("s", 8);
  queue.begin_with(signal, 9);
  set_values(queue, signal);
  queue.close(end);
  file.close();
  return read_fst(path);
}

TEST(WaveQueue, WritesUnorderedEventsInOrder) {
  const Vcd vcd = queue_draws(0, kNoCycle, 100, [](WaveQueue& queue, WaveFile::Signal s) {
    queue.add(20, s, 5);
    queue.add(20, s, -uint64_t{2});
    queue.add(10, s, -uint64_t{3});
    queue.set(41, s, 7);  // a new value
    queue.end(41, s);     // takes the place of the end of the one before
    queue.end(43, s);
    queue.end_idle(50, s);
  });
  const auto at = [&](uint64_t time) { return vcd.value("s", time); };
  EXPECT_EQ(at(0), 9u);
  EXPECT_EQ(at(9), 9u);
  EXPECT_EQ(at(10), 6u);
  EXPECT_EQ(at(19), 6u);
  EXPECT_EQ(at(20), 9u);
  EXPECT_EQ(at(41), 7u);
  EXPECT_EQ(at(42), 7u);
  EXPECT_EQ(at(43), 0u);
  EXPECT_EQ(vcd.bits("s", 50), "zzzzzzzz");
}

TEST(WaveQueue, AnAbortedRunShowsAllReportedEvents) {
  const auto set_values = [](WaveQueue& queue, WaveFile::Signal s) {
    queue.add(10, s, 1);
    queue.add(30, s, 1);
  };
  EXPECT_EQ(queue_draws(0, kNoCycle, 30, set_values).value("s", 30), 10u);
  EXPECT_EQ(queue_draws(0, kNoCycle, kNoCycle, set_values).value("s", 30), 11u);
  EXPECT_EQ(queue_draws(20, kNoCycle, 25, set_values).signals.at("s").changes.back().first, 20u);
  EXPECT_EQ(queue_draws(0, 20, 100, set_values).value("s", 100), 10u);
}

TEST(WaveQueue, AnEventReportedTooLateIsNotHidden) {
  EXPECT_THROW(queue_draws(0, kNoCycle, 100,
                           [](WaveQueue& queue, WaveFile::Signal s) {
                             queue.write_until(50);
                             queue.add(49, s, 1);
                           }),
               InvariantError);
}

TEST(WaveProbe, ShowsTheCellsOfTheCapture) {
  const Folder folder;
  PlatformConfig config = pair_under_load();
  trace_all(config);
  const RunResult result = run_in(folder, config);
  const Vcd vcd = waves_in(folder);
  std::vector<Sent> cells = cells_in(folder);
  // 4 sources at 0.6 for 1600 cycles, 20 words a cell, half of the cells over a link too: about
  // 288.
  ASSERT_GT(cells.size(), 200u);
  EXPECT_EQ(missing(vcd, cells), 0u);
  // A word each cycle, but for cells that the end of the run cuts.
  std::map<std::string, uint64_t> words;
  for (const Sent& cell : cells) {
    words[cell.port] += std::min<uint64_t>(cell.len, result.cycles - cell.cycle);
  }
  for (const auto& [port, count] : words) {
    EXPECT_EQ(cycles_high(vcd, port + ".tx_valid_o", result.cycles), count) << port;
  }
  // The comparison can fail.
  ++cells[100].cycle;
  EXPECT_EQ(missing(vcd, cells), 1u);
}

/// Bits `at` .. `at` + `width` - 1 of the body of an FC set.
std::string field_of(const std::string& body, unsigned at, unsigned width) {
  return body.substr(body.size() - at - width, width);
}

TEST(WaveProbe, ALinkDelaysCellsAndCreditsByItsCycles) {
  const Folder folder;
  PlatformConfig config = pair_under_load();
  trace_all(config);
  const Topology topology = make_topology(config);
  const RunResult result = run_in(folder, config);
  const Vcd vcd = waves_in(folder);
  const Cycle delay = link_cycles(config, PortKind::kLocal);
  unsigned cells = 0, credits = 0;
  for (uint16_t port = 0; port < topology.chips[0].ports.size(); ++port) {
    const PortInfo& info = topology.chips[0].ports[port];
    if (info.kind != PortKind::kLocal) continue;
    const std::string here = port_name(topology, {0, static_cast<uint8_t>(port)});
    const std::string there = port_name(topology, {info.peer_chip, info.peer_port});
    for (Cycle c = 0; c + delay < result.cycles; ++c) {
      const uint64_t sent = c * kPicoseconds, received = (c + delay) * kPicoseconds;
      ASSERT_EQ(vcd.bits(here + ".tx_sop_o", sent), vcd.bits(there + ".rx_sop_i", received));
      ASSERT_EQ(vcd.bits(here + ".tx_dst", sent), vcd.bits(there + ".rx_dst", received));
      cells += vcd.bits(here + ".tx_sop_o", sent) == "1";
      if (vcd.bits(there + ".set_valid", sent) != "1") continue;
      // Entry i of an FC set reaches the switch i + 2 cycles after the set did; what an entry
      // repeats shows nothing.
      const std::string body = vcd.bits(there + ".set_body", sent);
      for (unsigned i = 0; i < 3 && c + delay + 2 + i < result.cycles; ++i) {
        const uint64_t shown_at = received + (2 + i) * kPicoseconds;
        if (vcd.bits(here + ".fc_valid_i", shown_at) != "1") continue;
        ASSERT_EQ(vcd.bits(here + ".fc_vc_i", shown_at), field_of(body, 17 * i, 5));
        ASSERT_EQ(vcd.bits(here + ".fc_limit_i", shown_at), field_of(body, 17 * i + 5, 12));
        ++credits;
      }
    }
  }
  EXPECT_GT(cells, 50u);
  EXPECT_GT(credits, 50u);
}

TEST(WaveProbe, WritesTheRequestedTimeWithItsInitialValues) {
  const Folder folder;
  PlatformConfig config = pair_under_load();
  trace_all(config);
  run_in(folder, config);
  const Vcd whole = waves_in(folder);
  config.trace.from_us = 1.5;
  config.trace.to_us = 2;
  run_in(folder, config);
  const Vcd part = waves_in(folder);
  ASSERT_EQ(part.signals.size(), whole.signals.size());
  for (const auto& [name, signal] : part.signals) {
    for (const auto& change : signal.changes) ASSERT_LE(change.first, 2000000u) << name;
    for (uint64_t c = 600; c < 800; ++c) {
      ASSERT_EQ(part.bits(name, c * kPicoseconds), whole.bits(name, c * kPicoseconds))
          << name << " cycle " << c;
    }
  }
}

#ifdef TINSIM_RTL
constexpr const char* kOnPins[] = {"pins", "lockstep_pins", "rtl", "lockstep"};
#else
constexpr const char* kOnPins[] = {"pins", "lockstep_pins"};
#endif

TEST(WaveProbe, AChipOnPinsShowsItsPinsBesideTheEvents) {
  for (const char* impl : kOnPins) {
    const Folder folder;
    PlatformConfig config = pair_under_load();
    trace_all(config);
    config.run.warmup_us = 0;
    config.run.measure_us = 4;
    config.tin.impl = Word{impl};
    config.trace.waves.ports = {"pod0.tin*.port0"};
    const RunResult result = run_in(folder, config);
    const Vcd vcd = waves_in(folder);
    EXPECT_EQ(vcd.signals.count("pod0.tin1.port0.pins.tx_data_o"), 0u);
    for (const char* name : {"tx_valid_o", "tx_sop_o", "rx_valid_i", "fc_valid_i", "fc_valid_o"}) {
      const std::string signal = std::string("pod0.tin0.port0.") + name;
      const std::string pin = std::string("pod0.tin0.port0.pins.") + name;
      EXPECT_GT(cycles_high(vcd, pin, result.cycles), 10u) << impl << " " << name;
      for (uint64_t c = 0; c + 8 < result.cycles; ++c) {
        ASSERT_EQ(vcd.bits(signal, c * kPicoseconds), vcd.bits(pin, c * kPicoseconds))
            << impl << " " << name << " cycle " << c;
      }
    }
  }
}

TEST(Traces, ChangeNothing) {
  for (const char* impl : {"model", "pins", "lockstep_pins"}) {
    const Folder folder;
    PlatformConfig config = pair_under_load();
    config.tin.impl = Word{impl};
    config.run.warmup_us = 0;
    config.run.measure_us = 4;
    const RunResult without = run_fresh(config);
    trace_all(config);
    const RunResult with = run_in(folder, config);
    EXPECT_EQ(without.state_hash, with.state_hash) << impl;
    EXPECT_EQ(without.cells.injected, with.cells.injected) << impl;
    EXPECT_EQ(without.cell_hops, with.cell_hops) << impl;
    EXPECT_GT(with.cells.delivered, 100u) << impl;
  }
}

}  // namespace
}  // namespace tinsim
