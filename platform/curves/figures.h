// SPDX-License-Identifier: Apache-2.0
// The figures of a summary by name.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tinsim {

/// Figures of a result under their names, in order: keys of summary.json joined with dots, entries
/// of lists by index, e.g. `latency_ns.p99`, `classes.0.cells`.
using Figures = std::vector<std::pair<std::string, nlohmann::ordered_json>>;

/// All figures of a summary but `config` and `seed`.
Figures flatten(const nlohmann::ordered_json& summary);

/// A figure as a number; none where it is no number, or was not measured.
std::optional<double> number_in(const Figures& figures, const std::string& name);

/// Whether a figure is `true`.
bool is_true(const Figures& figures, const std::string& name);

}  // namespace tinsim
