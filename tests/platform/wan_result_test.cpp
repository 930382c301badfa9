// SPDX-License-Identifier: Apache-2.0
// Configuration files of `tinsim wan`, and results as data of a page.
#include "platform/wan/wan_result.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/errors.h"
#include "platform/wan/wan_file.h"
#include "tlm/wan/stepped_model.h"

namespace tinsim {
namespace {

std::string error_of(const std::vector<std::string>& overrides) {
  try {
    load_wan("", overrides);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "";
}

void expect_error(const std::vector<std::string>& overrides, const std::string& text) {
  const std::string error = error_of(overrides);
  EXPECT_NE(error.find(text), std::string::npos) << error;
}

TEST(WanFile, OverridesSetKeys) {
  const WanConfig config = load_wan(
      "", {"wan.algorithm=on_off", "wan.frames.gbps=40", "wan.sink_stops_at=7", "wan.seed=9"});
  EXPECT_EQ(config.algorithm, WanAlgorithm::on_off);
  EXPECT_EQ(config.frames.gbps, 40);
  EXPECT_EQ(config.sink_stops_at, 7u);
  EXPECT_EQ(config.seed, 9u);
}

TEST(WanFile, ExamplesAreRead) {
  for (const char* name : {"infiniband", "on_off", "pfc_mixed", "sink_stops", "time_based"})
    EXPECT_NO_THROW(load_wan(std::string(TINSIM_SOURCE_DIR "/configs/wan/") + name + ".yaml", {}));
}

TEST(WanFile, ErrorsNamePlaceKeyAndExpectation) {
  expect_error({"wan.heigth=5"}, "wan.heigth");
  expect_error({"wan.height=0"},
               "--set wan.height=0: wan.height: 0 is out of range; expected more");
  expect_error({"wan.frames.cable_km=10001"}, "wan.frames.cable_km: 10001 is out of range");
  expect_error({"wan.constant=110"}, "wan.constant: 110 is not below wan.height, 110");
  expect_error({"wan.algorithm=on_off", "wan.guard=true"}, "wan.guard: is only for time_based");
  expect_error({"wan.frames.rdma_flows=0"}, "wan.frames.rdma_flows: is 0");
  expect_error({"wan.algorithm=off"}, "wan.algorithm");
  EXPECT_EQ(error_of({"wan.algorithm=on_off", "wan.constant=200"}), "");
}

WanResult short_run(unsigned steps) {
  WanResult result;
  result.config.steps = steps;
  result.config.warmup_steps = 0;
  result.steps = run_steps(result.config);
  return result;
}

TEST(WanResult, ASeriesOfThePageHasAThousandRowsAtMost) {
  const WanResult result = short_run(2500);
  const auto data = wan_report_data(result);
  const auto& rows = data["wan"]["models"][0]["series"];
  ASSERT_EQ(rows.size(), 834u);  // of three steps each
  const auto& steps = result.steps->steps;
  EXPECT_DOUBLE_EQ(rows[100]["occupancy"],
                   (steps[300].occupancy + steps[301].occupancy + steps[302].occupancy) / 3);
  EXPECT_EQ(rows[100]["high"],
            std::max({steps[300].occupancy, steps[301].occupancy, steps[302].occupancy}));
  EXPECT_EQ(rows[833]["step"], 2499);
  EXPECT_EQ(wan_report_data(short_run(1000))["wan"]["models"][0]["series"].size(), 1000u);
}

TEST(WanResult, DepthFallsWithTheConstantAsByFormula) {
  WanConfig config;
  const auto points = depth_over_constant(config);
  ASSERT_GT(points.size(), 20u);
  const double bound = 110 - 200 / std::acos(-1);
  for (const DepthPoint& point : points) {
    if (point.constant > 0.8 * bound) break;
    EXPECT_NEAR(point.mean, point.balanced, 0.5) << point.constant;
  }
  EXPECT_EQ(points.back().min, 0);  // beyond the bound it oscillates
  config.algorithm = WanAlgorithm::on_off;
  EXPECT_TRUE(depth_over_constant(config).empty());
}

TEST(WanResult, CsvHasARowPerStep) {
  const std::string csv = wan_csv(short_run(10));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 11);
}

}  // namespace
}  // namespace tinsim
