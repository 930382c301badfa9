// SPDX-License-Identifier: Apache-2.0
// Traced runs: tracing changes nothing, and core, pins and lockstep have one and the same trace.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "testbench/run_fresh.h"
#include "tlm/gnet/cell.h"

namespace tinsim {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class TracedRun : public ::testing::Test {
 protected:
  TracedRun() {
    config_.topology.pods = 2;
    config_.topology.tins_per_pod = 2;
    config_.topology.hosts_per_tin = 2;
    config_.topology.terminal_ports_per_host = 1;
    config_.topology.global_links_per_pair = 2;
    config_.topology.local_links_per_pair = 1;
    config_.tin.switch_.ports = 4;
    config_.traffic.resize(1);
    config_.traffic[0].load = 0.6;
    config_.run.warmup_us = 1;
    config_.run.measure_us = 4;
  }

  RunResult run(const std::string& folder) {
    std::filesystem::create_directory(dir_ / folder);
    RunOptions options;
    options.trace_folder = dir_ / folder;
    return run_fresh(config_, options);
  }

  void trace_all() {
    config_.trace.cells.ports = {"all"};
    config_.trace.cells.csv = true;
  }

  TempDir dir_;
  PlatformConfig config_;
};

TEST_F(TracedRun, TracingChangesNothing) {
  const RunResult off = run("off");
  EXPECT_TRUE(std::filesystem::is_empty(dir_ / "off"));
  trace_all();
  const RunResult on = run("on");
  EXPECT_GT(off.cells.delivered, 100u);
  EXPECT_EQ(on.state_hash, off.state_hash);
  EXPECT_EQ(on.cell_hops, off.cell_hops);
  EXPECT_EQ(on.cells.delivered, off.cells.delivered);
}

TEST_F(TracedRun, CorePinsAndLockstepHaveTheSameTrace) {
  trace_all();
  config_.tin.impl_chips = {0, 2};
  run("model");
  const std::string capture = text_of(dir_ / "model/cells.pcapng");
  const std::string table = text_of(dir_ / "model/cells.csv");
  EXPECT_GT(table.size(), 10'000u);
  for (const char* impl : {"pins", "lockstep_pins"}) {
    config_.tin.impl = Word{impl};
    const RunResult result = run(impl);
    EXPECT_TRUE(text_of(dir_ / impl / "cells.pcapng") == capture) << impl;
    EXPECT_TRUE(text_of(dir_ / impl / "cells.csv") == table) << impl;
    if (impl == std::string("lockstep_pins")) {  // and still compares
      ASSERT_EQ(result.notes.size(), 2u);
      EXPECT_NE(result.notes[0].find("lockstep compared"), std::string::npos);
    }
  }
}

TEST_F(TracedRun, ATraceOfATimeIsThatPartOfTheWholeTrace) {
  trace_all();
  run("whole");
  config_.trace.from_us = 1.5;  // cycle 600
  config_.trace.to_us = 2.5;    // cycle 1000
  run("part");
  std::ifstream whole(dir_ / "whole/cells.csv");
  std::string line, expected;
  std::getline(whole, line);
  expected = line + "\n";
  while (std::getline(whole, line)) {
    const int cycle = std::stoi(line);
    if (cycle >= 600 && cycle < 1000) expected += line + "\n";
  }
  EXPECT_EQ(text_of(dir_ / "part/cells.csv"), expected);
  EXPECT_GT(expected.size(), 1000u);
}

// Batches are 50 cycles, and a cell's start is reported up to 5 cycles ahead.
TEST_F(TracedRun, ARunThatBreaksOffLeavesItsTraceUpToThere) {
  trace_all();
  run("whole");
  std::filesystem::create_directory(dir_ / "broken");
  RunOptions options;
  options.trace_folder = dir_ / "broken";
  unsigned batches = 0;
  options.progress = [&](const RunProgress&) {
    if (++batches == 20) throw InvariantError("planted");
  };
  EXPECT_THROW(run_fresh(config_, options), InvariantError);
  const auto rows = [this](const char* file, Cycle before) {
    std::ifstream table(dir_ / file);
    std::string line, early;
    std::getline(table, line);
    while (std::getline(table, line)) {
      if (std::stoul(line) < before) early += line + "\n";
    }
    return early;
  };
  EXPECT_EQ(rows("broken/cells.csv", 1000), rows("whole/cells.csv", 1000));
  EXPECT_GT(rows("broken/cells.csv", 1000), rows("broken/cells.csv", 950));
  EXPECT_EQ(rows("broken/cells.csv", kNoCycle), rows("broken/cells.csv", 1000 + 6));
}

TEST_F(TracedRun, ATraceWithoutFolderIsAnError) {
  trace_all();
  EXPECT_THROW(run_fresh(config_), ConfigError);
}

}  // namespace
}  // namespace tinsim
