// SPDX-License-Identifier: Apache-2.0
// Runs set against runs.
#include "platform/compare/comparison.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/usage_error.h"
#include "platform/curves/axis.h"
#include "platform/statistics/mean_difference.h"

namespace tinsim {
namespace {

constexpr const char* kMeanLatency = "latency_ns.mean";

const std::vector<std::string>& default_patterns() {
  static const std::vector<std::string> kPatterns = [] {
    std::vector<std::string> patterns = {kOffered, kAccepted, "hops_mean", "cells.dropped",
                                         "cost.*"};
    for (const char* of : {"latency_ns", "ip.classes.*.fabric_rtt_ns", "rma.ops.*.total_ns",
                           "cliquemap.times_ns.hit", "cliquemap.times_ns.set"})
      for (const char* statistic : {"mean", "p50", "p99", "p999"})
        patterns.push_back(fmt::format("{}.{}", of, statistic));
    for (const char* of : {"ip.classes", "rma.entries"})
      patterns.push_back(fmt::format("{}.*.goodput_gbps_per_host", of));
    return patterns;
  }();
  return kPatterns;
}

/// Figures that are numbers and match, in the order of the runs.
std::vector<std::string> metrics_of(const RunGroup& a, const RunGroup& b,
                                    const std::vector<std::string>& patterns) {
  std::vector<std::string> metrics;
  std::set<std::string> seen;
  for (const RunGroup* group : {&a, &b}) {
    for (const ComparedRun& run : group->runs) {
      for (const auto& [name, value] : run.figures) {
        const auto matches = [&, &of = name](const std::string& pattern) {
          return fnmatch(pattern.c_str(), of.c_str(), 0) == 0;
        };
        if (value.is_number() && std::any_of(patterns.begin(), patterns.end(), matches) &&
            seen.insert(name).second)
          metrics.push_back(name);
      }
    }
  }
  return metrics;
}

bool has_prefix(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

/// Follows from the configuration alone: every run of it has the same.
bool is_exact(const std::string& metric) { return has_prefix(metric, "cost."); }

bool is_rate(const std::string& metric) {
  return metric.find("accepted") != metric.npos || metric.find("goodput") != metric.npos ||
         metric.find("offered") != metric.npos;
}

/// Mean over the runs; none unless all have the figure.
std::optional<double> mean_in(const RunGroup& group, const std::string& metric) {
  double sum = 0;
  for (const ComparedRun& run : group.runs) {
    const std::optional<double> value = number_in(run.figures, metric);
    if (!value) return std::nullopt;
    sum += *value;
  }
  return sum / static_cast<double>(group.runs.size());
}

/// From the batches of a run; none for figures that batches do not have.
std::optional<MeanEstimate> estimate_of(const ComparedRun& run, const std::string& metric) {
  constexpr std::size_t kFewest = 4;
  if (run.batches.size() < kFewest) return std::nullopt;
  if (metric == kOffered) return mean_of_series(run.offered);
  if (metric == kAccepted) return mean_of_series(run.accepted);
  if (metric != kMeanLatency) return std::nullopt;
  const MeanInterval interval = mean_latency_interval(run.batches);
  if (interval.groups < 2 || !interval.reliable) return std::nullopt;
  MeanEstimate cycles = mean_of_interval(interval);
  const double ns = 1000 / run.core_mhz;
  return MeanEstimate{cycles.mean * ns, cycles.standard_error * ns, cycles.freedom};
}

/// A figure of a side, and what its error is from.
struct Known {
  MeanEstimate estimate;
  std::string by;
};

std::optional<Known> known_of(const RunGroup& group, const std::string& metric) {
  if (is_exact(metric)) return Known{{*mean_in(group, metric), 0, 1}, "configuration"};
  if (group.runs.size() == 1) {
    const std::optional<MeanEstimate> estimate = estimate_of(group.runs[0], metric);
    if (!estimate) return std::nullopt;
    return Known{*estimate, "batches"};
  }
  std::vector<double> values;
  for (const ComparedRun& run : group.runs) values.push_back(*number_in(run.figures, metric));
  return Known{mean_of_values(values), fmt::format("{} runs", values.size())};
}

/// Why the figures of a run say nothing about its network; empty: they do.
std::string unsteady_reason(const ComparedRun& run, const std::string& metric) {
  if (is_true(run.figures, "steady")) return "";
  if (is_rate(metric) && is_true(run.figures, "saturated")) return "";
  return fmt::format("{} is not steady", run.folder.string());
}

std::string why_not_comparable(const RunGroup& a, const RunGroup& b, const std::string& metric) {
  if (is_exact(metric)) return "";
  const std::optional<double> length = number_in(a.runs[0].figures, "measure_us");
  for (const RunGroup* group : {&a, &b}) {
    for (const ComparedRun& run : group->runs) {
      if (number_in(run.figures, "measure_us") != length) return "measurements of different length";
      const std::string reason = unsteady_reason(run, metric);
      if (!reason.empty()) return reason;
    }
  }
  return "";
}

Outcome outcome_of(const MetricComparison& of) {
  const double delta = *of.delta();
  if (std::abs(delta) <= *of.half_width) return Outcome::kNoDifference;
  const Sense sense = sense_of(of.metric);
  if (sense == Sense::kNone) return Outcome::kDiffers;
  return (delta > 0) == (sense == Sense::kHigher) ? Outcome::kBetter : Outcome::kWorse;
}

MetricComparison compare_metric(const RunGroup& a, const RunGroup& b, const std::string& metric) {
  MetricComparison of;
  of.metric = metric;
  of.a = mean_in(a, metric);
  of.b = mean_in(b, metric);
  of.reason = !of.a || !of.b ? "not measured on both sides" : why_not_comparable(a, b, metric);
  if (!of.reason.empty()) {
    of.outcome = Outcome::kNotComparable;
    return of;
  }
  const std::optional<Known> of_a = known_of(a, metric), of_b = known_of(b, metric);
  if (!of_a || !of_b) return of;
  of.half_width = difference_of(of_a->estimate, of_b->estimate).half_width;
  of.by = of_a->by == of_b->by ? of_a->by : of_a->by + ", " + of_b->by;
  of.outcome = outcome_of(of);
  return of;
}

}  // namespace

std::optional<double> MetricComparison::delta() const {
  if (!a || !b) return std::nullopt;
  return *b - *a;
}

std::optional<double> MetricComparison::delta_percent() const {
  if (!a || !b || *a == 0) return std::nullopt;
  return 100 * (*b - *a) / *a;
}

const char* name_of(Outcome outcome) {
  constexpr std::array kNames = {"better",      "worse",         "differs", "no difference shown",
                                 "no interval", "not comparable"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::vector<SettingDifference> setting_differences(const Settings& a, const Settings& b) {
  std::vector<SettingDifference> differences;
  const std::map<std::string, std::string> in_a(a.begin(), a.end()), in_b(b.begin(), b.end());
  const auto value = [](const auto& of, const std::string& key) {
    const auto found = of.find(key);
    return found == of.end() ? std::string() : found->second;
  };
  for (const auto& [key, of_a] : a)
    if (value(in_b, key) != of_a) differences.push_back({key, of_a, value(in_b, key)});
  for (const auto& [key, of_b] : b)
    if (in_a.count(key) == 0) differences.push_back({key, "", of_b});
  return differences;
}

GroupComparison compare_groups(const RunGroup& a, const RunGroup& b,
                               const std::vector<std::string>& patterns) {
  GroupComparison of{a.point, a.runs.size(), b.runs.size(), {}, {}};
  of.settings = setting_differences(a.runs[0].config, b.runs[0].config);
  for (const std::string& metric :
       metrics_of(a, b, patterns.empty() ? default_patterns() : patterns))
    of.metrics.push_back(compare_metric(a, b, metric));
  if (a.runs.size() == 1 && b.runs.size() == 1) return of;
  // Seeds of repeated runs are no difference of configurations.
  of.settings.erase(std::remove_if(of.settings.begin(), of.settings.end(),
                                   [](const auto& each) { return each.key == "run.seed"; }),
                    of.settings.end());
  return of;
}

Comparison compare(const Side& a, const Side& b, const std::vector<std::string>& patterns) {
  Comparison all{a.name, b.name, {}, {}};
  const bool are_single = a.groups.size() == 1 && b.groups.size() == 1;
  std::set<std::string> met;
  for (const RunGroup& of_a : a.groups) {
    const auto of_b = std::find_if(b.groups.begin(), b.groups.end(), [&](const RunGroup& group) {
      return are_single || group.point == of_a.point;
    });
    if (of_b == b.groups.end()) {
      all.alone.push_back(fmt::format("{}: {}", a.name, of_a.point));
      continue;
    }
    met.insert(of_b->point);
    all.groups.push_back(compare_groups(of_a, *of_b, patterns));
  }
  for (const RunGroup& of_b : b.groups)
    if (met.count(of_b.point) == 0) all.alone.push_back(fmt::format("{}: {}", b.name, of_b.point));
  if (all.groups.empty()) {
    throw UsageError(fmt::format(
        "compare {} {}: have no point in common; expected runs, or sweeps with equal parameters",
        a.name, b.name));
  }
  const auto is_empty = [](const GroupComparison& of) { return of.metrics.empty(); };
  if (std::all_of(all.groups.begin(), all.groups.end(), is_empty)) {
    throw UsageError(fmt::format(
        "--metrics: no number of summary.json has such a name; expected names such as {} or *.p99",
        kMeanLatency));
  }
  return all;
}

}  // namespace tinsim
