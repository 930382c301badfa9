// SPDX-License-Identifier: Apache-2.0
// A run that is cut has the figures of a run that was to end there.
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "config_test_util.h"
#include "platform/result/writer.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

struct Case {
  const char* name;
  const char* config;
  std::vector<std::string> sets;
};

/// With batches of 200 cycles; a run of up to 5000 cycles has batches of 50, and so can end where
/// these do.
constexpr unsigned kBatchCycles = 200, kWarmupBatches = 10;
const std::vector<std::string> kTimes = {"run.warmup_us=5", "run.measure_us=50"};

PlatformConfig config_of(const Case& of, std::vector<std::string> sets) {
  sets.insert(sets.end(), of.sets.begin(), of.sets.end());
  return load_config(std::string(TINSIM_SOURCE_DIR "/configs/") + of.config, sets);
}

/// The signal comes in batch number `batch`, from 1.
RunResult run_cut(const PlatformConfig& config, unsigned batch, int signal = SIGTERM) {
  RunOptions options;
  options.cut_by = [=, batches = 0u]() mutable { return ++batches >= batch ? signal : 0; };
  return run_fresh(config, options);
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// All files of a result but those of configuration and batches, which differ in their lengths, and
/// without the figures that follow from batches.
std::map<std::string, std::string> figures_of(const RunResult& result) {
  const TempDir dir;
  write_results(dir.path(), result);
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
    files[entry.path().filename()] = text_of(entry.path());
  }
  files.erase("config.yaml");
  files.erase("batches.csv");
  auto summary = nlohmann::ordered_json::parse(files.at("summary.json"));
  for (const char* key :
       {"wall_s", "cell_hops_per_s", "peak_rss_bytes", "steady", "saturated", "saturated_reason",
        "unsteady_reason", "verdict", "verdict_reasons", "cut"}) {
    summary.erase(key);
  }
  summary["latency_ns"].erase("ci95");
  summary["latency_ns"].erase("ci95_reliable");
  files["summary.json"] = summary.dump(1);
  return files;
}

class CutRun : public testing::TestWithParam<Case> {};

TEST_P(CutRun, HasTheFiguresOfARunThatWasToEndThere) {
  const PlatformConfig whole = config_of(GetParam(), kTimes);
  const RunResult cut = run_cut(whole, kWarmupBatches + 6);
  ASSERT_TRUE(cut.cut);
  EXPECT_EQ(cut.cut->by, "SIGTERM");
  EXPECT_EQ(cut.cut->measure_cycles, 50u * 400);
  // Windows may reach beyond the batch, and the end is known a batch before.
  EXPECT_GE(cut.measure_cycles, 7 * kBatchCycles);
  EXPECT_LE(cut.measure_cycles, 9 * kBatchCycles);
  EXPECT_EQ(cut.measure_cycles, cut.batches.size() * kBatchCycles);
  EXPECT_FALSE(cut.verdict.steady);

  PlatformConfig shorter = whole;
  shorter.run.measure_us = static_cast<double>(cut.measure_cycles) / 400;
  const RunResult planned = run_fresh(shorter);
  ASSERT_FALSE(planned.cut);
  ASSERT_EQ(planned.cycles, cut.cycles);
  EXPECT_GT(planned.cells.delivered, 0u);
  EXPECT_EQ(figures_of(cut), figures_of(planned));
}

TEST_P(CutRun, InItsWarmUpHasMeasuredNothing) {
  const PlatformConfig whole = config_of(GetParam(), kTimes);
  const RunResult cut = run_cut(whole, 3, SIGINT);
  ASSERT_TRUE(cut.cut);
  EXPECT_EQ(cut.measure_cycles, 0u);
  EXPECT_EQ(cut.warmup_cycles, cut.cycles);
  EXPECT_TRUE(cut.batches.empty());
  EXPECT_EQ(cut.latency_cycles.count(), 0u);
  EXPECT_FALSE(cut.verdict.steady);
  const auto summary = make_summary(cut);
  EXPECT_TRUE(summary.at("offered_gbps_per_tin").is_null());
  EXPECT_TRUE(summary.at("accepted_gbps_per_tin").is_null());
  EXPECT_EQ(summary.at("cut").at("by"), "SIGINT");
  EXPECT_EQ(summary.at("cut").at("at_us"), static_cast<double>(cut.cycles) / 400);

  PlatformConfig shorter = whole;
  shorter.run.warmup_us = 0;
  shorter.run.measure_us = static_cast<double>(cut.cycles) / 400;
  const RunResult planned = run_fresh(shorter);
  EXPECT_EQ(planned.cycles, cut.cycles);
  EXPECT_EQ(planned.state_hash, cut.state_hash);
  EXPECT_EQ(planned.cells.injected, cut.cells.injected);
  EXPECT_EQ(planned.cells.in_flight, cut.cells.in_flight);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, CutRun,
    testing::Values(Case{"cells", "dragonfly_4pod.yaml", {"traffic.0.load=0.5"}},
                    Case{"audits", "dragonfly_4pod.yaml", {"traffic.0.load=0.5", "run.audit=1"}},
                    Case{"wires", "dragonfly_4pod.yaml", {"topology.pods=2", "link.fidelity=wire"}},
                    Case{"packets", "ip_pod.yaml", {"topology.tins_per_pod=4"}},
                    Case{"operations", "rma_pod.yaml", {"topology.tins_per_pod=4"}},
                    Case{"cliquemap",
                         "cliquemap_pod.yaml",
                         {"topology.tins_per_pod=4", "cliquemap.clients=4", "cliquemap.backends=4",
                          "cliquemap.ops_per_s=2000000"}}),
    [](const auto& info) { return std::string(info.param.name); });

const Case kPair{"pair", "pair.yaml", {}};

TEST(CutRunEnds, ASignalInTheLastBatchLeavesTheRunWhole) {
  const PlatformConfig whole = config_of(kPair, kTimes);
  const RunResult late = run_cut(whole, kWarmupBatches + 100);
  EXPECT_FALSE(late.cut);
  EXPECT_EQ(figures_of(late), figures_of(run_fresh(whole)));
}

TEST(CutRunEnds, InAnAutomaticWarmUpAndInASharedStart) {
  for (const char* times : {"run.warmup_us=auto",
                            "run={warmup_us: 5, measure_us: 50, start_us: 20, start_load: 0.5}"}) {
    SCOPED_TRACE(times);
    const RunResult cut = run_cut(config_of(kPair, {"run.measure_us=50", times}), 3);
    ASSERT_TRUE(cut.cut);
    EXPECT_EQ(cut.measure_cycles, 0u);
    EXPECT_LE(cut.cycles, 6 * kBatchCycles);
    EXPECT_FALSE(cut.verdict.steady);
  }
}

TEST(CutRunEnds, TheTableReportsIt) {
  std::ostringstream table;
  const RunResult cut = run_cut(config_of(kPair, kTimes), kWarmupBatches + 6);
  print_table(table, cut, false);
  EXPECT_NE(table.str().find("  CUT           Cut by SIGTERM after "), std::string::npos)
      << table.str();
  EXPECT_NE(table.str().find("of the 50 us to be measured."), std::string::npos) << table.str();
}

}  // namespace
}  // namespace tinsim
