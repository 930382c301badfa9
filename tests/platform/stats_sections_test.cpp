// SPDX-License-Identifier: Apache-2.0
// A section of which writers know nothing but its list of fields is in every file, in the table and
// in the verdict, and its shares of several ranks are one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "base/errors.h"
#include "platform/result/result_reference.h"
#include "platform/result/writer.h"
#include "platform/statistics/reasons.h"
#include "platform/statistics/section_of.h"
#include "platform/statistics/section_rows.h"
#include "tests/platform/stats_sample.h"

namespace tinsim {
namespace {

struct PumpRow {
  TIN_RECORD(PumpRow);
  TIN_FIELD(RowKey<unsigned>, pump, "number of the pump");
  TIN_FIELD(Sum, strokes, "strokes of the pump");
};

/// Pumps count strokes, and every leak counts.
struct PumpResult : SectionRecord {
  static constexpr const char* kSection = "pumps";
  static constexpr const char* kSectionText = "strokes of all pumps";
  TIN_RECORD(PumpResult);
  TIN_FIELD(Sum, strokes, "strokes in the measurement");
  TIN_FIELD(Sum, leaks, "strokes without pressure");
  TIN_FIELD(Figure, strokes_per_cycle, "rate of strokes");
  TIN_FIELD(Times, pause, "between two strokes");
  TIN_FIELD_AS(RowTable<PumpRow>, rows, "each_pump", "a row per pump");

  void derive(const Measured& measured) {
    strokes_per_cycle = static_cast<double>(strokes) / static_cast<double>(measured.cycles);
  }
  void judge(Reasons& reasons) const {
    reasons.add_count("leaks", leaks, strokes, reasons.limits.lost, "strokes leaked");
  }
};

/// … in one line.
struct ValveResult : SectionRecord {
  static constexpr const char* kSection = "pumps.valves";
  static constexpr const char* kSectionText = "turns of all valves";
  static constexpr const char* kLine = "{turns} turns";
  TIN_RECORD(ValveResult);
  TIN_FIELD(Sum, turns, "turns in the measurement");
};

/// Rank `n` of two.
RunResult share(unsigned n) {
  RunResult r = sample();
  PumpResult& pumps = r.sections.add<PumpResult>();
  pumps.strokes = 1000 + n;
  pumps.pause.add(40);
  pumps.rows = {{n, 1000 + n}};
  r.sections.add<ValveResult>().turns = 600;
  return r;
}

RunResult both() {
  Bytes bytes;
  share(1).sections.put(bytes);
  ResultSections more = share(0).sections;
  ByteReader from(bytes);
  more.take(from);
  EXPECT_TRUE(from.at_end());
  RunResult r = share(0);
  r.sections.merge(more);
  r.sections.derive({100, 400});
  return r;
}

TEST(Sections, OfSeveralRanksAreMergedAndThenCompleted) {
  const RunResult r = both();
  const PumpResult& pumps = r.sections.get<PumpResult>();
  EXPECT_EQ(pumps.strokes, 1000u + 1001);
  EXPECT_EQ(pumps.strokes_per_cycle, 20.01);
  EXPECT_EQ(pumps.pause.count(), 2u);
  EXPECT_EQ(r.sections.get<ValveResult>().turns, 600u + 600);
}

TEST(Sections, AreAtMostOneOfATypeAndCopiesAreTheirOwn) {
  RunResult r = share(0);
  const RunResult copy = r;
  r.sections.add<PumpResult>().strokes = 7;
  EXPECT_EQ(std::distance(r.sections.begin(), r.sections.end()), 2);
  EXPECT_EQ(copy.sections.get<PumpResult>().strokes, 1000u);
  r.sections.remove<PumpResult>();
  EXPECT_EQ(r.sections.find<PumpResult>(), nullptr);
  EXPECT_THROW(r.sections.get<PumpResult>(), InvariantError);
}

TEST(Sections, AreInTheSummaryAtThePlaceThatTheirNameSays) {
  const Json summary = make_summary(both());
  const Json& pumps = summary.at("pumps");
  EXPECT_EQ(pumps.at("strokes"), 2001);
  EXPECT_EQ(pumps.at("pause_ns").at("mean"), 100.0);
  EXPECT_EQ(pumps.at("valves").dump(), R"({"turns":1200})");
  EXPECT_FALSE(pumps.contains("each_pump"));
}

TEST(Sections, ListsOfRowsAreFiles) {
  std::string folder = (std::filesystem::temp_directory_path() / "tinsim_pumps_XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  write_results(folder, both());
  std::ifstream in(std::filesystem::path(folder) / "each_pump.csv");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "pump,strokes\n0,1000\n1,1001\n");
  std::filesystem::remove_all(folder);
}

std::string table_of(const RunResult& r) {
  std::ostringstream out;
  print_table(out, r, false);
  return out.str();
}

TEST(Sections, AreInTheTableWithTheirLineOrEachFieldWithUnitAndMeaning) {
  const std::string table = table_of(both());
  for (const char* part :
       {"  pumps         strokes of all pumps\n", "  strokes = 2,001: strokes in the measurement\n",
        "  strokes_per_cycle = 20.01: rate of strokes\n",
        "  pause_ns.p99 = 100 ns: between two strokes\n", "  pumps.valves  1,200 turns\n"})
    EXPECT_TRUE(contains(table, part)) << part << "\n" << table;
}

TEST(Sections, AddTheirReasonsToTheVerdict) {
  RunResult r = both();
  r.cells = {1'000'000, 1'000'000, 0, {}};
  EXPECT_EQ(verdict_of(verdict_reasons(r)), Verdict::kHealthy);
  r.sections.get<PumpResult>().leaks = 3;
  const auto reasons = verdict_reasons(r);
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_EQ(reasons[0].name, "leaks");
  EXPECT_EQ(reasons[0].verdict, Verdict::kFailing);
  EXPECT_TRUE(contains(reasons[0].text, "3 of 2,001 strokes leaked"));
}

TEST(Sections, AreInTheReferenceWithTheirFiles) {
  const std::string reference = results_reference(both().sections);
  for (const char* part :
       {"### `pumps`", "| `pumps.strokes` | strokes in the measurement |",
        "| `pumps.valves.turns` | turns in the measurement |", "### `each_pump.csv`"})
    EXPECT_TRUE(contains(reference, part)) << part;
}

TEST(SectionRows, HaveTheUnitAndMeaningOfTheFieldThatHasTheValue) {
  const FieldTexts fields = {{"times_ns", "of a turn", "ns"},
                             {"rows[]", "each valve", ""},
                             {"rows[].turns", "turns of it", ""}};
  const auto rows = section_rows(fields, Json::parse(R"({"times_ns": {"hit": {"p50": 2.5}},
                                           "rows": [{"turns": 3}, {"turns": null}], "new": "x"})"));
  ASSERT_EQ(rows.size(), 4u);
  const char* const expected[][4] = {{"times_ns.hit.p50", "2.5", "ns", "of a turn"},
                                     {"rows[0].turns", "3", "", "turns of it"},
                                     {"rows[1].turns", "–", "", "turns of it"},
                                     {"new", "x", "", ""}};
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(rows[i].name, expected[i][0]);
    EXPECT_EQ(value_text(rows[i].value), expected[i][1]);
    EXPECT_EQ(rows[i].unit, expected[i][2]);
    EXPECT_EQ(rows[i].text, expected[i][3]);
  }
}

TEST(SectionRows, OfHostileFilesAreBounded) {
  Json deep = 1;
  for (unsigned i = 0; i < 100; ++i) deep = Json{{"in", deep}};
  EXPECT_TRUE(section_rows({}, deep).empty());
  EXPECT_EQ(section_rows({}, Json(std::vector<int>(5000))).size(), 1000u);
}

}  // namespace
}  // namespace tinsim
