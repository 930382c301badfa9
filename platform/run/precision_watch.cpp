// SPDX-License-Identifier: Apache-2.0
#include "platform/run/precision_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/bytes.h"

namespace tinsim {
namespace {

PrecisionRow make_row(const char* figure, const Percentage& target, double value, double half_width,
                      bool reliable) {
  PrecisionRow row;
  row.figure = figure;
  row.target_percent = target.percent;
  const double percent = 100 * half_width / value;
  if (std::isfinite(percent)) row.half_width_percent = percent;
  row.reached = reliable && percent <= target.percent;
  return row;
}

constexpr double kNotKnown = std::numeric_limits<double>::infinity();

/// Of all ranks.
Histogram summed(Ranks& ranks, const Histogram& own) {
  Bytes bytes;
  put(bytes, own);
  Histogram sum;
  for (const Bytes& of : ranks.gather(std::move(bytes)))
    sum.merge(ByteReader(of).take<Histogram>());
  Bytes all;
  put(all, sum);
  const Bytes received = ranks.broadcast(std::move(all));
  return ByteReader(received).take<Histogram>();
}

/// Calls fn(latencies, number of the batch in the measurement).
template <class Fn>
void for_each_measured(const RunState& state, const Fn& fn) {
  const std::size_t first = state.begin / state.batch;
  for (const DeliveryLog* log : state.platform->judged_logs()) {
    for (std::size_t i = 0; i < state.measured.size(); ++i) {
      const Histogram* kept = log->histogram_of_batch(first + i);
      if (kept != nullptr) fn(*kept, i);
    }
  }
}

}  // namespace

PrecisionWatch::PrecisionWatch(const RunState& state)
    : state_(state), next_check_(SteadyLimits().min_batches) {}

bool PrecisionWatch::reached() {
  const std::size_t batches = state_.measured.size();
  if (batches < next_check_) return false;
  next_check_ = batches + std::max<std::size_t>(1, batches / 4);
  last_ = rows();
  const bool now =
      std::all_of(last_.begin(), last_.end(), [](const PrecisionRow& row) { return row.reached; });
  return std::exchange(was_reached_, now) && now;
}

std::vector<PrecisionRow> PrecisionWatch::rows() {
  const PrecisionConfig& targets = state_.config.run.precision;
  std::vector<PrecisionRow> rows;
  if (targets.latency_mean) {
    const MeanInterval mean = mean_latency_interval(state_.measured);
    const double half = mean.groups > 1 ? mean.half_width_cycles : kNotKnown;
    rows.push_back(
        make_row("latency_mean", *targets.latency_mean, mean.mean_cycles, half, mean.reliable));
  }
  if (targets.latency_p99) {
    const QuantileInterval p99 = p99_interval();
    rows.push_back(make_row("latency_p99", *targets.latency_p99, p99.value_cycles,
                            p99.half_width_cycles, p99.reliable));
  }
  return rows;
}

QuantileInterval PrecisionWatch::p99_interval() {
  constexpr double kPercent = 99;
  Histogram all;
  for_each_measured(state_, [&](const Histogram& kept, std::size_t) { all.merge(kept); });
  all = summed(state_.platform->ranks(), all);
  if (all.count() == 0) return quantile_interval(all, kPercent, {});
  const auto threshold = static_cast<uint64_t>(all.percentile(kPercent));
  std::vector<uint64_t> counts(2 * state_.measured.size());
  for_each_measured(state_, [&](const Histogram& kept, std::size_t batch) {
    counts[2 * batch] += kept.count();
    counts[2 * batch + 1] += kept.count_above(threshold);
  });
  state_.platform->ranks().add_up(counts);
  std::vector<ExceedingCells> batches(state_.measured.size());
  for (std::size_t i = 0; i < batches.size(); ++i) batches[i] = {counts[2 * i], counts[2 * i + 1]};
  return quantile_interval(all, kPercent, batches);
}

}  // namespace tinsim
