// SPDX-License-Identifier: Apache-2.0
// Points of a sweep as curves: the axis, saturation throughput by closed form, cost against gain.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "platform/curves/axis.h"
#include "platform/curves/pareto.h"
#include "platform/curves/saturation.h"
#include "platform/curves/sense.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;
using Paths = std::vector<std::string>;

CurvePoint point(size_t number, std::vector<Json> values, Figures figures = {}) {
  return {number, std::move(values), std::move(figures)};
}

/// Points with all combinations, the last parameter fastest.
std::vector<CurvePoint> grid(const std::vector<std::vector<Json>>& axes) {
  std::vector<std::vector<Json>> rows = {{}};
  for (const auto& values : axes) {
    std::vector<std::vector<Json>> longer;
    for (const auto& row : rows)
      for (const Json& value : values) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    rows = longer;
  }
  std::vector<CurvePoint> points;
  for (size_t i = 0; i < rows.size(); ++i) points.push_back(point(i, rows[i]));
  return points;
}

TEST(CurveAxis, IsTheNumberWithMostValues) {
  const auto points = grid({{20, 40}, {1, 2, 3}, {"a", "b", "c", "d"}});
  const Paths paths = {"tin.output.queue_words", "ip_traffic.0.gbps", "routing.mode"};
  const Axis axis = choose_axis(paths, points, "");
  EXPECT_EQ(axis.name, "ip_traffic.0.gbps");
  EXPECT_TRUE(axis.is_load);
  EXPECT_FALSE(axis.is_metric);
  const auto curves = curves_of(paths, points, axis);
  ASSERT_EQ(curves.size(), 8u);  // each of three points, none alone
  for (const Curve& curve : curves) EXPECT_EQ(curve.points.size(), 3u);
  EXPECT_EQ(curves[0].name, "tin.output.queue_words = 20, routing.mode = a");
}

TEST(CurveAxis, OfEqualCountsALoadThenARateThenTheFirst) {
  const auto points = grid({{1, 2}, {3, 4}, {5, 6}});
  EXPECT_EQ(choose_axis({"a", "b.gbps", "c.load"}, points, "").name, "offered_gbps_per_tin");
  EXPECT_EQ(choose_axis({"a", "b.gbps", "c"}, points, "").name, "b.gbps");
  EXPECT_EQ(choose_axis({"a", "b", "c"}, points, "").name, "a");
  EXPECT_EQ(choose_axis({"run.seed", "b", "c"}, points, "").name, "b");
}

TEST(CurveAxis, AllLoadsVaryAlongTheCurve) {
  const auto points = grid({{0.1, 0.2, 0.3}, {0.5, 0.6}, {"x", "y"}});
  const Axis axis = choose_axis({"traffic.0.load", "traffic.1.load", "m"}, points, "");
  EXPECT_EQ(axis.along, (std::set<size_t>{0, 1}));
  EXPECT_EQ(curves_of({"traffic.0.load", "traffic.1.load", "m"}, points, axis).size(), 2u);
}

TEST(CurveAxis, AParameterOrAFigureMayBeNamed) {
  const auto points = grid({{20, 40}, {1, 2, 3}});
  const Axis words = choose_axis({"words", "x.gbps"}, points, "words");
  EXPECT_EQ(words.name, "words");
  EXPECT_EQ(curves_of({"words", "x.gbps"}, points, words).size(), 3u);
  const Axis figure = choose_axis({"words", "x.gbps"}, points, "accepted_gbps_per_tin");
  EXPECT_TRUE(figure.is_metric);
  EXPECT_EQ(figure.parameter, 1u);  // curves are those of the parameter with most values
  EXPECT_EQ(curves_of({"words", "x.gbps"}, points, figure).size(), 2u);
}

TEST(CurveAxis, PointsAreInTheOrderOfTheAxisAndSeedsShareACurve) {
  const std::vector<CurvePoint> points = {point(0, {3, 1}), point(1, {1, 2}), point(2, {2, 1})};
  const Paths paths = {"x", "run.seed"};
  const auto curves = curves_of(paths, points, choose_axis(paths, points, ""));
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_EQ(curves[0].points, (std::vector<size_t>{1, 2, 0}));
}

// A network that accepts min(offered, capacity), steady up to there.
std::vector<LoadPoint> ideal(double capacity, const std::vector<double>& offered) {
  std::vector<LoadPoint> curve;
  for (const double rate : offered)
    curve.push_back({std::min(rate, capacity), rate, rate <= capacity});
  return curve;
}

TEST(Saturation, IsTheLastLoadThatIsCarried) {
  const auto found = saturation_of(ideal(55, {10, 20, 30, 40, 50, 60, 70}));
  EXPECT_EQ(found->gbps, 50);
  EXPECT_EQ(found->kind, SaturationKind::kSustained);
  EXPECT_EQ(found->peak, 55);
  EXPECT_EQ(found->at, 4u);
}

TEST(Saturation, IsALowerBoundIfAllIsCarried) {
  const auto found = saturation_of(ideal(100, {10, 20, 30}));
  EXPECT_EQ(found->gbps, 30);
  EXPECT_EQ(found->kind, SaturationKind::kAtLeast);
}

TEST(Saturation, IsThePeakIfNothingIsCarried) {
  const auto found = saturation_of({{50, 60.0, false}, {54, 70.0, false}, {48, 80.0, false}});
  EXPECT_EQ(found->gbps, 54);
  EXPECT_EQ(found->kind, SaturationKind::kPeak);
}

TEST(Saturation, OnePercentMayBeMissing) {
  EXPECT_EQ(saturation_of({{99, 100.0, true}, {100, 200.0, false}})->gbps, 99);
  EXPECT_EQ(saturation_of({{98.9, 100.0, true}, {100, 200.0, false}})->kind, SaturationKind::kPeak);
  EXPECT_EQ(saturation_of({{100, 100.0, false}, {99, 200.0, false}})->kind, SaturationKind::kPeak)
      << "not steady";
}

TEST(Saturation, WithoutAnOfferedRateSteadyDecides) {
  const auto found = saturation_of({{10, {}, true}, {20, {}, true}, {22, {}, false}});
  EXPECT_EQ(found->gbps, 20);
  EXPECT_EQ(found->peak, 22);
}

TEST(Saturation, NothingWithoutPoints) { EXPECT_FALSE(saturation_of({})); }

Figures load_figures(double capacity, double offered) {
  return {{kOffered, offered},
          {kAccepted, std::min(offered, capacity)},
          {"steady", offered <= capacity},
          {"saturated", offered > capacity}};
}

TEST(Saturation, OfEachCurveOverItsSeeds) {
  std::vector<CurvePoint> points;
  const Paths paths = {"mode", "traffic.0.load", "run.seed"};
  for (const char* mode : {"slow", "fast"})
    for (const double load : {0.2, 0.4, 0.6, 0.8})
      for (const int seed : {1, 2}) {
        const double capacity = (mode == std::string("slow") ? 45 : 85) - (seed == 2 ? 20 : 0);
        points.push_back(
            point(points.size(), {mode, load, seed}, load_figures(capacity, 100 * load)));
      }
  const auto rows = saturations_of(paths, points, choose_axis(paths, points, ""));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].curve, "mode = slow");
  EXPECT_EQ(rows[0].seeds, 2u);
  EXPECT_EQ(rows[0].min, 20);
  EXPECT_EQ(rows[0].max, 40);
  EXPECT_EQ(rows[0].mean, 30);
  EXPECT_EQ(rows[0].peak, 35);  // 45 and 25
  EXPECT_EQ(rows[0].kind, SaturationKind::kSustained);
  EXPECT_EQ(rows[1].max, 80);
  EXPECT_EQ(rows[1].kind, SaturationKind::kAtLeast);  // one of its seeds
}

TEST(Saturation, NothingWhereNoLoadVaries) {
  const std::vector<CurvePoint> points = {point(0, {20}, load_figures(50, 10)),
                                          point(1, {40}, load_figures(50, 10))};
  EXPECT_TRUE(saturations_of({"words"}, points, choose_axis({"words"}, points, "")).empty());
}

using Flags = std::vector<bool>;

TEST(ParetoFront, OnePointIsNeverBeaten) {
  EXPECT_EQ(non_dominated({{1, 1}}, true), Flags{true});
  EXPECT_EQ(non_dominated({}, true), Flags{});
}

TEST(ParetoFront, EqualPointsDoNotBeatEachOther) {
  EXPECT_EQ(non_dominated({{1, 5}, {1, 5}, {2, 5}}, true), (Flags{true, true, false}));
}

TEST(ParetoFront, TiesInOneFigureAreDecidedByTheOther) {
  EXPECT_EQ(non_dominated({{1, 5}, {1, 6}}, true), (Flags{false, true}));
  EXPECT_EQ(non_dominated({{1, 5}, {1, 6}}, false), (Flags{true, false}));
  EXPECT_EQ(non_dominated({{1, 5}, {2, 5}}, true), (Flags{true, false}));
}

TEST(ParetoFront, MoreOrLessMayBeBetter) {
  const std::vector<Tradeoff> of = {{1, 10}, {2, 20}, {3, 15}, {4, 5}};
  EXPECT_EQ(non_dominated(of, true), (Flags{true, true, false, false}));
  EXPECT_EQ(non_dominated(of, false), (Flags{true, false, false, true}));
}

TEST(ParetoFront, IsWhatComparingAllPairsGives) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const bool more = round % 2 == 0;
    std::vector<Tradeoff> of(1 + random() % 30);
    for (Tradeoff& each : of) each = {double(random() % 8), double(random() % 8)};
    Flags expected;
    for (const Tradeoff& a : of) {
      expected.push_back(std::none_of(of.begin(), of.end(), [&](const Tradeoff& b) {
        const double gain = more ? b.gain - a.gain : a.gain - b.gain;
        return b.cost <= a.cost && gain >= 0 && (b.cost < a.cost || gain > 0);
      }));
    }
    EXPECT_EQ(non_dominated(of, more), expected) << round;
  }
}

TEST(ParetoTable, LatencyIsToBeLow) {
  std::vector<CurvePoint> points;
  for (int i = 0; i < 3; ++i)
    points.push_back(point(i, {i}, {{"cost.power_w", i + 1}, {"latency_ns.p99", 100 - 10 * i}}));
  points.push_back(point(3, {3}, {{"cost.power_w", 9}, {"latency_ns.p99", 90}}));
  points.push_back(point(4, {4}, {{"cost.power_w", 1}}));  // has no gain
  const Axis axis = choose_axis({"n"}, points, "");
  const Pareto found = pareto_of({"n"}, points, axis, {"cost.power_w", "latency_ns.p99", ""});
  ASSERT_EQ(found.rows.size(), 4u);
  EXPECT_FALSE(found.spec.more_is_better());
  EXPECT_TRUE(found.rows[2].is_best);
  EXPECT_FALSE(found.rows[3].is_best);
  EXPECT_EQ(found.rows[3].name, "n = 3");
}

TEST(ParetoTable, ByDefaultAreaAgainstSaturationThroughputOfCurves) {
  std::vector<CurvePoint> points;
  const Paths paths = {"mode", "traffic.0.load"};
  for (const char* mode : {"small", "large", "bad"})
    for (const double load : {0.2, 0.4, 0.6}) {
      Figures figures = load_figures(mode == std::string("large") ? 50 : 30, 100 * load);
      figures.emplace_back("cost.chip_area_mm2", mode == std::string("small") ? 1 : 2);
      points.push_back(point(points.size(), {mode, load}, figures));
    }
  const Axis axis = choose_axis(paths, points, "");
  const Pareto found = pareto_of(paths, points, axis, {});
  EXPECT_EQ(found.spec.gain, kSaturationGain);
  ASSERT_EQ(found.rows.size(), 3u);
  EXPECT_EQ(found.rows[1].at.gain, 40);
  EXPECT_TRUE(found.rows[0].is_best && found.rows[1].is_best);
  EXPECT_FALSE(found.rows[2].is_best);
  EXPECT_EQ(pareto_of({"n"}, {point(0, {1})}, {}, {}).spec.cost, "");
}

TEST(MetricSense, IsThatOfTheName) {
  for (const char* more : {"accepted_gbps_per_tin", "ip.classes.0.goodput_gbps_per_host"})
    EXPECT_EQ(sense_of(more), Sense::kHigher) << more;
  for (const char* less : {"latency_ns.p999", "cells.dropped", "cost.chip_area_mm2", "cost.power_w",
                           "rma.ops.0.total_ns.mean"})
    EXPECT_EQ(sense_of(less), Sense::kLower) << less;
  for (const char* none : {"offered_gbps_per_tin", "wall_s", "cell_hops_per_s", "simulated_ns",
                           "latency_ns.ci95", "chips", "cells.injected"})
    EXPECT_EQ(sense_of(none), Sense::kNone) << none;
}

TEST(FigureNames, AreKeysJoinedWithDots) {
  const Figures figures = flatten(Json::parse(
      R"({"config": "c", "seed": 1, "a": {"b": 2, "c": [3, {"d": null}]}, "e": true})"));
  EXPECT_EQ(number_in(figures, "a.b"), 2);
  EXPECT_EQ(number_in(figures, "a.c.0"), 3);
  EXPECT_FALSE(number_in(figures, "a.c.1.d"));
  EXPECT_FALSE(number_in(figures, "seed"));
  EXPECT_TRUE(is_true(figures, "e"));
  EXPECT_FALSE(is_true(figures, "a.b"));
}

}  // namespace
}  // namespace tinsim
