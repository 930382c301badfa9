// SPDX-License-Identifier: Apache-2.0
// Comparison of results: differences of configurations, and verdicts by closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "base/usage_error.h"
#include "platform/compare/comparison.h"

namespace tinsim {
namespace {

ComparedRun run_of(const std::string& seed, double accepted, double p99, bool steady = true) {
  ComparedRun run;
  run.folder = "run-" + seed;
  run.seed = seed;
  run.core_mhz = 400;
  run.figures = {{"accepted_gbps_per_tin", accepted},
                 {"latency_ns.mean", p99 / 2},
                 {"latency_ns.p99", p99},
                 {"cells.injected", 100 * accepted},
                 {"cost.power_w", 3.5},
                 {"measure_us", 10},
                 {"steady", steady},
                 {"saturated", !steady}};
  run.config = {{"run.seed", seed}, {"tin.output.queue_words", "40"}};
  return run;
}

RunGroup group(std::vector<ComparedRun> runs) { return {"", std::move(runs)}; }

MetricComparison metric(const RunGroup& a, const RunGroup& b, const std::string& name) {
  const GroupComparison found = compare_groups(a, b, {name});
  EXPECT_EQ(found.metrics.size(), 1u) << name;
  return found.metrics.at(0);
}

TEST(CompareSettings, NamesKeysThatDifferInTheirOrder) {
  const Settings a =
      settings_in("topology: {kind: pair}\ntraffic: [{load: 0.3, to: [1, 2]}]\nx: {}\n");
  const Settings b =
      settings_in("topology: {kind: pair, pods: 2}\ntraffic: [{load: 0.5, to: [1, 2]}]\nx: {}\n");
  const auto found = setting_differences(a, b);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].key, "traffic.0.load");
  EXPECT_EQ(found[0].a + " " + found[0].b, "0.3 0.5");
  EXPECT_EQ(found[1].key, "topology.pods");
  EXPECT_EQ(found[1].a, "");
  EXPECT_TRUE(setting_differences(a, a).empty());
}

// Accepted 10, 12 against 14, 16: delta 4, standard errors 1 and 1, Welch's freedom 2, and
// Student's t with 2 degrees of freedom is 4.303.
TEST(CompareRuns, RepeatedRunsHaveWelchsInterval) {
  const auto found =
      metric(group({run_of("1", 10, 50), run_of("2", 12, 50)}),
             group({run_of("1", 14, 50), run_of("2", 16, 50)}), "accepted_gbps_per_tin");
  EXPECT_EQ(found.a, 11);
  EXPECT_EQ(found.b, 15);
  EXPECT_NEAR(*found.half_width, 4.303 * std::sqrt(2), 0.001);
  EXPECT_EQ(found.outcome, Outcome::kNoDifference);
  EXPECT_EQ(found.by, "2 runs");
  EXPECT_NEAR(*found.delta_percent(), 400.0 / 11, 1e-9);
}

TEST(CompareRuns, TheSenseOfAFigureDecides) {
  const RunGroup a = group({run_of("1", 10, 50), run_of("2", 10.1, 50.1)});
  const RunGroup b = group({run_of("3", 20, 90), run_of("4", 20.1, 90.1)});
  EXPECT_EQ(metric(a, b, "accepted_gbps_per_tin").outcome, Outcome::kBetter);
  EXPECT_EQ(metric(b, a, "accepted_gbps_per_tin").outcome, Outcome::kWorse);
  EXPECT_EQ(metric(a, b, "latency_ns.p99").outcome, Outcome::kWorse);
  EXPECT_EQ(metric(b, a, "latency_ns.p99").outcome, Outcome::kBetter);
  EXPECT_EQ(metric(a, b, "cells.injected").outcome, Outcome::kDiffers);
}

TEST(CompareRuns, OneRunEachHasNoIntervalWithoutBatches) {
  const auto found =
      metric(group({run_of("1", 10, 50)}), group({run_of("1", 20, 90)}), "latency_ns.p99");
  EXPECT_FALSE(found.half_width);
  EXPECT_EQ(found.outcome, Outcome::kNoInterval);
  EXPECT_EQ(found.delta(), 40);
}

TEST(CompareRuns, BatchesOfOneRunGiveAnInterval) {
  const auto with_batches = [](double level) {
    ComparedRun run = run_of("1", level, 50);
    for (int i = 0; i < 40; ++i) {
      run.accepted.push_back(level + i % 3 - 1);
      run.batches.push_back({});
    }
    run.offered = run.accepted;
    return group({run});
  };
  const auto far = metric(with_batches(10), with_batches(20), "accepted_gbps_per_tin");
  EXPECT_EQ(far.by, "batches");
  EXPECT_EQ(far.outcome, Outcome::kBetter);
  EXPECT_EQ(metric(with_batches(10), with_batches(10), "accepted_gbps_per_tin").outcome,
            Outcome::kNoDifference);
}

TEST(CompareRuns, UnsteadyLatenciesAreNotComparableSaturatedThroughputIs) {
  const RunGroup a = group({run_of("1", 10, 50), run_of("2", 10.1, 50.1)});
  const RunGroup b = group({run_of("3", 20, 90, false), run_of("4", 20.1, 90.1, false)});
  const auto latency = metric(a, b, "latency_ns.p99");
  EXPECT_EQ(latency.outcome, Outcome::kNotComparable);
  EXPECT_EQ(latency.reason, "run-3 is not steady");
  EXPECT_EQ(metric(a, b, "accepted_gbps_per_tin").outcome, Outcome::kBetter);
}

TEST(CompareRuns, OtherLengthsAreNotComparableButCostsAre) {
  const RunGroup a = group({run_of("1", 10, 50)});
  RunGroup b = a;
  for (auto& [name, value] : b.runs[0].figures) {
    if (name == "measure_us") value = 20;
    if (name == "cost.power_w") value = 3.0;
  }
  EXPECT_EQ(metric(a, b, "accepted_gbps_per_tin").outcome, Outcome::kNotComparable);
  const auto cost = metric(a, b, "cost.power_w");
  EXPECT_EQ(cost.outcome, Outcome::kBetter);
  EXPECT_EQ(cost.by, "configuration");
  EXPECT_EQ(metric(a, a, "cost.power_w").outcome, Outcome::kNoDifference);
}

TEST(CompareRuns, AFigureOfOneSideIsNotComparable) {
  RunGroup a = group({run_of("1", 10, 50)});
  const RunGroup b = a;
  a.runs[0].figures.emplace_back("ip.packets_in", 5);
  EXPECT_EQ(metric(a, b, "ip.*").outcome, Outcome::kNotComparable);
}

TEST(CompareRuns, SeedsOfRepeatedRunsAreNoDifference) {
  const RunGroup one = group({run_of("1", 10, 50)}), other = group({run_of("2", 10, 50)});
  EXPECT_EQ(compare_groups(one, other, {}).settings.size(), 1u);
  const RunGroup two = group({run_of("3", 10, 50), run_of("4", 10, 50)});
  EXPECT_EQ(compare_groups(one, two, {}).settings.size(), 0u);
}

TEST(CompareSides, PointsOfSweepsAreMatched) {
  Side a{"A", {{"x = 1", {run_of("1", 1, 5)}}, {"x = 2", {run_of("1", 2, 5)}}}};
  Side b{"B", {{"x = 2", {run_of("1", 3, 5)}}, {"x = 3", {run_of("1", 4, 5)}}}};
  const Comparison found = compare(a, b, {});
  ASSERT_EQ(found.groups.size(), 1u);
  EXPECT_EQ(found.groups[0].point, "x = 2");
  EXPECT_EQ(found.alone, (std::vector<std::string>{"A: x = 1", "B: x = 3"}));
  EXPECT_THROW(compare(a, b, {"no.such"}), UsageError);
  b.groups.erase(b.groups.begin());
  EXPECT_THROW(compare(a, b, {}), UsageError);
}

}  // namespace
}  // namespace tinsim
