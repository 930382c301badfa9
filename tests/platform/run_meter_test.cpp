// SPDX-License-Identifier: Apache-2.0
// Progress of a run in words, and the state of its live page.
#include "platform/cli/run_meter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "platform/watch/watch_state.h"

namespace tinsim {
namespace {

RunProgress progress_at(Cycle now, bool end_is_known = true) {
  return {now, 400000, end_is_known, true, 400};
}

TEST(RunMeter, SaysRateAndTimeThatIsLeft) {
  EXPECT_EQ(rate_text(progress_at(100000), 50), "250 us, 5 us/s, 2:30 left");
  EXPECT_EQ(rate_text(progress_at(100000, false), 50), "250 us, 5 us/s, at most 2:30 left");
  EXPECT_EQ(rate_text(progress_at(0), 1), "0 us, 0 us/s");
}

TEST(RunMeter, HoursHaveThreeParts) {
  EXPECT_EQ(clock_text(59.4), "0:59");
  EXPECT_EQ(clock_text(3599.6), "1:00:00");
  EXPECT_EQ(clock_text(7390), "2:03:10");
}

/// Standard error of a test is no terminal.
std::string lines_of(std::chrono::milliseconds between, bool enabled) {
  testing::internal::CaptureStderr();
  RunMeter meter(enabled, between);
  meter.show(progress_at(100000));
  return testing::internal::GetCapturedStderr();
}

TEST(RunMeter, PrintsLinesWhereThereIsNoTerminal) {
  const std::string line = lines_of(std::chrono::milliseconds(0), true);
  EXPECT_EQ(line.rfind("tinsim: 25 %, measurement: 250 us, ", 0), 0u) << line;
  EXPECT_EQ(lines_of(std::chrono::hours(1), true), "");
  EXPECT_EQ(lines_of(std::chrono::milliseconds(0), false), "");
}

TEST(WatchState, KeepsTheWholeSeriesInBoundedSpace) {
  WatchState state("a.yaml", 2);
  EXPECT_TRUE(state.json().empty());
  constexpr unsigned kSnapshots = 5000;
  for (unsigned i = 0; i < kSnapshots; ++i) {
    RunSnapshot snapshot;
    snapshot.progress = {400 * (i + 1), 400 * kSnapshots, true, true, 400};
    snapshot.mean_latency_ns = i % 2 == 0 ? 100.0 + i : std::nan("");
    state.add(snapshot, 0.01 * (i + 1));
  }
  const auto json = state.json();
  const auto& points = json.at("points");
  EXPECT_LT(points.size(), WatchState::kPoints);
  EXPECT_GT(points.size(), WatchState::kPoints / 4);
  EXPECT_EQ(points.front().at(0).get<double>(), 1);
  EXPECT_GT(points.back().at(0).get<double>(), 0.95 * kSnapshots);
  for (std::size_t i = 1; i < points.size(); ++i)
    EXPECT_LT(points[i - 1][0].get<double>(), points[i][0].get<double>());
  EXPECT_EQ(json.at("done").get<double>(), 1);
  EXPECT_NEAR(json.at("us_per_s").get<double>(), 100, 1e-9);
  EXPECT_TRUE(json.at("latency_mean_ns").is_null());  // no cell in the last batch
}

}  // namespace
}  // namespace tinsim
