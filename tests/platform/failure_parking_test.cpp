// SPDX-License-Identifier: Apache-2.0
// Runs in which cells are parked in memory: none is lost, and all their hops count.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/platform/config_test_util.h"
#include "tests/platform/failure_check.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

/// Six pods of six TiNs, with so many links per pair of pods and of TiNs.
PlatformConfig six_pods(const char* mode, unsigned global, unsigned local, const char* events) {
  PlatformConfig config = failing(
      fmt::format("topology: {{pods: 6, tins_per_pod: 6, global_links_per_pair: {}, "
                  "local_links_per_pair: {}, hosts_per_tin: 2, terminal_ports_per_host: 2}}\n"
                  "link: {{global_m: 10}}\n"
                  "routing: {{mode: {}}}\n"
                  "traffic: [{{load: 0.5, cell_bytes: {{min: 16, max: 160}}}}]\n",
                  global, local, mode),
      events);
  config.run.measure_us = 12;
  return config;
}

/// Changes that leave all TiNs joined at all times: links fail and recover while cells are on the
/// escape VCs.
PlatformConfig several_changes() {
  return six_pods("minimal_deterministic", 6, 1,
                  "{links: all, percent: 20, seed: 61, at_us: 1, for_us: 2.62}, "
                  "{links: local, percent: 40, seed: 47, at_us: 1.5, for_us: 2.05}, "
                  "{links: local, percent: 10, seed: 94, at_us: 1.5, for_us: 2.64}, "
                  "{links: local, percent: 10, seed: 23, at_us: 1.5, for_us: 0.82}, "
                  "{links: all, percent: 40, seed: 69, at_us: 3.5, for_us: 0.64}, "
                  "{links: local, percent: 10, seed: 81, at_us: 5.5, for_us: 1.83}");
}

void expect_parked_and_joined(const RunResult& r) {
  for (const FailureChange& change : r.failures.changes) EXPECT_EQ(change.connected, change.pairs);
  EXPECT_EQ(r.failures.counts.unreachable, 0u);
  EXPECT_GT(r.failures.counts.parked, 0u);
}

// The way down that a cell had is gone, and up it may not.
TEST(FailureParking, SeveralChangesLoseNothingButOnTheFailedLinks) {
  expect_parked_and_joined(run_soundly(several_changes()));
}

// More than one chip is without a link up on each side of some pairs.
TEST(FailureParking, PairsThatOneTurnDoesNotJoinAreReachedToo) {
  expect_parked_and_joined(
      run_soundly(six_pods("deterministic", 1, 2,
                           "{links: all, percent: 30, seed: 48, at_us: 1, for_us: 2.1}, "
                           "{links: all, percent: 30, seed: 35, at_us: 3}")));
}

/// The way of one cell, by what ports have sent.
struct Way {
  unsigned links_and_terminal = 0;  ///< as many as TiNs
  uint64_t delivered = 0;           ///< its last word is at the endpoint in this cycle; 0: not yet
};

/// By source and number. Reads the table of cells that all ports have sent.
std::map<std::pair<unsigned, unsigned>, Way> ways(const std::filesystem::path& table,
                                                  const Topology& topology) {
  std::map<std::pair<unsigned, unsigned>, Way> ways;
  std::ifstream in(table);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    const auto number = [&](unsigned column) { return std::stoul(row.at(column)); };
    enum { kCycle = 0, kChip = 2, kPort = 5, kSrc = 7, kWords = 8, kDamaged = 14, kSeq = 16 };
    Way& way = ways[{number(kSrc), number(kSeq)}];
    ++way.links_and_terminal;
    const PortInfo& port = topology.chips[number(kChip)].ports[number(kPort)];
    const bool ends = port.kind == PortKind::kTerminal;
    if (ends && number(kDamaged) == 0)
      way.delivered = number(kCycle) + timing::kTxToSink + number(kWords) - 1;
  }
  return ways;
}

// All that was parked has arrived when the run ends, 3 us after the last change.
TEST(FailureParking, HopsBeforeItCountToo) {
  PlatformConfig config = several_changes();
  config.trace.cells.ports = {"all"};
  config.trace.cells.csv = true;
  TempDir folder;
  RunOptions options;
  options.trace_folder = folder.path();
  const RunResult r = run_fresh(config, options);
  uint64_t cells = 0, hops = 0;
  for (const auto& [id, way] : ways(folder / "cells.csv", make_topology(config))) {
    if (way.delivered < r.warmup_cycles || way.delivered >= r.cycles) continue;
    ++cells;
    hops += way.links_and_terminal;
  }
  EXPECT_GT(r.failures.counts.parked, 0u);
  EXPECT_EQ(r.hops_cells, cells);
  EXPECT_EQ(r.hops_sum, hops);
}

// The TiN of the peak has had as many cells at least as words make, and no more than were parked.
TEST(FailureParking, ThePeakIsThatOfOneTin) {
  const RunResult r = run_fresh(several_changes());
  const FailureResult& f = r.failures;
  EXPECT_GE(f.parked_peak.words, 20u);
  EXPECT_GE(f.parked_peak.cells * 20, f.parked_peak.words);
  EXPECT_LE(f.parked_peak.cells, f.counts.parked);
  EXPECT_EQ(f.parked_peak.tin,
            fmt::format("pod{}.tin{}", f.parked_peak.chip / 6, f.parked_peak.chip % 6));
}

// Memory of just that size changes nothing; with a word less the run ends where the peak would be.
TEST(FailureParking, MemoryThatDoesNotSufficeEndsTheRun) {
  PlatformConfig config = several_changes();
  const RunResult r = run_fresh(config);
  config.failures.parked_words = static_cast<unsigned>(r.failures.parked_peak.words);
  EXPECT_EQ(run_fresh(config).state_hash, r.state_hash);
  --config.failures.parked_words;
  try {
    run_fresh(config);
    ADD_FAILURE() << "no error";
  } catch (const InvariantError& error) {
    const unsigned chip = r.failures.parked_peak.chip;
    EXPECT_THAT(error.what(), testing::ContainsRegex(fmt::format(
                                  "^pod {} tin {} port [0-9]+ vc [0-9]+ cycle [0-9]+: parked cells "
                                  "are {} words",
                                  chip / 6, chip % 6, r.failures.parked_peak.words)));
  }
}

}  // namespace
}  // namespace tinsim
