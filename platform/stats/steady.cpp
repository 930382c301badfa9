// SPDX-License-Identifier: Apache-2.0
// Steady state from batch means: end of warm-up, interval on the mean latency, saturation.
#include "platform/stats/steady.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "platform/stats/series.h"

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

/// The three ways in which a network is out of balance, each tested and each measured against what
/// matters in practice: a long run makes any small change significant.
struct Drift {
  double latency_growth = 0;     ///< over the series, as a share of its mean; 0: none that matters
  double source_wait_slope = 0;  ///< cycles per cycle; 0: none that matters
  double shortfall = 0;          ///< 1 - accepted/offered; 0: none that matters
};

double find_latency_growth(const std::vector<double>& latency, const SteadyLimits& limits) {
  const auto y = merged(latency, limits);
  const auto [slope, p] = test_rising(y);
  double mean = 0;
  for (double v : y) mean += v / static_cast<double>(y.size());
  const double growth = slope * static_cast<double>(y.size()) / mean;
  return p < limits.significance && growth > limits.latency_growth ? growth : 0;
}

double find_source_wait_slope(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  std::vector<double> wait;
  double cycles = 0;
  for (const Batch& b : batches) {
    wait.push_back(b.source_wait_cycles);
    cycles += static_cast<double>(b.cycles);
  }
  const auto y = merged(wait, limits);
  const auto [slope, p] = test_rising(y);
  const double per_cycle = slope * static_cast<double>(y.size()) / cycles;
  return p < limits.significance && per_cycle > limits.source_wait_slope ? per_cycle : 0;
}

double find_shortfall(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  std::vector<double> missing;
  double offered = 0;
  for (const Batch& b : batches) {
    missing.push_back(static_cast<double>(b.offered_words) - static_cast<double>(b.accepted_words));
    offered += static_cast<double>(b.offered_words) / static_cast<double>(batches.size());
  }
  if (!(offered > 0)) return 0;
  const auto [mean, p] = test_above_zero(merged(missing, limits));
  return p < limits.significance && mean / offered > limits.shortfall ? mean / offered : 0;
}

/// Precondition: at least four batches, and four with a delivery.
Drift find_drift(const std::vector<Batch>& batches, const SteadyLimits& limits) {
  return {find_latency_growth(latency_series(batches).mean, limits),
          find_source_wait_slope(batches, limits), find_shortfall(batches, limits)};
}

std::string describe(const Drift& drift, std::size_t batches) {
  if (drift.source_wait_slope > 0)
    return fmt::format("waiting at the sources grows by {:.3g} cycles per 1000 cycles",
                       1000 * drift.source_wait_slope);
  if (drift.latency_growth > 0)
    return fmt::format("mean latency rises by {:.3g} % over {} batches", 100 * drift.latency_growth,
                       batches);
  if (drift.shortfall > 0)
    return fmt::format("only {:.4g} % of the offered traffic is delivered: the network is filling",
                       100 * (1 - drift.shortfall));
  return {};
}

}  // namespace

SteadyStart find_steady_start(const std::vector<Batch>& batches, const SteadyLimits& limits) {
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
  std::string drift = describe(find_drift(tail, limits), tail.size());
  if (!drift.empty()) return {false, 0, std::move(drift)};
  return {true, from, {}};
}

WarmupDetector::WarmupDetector(const SteadyLimits& limits)
    : limits_(limits), next_look_(limits.min_batches) {
  verdict_.reason = "no batch has been seen";
}

bool WarmupDetector::add(const Batch& batch) {
  batches_.push_back(batch);
  if (!verdict_.steady && batches_.size() >= next_look_) {
    verdict_ = find_steady_start(batches_, limits_);
    next_look_ = batches_.size() + std::max<std::size_t>(1, batches_.size() / 4);
  }
  return verdict_.steady;
}

const SteadyStart& WarmupDetector::give_up() {
  if (!verdict_.steady) verdict_ = find_steady_start(batches_, limits_);
  return verdict_;
}

namespace {

/// One merging of the batches: the interval it gives and how correlated its groups are.
struct Grouping {
  double lag1 = 0;
  double half_width = 0;
};

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
  const double variance = squares / (g - 1) * g / (cells * cells);
  const boost::math::students_t t(g - 1);
  const double quantile = boost::math::quantile(t, 0.5 + confidence / 2);
  return {lag1_autocorrelation(residuals),
          quantile * std::sqrt(variance * correlation_inflation(residuals, 1))};
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
  if (batches.size() < limits.min_groups) {
    if (batches.size() >= 2)
      result.half_width_cycles =
          interval_of(batches, batches.size(), result.mean_cycles, limits.confidence).half_width;
    return result;
  }
  // One standard error above zero: a strict level, for a test with few groups sees little.
  Grouping grouping;
  for (std::size_t groups = batches.size(); groups >= limits.min_groups; groups /= 2) {
    grouping = interval_of(batches, groups, result.mean_cycles, limits.confidence);
    result.groups = groups;
    result.reliable = grouping.lag1 < 1 / std::sqrt(static_cast<double>(groups));
    if (result.reliable) break;
  }
  if (result.groups > limits.max_groups) {
    result.groups = limits.max_groups;
    grouping = interval_of(batches, result.groups, result.mean_cycles, limits.confidence);
  }
  result.half_width_cycles = grouping.half_width;
  return result;
}

RunVerdict judge_run(const std::vector<Batch>& measured, const SteadyStart* warmup,
                     const SteadyLimits& limits) {
  const std::size_t judged = latency_series(measured).mean.size();
  const bool enough = judged >= limits.min_batches;
  const Drift drift = enough ? find_drift(measured, limits) : Drift{};
  if (drift.shortfall > 0 && drift.source_wait_slope > 0)
    return {false, true,
            fmt::format("Only {:.4g} % of the offered traffic is accepted, and {}.",
                        100 * (1 - drift.shortfall), describe(drift, measured.size()))};
  if (warmup && !warmup->steady)
    return {false, true, fmt::format("The warm-up never became steady: {}.", warmup->reason)};
  if (!enough)
    return {false, false,
            fmt::format("Too short to judge: {} measured batches with a delivery, {} are needed.",
                        judged, limits.min_batches)};
  if (const std::string text = describe(drift, measured.size()); !text.empty())
    return {false, false, fmt::format("During the measurement {}.", text)};
  return {true, false, {}};
}

}  // namespace tinsim
