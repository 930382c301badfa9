// SPDX-License-Identifier: Apache-2.0
// Data that a report reads from the files of a result.
#include <gtest/gtest.h>

#include <string>

#include "base/errors.h"
#include "platform/report/result_table.h"
#include "platform/report/run_data.h"
#include "platform/report/sweep_data.h"
#include "platform/statistics/section_of.h"
#include "tests/platform/report_fixture.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;
using ReportTable = ReportTest;
using ReportRun = ReportTest;
using ReportSweep = ReportTest;

/// The error of `action`; empty if there is none.
template <class Action>
std::string complaint(Action action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST_F(ReportTable, ReadsFieldsByName) {
  write("t.csv", "name,count,mean\nx,3,2.5\n,18446744073709551615,\n");
  ResultTable table(folder_ / "t.csv");
  ASSERT_TRUE(table.next());
  EXPECT_EQ(table.text(table.column("name")), "x");
  EXPECT_EQ(table.count(table.column("count")), 3u);
  EXPECT_EQ(table.number(table.column("mean")), 2.5);
  ASSERT_TRUE(table.next());
  EXPECT_TRUE(table.is_empty(table.column("name")));
  EXPECT_EQ(table.count(table.column("count")), 18446744073709551615u);
  EXPECT_TRUE(table.is_empty(table.column("mean")));
  EXPECT_FALSE(table.next());
}

TEST_F(ReportTable, FaultsNameFileLineAndColumn) {
  write("t.csv", "a,b\n1,2\n1,2x\n-1,0\n1\n");
  ResultTable table(folder_ / "t.csv");
  EXPECT_NE(complaint([&] { table.column("c"); }).find("t.csv:1: there is no column 'c'"),
            std::string::npos);
  ASSERT_TRUE(table.next());
  ASSERT_TRUE(table.next());
  EXPECT_NE(complaint([&] { table.count(1); }).find("t.csv:3: b: '2x'; expected a count"),
            std::string::npos);
  ASSERT_TRUE(table.next());
  EXPECT_NE(complaint([&] { table.count(0); }).find("t.csv:4: a: '-1'; expected a count"),
            std::string::npos);
  EXPECT_NE(complaint([&] { table.next(); }).find("t.csv:5: 1 fields; expected 2"),
            std::string::npos);
  EXPECT_NE(complaint([&] { ResultTable(folder_ / "none.csv"); }).find("cannot be read"),
            std::string::npos);
}

TEST_F(ReportRun, AddsUpTheVcsOfAPortAndThePortsOfAVc) {
  Networks networks;
  const Json run = read_run(folder_, networks);
  EXPECT_EQ(run["ports"], Json::parse(R"([[0, 1, "local", 8, 150, 11, 22, 33, 44, 35],
                                          [1, 2, "terminal", 7, 70, 100, 200, 300, 400, 10]])"));
  EXPECT_EQ(run["vcs"], Json::parse(R"([["local", 12, 3, 60, 1, 2, 3, 4],
                                        ["local", 27, 5, 90, 10, 20, 30, 40],
                                        ["terminal", 12, 7, 70, 100, 200, 300, 400]])"));
}

TEST_F(ReportRun, NetworkHasEachDirectionOfALinkOnce) {
  Networks networks;
  const Json run = read_run(folder_, networks);
  ASSERT_EQ(run["network"], 0);
  // Two TiNs joined by two lanes: port i of one with port i of the other.
  EXPECT_EQ(networks.list(), Json::parse(R"([{"chips": [[0, 0], [0, 1]], "ports": 6,
      "links": [[0, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 0, 0, 0, 0], [1, 1, 0, 1, 0]]}])"));
}

TEST_F(ReportRun, EqualNetworksAreHeldOnce) {
  Networks networks;
  read_run(folder_, networks);
  EXPECT_EQ(read_run(folder_, networks)["network"], 0);
  write("network.json", R"({"chips": [[0, 0], [0, 1]], "ports": 6, "links": []})");
  EXPECT_EQ(read_run(folder_, networks)["network"], 1);
  EXPECT_EQ(networks.list().size(), 2u);
}

struct PumpResult : SectionRecord {
  static constexpr const char* kSection = "ip.pumps";
  static constexpr const char* kSectionText = "strokes of all pumps";
  TIN_RECORD(PumpResult);
  TIN_FIELD(Sum, strokes, "strokes in the measurement");
  TIN_FIELD(Times, pause, "between two strokes");
};

TEST_F(ReportRun, SectionsThatThePageDoesNotKnowAreListedByTheirFields) {
  ResultSections known;
  known.add<PumpResult>();
  Networks networks;
  EXPECT_TRUE(read_run(folder_, networks, known)["sections"].empty());
  write("summary.json", R"({"ip": {"packets_in": 3, "pumps": {"strokes": 7, "pause_ns": {"p50": 2.5,
                            "p99": null}, "of_a_later_version": "<b>"}}})");
  EXPECT_EQ(read_run(folder_, networks, known)["sections"], Json::parse(R"([
      {"name": "ip.pumps", "text": "strokes of all pumps", "rows": [
          ["strokes", 7, "", "strokes in the measurement"],
          ["pause_ns.p50", 2.5, "ns", "between two strokes"],
          ["pause_ns.p99", null, "ns", "between two strokes"],
          ["of_a_later_version", "<b>", "", ""]]}])"));
  write("summary.json", R"({"ip": 3})");
  EXPECT_TRUE(read_run(folder_, networks, known)["sections"].empty());
}

TEST_F(ReportRun, MissingPartsAreReported) {
  Networks networks;
  const Json run = read_run(folder_, networks);
  EXPECT_EQ(run["missing"], Json::parse(R"(["links.csv is missing", "latency.csv is missing",
                                            "batches.csv is missing",
      "manifest.sha256 is missing: the files may have changed since the run"])"));
}

TEST_F(ReportRun, UnreadablePartsAffectOnlyThemselves) {
  write("config.yaml", "traffic: [\n");
  write("network.json", R"({"chips": [[0, 0]], "ports": 6, "links": [[0, 0, 1, 0, 0]]})");
  Networks networks;
  const Json run = read_run(folder_, networks);
  EXPECT_FALSE(run.contains("network"));
  EXPECT_EQ(run["config"], "traffic: [\n");
  EXPECT_EQ(run["ports"].size(), 2u);
  ASSERT_EQ(run["missing"].size(), 6u);
  EXPECT_NE(run["missing"][0].get<std::string>().find("config.yaml: "), std::string::npos);
  EXPECT_NE(run["missing"][1].get<std::string>().find("network.json: links.0: is no link"),
            std::string::npos);
}

TEST_F(ReportRun, LargestSeedIsNotRounded) {
  write("summary.json", R"({"seed": 18446744073709551615})");
  EXPECT_EQ(read_summary(folder_)["seed"], "18446744073709551615");
}

TEST_F(ReportRun, DamagedFilesAreNamed) {
  Networks networks;
  write("ports.csv", kPortColumns + "0,0,0,1,local,12,3,60,1,2,3\n");
  EXPECT_NE(complaint([&] { read_run(folder_, networks); }).find("ports.csv:2: 11 fields"),
            std::string::npos);
  write("summary.json", R"({"seed": )");
  EXPECT_NE(complaint([&] { read_summary(folder_); }).find("summary.json:1:10: is no JSON"),
            std::string::npos);
  write("summary.json", "[]");
  EXPECT_NE(complaint([&] { read_summary(folder_); }).find("expected an object"),
            std::string::npos);
}

TEST_F(ReportSweep, PointsHaveTheirValuesInTheOrderOfTheParameters) {
  for (const char* file : {"summary.json", "config.yaml", "ports.csv"}) {
    std::filesystem::create_directories(folder_ / "points/00000000000000ab");
    std::filesystem::copy(folder_ / file, folder_ / "points/00000000000000ab" / file);
  }
  write("sweep.json", R"({"name": "s", "parameters": ["b", "a"], "points": [
      {"number": 0, "point": "00000000000000ab", "status": "done", "error": "", "seed": 7,
       "parameters": {"a": 0.5, "b": [1, 2]}},
      {"number": 1, "point": "00000000000000cd", "status": "bad_input", "error": "no",
       "parameters": {"a": 9, "b": "x"}}]})");
  Networks networks;
  const Json sweep = read_sweep(folder_, networks);
  ASSERT_EQ(sweep["points"].size(), 2u);
  EXPECT_EQ(sweep["points"][0]["values"], Json::parse("[[1, 2], 0.5]"));
  EXPECT_EQ(sweep["points"][0]["seed"], "7");
  EXPECT_EQ(sweep["points"][0]["run"]["ports"].size(), 2u);
  EXPECT_EQ(sweep["points"][0]["summary"]["chips"], 2);
  EXPECT_FALSE(sweep["points"][1].contains("summary"));
  EXPECT_EQ(sweep["points"][1]["error"], "no");
}

TEST_F(ReportSweep, APointCannotLeadOutOfTheFolder) {
  for (const char* name : {"../..", "/etc", "", "a/b", "a.b"}) {
    write("sweep.json", std::string(R"({"name": "s", "parameters": [], "points": [
        {"number": 0, "status": "done", "parameters": {}, "point": ")") +
                            name + "\"}]}");
    Networks networks;
    EXPECT_NE(complaint([&] { read_sweep(folder_, networks); }).find("is no name of a point"),
              std::string::npos)
        << name;
  }
}

TEST_F(ReportSweep, ADamagedTableIsNamed) {
  Networks networks;
  for (const char* text : {"", "{}", "[]", R"({"parameters": [1], "points": [{}]})"}) {
    write("sweep.json", text);
    EXPECT_NE(complaint([&] { read_sweep(folder_, networks); }).find("sweep.json"),
              std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace tinsim
