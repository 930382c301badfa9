// SPDX-License-Identifier: Apache-2.0
// The result table, read for what it must say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>

#include "platform/result/writer.h"
#include "platform/statistics/exanet_result.h"
#include "platform/statistics/section_of.h"
#include "tests/platform/stats_sample.h"

namespace tinsim {
namespace {

std::string table_of(const RunResult& r, bool colour = false) {
  std::ostringstream out;
  print_table(out, r, colour);
  return out.str();
}

TEST(Table, ShowsTheFiguresOfARun) {
  const std::string t = table_of(sample());
  for (const char* part :
       {"seed 18446744073709551615", "pair, 2 TiNs (2 chips at 400 MHz)", "p50", "p99.9",
        "600.0 ± 5.0", "800.0", "2.000 TiNs per cell", "3 header", "0.03 M/s",
        "1,500 injected = 1,480 delivered + 13 in flight + 7 dropped", "0000000000000abc",
        "99.5 % of offered", "class 4"})
    EXPECT_TRUE(contains(t, part)) << part << "\n" << t;
  for (const char* part : {"SATURATED", "NOT STEADY", "UNCERTAIN", "\033"})
    EXPECT_FALSE(contains(t, part)) << part << "\n" << t;
}

TEST(Table, SpeaksOfNodesAndPacketsOfExaNet) {
  RunResult r = sample();
  r.network = "mesh";
  r.sections.add<ExanetResult>();
  const std::string t = table_of(r);
  for (const char* part : {"Gb/s per node", "  all packets", "nodes per packet, over",
                           "  packets       ", "packet-hops in", "packets were lost"})
    EXPECT_TRUE(contains(t, part)) << part << "\n" << t;
  for (const char* part : {"TiN", "  cells  ", "cell-hops", "all cells", "per cell", "cells were"})
    EXPECT_FALSE(contains(t, part)) << part << "\n" << t;
  r.latency_cycles = Histogram();
  EXPECT_TRUE(contains(table_of(r), "no packet was delivered"));
}

TEST(Table, WarnsWhenTheNetworkIsNotSteady) {
  RunResult r = sample();
  r.verdict = {false, true, "Only 61 % of the offered traffic is accepted."};
  EXPECT_TRUE(contains(table_of(r), "SATURATED     Only 61 %"));
  r.verdict = {false, false, "During the measurement mean latency rises."};
  EXPECT_TRUE(contains(table_of(r), "NOT STEADY    During the"));
  r.verdict = {true, false, ""};
  r.mean_latency.reliable = false;
  EXPECT_TRUE(contains(table_of(r), "UNCERTAIN"));
}

TEST(Table, BalanceOfCellsStandsOnOneLine) {
  RunResult r = sample();
  r.cells = {1487, 1474, 13, {}};
  EXPECT_TRUE(contains(table_of(r), "1,487 injected = 1,474 delivered + 13 in flight, 0 dropped"));
}

TEST(Table, CellsThatDoNotAddUpAreNotShownAsEqual) {
  RunResult r = sample();
  r.cells.in_flight += 1;
  EXPECT_TRUE(contains(table_of(r), "1,500 injected != 1,480 delivered + 14 in flight"));
}

TEST(Table, FitsInto80ColumnsWithLongTexts) {
  RunResult r = sample();
  r.config_path = std::string(200, 'p');
  r.notes = {"note " + std::string(90, 'n') + " and more words that go on and on for long"};
  r.verdict = {false, true, "Because " + std::string(70, 'x') + " it is so."};
  r.cells = {UINT64_MAX, UINT64_MAX, 0, {}};
  r.network = std::string(60, 'n') + " ± ± ± ± ± ± ± ± ± ± ±";
  r.latency_cycles.add(123456789);
  std::istringstream lines(table_of(r));
  for (std::string line; std::getline(lines, line);) {
    const auto columns =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    EXPECT_LE(columns, 80) << line;
  }
}

TEST(Table, ColoursOnlyOnRequest) {
  RunResult r = sample();
  r.verdict = {false, true, "Too much."};
  EXPECT_TRUE(contains(table_of(r, true), "\033[1;31mSATURATED"));
  std::ostringstream out;
  print_table(out, r);
  EXPECT_FALSE(contains(out.str(), "\033"));
}

TEST(Table, AnEmptyRunShowsNoLatency) {
  RunResult r;
  r.chips = 1;
  const std::string t = table_of(r);
  EXPECT_TRUE(contains(t, "no cell was delivered"));
  EXPECT_FALSE(contains(t, "p99"));
  EXPECT_FALSE(contains(t, "nan"));
}

}  // namespace
}  // namespace tinsim
