// SPDX-License-Identifier: Apache-2.0
// Data of a sweep in a report, from sweep.json and the result folders of its points.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "platform/report/network_data.h"
#include "platform/statistics/section.h"

namespace tinsim {

/// {`name`, `parameters`: paths, `label` for those of rows with labels; `points`: [{`number`,
/// `point`, `status`, `error`, `seed`, `values`: in the order of the paths, `summary`, `run`: as in
/// run_data.h}, …]}. `summary` and `run` are of points that are done; `run` only as long as the
/// report stays small enough for a browser. Of the points that are done:
///   `labels`: [[label, {path: value, …}], …];
///   `axis`: {`name`, `is_metric`, `is_load`, `parameter`, `along`: numbers of parameters};
///   `y`: [[figure, [value or null for each point]], …], those of the sweep file;
///   `x`: likewise the values of the axis;
///   `saturation`: [{`curve`, `seeds`, `mean`, `min`, `max`, `peak`, `kind`}, …];
///   `pareto`: {`cost`, `gain`, `gain_is`, `rows`: [{`name`, `number`, `cost`, `gain`, `best`},
///   …]}.
/// Throws ConfigError if a file is damaged.
nlohmann::ordered_json read_sweep(const std::filesystem::path& folder, Networks& networks,
                                  const ResultSections& sections = {});

/// A point of a sweep that has a result.
struct DonePoint {
  std::filesystem::path folder;
  std::string settings;  ///< `path = value, …` without the seed
};

/// Throws ConfigError if the index of the sweep is damaged.
std::vector<DonePoint> done_points(const std::filesystem::path& folder);

}  // namespace tinsim
