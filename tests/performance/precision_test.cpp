// SPDX-License-Identifier: Apache-2.0
// Measurements that end with their precision (docs/explanation/steady.md): how long they last, what
// they say, and how often their intervals cover the figure of all seeds together.
#include <gtest/gtest.h>

#include <cmath>

#include "platform/statistics/verdict.h"
#include "tests/performance/experiment.h"

namespace tinsim {
namespace {

PlatformConfig config_of(double mean_percent, double p99_percent, double longest_us) {
  PlatformConfig config = one_switch(8);
  offer(config, "uniform", 4).vc = TrafficVc::destination;  // half of the port rate
  config.run.warmup_us = 0;
  config.run.measure_us = AutoOrNumber();
  config.run.max_measure_us = longest_us;
  config.run.precision.latency_mean = Percentage{mean_percent};
  config.run.precision.latency_p99 = Percentage{p99_percent};
  return config;
}

double half_width(const RunResult& r, std::size_t row) {
  return r.precision.at(row).half_width_percent / 100;
}

TEST(Precision, AStricterTargetTakesLonger) {
  const RunResult rough = run_fresh(config_of(3, 5, 1600)),
                  fine = run_fresh(config_of(1, 2.5, 1600));
  for (const RunResult* r : {&rough, &fine}) {
    ASSERT_EQ(r->precision.size(), 2u);
    EXPECT_TRUE(r->precision[0].reached && r->precision[1].reached);
    EXPECT_TRUE(verdict_reasons(*r).empty());
    EXPECT_EQ(r->cycles, r->warmup_cycles + r->measure_cycles);
    EXPECT_LT(r->measure_cycles, 1600u * r->core_mhz);
  }
  EXPECT_LE(half_width(rough, 0), 0.03);
  EXPECT_LE(half_width(rough, 1), 0.05);
  EXPECT_LE(half_width(fine, 0), 0.01);
  EXPECT_LE(half_width(fine, 1), 0.025);
  EXPECT_GT(fine.measure_cycles, rough.measure_cycles);
}

// The same end, and the same deliveries up to there, as of a run of that length.
TEST(Precision, TheRunIsThatOfAMeasurementOfItsLength) {
  const RunResult ended = run_fresh(config_of(3, 5, 1600));
  PlatformConfig config = config_of(3, 5, 1600);
  ASSERT_LT(ended.measure_cycles, 1600u * ended.core_mhz);
  config.run.precision = {};
  config.run.max_measure_us = RunConfig().max_measure_us;
  config.run.measure_us = static_cast<double>(ended.measure_cycles) / ended.core_mhz;
  const RunResult fixed = run_fresh(config);
  EXPECT_EQ(fixed.state_hash, ended.state_hash);
  EXPECT_EQ(fixed.latency_cycles, ended.latency_cycles);
  EXPECT_EQ(fixed.measure_cycles, ended.measure_cycles);
}

TEST(Precision, ARunThatDoesNotReachItSaysSo) {
  const RunResult r = run_fresh(config_of(0.01, 0.01, 20));
  EXPECT_EQ(r.measure_cycles, 20u * r.core_mhz);
  EXPECT_FALSE(r.precision[0].reached || r.precision[1].reached);
  const auto reasons = verdict_reasons(r);
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_EQ(reasons[0].name, "precision");
  EXPECT_NE(reasons[0].text.find("latency_p99"), std::string::npos);
}

// An interval that ended a measurement is chosen for being narrow; it must cover all the same.
TEST(Precision, IntervalsCoverTheFigureOfAllSeeds) {
  constexpr unsigned kSeeds = 200;
  std::vector<RunResult> runs;
  Histogram all;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    PlatformConfig config = config_of(4, 6, 800);
    config.run.seed = seed;
    runs.push_back(run_fresh(config));
    all.merge(runs.back().latency_cycles);
  }
  unsigned reached = 0, mean = 0, p99 = 0;
  for (const RunResult& r : runs) {
    reached += r.precision[0].reached && r.precision[1].reached;
    const Histogram& own = r.latency_cycles;
    mean += std::abs(own.mean() / all.mean() - 1) <= half_width(r, 0);
    p99 += std::abs(own.percentile(99) / all.percentile(99) - 1) <= half_width(r, 1);
  }
  record("precision_coverage_mean", mean / double{kSeeds});
  record("precision_coverage_p99", p99 / double{kSeeds});
  EXPECT_EQ(reached, kSeeds);
  // 95 %, less three standard deviations of a binomial.
  EXPECT_GE(mean, 0.904 * kSeeds);
  EXPECT_GE(p99, 0.904 * kSeeds);
}

}  // namespace
}  // namespace tinsim
