// SPDX-License-Identifier: Apache-2.0
// Runs set against runs: configuration, figures, and what the difference of each says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/compare/sides.h"
#include "platform/curves/sense.h"

namespace tinsim {

/// A key whose values differ; empty: the configuration does not use it.
struct SettingDifference {
  std::string key, a, b;
};

enum class Outcome {
  kBetter,
  kWorse,
  kDiffers,       ///< and neither direction is better
  kNoDifference,  ///< the interval has zero in it
  kNoInterval,    ///< one run each, and no batches: nothing can be said
  kNotComparable,
};
const char* name_of(Outcome outcome);

/// A figure of both sides, means over their runs.
struct MetricComparison {
  std::string metric;
  std::optional<double> a, b;
  std::optional<double> half_width;  ///< of the 95 % interval of b - a
  std::string by;                    ///< what the interval is from; empty: there is none
  Outcome outcome = Outcome::kNoInterval;
  std::string reason;  ///< kNotComparable: why

  std::optional<double> delta() const;
  std::optional<double> delta_percent() const;  ///< of a
};

/// Equal points of two sides.
struct GroupComparison {
  std::string point;
  std::size_t runs_a = 0, runs_b = 0;
  std::vector<SettingDifference> settings;
  std::vector<MetricComparison> metrics;
};

/// A side and the baseline.
struct Comparison {
  std::string a, b;
  std::vector<GroupComparison> groups;
  std::vector<std::string> alone;  ///< points of one side only
};

/// `patterns`: names of figures, `*` for any text; empty: throughput, latency, losses, cost. Throws
/// UsageError if no figure has such a name, or the sides have no point in common.
Comparison compare(const Side& a, const Side& b, const std::vector<std::string>& patterns);

/// Of the figures of two groups that match.
GroupComparison compare_groups(const RunGroup& a, const RunGroup& b,
                               const std::vector<std::string>& patterns);

std::vector<SettingDifference> setting_differences(const Settings& a, const Settings& b);

std::string comparison_text(const std::vector<Comparison>& all);
nlohmann::ordered_json comparison_json(const std::vector<Comparison>& all);

}  // namespace tinsim
