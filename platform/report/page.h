// SPDX-License-Identifier: Apache-2.0
// The report on a result folder, as one HTML page that needs nothing else.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "platform/statistics/section.h"

namespace tinsim {

/// The data of the report on `folder`: {`kind`: "run" or "sweep", `folder`, `program`, and `run` or
/// `sweep`; `networks`, described in run_data.h}. `sections`: one of each type that the program
/// has. Throws UsageError if the folder is neither the result of a run nor of a sweep, and
/// ConfigError if one of its files is damaged.
nlohmann::ordered_json report_data(const std::filesystem::path& folder,
                                   const ResultSections& sections = {});

/// The page. Data cannot leave its element, with any strings in it; only the program's own scripts
/// may run, and nothing may be loaded. Without `charts`, or in a program without Vega, there are
/// tables only.
std::string report_page(const nlohmann::ordered_json& data, bool charts);

}  // namespace tinsim
