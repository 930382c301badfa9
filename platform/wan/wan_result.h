// SPDX-License-Identifier: Apache-2.0
// Results of `tinsim wan` as text, JSON, CSV and a page.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tlm/wan/frame_figures.h"
#include "tlm/wan/wan_config.h"

namespace tinsim {

struct WanResult {
  WanConfig config;
  std::optional<WanSeries> steps;     ///< of the stepped model
  std::optional<WanFrameRun> frames;  ///< of the frame model
};

/// Mean occupancy of the stepped model over the characteristic constant, from 0 to a fifth beyond
/// the bound of stability; nothing with another algorithm than time_based.
struct DepthPoint {
  double constant, mean, min, max;
  double balanced;  ///< (1 - mu) * (H - C)
};
std::vector<DepthPoint> depth_over_constant(const WanConfig& config);

/// Configuration, figures of each model, and tables of pause and send times.
nlohmann::ordered_json wan_json(const WanResult& result);
/// The figures of each model, next to each other, with their meanings.
std::string wan_text(const WanResult& result);
/// PAUSE times and send times per rate next to those of the slides, whose errors are marked.
std::string wan_tables_text();
/// A row per step and model.
std::string wan_csv(const WanResult& result);
/// Data of a report of kind `wan`: {`config`, `models`: [{`name`, `figures`: [{`name`, `text`,
/// `value`}], `series`: [{`step`, `occupancy`, `low`, `high`, `pause`, `sink_pause`}]}], `depth`,
/// `pause_times`, `send_times`}. Series have at most a thousand rows, each the mean of steps, with
/// the extremes of the occupancy.
nlohmann::ordered_json wan_report_data(const WanResult& result);

}  // namespace tinsim
