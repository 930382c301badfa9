// SPDX-License-Identifier: Apache-2.0
// Records in files: JSON and CSV in the order of the list, and the reference of their fields.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/fields/field_csv.h"
#include "base/fields/field_json.h"
#include "base/fields/field_reference.h"
#include "tests/unit/record_sample.h"

namespace tinsim {
namespace {

TEST(RecordFiles, JsonHasTheFieldsInOrderWithTimesInNanoseconds) {
  Sample s;
  s.chip = 3;
  s.sum = 4;
  s.mean = 10;  // cycles of 2.5 ns
  s.slowest = 30;
  s.lost = {{"late", 1}};
  s.faults[Fault::kNone] = 9;
  s.wait.add(40);
  s.hidden = 5;
  s.line = {6, 7};
  s.top = {8, "here"};
  s.by_key = {sample_row(2, 1)};
  s.table = {sample_row(1, 1)};
  EXPECT_EQ(fields_json(s, 400).dump(),
            R"({"chip":3,"sum":4,"peak":0,"ranks":0,"share":null,"mean_ns":25.0,)"
            R"("slowest_ns":75.0,"seconds":0.0,"lost":{"late":1},"faults":{"early":0,"late":0},)"
            R"("wait_ns":{"mean":100.0,"p50":100.0,"p99":100.0,"p999":100.0,"max":100.0,)"
            R"("min":100.0,"stddev":null},"inner":{"sum":0,"peak":0},"line":{"up":6,"down":7},)"
            R"("maybe":null,"top":{"height":8,"place":"here"},"rows":[],)"
            R"("by_key":[{"number":2,"count":1}],"by_place":[]})");
  s.section.emplace().peak = 2;
  EXPECT_EQ(fields_json(s, 400).at("section").dump(), R"({"sum":0,"peak":2})");
}

/// As the rows of CSV files are.
struct Line {
  TIN_RECORD(Line);
  TIN_FIELD(RowKey<std::string>, name, "of the line");
  TIN_FIELD(RowKey<std::optional<unsigned>>, cos, "or all classes");
  TIN_FIELD(Figure, share, "measured or not");
  TIN_FIELD(TimeFigure, mean, "in cycles");
  TIN_FIELD(Part<SampleBase>, up, "one way");
  TIN_FIELD(Counts<LineCounts>, line, "with a prefix");
  TIN_FIELD(ColumnCounts<LineCounts>, plain, "without one");
  TIN_FIELD(Unreported<Sum>, hidden, "in no file");
};

TEST(RecordFiles, CsvHasAColumnPerNumberAndNothingWhereNothingWasMeasured) {
  EXPECT_EQ(csv_names<Line>(), "name,cos,share,mean_ns,up_sum,up_peak,line_up,line_down,up,down");
  Line line;
  line.name = "pod0.tin1";
  line.up = {3, 4};
  line.line = {5, 6};
  line.plain = {7, 8};
  EXPECT_EQ(csv_line(line, 400), "pod0.tin1,,,,3,4,5,6,7,8");
  line.cos = 2;
  line.share = 0.1;
  line.mean = 3;
  EXPECT_EQ(csv_line(line, 400), "pod0.tin1,2,0.1,7.5,3,4,5,6,7,8");
}

TEST(RecordFiles, CsvFilesHaveTheNamesFirst) {
  std::string folder = (std::filesystem::temp_directory_path() / "tinsim_csv_XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::filesystem::path path = std::filesystem::path(folder) / "rows.csv";
  write_csv(path, std::vector{sample_row(1, 20), sample_row(2, 0)}, 400);
  std::ifstream in(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "number,count\n1,20\n2,0\n");
  std::filesystem::remove_all(folder);
}

TEST(RecordFiles, TheReferenceNamesEveryKeyThatJsonHas) {
  FieldTexts texts;
  add_field_texts<Sample>("", texts);
  std::vector<std::string> names;
  for (const FieldText& of : texts) names.push_back(of.name);
  EXPECT_EQ(names, (std::vector<std::string>{"chip",
                                             "sum",
                                             "peak",
                                             "ranks",
                                             "share",
                                             "mean_ns",
                                             "slowest_ns",
                                             "seconds",
                                             "lost",
                                             "faults",
                                             "wait_ns",
                                             "inner",
                                             "inner.sum",
                                             "inner.peak",
                                             "line",
                                             "section",
                                             "section.sum",
                                             "section.peak",
                                             "maybe",
                                             "maybe.sum",
                                             "maybe.peak",
                                             "top",
                                             "top.height",
                                             "top.place",
                                             "rows[]",
                                             "rows[].number",
                                             "rows[].count",
                                             "by_key[]",
                                             "by_key[].number",
                                             "by_key[].count",
                                             "by_place[]",
                                             "by_place[].number",
                                             "by_place[].count"}));
  EXPECT_EQ(texts[9].text, "by fault: `early`, `late`");
}

TEST(RecordFiles, TheReferenceOfAFileHasTheColumnsOfAFieldInOneRow) {
  EXPECT_EQ(reference_table("`a.csv`", column_texts<Line>()),
            "\n### `a.csv`\n\n| name | meaning |\n|---|---|\n| `name` | of the line |\n"
            "| `cos` | or all classes |\n| `share` | measured or not |\n"
            "| `mean_ns` | in cycles |\n| `up_sum`, `up_peak` | one way |\n"
            "| `line_up`, `line_down` | with a prefix |\n| `up`, `down` | without one |\n");
}

}  // namespace
}  // namespace tinsim
