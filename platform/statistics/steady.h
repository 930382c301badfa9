// SPDX-License-Identifier: Apache-2.0
// Steady state from batch means: end of warm-up, interval on the mean latency, saturation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/fields/kinds.h"

namespace tinsim {

/// Sums over the network in one batch. All batches of a series have the same number of cycles.
struct Batch {
  TIN_RECORD(Batch);
  // All ranks know the sums over all but of births, which are counted at the end of the run.
  TIN_FIELD(Same<uint64_t>, cycles, "length");
  TIN_FIELD(Same<uint64_t>, delivered_cells, "cells delivered in the batch");
  TIN_FIELD(Same<uint64_t>, latency_sum_cycles, "sum over them, from birth to delivery");
  TIN_FIELD(Sum, offered_words,
            "born in the batch, entered or not; of lazy sources: rate times cycles");
  TIN_FIELD(Same<uint64_t>, accepted_words, "words delivered in the batch");

  /// Age of the oldest cell that is born and has not entered, at the end of the batch, averaged
  /// over all sources (0 where none waits). Its slope is the share of the offered traffic that
  /// does not enter. From a backlog in words: backlog * cycles / offered_words.
  TIN_FIELD(Same<double>, source_wait_cycles, "mean age of the oldest cell that waits at a source");
};

/// Thresholds; docs/explanation/steady.md gives the error rates measured with these defaults.
struct SteadyLimits {
  std::size_t min_batches = 20;   ///< fewer: no judgement
  std::size_t trend_groups = 20;  ///< batches are merged to at most so many before a test
  double significance = 0.005;    ///< one-sided level of each test

  // A change must be significant and larger than this to count.
  double latency_growth = 0.02;      ///< rise over the series, of its mean
  double source_wait_slope = 0.005;  ///< growth of source waiting per cycle
  double shortfall = 0.02;           ///< 1 - accepted/offered

  // A warm-up goes on until changes larger than this can be excluded.
  double excluded_latency_growth = 0.05;
  double excluded_source_wait_slope = 0.02;

  // A shortfall lasts if a fall of more than this share of it, over the series, can be excluded.
  double excluded_shortfall_fall = 0.5;

  double confidence = 0.95;             ///< of the interval on the mean
  std::size_t min_groups = 10;          ///< merged batches that an interval needs
  std::size_t max_groups = 30;          ///< and uses at most
  double min_independent_batches = 12;  ///< batches, discounted for their correlation
};

/// Where the steady part of a warm-up begins, if it does.
struct SteadyStart {
  bool steady = false;
  std::size_t from_batch = 0;  ///< steady: index of the first steady batch
  std::string reason;          ///< not steady: why, one clause without full stop
};

/// How sure a judgement "steady" must be.
enum class Proof {
  kNoDriftSeen,    ///< no change is significant; noise may hide one
  kDriftExcluded,  ///< and none that matters is left within the confidence bounds
};

/// Judges a run-in from its first batch on.
SteadyStart find_steady_start(const std::vector<Batch>& batches, Proof proof,
                              const SteadyLimits& limits = {});

/// Watches a warm-up batch by batch. The test is repeated only after a quarter more batches, since
/// each repetition may stop too early by chance.
class WarmupDetector {
 public:
  explicit WarmupDetector(const SteadyLimits& limits = {});

  /// True as soon as drift is excluded: measure from here.
  bool add(const Batch& batch);

  /// Judges all batches now, for the end of the longest warm-up allowed. Here it suffices that no
  /// drift is seen: sparse traffic is noisy, which is no sign of saturation.
  const SteadyStart& give_up();

  const SteadyStart& verdict() const { return verdict_; }
  const std::vector<Batch>& batches() const { return batches_; }

 private:
  SteadyLimits limits_;
  std::vector<Batch> batches_;
  std::size_t next_check_;
  SteadyStart verdict_;
};

/// Confidence interval on the mean latency per cell.
struct MeanInterval {
  double mean_cycles = 0;
  double half_width_cycles = 0;
  std::size_t groups = 0;  ///< merged batches used; 0: nothing was delivered, no interval
  bool reliable = false;   ///< false: too few batches, or they stayed correlated
};

/// Non-overlapping batch means with Student t. Batches are merged in pairs until neighbours are no
/// longer correlated; what correlation is left widens the interval. The estimator is the ratio of
/// sums, so the mean is the mean over all cells and batches may be empty.
MeanInterval mean_latency_interval(const std::vector<Batch>& batches,
                                   const SteadyLimits& limits = {});

/// Whether the numbers of a run may be read as those of a network in balance.
struct RunVerdict {
  bool steady = false;
  bool saturated = false;  ///< more is offered than the network accepts
  std::string reason;      ///< a sentence whenever `saturated` or not `steady`
};

/// Demand and service of hosts. A Batch counts words, bytes or requests, the unit of the hosts, as
/// offered and accepted, and successful messages, operations or requests as cells.
struct HostService {
  std::string what;            ///< "messages", for the reason
  std::vector<Batch> batches;  ///< of the measurement
  double refused = 0;          ///< share that was given up because time or space was exhausted …
  std::string refused_text;    ///< … and a clause that says so
  std::string demand_text;     ///< on the demand: a sentence; may be empty
};

/// Saturated: clearly less is served than requested while waiting at the sources grows, or while
/// latency rises and nothing hints that the shortfall will end, or while a share that would count
/// as a shortfall is refused. Else steady: judge_run() judges by all other figures.
RunVerdict judge_service(const HostService& service, const SteadyLimits& limits = {});

/// Judges the measured batches. `warmup` is the verdict on an automatic warm-up, null after a fixed
/// one. Saturated: clearly less is accepted than offered while waiting at the sources grows, or
/// while latency rises and nothing hints that the shortfall will end; or the warm-up never became
/// steady and the measurement still drifts.
RunVerdict judge_run(const std::vector<Batch>& measured, const SteadyStart* warmup,
                     const SteadyLimits& limits = {});

}  // namespace tinsim
