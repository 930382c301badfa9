// SPDX-License-Identifier: Apache-2.0
// Links in the result: rows, sums and rates against the counts that went in.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "platform/result/writer.h"
#include "tests/platform/stats_sample.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;
using Row = std::map<std::string, std::string>;

/// A direction from (chip, port) of 1000 slots, 10 of them FC.
LinkRow clean(uint16_t chip, uint8_t port, PortKind kind) {
  LinkRow row;
  row.chip = chip;
  row.tin = chip;
  row.port = port;
  row.kind = kind;
  row.peer_chip = static_cast<uint16_t>(1 - chip);
  row.peer_port = port;
  row.cells_sent = 20;
  row.slots.idle = 590;
  row.slots.fc = 10;
  row.slots.cell = 400;
  return row;
}

RunResult with_links() {
  RunResult r = sample();
  r.links = {clean(0, 0, PortKind::kLocal),  clean(0, 1, PortKind::kLocal),
             clean(0, 2, PortKind::kGlobal), clean(1, 0, PortKind::kLocal),
             clean(1, 1, PortKind::kLocal),  clean(1, 2, PortKind::kGlobal)};
  r.links[1].wire = true;
  r.links[2].lost.header_refused = 3;
  r.links[2].errors.wrong_bits = 7;
  r.links[4].wire = true;
  r.links[4].lost.header_refused = 1;
  r.links[4].lost.no_lock = 2;
  return r;
}

std::vector<Row> links_csv(const RunResult& r) {
  std::string pattern = (fs::temp_directory_path() / "tinsim_links_XXXXXX").string();
  const fs::path directory = mkdtemp(pattern.data());
  write_results(directory, r);
  std::ifstream in(directory / "links.csv");
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(in, line);) {
    lines.emplace_back();
    std::istringstream fields(line + ',');
    for (std::string field; std::getline(fields, field, ',');) lines.back().push_back(field);
  }
  fs::remove_all(directory);
  std::vector<Row> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].size(), lines[0].size()) << i;
    Row row;
    for (std::size_t k = 0; k < lines[0].size(); ++k) row[lines[0][k]] = lines[i].at(k);
    rows.push_back(row);
  }
  return rows;
}

TEST(LinksTable, LinksOfInterestHaveRowsAndTheRestIsSummedUpByKind) {
  const auto rows = links_csv(with_links());
  ASSERT_EQ(rows.size(), 3u + 2u);
  EXPECT_EQ(rows[0].at("chip"), "0");
  EXPECT_EQ(rows[0].at("port"), "1");
  EXPECT_EQ(rows[0].at("kind"), "local");
  EXPECT_EQ(rows[0].at("peer_chip"), "1");
  EXPECT_EQ(rows[0].at("fidelity"), "wire");
  EXPECT_EQ(rows[0].at("directions"), "1");
  EXPECT_EQ(rows[1].at("fidelity"), "cell");  // here because of its errors
  EXPECT_EQ(rows[1].at("cells_lost_header_refused"), "3");
  EXPECT_EQ(rows[1].at("wrong_bits"), "7");
  EXPECT_EQ(rows[2].at("cells_lost_no_lock"), "2");
  EXPECT_EQ(rows[3].at("chip"), "");
  EXPECT_EQ(rows[3].at("kind"), "local");
  EXPECT_EQ(rows[3].at("directions"), "2");
  EXPECT_EQ(rows[3].at("slots_cell"), "800");
  EXPECT_EQ(rows[4].at("kind"), "global");
  EXPECT_EQ(rows[4].at("directions"), "1");
}

TEST(LinksTable, ColumnsAddUpToTheWhole) {
  const auto rows = links_csv(with_links());
  const auto sum = [&](const char* column) {
    uint64_t all = 0;
    for (const Row& row : rows) all += std::stoull(row.at(column));
    return all;
  };
  EXPECT_EQ(sum("directions"), 6u);
  EXPECT_EQ(sum("cells_sent"), 6u * 20);
  EXPECT_EQ(sum("slots_idle"), 6u * 590);
  EXPECT_EQ(sum("slots_fc"), 6u * 10);
  EXPECT_EQ(sum("cells_lost_header_refused"), 4u);
}

TEST(LinksTable, CleanLinksAreAggregatesAlone) {
  RunResult r = sample();
  r.links = {clean(0, 0, PortKind::kLocal), clean(1, 0, PortKind::kLocal)};
  const auto rows = links_csv(r);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].at("directions"), "2");
  EXPECT_TRUE(links_csv(sample()).empty());
}

TEST(LinksTable, EveryCountHasAColumn) {
  RunResult r = sample();
  r.links = {clean(0, 0, PortKind::kLocal)};
  LinkRow& row = r.links[0];
  uint64_t next = 1;
  const auto number = [&](const char*, uint64_t& count) { count = next++; };
  SlotCounts::walk(row.slots, number);
  LostCells::walk(row.lost, number);
  LinkErrors::walk(row.errors, number);
  const Row written = links_csv(r).at(0);
  SlotCounts::walk(row.slots, [&](const std::string& name, uint64_t count) {
    EXPECT_EQ(written.at("slots_" + name), std::to_string(count));
  });
  LostCells::walk(row.lost, [&](const std::string& name, uint64_t count) {
    EXPECT_EQ(written.at("cells_lost_" + name), std::to_string(count));
  });
  LinkErrors::walk(row.errors, [&](const std::string& name, uint64_t count) {
    EXPECT_EQ(written.at(name), std::to_string(count));
  });
}

TEST(LinksSummary, TotalsAndOverhead) {
  const auto j = make_summary(with_links()).at("links");
  EXPECT_EQ(j.at("directions"), 6);
  EXPECT_EQ(j.at("wire_directions"), 2);
  EXPECT_EQ(j.at("cells_sent"), 120);
  EXPECT_EQ(j.at("slots").at("fc"), 60);
  EXPECT_DOUBLE_EQ(j.at("fc_percent_of_slots"), 1.0);             // 60 of 6000
  EXPECT_DOUBLE_EQ(j.at("fc_gbps_per_direction"), 25.6 / 100.0);  // of 64 bits in 2.5 ns
  EXPECT_EQ(j.at("cells_lost").at("header_refused"), 4);
  EXPECT_EQ(j.at("errors").at("wrong_bits"), 7);
  EXPECT_FALSE(make_summary(sample()).contains("links"));
}

TEST(LinksSummary, WithoutSlotsThereIsNoOverhead) {
  RunResult r = sample();
  r.links = {LinkRow{}};
  EXPECT_EQ(make_summary(r).at("links").at("fc_percent_of_slots"), 0.0);
  std::ostringstream out;
  print_table(out, r, false);
  EXPECT_FALSE(contains(out.str(), "nan"));
}

TEST(LinksSummary, CellsAreDroppedByCauseAndAddUp) {
  RunResult r = with_links();
  r.cells.dropped_by_cause = lost_by_cause(r.links);
  EXPECT_EQ(r.cells.dropped_by_cause,
            (std::map<std::string, uint64_t>{{"header_refused", 4}, {"no_lock", 2}}));
  r.cells.dropped_by_cause["damaged"] = 5;
  r.cells.in_flight = r.cells.injected - r.cells.delivered - 11;
  const auto j = make_summary(r).at("cells");
  EXPECT_EQ(j.at("dropped"), 11);
  EXPECT_EQ(j.at("dropped_by_cause").at("damaged"), 5);
  EXPECT_EQ(j.at("injected").get<uint64_t>(), j.at("delivered").get<uint64_t>() +
                                                  j.at("dropped").get<uint64_t>() +
                                                  j.at("in_flight").get<uint64_t>());
}

TEST(LinksPrinted, WhatIsNotZero) {
  std::ostringstream out;
  print_table(out, with_links(), false);
  for (const char* part :
       {"links         6 directions, 2 at wire fidelity; FC sets take 0.256 Gb/s",
        "idle 59.000 %, fc 1.000 %, cell 40.000 %", "lost cells  no lock 2, header refused 4",
        "errors      wrong bits 7"})
    EXPECT_TRUE(contains(out.str(), part)) << part << "\n" << out.str();
  EXPECT_FALSE(contains(out.str(), "timesync")) << out.str();
}

}  // namespace
}  // namespace tinsim
