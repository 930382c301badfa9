// SPDX-License-Identifier: Apache-2.0
// Steady state from batch means: end of warm-up, interval on the mean latency, saturation.
#include "platform/statistics/steady.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

#include "platform/statistics/series.h"

namespace tinsim {
namespace {

/// Mean latency per batch; batches without a delivery are merged into the next that has one.
struct LatencySeries {
  std::vector<double> mean;
  std::vector<std::size_t> first_batch;
};

LatencySeries latency_series(const std::vector<Batch>& batches) {
  LatencySeries series;
  std::size_t first = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (batches[i].delivered_cells == 0) continue;
    series.mean.push_back(static_cast<double>(batches[i].latency_sum_cycles) /
                          static_cast<double>(batches[i].delivered_cells));
    series.first_batch.push_back(first);
    first = i + 1;
  }
  return series;
}

std::vector<double> merged(const std::vector<double>& y, const SteadyLimits& limits) {
  return group_means(y, std::min(y.size(), limits.trend_groups));
}

/// A change in units that mean something, and whether it counts: a long run makes any small change
/// significant, so it must matter too.
struct Change {
  double size = 0;
  double upper = 0;
  bool counts = false;
};

Change make_change(const TestResult& test, double scale, double matters,
                   const SteadyLimits& limits) {
  return {test.estimate * scale, test.upper * scale,
          test.p_value < limits.significance && test.estimate * scale > matters};
}

/// Rise of the mean latency over the series, as a share of its mean.
Change latency_growth(const std::vector<double>& latency, const SteadyLimits& limits) {
  const auto y = merged(latency, limits);
  const double sum = std::accumulate(y.begin(), y.end(), 0.0);
  const double n = static_cast<double>(y.size());
  if (!(sum > 0)) return {};
  return make_change(test_rising(y), n * n / sum, limits.latency_growth, limits);
}

/// Growth of the waiting at the sources in cycles per cycle.
Change source_wait_slope(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  std::vector<double> wait;
  double cycles = 0;
  for (const Batch& b : batches) {
    wait.push_back(b.source_wait_cycles);
    cycles += static_cast<double>(b.cycles);
  }
  const auto y = merged(wait, limits);
  const double groups_per_cycle = static_cast<double>(y.size()) / cycles;
  return make_change(test_rising(y), groups_per_cycle, limits.source_wait_slope, limits);
}

/// Words that are offered and not accepted, in each of the merged batches.
std::vector<double> missing_words(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  std::vector<double> missing;
  for (const Batch& b : batches)
    missing.push_back(static_cast<double>(b.offered_words) - static_cast<double>(b.accepted_words));
  return merged(missing, limits);
}

/// 1 - accepted/offered.
Change shortfall(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  double offered = 0;
  for (const Batch& b : batches)
    offered += static_cast<double>(b.offered_words) / static_cast<double>(batches.size());
  if (!(offered > 0)) return {};
  return make_change(test_above_zero(missing_words(batches, limits)), 1 / offered, limits.shortfall,
                     limits);
}

/// Whether the shortfall of accepted traffic persists. While the network only fills, the shortfall
/// shrinks. Deep buffers hide an overload from the sources for long: the shortfall shows it
/// earlier.
bool shortfall_lasts(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  std::vector<double> y = missing_words(batches, limits);
  const double sum = std::accumulate(y.begin(), y.end(), 0.0);
  const double n = static_cast<double>(y.size());
  for (double& v : y) v = -v;
  return test_rising(y).upper * n < limits.excluded_shortfall_fall * sum / n;
}

/// The three ways in which a network is out of balance.
struct Drift {
  Change latency;
  Change source_wait;
  Change shortfall;
  bool shortfall_lasts = false;
  std::size_t batches = 0;

  bool counts() const { return latency.counts || source_wait.counts || shortfall.counts; }
  bool overload() const {
    return shortfall.counts && (source_wait.counts || (latency.counts && shortfall_lasts));
  }
  bool excluded(const SteadyLimits& limits) const {
    return latency.upper < limits.excluded_latency_growth &&
           source_wait.upper < limits.excluded_source_wait_slope;
  }
};

/// Precondition: at least four batches, and four with a delivery.
Drift find_drift(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  return {latency_growth(latency_series(batches).mean, limits), source_wait_slope(batches, limits),
          shortfall(batches, limits), shortfall_lasts(batches, limits), batches.size()};
}

std::string describe(const Drift& drift) {
  if (drift.source_wait.counts)
    return fmt::format("waiting at the sources grows by {:.3g} cycles per 1000 cycles",
                       1000 * drift.source_wait.size);
  if (drift.latency.counts)
    return fmt::format("mean latency rises by {:.3g} % over {} batches", 100 * drift.latency.size,
                       drift.batches);
  return fmt::format(
      "only {:.4g} % of the offered traffic is delivered: the rest fills the network or is lost",
      100 * (1 - drift.shortfall.size));
}

}  // namespace

SteadyStart find_steady_start(const std::vector<Batch>& batches, Proof proof,
                              const SteadyLimits& limits) {
  const LatencySeries latency = latency_series(batches);
  const std::size_t n = latency.mean.size();
  if (n < limits.min_batches)
    return {false, 0,
            fmt::format("only {} batches with a delivery, {} are needed", n, limits.min_batches)};
  const std::size_t d = mser_truncation(latency.mean);
  if (d >= n / 2)
    return {false, 0, fmt::format("mean latency was still settling after half of {} batches", n)};
  const std::size_t from = latency.first_batch[d];
  const std::vector<Batch> tail(batches.begin() + static_cast<std::ptrdiff_t>(from), batches.end());
  const Drift drift = find_drift(tail, limits);
  if (drift.counts()) return {false, 0, describe(drift)};
  if (proof == Proof::kDriftExcluded && !drift.excluded(limits))
    return {false, 0, fmt::format("{} batches are too noisy to exclude a drift", tail.size())};
  return {true, from, {}};
}

WarmupDetector::WarmupDetector(const SteadyLimits& limits)
    : limits_(limits), next_check_(limits.min_batches) {
  verdict_.reason = "no batch has been seen";
}

bool WarmupDetector::add(const Batch& batch) {
  batches_.push_back(batch);
  if (!verdict_.steady && batches_.size() >= next_check_) {
    verdict_ = find_steady_start(batches_, Proof::kDriftExcluded, limits_);
    next_check_ = batches_.size() + std::max<std::size_t>(1, batches_.size() / 4);
  }
  return verdict_.steady;
}

const SteadyStart& WarmupDetector::give_up() {
  if (!verdict_.steady) verdict_ = find_steady_start(batches_, Proof::kNoDriftSeen, limits_);
  return verdict_;
}

namespace {

/// One merging of the batches: the interval it gives and how correlated its groups are.
struct Grouping {
  double half_width = 0;
  double lag1 = 0;
  double independent = 0;  ///< groups, discounted for their correlation
};

/// The ratio estimator's interval: `mean` is the mean over all cells.
Grouping interval_of(const std::vector<Batch>& batches, std::size_t groups, double mean,
                     double confidence) {
  std::vector<double> residuals(groups);
  double cells = 0, squares = 0;
  for (std::size_t g = 0; g < groups; ++g) {
    const auto [begin, end] = group_range(batches.size(), groups, g);
    for (std::size_t i = begin; i < end; ++i) {
      const double n = static_cast<double>(batches[i].delivered_cells);
      residuals[g] += static_cast<double>(batches[i].latency_sum_cycles) - mean * n;
      cells += n;
    }
    squares += residuals[g] * residuals[g];
  }
  const double g = static_cast<double>(groups);
  const double inflation = correlation_inflation(residuals, 1);
  const double variance = squares * g / (g - 1) / (cells * cells) * inflation;
  const boost::math::students_t t(g - 1);
  return {boost::math::quantile(t, 0.5 + confidence / 2) * std::sqrt(variance),
          lag1_autocorrelation(residuals), g / inflation};
}

}  // namespace

MeanInterval mean_latency_interval(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  double cells = 0, latency = 0;
  for (const Batch& b : batches) {
    cells += static_cast<double>(b.delivered_cells);
    latency += static_cast<double>(b.latency_sum_cycles);
  }
  if (cells == 0) return {};
  MeanInterval result{latency / cells, 0, batches.size(), false};
  const auto merge_to = [&](std::size_t groups) {
    const Grouping g = interval_of(batches, groups, result.mean_cycles, limits.confidence);
    result.groups = groups;
    result.half_width_cycles = g.half_width;
    return g;
  };
  if (batches.size() < 2) return result;
  Grouping now = merge_to(batches.size());
  if (batches.size() < limits.min_groups) return result;

  // One standard error above zero: a strict level, since a test with few groups has little power.
  // Near saturation the fast part of the fluctuation hides the slow part until batches are merged,
  // so every correlated merging has a say in how much independent information there is.
  const auto correlated = [](const Grouping& g, std::size_t groups) {
    return g.lag1 > 1 / std::sqrt(static_cast<double>(groups));
  };
  double independent = now.independent;
  while (correlated(now, result.groups)) {
    independent = std::min(independent, now.independent);
    if (result.groups / 2 < limits.min_groups) break;
    now = merge_to(result.groups / 2);
  }
  result.reliable =
      !correlated(now, result.groups) && independent >= limits.min_independent_batches;
  if (result.groups > limits.max_groups) merge_to(limits.max_groups);
  return result;
}

RunVerdict judge_service(const HostService& of, const SteadyLimits& limits) {
  if (of.batches.size() < limits.min_batches) return {true, false, {}};
  const Change missing = shortfall(of.batches, limits);
  if (!missing.counts) return {true, false, {}};
  const auto saturated = [&](const std::string& why) {
    return RunVerdict{
        false, true,
        fmt::format("Hosts got only {:.4g} % of the {} that they asked for, and {}.{}{}",
                    100 * (1 - missing.size), of.what, why, of.demand_text.empty() ? "" : " ",
                    of.demand_text)};
  };
  if (of.refused > limits.shortfall) return saturated(of.refused_text);
  const Change wait = source_wait_slope(of.batches, limits);
  if (wait.counts) return saturated(describe({{}, wait, missing}));
  if (latency_series(of.batches).mean.size() < limits.min_batches) return {true, false, {}};
  const Drift drift = find_drift(of.batches, limits);
  if (!drift.overload()) return {true, false, {}};
  return saturated(describe(drift));
}

RunVerdict judge_run(const std::vector<Batch>& measured, const SteadyStart* warmup,
                     const SteadyLimits& limits) {
  const std::size_t judged = latency_series(measured).mean.size();
  const bool enough = judged >= limits.min_batches;
  const Drift drift = enough ? find_drift(measured, limits) : Drift{};
  if (drift.overload())
    return {false, true,
            fmt::format("Only {:.4g} % of the offered traffic is accepted, and {}.",
                        100 * (1 - drift.shortfall.size), describe(drift))};
  const bool settled = !warmup || warmup->steady;
  if (!settled && drift.counts())
    return {false, true,
            fmt::format("The warm-up never became steady, and during the measurement {}.",
                        describe(drift))};
  if (!settled)
    return {false, false, fmt::format("The warm-up never became steady: {}.", warmup->reason)};
  if (!enough)
    return {false, false,
            fmt::format("Too short to judge: {} measured batches with a delivery, {} are needed.",
                        judged, limits.min_batches)};
  if (drift.counts())
    return {false, false, fmt::format("During the measurement {}.", describe(drift))};
  return {true, false, {}};
}

}  // namespace tinsim
