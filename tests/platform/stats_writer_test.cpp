// SPDX-License-Identifier: Apache-2.0
// Result files, read back by other parsers and compared with the run.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/output_error.h"
#include "platform/result/writer.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/section_of.h"
#include "tests/platform/stats_sample.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

/// A fresh directory that goes away with the test.
class ResultFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "tinsim_writer_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string text(const std::string& name) const {
    std::ifstream in(directory_ / name);
    EXPECT_TRUE(in) << name;
    return {std::istreambuf_iterator<char>(in), {}};
  }

  nlohmann::json summary() const { return nlohmann::json::parse(text("summary.json")); }

  /// Rows as maps from column name to field; every row must have the header's columns.
  std::vector<std::map<std::string, std::string>> csv(const std::string& name) const {
    std::istringstream lines(text(name));
    const auto split = [](const std::string& line) {
      std::vector<std::string> fields;
      std::istringstream in(line + ',');
      for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
      return fields;
    };
    std::string line;
    std::getline(lines, line);
    const auto header = split(line);
    std::vector<std::map<std::string, std::string>> rows;
    while (std::getline(lines, line)) {
      const auto fields = split(line);
      EXPECT_EQ(fields.size(), header.size()) << line;
      std::map<std::string, std::string> row;
      for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = fields.at(i);
      rows.push_back(row);
    }
    return rows;
  }

  fs::path directory_;
};

TEST_F(ResultFiles, SummaryHoldsEveryDocumentedKeyWithItsValue) {
  const RunResult r = sample();
  write_results(directory_, r);
  const auto j = summary();
  EXPECT_EQ(j.at("config"), r.config_path);
  EXPECT_EQ(j.at("seed").get<uint64_t>(), r.seed);
  EXPECT_EQ(j.at("cycles"), 12000);
  EXPECT_EQ(j.at("simulated_ns"), 30000.0);
  EXPECT_EQ(j.at("warmup_us"), 10.0);
  EXPECT_EQ(j.at("measure_us"), 20.0);
  EXPECT_EQ(j.at("wall_s"), 0.1);
  EXPECT_EQ(j.at("cell_hops"), 3000);
  EXPECT_EQ(j.at("cell_hops_per_s"), 3000 / 0.1);
  EXPECT_EQ(j.at("peak_rss_bytes"), 12345678);
  EXPECT_EQ(j.at("cells"), nlohmann::json::parse(R"({"injected": 1500, "delivered": 1480,
                                                     "dropped": 7, "in_flight": 13,
                                                     "dropped_by_cause":
                                                         {"header": 3, "damaged": 4}})"));
  EXPECT_EQ(j.at("hops_mean"), 2.0);
  EXPECT_EQ(j.at("state_hash"), "0000000000000abc");
  EXPECT_EQ(j.at("steady"), true);
  EXPECT_EQ(j.at("saturated"), false);
  EXPECT_TRUE(j.at("saturated_reason").is_null());
}

TEST_F(ResultFiles, HopsCountCellsWithoutLatencyToo) {
  RunResult r = sample();
  r.hops_sum += 5 * 400;  // of cells of the IP path
  r.hops_cells += 400;
  write_results(directory_, r);
  EXPECT_DOUBLE_EQ(summary().at("hops_mean"), (2 * 600 + 5 * 400) / 1000.0);
}

TEST_F(ResultFiles, PortsOfTheIpPathHaveAsManyFieldsAsNames) {
  RunResult r = sample();
  r.sections.add<IpResult>();
  IpPortRow port;
  port.chip = 3;
  port.eport = 2;
  port.bytes = 1000 * r.measure_cycles;  // 8000 bits in each cycle of 2.5 ns
  const double none = std::nan("");
  port.one_way = {400, 300, 800, 900, 1000};
  port.fabric_rtt = {none, none, none, none, none};
  port.queued = {2, 4};
  port.window_peak = 77;
  IpPortRow of_class = port;
  of_class.cos = 5;
  of_class.window_peak.reset();
  r.sections.get<IpResult>().ports = {port, of_class};
  r.sections.derive({r.measure_cycles, r.core_mhz});
  write_results(directory_, r);
  std::ifstream file(directory_ / "ip_ports.csv");
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(file, line);) {
    lines.emplace_back();
    for (std::size_t from = 0, to = 0; to != line.npos; from = to + 1) {
      to = line.find(',', from);
      lines.back().push_back(line.substr(from, to == line.npos ? to : to - from));
    }
  }
  ASSERT_EQ(lines.size(), 3u);
  const auto field = [&](unsigned line, const std::string& name) {
    for (std::size_t i = 0; i < lines[0].size(); ++i) {
      if (lines[0][i] == name) return lines[line].at(i);
    }
    return "no column " + name;
  };
  for (unsigned line : {1u, 2u}) {
    EXPECT_EQ(lines[line].size(), lines[0].size());
    EXPECT_EQ(field(line, "port"), "MAC");
    EXPECT_EQ(field(line, "cos"), line == 1 ? "" : "5");
    EXPECT_EQ(field(line, "gbps"), "3200");
    EXPECT_EQ(field(line, "one_way_p99_ns"), "2000");
    EXPECT_EQ(field(line, "rtt_max_ns"), "");
    EXPECT_EQ(field(line, "queued_max_ns"), "10");
    EXPECT_EQ(field(line, "held_mean_ns"), "");
    EXPECT_EQ(field(line, "window_peak_bytes"), line == 1 ? "77" : "");
  }
}

TEST_F(ResultFiles, RatesAreGigabitsPerSecondAndTin) {
  RunResult r = sample();  // one word per cycle and chip is 64 bits in 2.5 ns = 25.6 Gb/s
  r.offered_words = r.measure_cycles * r.chips;
  r.accepted_words = r.offered_words / 2;
  write_results(directory_, r);
  EXPECT_DOUBLE_EQ(summary().at("offered_gbps_per_tin"), 25.6);
  EXPECT_DOUBLE_EQ(summary().at("accepted_gbps_per_tin"), 12.8);
}

TEST_F(ResultFiles, LatenciesAreNanosecondsOfTheConfiguredClock) {
  RunResult r = sample();
  r.latency_cycles.reset();
  for (int i = 0; i < 1000; ++i) r.latency_cycles.add(i < 500 ? 40 : i < 995 ? 50 : 60);
  r.latency_cycles.add(1000);
  r.mean_latency.half_width_cycles = 3;
  write_results(directory_, r);
  const auto at_400 = summary().at("latency_ns");
  EXPECT_EQ(at_400.at("p50"), 125.0);  // rank 501 of 1001: 50 cycles
  EXPECT_EQ(at_400.at("p99"), 125.0);
  EXPECT_EQ(at_400.at("p999"), 150.0);
  EXPECT_EQ(at_400.at("max"), 2500.0);
  EXPECT_EQ(at_400.at("min"), 100.0);
  EXPECT_DOUBLE_EQ(at_400.at("mean"), (500 * 40 + 495 * 50 + 5 * 60 + 1000) / 1001.0 * 2.5);
  EXPECT_DOUBLE_EQ(at_400.at("ci95"), 7.5);
  r.core_mhz = 500;
  write_results(directory_, r);
  EXPECT_EQ(summary().at("latency_ns").at("p50"), 100.0);
}

TEST_F(ResultFiles, NumbersReadBackToTheSameBits) {
  RunResult r = sample();
  r.wall_s = 0.1 + 0.2;
  r.core_mhz = 333;
  write_results(directory_, r);
  EXPECT_EQ(summary().at("wall_s").get<double>(), 0.1 + 0.2);
  EXPECT_EQ(summary().at("latency_ns").at("mean").get<double>(),
            r.latency_cycles.mean() * 1000 / 333);
}

TEST_F(ResultFiles, WritingTwiceGivesTheSameBytes) {
  write_results(directory_, sample());
  const std::string first = text("summary.json") + text("latency.csv") + text("ports.csv");
  write_results(directory_, sample());
  EXPECT_EQ(first, text("summary.json") + text("latency.csv") + text("ports.csv"));
}

TEST_F(ResultFiles, SummaryKeepsItsKeyOrder) {
  write_results(directory_, sample());
  const std::string json = text("summary.json");
  std::size_t last = 0;
  for (const char* key : {"config", "seed", "cycles", "simulated_ns", "wall_s", "cell_hops",
                          "peak_rss_bytes", "cells", "offered_gbps_per_tin", "latency_ns",
                          "hops_mean", "steady", "saturated", "classes", "state_hash"}) {
    const std::size_t at = json.find("\n  \"" + std::string(key) + "\":");
    ASSERT_NE(at, std::string::npos) << key;
    EXPECT_GT(at, last) << key;
    last = at;
  }
}

TEST_F(ResultFiles, ClassesSumToTheWhole) {
  write_results(directory_, sample());
  const auto j = summary();
  uint64_t cells = 0;
  for (const auto& c : j.at("classes")) {
    cells += c.at("cells").get<uint64_t>();
    EXPECT_EQ(c.at("latency_ns").at("min"), 400.0);
  }
  EXPECT_EQ(cells, j.at("measured_cells"));
  EXPECT_EQ(j.at("classes").at(1).at("class"), 4);
}

TEST_F(ResultFiles, PortsKeepWhatMovedOrStalledAndNothingElse) {
  const RunResult r = sample();
  write_results(directory_, r);
  const auto rows = csv("ports.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], (std::map<std::string, std::string>{{"chip", "0"},
                                                         {"pod", "0"},
                                                         {"tin", "0"},
                                                         {"port", "3"},
                                                         {"kind", "local"},
                                                         {"vc", "12"},
                                                         {"cells", "70"},
                                                         {"words", "1400"},
                                                         {"stall_input_cycles", "5"},
                                                         {"stall_output_cycles", "6"},
                                                         {"stall_credit_cycles", "7"},
                                                         {"stall_queue_cycles", "8"},
                                                         {"peak_words", "40"}}));
  EXPECT_EQ(rows[1].at("kind"), "global");
  EXPECT_EQ(rows[2].at("kind"), "terminal");
  uint64_t words = 0;
  for (const auto& row : rows) words += std::stoull(row.at("words"));
  EXPECT_EQ(words, 1400u + 600u);
}

TEST_F(ResultFiles, LatencyTableIsADistributionPerScope) {
  const RunResult r = sample();
  write_results(directory_, r);
  std::map<std::string, uint64_t> cells;
  std::map<std::string, double> high, cumulative;
  for (const auto& row : csv("latency.csv")) {
    const std::string scope = row.at("scope");
    const double low_ns = std::stod(row.at("low_ns"));
    EXPECT_LE(low_ns, std::stod(row.at("high_ns")));
    if (cells.count(scope)) {
      EXPECT_GT(low_ns, high.at(scope));
    }
    high[scope] = std::stod(row.at("high_ns"));
    cells[scope] += std::stoull(row.at("count"));
    EXPECT_GT(std::stod(row.at("cumulative_fraction")), cumulative[scope]);
    cumulative[scope] = std::stod(row.at("cumulative_fraction"));
  }
  const std::map<std::string, uint64_t> expected = {
      {"all", 600}, {"class 2", 200}, {"class 4", 400}, {"port 1/44", 9}};
  EXPECT_EQ(cells, expected);
  for (const auto& [scope, fraction] : cumulative) EXPECT_EQ(fraction, 1.0) << scope;
}

TEST_F(ResultFiles, BatchesShowTheWholeHistory) {
  write_results(directory_, sample());
  const auto rows = csv("batches.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].at("phase"), "warmup");
  EXPECT_EQ(rows[0].at("latency_mean_ns"), "");
  EXPECT_EQ(rows[0].at("source_wait_ns"), "5");
  EXPECT_EQ(rows[2].at("phase"), "measure");
  EXPECT_EQ(rows[2].at("batch"), "1");
  EXPECT_DOUBLE_EQ(std::stod(rows[2].at("latency_mean_ns")), 201 * 2.5);
  EXPECT_DOUBLE_EQ(std::stod(rows[2].at("offered_gbps_per_tin")), 1000 * 64 / (400 * 2.5) / 2);
}

// Those of IP path and 1RMA; a cell that has one takes 16 cycles at least.
TEST_F(ResultFiles, BatchesOfCellsWithoutALatencyHaveNoMean) {
  RunResult result = sample();
  result.batches[0].delivered_cells = 7;
  result.batches[0].latency_sum_cycles = 0;
  write_results(directory_, result);
  EXPECT_EQ(csv("batches.csv")[1].at("cells"), "7");
  EXPECT_EQ(csv("batches.csv")[1].at("latency_mean_ns"), "");
}

TEST_F(ResultFiles, EffectiveConfigIsCopiedByteForByte) {
  write_results(directory_, sample());
  EXPECT_EQ(text("config.yaml"), sample().config_yaml);
}

TEST_F(ResultFiles, AnEmptyRunHasNullsAndNoLatencyRows) {
  RunResult r;
  r.measure_cycles = 8000;
  r.chips = 1;
  r.classes = {ClassResult{4, {}}};
  write_results(directory_, r);
  const auto j = summary();
  for (const char* key : {"mean", "ci95", "p50", "p99", "p999", "max"}) {
    EXPECT_TRUE(j.at("latency_ns").at(key).is_null()) << key;
  }
  EXPECT_TRUE(j.at("classes").at(0).at("latency_ns").at("mean").is_null());
  EXPECT_TRUE(j.at("hops_mean").is_null());
  EXPECT_EQ(j.at("accepted_gbps_per_tin"), 0.0);
  EXPECT_EQ(j.at("cells").at("delivered"), 0);
  EXPECT_TRUE(csv("latency.csv").empty());
  EXPECT_TRUE(csv("ports.csv").empty());
}

TEST_F(ResultFiles, SectionsWithoutContentAreLeftOut) {
  RunResult r = sample();
  write_results(directory_, r);
  EXPECT_FALSE(summary().contains("bounds"));
  EXPECT_FALSE(summary().contains("deadlock_proof"));
  EXPECT_FALSE(summary().contains("notes"));
  r.bounds = {{"global links", 51.2, "2 links of 25.6 Gb/s"}};
  r.deadlock_proof = {96, 288, "rank increases"};
  r.notes = {"3 packets were not IP"};
  write_results(directory_, r);
  EXPECT_EQ(summary().at("bounds").at(0).at("gbps_per_tin"), 51.2);
  EXPECT_EQ(summary().at("deadlock_proof").at("channels"), 96);
  EXPECT_EQ(summary().at("notes").at(0), "3 packets were not IP");
}

TEST_F(ResultFiles, AMissingDirectoryIsAnOutputError) {
  EXPECT_THROW(write_results(directory_ / "absent", sample()), OutputError);
}

TEST_F(ResultFiles, AFullDiskIsAnOutputErrorThatNamesTheFile) {
  RunResult r = sample();
  r.ports.resize(5000, r.ports.front());  // more than any buffer on the way
  for (const char* name :
       {"summary.json", "config.yaml", "ports.csv", "links.csv", "latency.csv", "batches.csv"}) {
    fs::create_symlink("/dev/full", directory_ / name);
    try {
      write_results(directory_, r);
      ADD_FAILURE() << name << " was written to a full device";
    } catch (const OutputError& e) {
      EXPECT_TRUE(contains(e.what(), name)) << e.what();
      EXPECT_TRUE(contains(e.what(), "No space left on device")) << e.what();
    }
    fs::remove(directory_ / name);
  }
}

}  // namespace
}  // namespace tinsim
