// SPDX-License-Identifier: Apache-2.0
// Synthetic batch series with known truth, for the tests of steady-state detection.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "platform/statistics/steady.h"

namespace tinsim {

/// First-order autoregression with mean zero and the given standard deviation, in equilibrium from
/// its first value.
inline std::vector<double> autoregression(std::size_t n, double phi, double deviation,
                                          std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> y(n);
  double state = normal(random);
  for (double& v : y) {
    v = deviation * state;
    state = phi * state + std::sqrt(1 - phi * phi) * normal(random);
  }
  return y;
}

constexpr uint64_t kBatchCycles = 1000, kBatchCells = 500, kCellWords = 20;

/// Batches that accept all that is offered, with mean latency `level` + y[i].
inline std::vector<Batch> batches_with_latency(const std::vector<double>& y, double level) {
  std::vector<Batch> batches;
  for (double v : y) {
    Batch b{kBatchCycles, kBatchCells, 0, kBatchCells * kCellWords, kBatchCells * kCellWords, 0};
    b.latency_sum_cycles = static_cast<uint64_t>((level + v) * kBatchCells);
    batches.push_back(b);
  }
  return batches;
}

/// A source, one link of one cell per `kCellWords` cycles and nothing else: M/D/1, empty at first.
/// Its mean latency is known: service + service * load / (2 * (1 - load)) (Pollaczek-Khinchine).
inline std::vector<Batch> md1_batches(double load, std::size_t n, uint64_t batch_cycles,
                                      std::mt19937_64& random) {
  std::exponential_distribution<double> gap(load / kCellWords);
  std::vector<Batch> batches(n);
  for (Batch& b : batches) b.cycles = batch_cycles;
  const double end = static_cast<double>(n * batch_cycles);
  const auto batch_of = [&](double t) {
    return static_cast<std::size_t>(t / double(batch_cycles));
  };
  double free_at = 0;
  for (double born = gap(random); born < end; born += gap(random)) {
    batches[batch_of(born)].offered_words += kCellWords;
    const double start = std::max(born, free_at);
    // the cell waits at the source over every batch end between its birth and its start
    for (std::size_t i = batch_of(born); i < n && double((i + 1) * batch_cycles) < start; ++i)
      batches[i].source_wait_cycles =
          std::max(batches[i].source_wait_cycles, double((i + 1) * batch_cycles) - born);
    free_at = start + kCellWords;
    if (free_at >= end) continue;
    Batch& b = batches[batch_of(free_at)];
    ++b.delivered_cells;
    b.latency_sum_cycles += static_cast<uint64_t>(std::lround(free_at - born));
    b.accepted_words += kCellWords;
  }
  return batches;
}

constexpr int kRuns = 500;

/// Share of kRuns runs for which `event(random)` is true.
template <class Event>
double rate(Event&& event) {
  std::mt19937_64 random(20220404);
  int hits = 0;
  for (int i = 0; i < kRuns; ++i) hits += event(random) ? 1 : 0;
  return hits / static_cast<double>(kRuns);
}

inline std::vector<Batch> tail_of(const std::vector<Batch>& batches, std::size_t from) {
  return {batches.begin() + static_cast<std::ptrdiff_t>(from), batches.end()};
}

}  // namespace tinsim
