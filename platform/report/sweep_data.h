// SPDX-License-Identifier: Apache-2.0
// Data of a sweep in a report, from sweep.json and the result folders of its points.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "platform/report/network_data.h"
#include "platform/statistics/section.h"

namespace tinsim {

/// {`name`, `parameters`: paths; `points`: [{`number`, `point`, `status`, `error`, `seed`,
/// `values`: in the order of the paths, `summary`, `run`: as in run_data.h}, …]}. `summary` and
/// `run` are of points that are done; `run` only as long as the report stays small enough for a
/// browser. Throws ConfigError if a file is damaged.
nlohmann::ordered_json read_sweep(const std::filesystem::path& folder, Networks& networks,
                                  const ResultSections& sections = {});

}  // namespace tinsim
