// SPDX-License-Identifier: Apache-2.0
// Sweep files: what is read, and that each mistake names its line.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/sweep/points.h"

namespace tinsim {
namespace {

std::string error_of(const std::string& text) try {
  parse_sweep(text, "s.yaml");
  return "";
} catch (const ConfigError& error) {
  return error.what();
}

/// The same with a configuration alongside the sweep file, so that paths and values count too.
std::string error_with_base(const std::string& text) {
  const TempDir dir;
  dir.write("c.yaml", "topology: {kind: single}\ntraffic: [{load: 0.1}]\n");
  try {
    load_points(dir.write("s.yaml", text));
  } catch (const ConfigError& error) {
    std::string line = error.what();
    const std::string folder = dir.path().string() + "/";
    for (size_t at; (at = line.find(folder)) != line.npos;) line.erase(at, folder.size());
    return line;
  }
  return "";
}

TEST(SweepFile, NameIsThatOfTheFileUnlessGiven) {
  const std::string grid = "base: c.yaml\ngrid: {run.seed: [1]}\n";
  EXPECT_EQ(parse_sweep(grid, "a/load.yaml").name, "load");
  EXPECT_EQ(parse_sweep("name: other\n" + grid, "a/load.yaml").name, "other");
}

TEST(SweepFile, ValuesKeepTheirFormAndPlace) {
  const SweepSpec spec = parse_sweep(
      "base: c.yaml\n"
      "grid:\n"
      "  a.b: [1e-1, 'x, y', \"5\", [1, {c: d}], null, {min: 16, max: 24}]\n",
      "s.yaml");
  std::vector<std::string> texts, shown;
  for (const SweepValue& value : spec.grid.entries.at(0).values) {
    texts.push_back(value.text);
    shown.push_back(value.shown);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"1e-1", "\"x, y\"", "\"5\"", "[1, {c: d}]", "null",
                                             "{min: 16, max: 24}"}));
  EXPECT_EQ(shown, (std::vector<std::string>{"1e-1", "x, y", "5", "[1, {c: d}]", "null",
                                             "{min: 16, max: 24}"}));
  EXPECT_EQ(spec.grid.entries[0].values[1].place, "s.yaml:3:15");
}

TEST(SweepFile, BaseAndSomeParameterAreNeeded) {
  EXPECT_EQ(error_of("grid: {run.seed: [1]}"),
            "s.yaml: base: is missing; expected the name of a configuration");
  EXPECT_EQ(first_line(error_of("base: c.yaml")),
            "s.yaml:1:1: has no parameters; expected at least one of grid, list, random");
}

TEST(SweepFile, UnknownAndRepeatedKeys) {
  EXPECT_EQ(error_of("base: c.yaml\ngird: {a: [1]}"),
            "s.yaml:2:1: unknown key 'gird' (did you mean 'grid'?); expected one of: name, base, "
            "set, grid, list, random, warm_start, x, y, pareto");
  EXPECT_EQ(error_of("base: c.yaml\ngrid:\n  a: [1]\n  a: [2]"),
            "s.yaml:4:3: grid: key 'a' is given twice, first on line 3; expected it once");
}

TEST(SweepFile, RowsMayHaveLabels) {
  const SweepSpec spec =
      parse_sweep("base: c.yaml\nlist:\n- {label: deep, a: 1}\n- {a: 2, label: 64}\n", "s.yaml");
  EXPECT_TRUE(spec.has_labels());
  EXPECT_EQ(spec.list.at(0).label + " " + spec.list.at(1).label, "deep 64");
  EXPECT_EQ(spec.list.at(1).entries.size(), 1u);
  EXPECT_EQ(spec.list.at(1).place, "s.yaml:4:17");
}

TEST(SweepFile, LabelsAreUniqueAndInAllRows) {
  const std::string head = "base: c.yaml\nlist:\n- {label: x, a: 1}\n- ";
  EXPECT_EQ(
      error_of(head + "{label: x, a: 2}"),
      "s.yaml:4:11: list.1.label: 'x' is the label of s.yaml:3:11, too; expected another one");
  EXPECT_EQ(error_of(head + "{a: 2}"),
            "s.yaml:4:3: list.1: has no label; expected one in all rows, or in none");
  EXPECT_EQ(error_of("base: c.yaml\nlist:\n- {a: 1}\n- {a: 2, label: x}"),
            "s.yaml:4:17: list.1: has a label; expected one in all rows, or in none");
  EXPECT_EQ(error_of(head + "{label: [1], a: 2}"),
            "s.yaml:4:11: list.1.label: is no word; expected a name of the row");
  EXPECT_EQ(first_line(error_of("base: c.yaml\nlist: [{label: x}]")),
            "s.yaml:2:8: list.0: has a label only; expected PATH: … entries, too");
}

TEST(SweepFile, AxisAndFiguresAreNamed) {
  const std::string labelled = "base: c.yaml\nlist: [{label: x, a: 1}]\n";
  const std::string plain = "base: c.yaml\ngrid: {a: [1]}\n";
  EXPECT_EQ(error_of(labelled + "x: label\ny: [b.c, d]\npareto: {cost: e, gain: f}"), "");
  EXPECT_EQ(error_of(labelled + "x: a"),
            "s.yaml:3:4: x: is set by rows that have labels; expected `label`, a parameter of grid "
            "or random, or a figure of summary.json");
  EXPECT_EQ(error_of(plain + "x: label"),
            "s.yaml:3:4: x: is label, and no row of a list has one; expected a parameter or a "
            "figure");
  EXPECT_EQ(error_of(plain + "y: [b, b]"),
            "s.yaml:3:8: y.1: is empty or given twice; expected figures, each once");
  EXPECT_EQ(error_of(plain + "pareto: {cost: e}"),
            "s.yaml:3:9: pareto: lacks a figure; expected {cost: …, gain: …}");
  EXPECT_EQ(error_of(plain + "pareto: {cost: e, gain: f, gain_is: big}"),
            "s.yaml:3:37: pareto.gain_is: is 'big'; expected higher or lower, which is better");
}

TEST(SweepFile, OnePlacePerParameter) {
  EXPECT_EQ(error_of("base: c.yaml\nset: {a: 1}\ngrid:\n  a: [1]"),
            "s.yaml:4:3: grid.a: stands in set too; expected it in one place");
  EXPECT_EQ(error_of("base: c.yaml\nlist: [{a: 1}]\ngrid:\n  a: [1]"),
            "s.yaml:4:3: grid.a: stands in list too; expected it in one place");
  EXPECT_EQ(error_of("base: c.yaml\nrandom: {points: 1, ranges: {a: [1]}}\ngrid:\n  a: [1]"),
            "s.yaml:4:3: grid.a: stands in random.ranges too; expected it in one place");
}

// The table would show a value that no point had.
TEST(SweepFile, WholesStandBeforeTheirParts) {
  EXPECT_EQ(
      error_of("base: c.yaml\nlist: [{a.b: 1}]\ngrid:\n  a: [{b: 2}]"),
      "s.yaml:4:3: grid.a: replaces a.b of list, which is part of it; expected the part after "
      "it");
  EXPECT_EQ(error_of("base: c.yaml\ngrid:\n  a.0.b: [1]\n  a: [[{b: 2}]]"),
            "s.yaml:4:3: grid.a: replaces a.0.b of grid, which is part of it; expected the part "
            "after it");
  EXPECT_EQ(error_of("base: c.yaml\nset: {a: {b: 1}}\ngrid:\n  a.b: [1]\n  ab: [2]"), "");
}

TEST(SweepFile, AxesNeedValues) {
  const std::string head = "base: c.yaml\ngrid:\n  a: ";
  EXPECT_EQ(error_of(head + "3"),
            "s.yaml:3:6: grid.a: has no values; expected a list of values, or {from: …, to: …}");
  EXPECT_EQ(error_of(head + "[]"),
            "s.yaml:3:6: grid.a: is an empty list; expected at least one value");
  EXPECT_EQ(error_of(head + "[1, 2, 1]"),
            "s.yaml:3:13: grid.a: 1 stands in the list twice; expected it once");
  EXPECT_EQ(error_of("base: c.yaml\ngrid: {}"),
            "s.yaml:2:7: grid: is an empty mapping; expected at least one PATH: … entry");
  EXPECT_EQ(error_of("base: c.yaml\nset: {}\ngrid: {a: [1]}"),
            "s.yaml:2:6: set: is an empty mapping; expected at least one PATH: … entry");
  EXPECT_EQ(error_of("base: c.yaml\nset: 5\ngrid: {a: [1]}"),
            "s.yaml:2:6: set: is no mapping of parameters; expected PATH: … entries");
}

TEST(SweepFile, RangesHaveTwoEndsInOrder) {
  const std::string head = "base: c.yaml\ngrid:\n  a: ";
  EXPECT_EQ(error_of(head + "{from: 1, steps: 3}"),
            "s.yaml:3:6: grid.a: has one end only; expected from and to");
  EXPECT_EQ(error_of(head + "{from: 2, to: 2, steps: 3}"),
            "s.yaml:3:6: grid.a: from 2 is not below to 2; expected from < to");
  EXPECT_EQ(error_of(head + "{from: 0, to: 2, steps: 3, scale: log}"),
            "s.yaml:3:6: grid.a: from 0 has no logarithm; expected more than 0");
  EXPECT_EQ(error_of(head + "{from: 1, to: 2, steps: 3, scale: square}"),
            "s.yaml:3:6: grid.a: scale is 'square'; expected linear or log");
  EXPECT_EQ(error_of(head + "{from: 1.5, to: 2, steps: 3, integer: true}"),
            "s.yaml:3:6: grid.a: the end 1.5 is no integer; expected integers, as integer is true");
  EXPECT_EQ(error_of(head + "{from: 1, to: 9007199254740991, steps: 3, integer: true}"), "");
  for (const char* end : {"9007199254740992", "9007199254740993", "18446744073709551615"}) {
    const std::string error =
        error_of(head + "{from: 1, to: " + end + ", steps: 3, integer: true}");
    EXPECT_NE(error.find("is too large for a range of integers; expected at most 9007199254740991 "
                         "in size, or a list of values"),
              std::string::npos)
        << error;
    EXPECT_EQ(error.find("is no integer"), std::string::npos) << error;
  }
}

TEST(SweepFile, StepsAreOfGridsAndPointsOfRandom) {
  EXPECT_EQ(error_of("base: c.yaml\ngrid:\n  a: {from: 1, to: 2}"),
            "s.yaml:3:3: grid.a: has no number of values; expected steps, 2 to 100000");
  EXPECT_EQ(error_of("base: c.yaml\ngrid:\n  a: {from: 1, to: 2, steps: 1}"),
            "s.yaml:3:3: grid.a: has 1 values; expected steps, 2 to 100000");
  EXPECT_EQ(
      error_of("base: c.yaml\nrandom:\n  points: 2\n  ranges:\n"
               "    a: {from: 1, to: 2, steps: 4}"),
      "s.yaml:5:5: random.ranges.a: has steps; expected none, as random.points says how many");
  EXPECT_EQ(error_of("base: c.yaml\nrandom: {points: 0, ranges: {a: [1]}}"),
            "s.yaml:2:18: random.points: 0 is out of range; expected 1 to 100000");
  EXPECT_EQ(error_of("base: c.yaml\nrandom: {points: 1}"),
            "s.yaml: random.ranges: is missing; expected PATH: {from: …, to: …} entries");
}

TEST(SweepFile, RowsHaveTheSameParameters) {
  EXPECT_EQ(error_of("base: c.yaml\nlist:\n  - {a: 1, b: 2}\n  - {a: 1}"),
            "s.yaml:4:5: list.1: has other parameters than the first row; expected the same in the "
            "same order");
}

TEST(SweepFile, WrongPathsAndTypesNameThePlaceOfTheValue) {
  EXPECT_EQ(error_with_base("base: c.yaml\ngrid:\n  run.seeed: [1, 2]\n"),
            "s.yaml:3:15: run: unknown key 'seeed' (did you mean 'seed'?); expected one of: "
            "warmup_us, measure_us, max_measure_us, precision, seed, audit, start_us, start_load, "
            "max_warmup_us, "
            "progress_timeout_us");
  EXPECT_EQ(error_with_base("base: c.yaml\nset:\n  traffic.1.load: 0.1\ngrid: {run.seed: [1]}\n"),
            "s.yaml:3:19: traffic: '1' is not one of its entries; expected an index from 0 to 0");
  EXPECT_EQ(error_with_base("base: c.yaml\ngrid:\n  run.seed: [1, x]\n"),
            "s.yaml:3:17: run.seed: 'x' is not an integer; expected an integer from 0 to "
            "18446744073709551615");
  EXPECT_EQ(error_with_base("base: c.yaml\ngrid:\n  run.seed: {from: 1, to: 2, steps: 3}\n"),
            "s.yaml:3:3: run.seed: '1.5' is not an integer; expected an integer from 0 to "
            "18446744073709551615");
}

TEST(SweepFile, AValueOutOfRangeIsTheErrorOfItsPoints) {
  const TempDir dir;
  dir.write("c.yaml", "topology: {kind: single}\ntraffic: [{load: 0.1}]\n");
  const auto file = dir.write("s.yaml", "base: c.yaml\ngrid:\n  traffic.0.load: [0.1, 7]\n");
  const Sweep sweep = load_points(file);
  ASSERT_EQ(sweep.points.size(), 2u);
  EXPECT_EQ(sweep.points[0].error, "");
  EXPECT_EQ(sweep.points[1].error,
            file.string() + ":3:25: traffic.0.load: 7 is out of range; expected 0 to 4");
}

TEST(SweepFile, MissingFilesAreNamed) {
  EXPECT_EQ(error_with_base("base: d.yaml\ngrid: {run.seed: [1]}\n"),
            "d.yaml: cannot be read: No such file or directory; expected a YAML file");
}

}  // namespace
}  // namespace tinsim
