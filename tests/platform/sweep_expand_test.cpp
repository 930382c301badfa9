// SPDX-License-Identifier: Apache-2.0
// Points of a sweep against lists made by hand; names against the published hash function.
#include <gtest/gtest.h>

#include <cmath>

#include "config_test_util.h"
#include "platform/sweep/points.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

using Texts = std::vector<std::string>;
using Rows = std::vector<Texts>;

Expansion expansion_of(const std::string& parameters) {
  return expand(parse_sweep("base: c.yaml\n" + parameters, "s.yaml"));
}

Rows rows_of(const std::string& parameters) {
  Rows rows;
  for (const auto& row : expansion_of(parameters).rows) {
    rows.emplace_back();
    for (const SweepValue& value : row) rows.back().push_back(value.text);
  }
  return rows;
}

Texts column(const Rows& rows, size_t at) {
  Texts values;
  for (const Texts& row : rows) values.push_back(row[at]);
  return values;
}

TEST(SweepExpand, LastParameterOfAGridChangesFastest) {
  EXPECT_EQ(rows_of("grid: {b: [x, y], a: [1, 2, 3]}"),
            (Rows{{"x", "1"}, {"x", "2"}, {"x", "3"}, {"y", "1"}, {"y", "2"}, {"y", "3"}}));
  EXPECT_EQ(expansion_of("grid: {b: [x, y], a: [1, 2, 3]}").parameters, (Texts{"b", "a"}));
}

TEST(SweepExpand, LinearRangesAreEvenAndRound) {
  EXPECT_EQ(rows_of("grid: {a: {from: 0.1, to: 1.2, steps: 12}}"), (Rows{{"0.1"},
                                                                         {"0.2"},
                                                                         {"0.3"},
                                                                         {"0.4"},
                                                                         {"0.5"},
                                                                         {"0.6"},
                                                                         {"0.7"},
                                                                         {"0.8"},
                                                                         {"0.9"},
                                                                         {"1"},
                                                                         {"1.1"},
                                                                         {"1.2"}}));
  EXPECT_EQ(rows_of("grid: {a: {from: -1, to: 1, steps: 3}}"), (Rows{{"-1"}, {"0"}, {"1"}}));
}

TEST(SweepExpand, LogRangesHaveEqualFactors) {
  EXPECT_EQ(rows_of("grid: {a: {from: 0.01, to: 100, steps: 5, scale: log}}"),
            (Rows{{"0.01"}, {"0.1"}, {"1"}, {"10"}, {"100"}}));
  // 20 * 2^k/2 rounded: 28.28, 40, 56.57, 80
  EXPECT_EQ(rows_of("grid: {a: {from: 20, to: 80, steps: 5, scale: log, integer: true}}"),
            (Rows{{"20"}, {"28"}, {"40"}, {"57"}, {"80"}}));
}

TEST(SweepExpand, IntegersThatCoincideAreAnError) {
  EXPECT_THROW(rows_of("grid: {a: {from: 1, to: 3, steps: 5, integer: true}}"), ConfigError);
}

TEST(SweepExpand, RowsOfAListAreTakenAsTheyAre) {
  EXPECT_EQ(rows_of("list: [{a: 1, b: x}, {a: 2, b: y}, {a: 1, b: x}]"),
            (Rows{{"1", "x"}, {"2", "y"}, {"1", "x"}}));
}

TEST(SweepExpand, ListThenDrawsThenGrid) {
  const std::string text =
      "grid: {g: [1, 2]}\n"
      "list: [{l: p}, {l: q}]\n"
      "random: {points: 2, ranges: {r: {from: 0, to: 1}}}\n";
  EXPECT_EQ(expansion_of(text).parameters, (Texts{"l", "r", "g"}));
  const Rows rows = rows_of(text);
  EXPECT_EQ(column(rows, 0), (Texts{"p", "p", "p", "p", "q", "q", "q", "q"}));
  EXPECT_EQ(column(rows, 2), (Texts{"1", "2", "1", "2", "1", "2", "1", "2"}));
  const Texts drawn = column(rows, 1);
  EXPECT_NE(drawn[0], drawn[2]);
  EXPECT_EQ(drawn, (Texts{drawn[0], drawn[0], drawn[2], drawn[2], drawn[0], drawn[0], drawn[2],
                          drawn[2]}));
}

std::string random_text(unsigned points, unsigned seed, const std::string& range) {
  return "random: {points: " + std::to_string(points) + ", seed: " + std::to_string(seed) +
         ", ranges: {a: " + range + "}}";
}

TEST(SweepExpand, MoreDrawsKeepTheFirstAndSeedsDiffer) {
  const Rows few = rows_of(random_text(10, 7, "{from: 0, to: 1}"));
  Rows many = rows_of(random_text(50, 7, "{from: 0, to: 1}"));
  many.resize(10);
  EXPECT_EQ(few, many);
  EXPECT_NE(few, rows_of(random_text(10, 8, "{from: 0, to: 1}")));
}

/// Kolmogorov-Smirnov distance of `shares` from the uniform distribution.
double distance_from_uniform(std::vector<double> shares) {
  std::sort(shares.begin(), shares.end());
  double most = 0;
  for (size_t i = 0; i < shares.size(); ++i) {
    const double n = static_cast<double>(shares.size());
    most = std::max(
        {most, shares[i] - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - shares[i]});
  }
  return most;
}

TEST(SweepExpand, DrawsAreEvenInTheirScale) {
  constexpr double kLimit = 1.95 / 63.2;  // 0.1 % of samples of 4000 are further off
  std::vector<double> linear, log;
  for (const Texts& row : rows_of(random_text(4000, 3, "{from: 2, to: 12}"))) {
    linear.push_back((std::stod(row[0]) - 2) / 10);
  }
  for (const Texts& row : rows_of(random_text(4000, 3, "{from: 0.01, to: 100, scale: log}"))) {
    log.push_back(std::log10(std::stod(row[0]) / 0.01) / 4);
  }
  EXPECT_LT(distance_from_uniform(linear), kLimit);
  EXPECT_LT(distance_from_uniform(log), kLimit);
}

TEST(SweepExpand, EachIntegerAndEachValueHasEqualChances) {
  for (const char* range : {"{from: 3, to: 5, integer: true}", "[3, 4, 5]"}) {
    std::map<std::string, unsigned> count;
    for (const Texts& row : rows_of(random_text(3000, 5, range))) ++count[row[0]];
    ASSERT_EQ(count.size(), 3u) << range;
    // Five standard deviations, sqrt(3000 * 1/3 * 2/3) = 25.8 each.
    for (const auto& [value, n] : count) EXPECT_NEAR(n, 1000, 130) << value;
  }
}

TEST(SweepExpand, TooManyPointsAreRefused) {
  const std::string thousand = "{from: 1, to: 1000, steps: 1000}";
  EXPECT_THROW(rows_of("grid: {a: " + thousand + ", b: " + thousand + "}"), ConfigError);
}

TEST(SweepName, IsThePublishedHash) {
  // Test vectors of draft-eastlake-fnv.
  EXPECT_EQ(fnv1a(""), "cbf29ce484222325");
  EXPECT_EQ(fnv1a("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(fnv1a("foobar"), "85944171f73967e8");
}

class SweepPoints : public testing::Test {
 protected:
  Sweep load(const std::string& text) {
    dir_.write("c.yaml", "topology: {kind: single}\ntraffic: [{load: 0.1}]\n");
    return load_points(dir_.write("s.yaml", "base: c.yaml\n" + text));
  }
  TempDir dir_;
};

TEST_F(SweepPoints, NamesFollowTheConfigurationNotItsSpelling) {
  const Sweep sweep = load(
      "list:\n"
      "  - {traffic.0.load: 0.1, run.seed: 1}\n"
      "  - {traffic.0.load: 1e-1, run.seed: 1}\n"
      "  - {traffic.0.load: 0.10, run.seed: 2}\n");
  EXPECT_EQ(sweep.points[0].name, sweep.points[1].name);
  EXPECT_NE(sweep.points[0].name, sweep.points[2].name);
  EXPECT_EQ(sweep.points[0].name,
            fnv1a(print_config(load_config(dir_ / "c.yaml", {"traffic.0.load=0.1"}))));
  EXPECT_EQ(sweep.points[2].seed, 2u);
}

TEST_F(SweepPoints, ConfigurationMayStartFromAnotherFile) {
  const Sweep plain = load("grid: {traffic.0.load: [0.2]}\n");
  dir_.write("d.yaml", "base: c.yaml\nlink: {local_m: 7}\n");
  const Sweep sweep =
      load_points(dir_.write("s.yaml", "base: d.yaml\ngrid: {traffic.0.load: [0.2]}\n"));
  const PlatformConfig config = config_of(sweep, sweep.points[0]);
  EXPECT_EQ(config.link.local_m, 7);
  EXPECT_EQ(config.traffic[0].load, 0.2);
  EXPECT_NE(sweep.points[0].name, plain.points[0].name);
}

// Weights are nothing to minimal routes: two of the points are the same run.
TEST_F(SweepPoints, KeysOfOneValueOfAnotherParameterAreTakenWhereTheyAreUsed) {
  const Sweep sweep = load(
      "set: {topology.kind: dragonfly, topology.pods: 3, topology.global_links_per_pair: 12}\n"
      "grid:\n"
      "  routing.mode: [minimal_deterministic, ugal_l]\n"
      "  routing.nonminimal_bias_words: [40, 80]\n");
  using Overrides = std::vector<std::string>;
  const auto mode_and_later = [&](size_t point) {
    const Overrides all = sweep.overrides(sweep.points[point]);
    return Overrides(all.begin() + 3, all.end());
  };
  for (const SweepPoint& point : sweep.points) EXPECT_EQ(point.error, "");
  EXPECT_EQ(mode_and_later(1), Overrides{"routing.mode=minimal_deterministic"});
  EXPECT_EQ(mode_and_later(3),
            (Overrides{"routing.mode=ugal_l", "routing.nonminimal_bias_words=80"}));
  EXPECT_EQ(sweep.points[0].name, sweep.points[1].name);
  EXPECT_NE(sweep.points[2].name, sweep.points[3].name);
  EXPECT_EQ(config_of(sweep, sweep.points[3]).routing.nonminimal_bias_words, 80u);
}

TEST_F(SweepPoints, AParameterThatNoPointUsesIsAMistake) {
  const Sweep sweep = load("grid: {topology.dims: [[4], [4, 4]]}\n");
  for (const SweepPoint& point : sweep.points)
    EXPECT_NE(
        point.error.find("topology.dims: is only for torus, mesh and hyperx; expected no dims"),
        std::string::npos)
        << point.error;
}

TEST_F(SweepPoints, SettingsForAllComeFirst) {
  const Sweep sweep = load("set: {link.local_m: 3}\ngrid: {run.seed: [5]}\n");
  EXPECT_EQ(sweep.overrides(sweep.points[0]),
            (std::vector<std::string>{"link.local_m=3", "run.seed=5"}));
}

}  // namespace
}  // namespace tinsim
