// SPDX-License-Identifier: Apache-2.0
// Steady-state verdicts on series whose truth is known: error rates of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>
#include <vector>

#include "platform/statistics/steady.h"
#include "tests/platform/stats_synthetic.h"

namespace tinsim {
namespace {

/// Feeds the detector until it says steady, at most all batches; the number of batches used.
std::size_t run_warmup(WarmupDetector& detector, const std::vector<Batch>& batches) {
  for (std::size_t i = 0; i < batches.size(); ++i)
    if (detector.add(batches[i])) return i + 1;
  detector.give_up();
  return batches.size();
}

class Stationary : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Autocorrelation, Stationary, ::testing::Values(0.0, 0.5, 0.8));

TEST_P(Stationary, MeasurementIsCalledUnsteadyInAtMostTwoPercent) {
  const double alarms = rate([&](auto& random) {
    const auto v =
        judge_run(batches_with_latency(autoregression(200, GetParam(), 60, random), 600), nullptr);
    EXPECT_FALSE(v.saturated);
    EXPECT_EQ(v.steady, v.reason.empty());
    return !v.steady;
  });
  EXPECT_LE(alarms, 0.02);
}

TEST_P(Stationary, WarmupEndsAtOnceWhenTheNoiseIsSmall) {
  const double late = rate([&](auto& random) {
    WarmupDetector d;
    return run_warmup(d, batches_with_latency(autoregression(100, GetParam(), 6, random), 600)) >
           30;
  });
  EXPECT_LE(late, 0.10);
}

/// Mean latency 600 that starts 200 low and settles with the given time constant in batches.
std::vector<Batch> transient(double tau, double noise, std::size_t n, std::mt19937_64& random) {
  auto y = autoregression(n, 0.5, noise, random);
  for (std::size_t i = 0; i < n; ++i) y[i] -= 200 * std::exp(-static_cast<double>(i) / tau);
  return batches_with_latency(y, 600);
}

TEST(Transient, WarmupOutlastsItWhateverTheNoise) {
  for (double tau : {3.0, 10.0, 30.0})
    for (double noise : {5.0, 20.0}) {
      const double biased = rate([&](auto& random) {
        WarmupDetector d;
        const std::size_t stop = run_warmup(d, transient(tau, noise, 300, random));
        const double left = 200 * std::exp(-static_cast<double>(stop) / tau) / 600;
        return d.verdict().steady && left > 0.05;
      });
      EXPECT_LE(biased, 0.10) << tau << ' ' << noise;
    }
}

TEST(Transient, WarmupEndsOnceItHasDecayed) {
  const double unsettled = rate([](auto& random) {
    WarmupDetector d;
    run_warmup(d, transient(10, 20, 300, random));
    return !d.verdict().steady;
  });
  EXPECT_LE(unsettled, 0.02);
}

// A check after every batch would stop at the first chance minimum.
TEST(Transient, WarmupLooksAgainOnlyAfterAQuarterMoreBatches) {
  const std::set<std::size_t> looks = {20, 25,  31,  38,  47,  58,  72,
                                       90, 112, 140, 175, 218, 272, 300};
  std::mt19937_64 random(5);
  for (int i = 0; i < 100; ++i) {
    WarmupDetector d;
    EXPECT_EQ(looks.count(run_warmup(d, transient(20, 20, 300, random))), 1u);
  }
}

TEST(Transient, FirstSteadyBatchIsPastMostOfIt) {
  std::mt19937_64 random(3);
  WarmupDetector d;
  run_warmup(d, transient(10, 5, 300, random));
  ASSERT_TRUE(d.verdict().steady);
  EXPECT_GT(d.verdict().from_batch, 20u);  // exp(-2) = 14 % of it is left there
}

TEST(Transient, MeasuringInsideItIsNotSteady) {
  const double missed =
      rate([](auto& random) { return judge_run(transient(60, 20, 100, random), nullptr).steady; });
  EXPECT_LE(missed, 0.02);
}

/// Overload: sources offer `excess` more than is taken; waiting times grow without limit.
std::vector<Batch> overload(double excess, std::size_t n, std::mt19937_64& random) {
  auto y = autoregression(n, 0.5, 60, random);
  for (std::size_t i = 0; i < n; ++i) y[i] += excess * kBatchCycles * static_cast<double>(i) / 2;
  auto batches = batches_with_latency(y, 600);
  for (std::size_t i = 0; i < n; ++i) {
    Batch& b = batches[i];
    b.offered_words += static_cast<uint64_t>(static_cast<double>(b.accepted_words) * excess);
    b.source_wait_cycles = excess * kBatchCycles * static_cast<double>(i + 1);
  }
  return batches;
}

TEST(Overload, IsSaturatedAfterAnyWarmupWithAReason) {
  for (double excess : {0.05, 0.3, 3.0}) {
    const double missed = rate([&](auto& random) {
      const auto all = overload(excess, 200, random);
      WarmupDetector d;
      const std::size_t stop = run_warmup(d, {all.begin(), all.begin() + 100});
      EXPECT_FALSE(d.verdict().steady) << "after " << stop << " batches, excess " << excess;
      EXPECT_FALSE(d.verdict().reason.empty());
      const auto v = judge_run(tail_of(all, 100), &d.verdict());
      EXPECT_NE(v.reason.find("of the offered traffic is accepted"), std::string::npos) << v.reason;
      return !v.saturated || v.steady;
    });
    EXPECT_EQ(missed, 0) << excess;
  }
}

TEST(Overload, NoisyWaitingAtTheSourcesProlongsTheWarmup) {
  const double fooled = rate([](auto& random) {  // latency inside the network is flat
    auto batches = batches_with_latency(autoregression(40, 0, 6, random), 600);
    const auto noise = autoregression(40, 0.5, 400, random);
    for (std::size_t i = 0; i < batches.size(); ++i)
      batches[i].source_wait_cycles =
          5000 + 0.03 * kBatchCycles * static_cast<double>(i) + noise[i];
    WarmupDetector d;
    for (const Batch& b : batches) d.add(b);
    return d.verdict().steady;
  });
  EXPECT_LE(fooled, 0.15);
}

TEST(Overload, IsSaturatedAfterAFixedWarmupToo) {
  std::mt19937_64 random(1);
  EXPECT_TRUE(judge_run(overload(0.05, 50, random), nullptr).saturated);
}

TEST(Overload, AFillingNetworkWithoutWaitingSourcesIsUnsteadyNotSaturated) {
  std::mt19937_64 random(1);
  auto batches = batches_with_latency(autoregression(50, 0, 10, random), 600);
  for (Batch& b : batches) b.accepted_words = b.accepted_words * 9 / 10;
  const auto v = judge_run(batches, nullptr);
  EXPECT_FALSE(v.steady);
  EXPECT_FALSE(v.saturated);
  EXPECT_NE(v.reason.find("only 90 % of the offered traffic"), std::string::npos) << v.reason;
}

/// The same as `overload`, but what is too much waits inside the network.
std::vector<Batch> overload_in_buffers(double excess, std::size_t n, std::mt19937_64& random) {
  auto batches = overload(excess, n, random);
  for (Batch& b : batches) b.source_wait_cycles = 0;
  return batches;
}

TEST(Overload, IsSaturatedWhileBuffersStillTakeWhatIsTooMuch) {
  for (double excess : {0.05, 0.3, 1.0, 3.0})
    for (std::size_t n : {20, 40, 100}) {
      const double missed = rate([&](auto& random) {
        const auto v = judge_run(overload_in_buffers(excess, n, random), nullptr);
        return !v.saturated || v.steady;
      });
      EXPECT_LE(missed, 0.02) << excess << ' ' << n;
    }
}

/// A network that fills: what is inside, and by Little's law the latency, settles exponentially;
/// what is missing at the outlets is what stays inside.
std::vector<Batch> filling(double tau, std::size_t n, double noise, std::mt19937_64& random) {
  auto y = autoregression(n, 0.5, noise, random);
  const auto left = [&](std::size_t i) { return std::exp(-static_cast<double>(i) / tau); };
  for (std::size_t i = 0; i < n; ++i) y[i] += 6000 * (1 - left(i));
  auto batches = batches_with_latency(y, 600);
  const auto output = autoregression(n, 0.3, 100, random);
  for (std::size_t i = 0; i < n; ++i) {
    Batch& b = batches[i];
    const double rate = static_cast<double>(b.offered_words) / kBatchCycles;
    const double stays = 6000 * rate * (left(i) - left(i + 1));
    b.accepted_words = static_cast<uint64_t>(
        std::max(0.0, static_cast<double>(b.offered_words) - stays + output[i]));
  }
  return batches;
}

TEST(Overload, AFillingNetworkIsNotSaturated) {
  for (double tau : {10.0, 30.0, 100.0})
    for (double noise : {10.0, 200.0}) {
      const double alarms = rate([&](auto& random) {
        return judge_run(filling(tau, 100, noise, random), nullptr).saturated;
      });
      EXPECT_LE(alarms, 0.01) << tau << ' ' << noise;
    }
}

TEST(Overload, AWarmupThatGaveUpMakesTheRunUnsteadyEvenIfTheMeasurementIsCalm) {
  std::mt19937_64 random(1);
  const SteadyStart never{false, 0, "mean latency rises by 9 % over 100 batches"};
  const auto v = judge_run(batches_with_latency(autoregression(100, 0, 6, random), 600), &never);
  EXPECT_FALSE(v.steady);
  EXPECT_FALSE(v.saturated);
  EXPECT_NE(v.reason.find(never.reason), std::string::npos);
}

TEST(TooFew, BatchesAreNeverCalledSteady) {
  std::mt19937_64 random(1);
  const auto few = batches_with_latency(autoregression(19, 0, 1, random), 600);
  EXPECT_FALSE(find_steady_start(few, Proof::kNoDriftSeen).steady);
  const auto v = judge_run(few, nullptr);
  EXPECT_FALSE(v.steady);
  EXPECT_FALSE(v.saturated);
  EXPECT_NE(v.reason.find("19 measured batches"), std::string::npos) << v.reason;
  EXPECT_FALSE(judge_run({}, nullptr).steady);
  EXPECT_FALSE(judge_run(std::vector<Batch>(100, Batch{1000, 0, 0, 0, 0, 0}), nullptr).steady);
}

TEST(TooFew, EmptyBatchesDoNotCountButDoNoHarm) {
  std::vector<Batch> sparse;
  std::mt19937_64 random(1);
  for (const Batch& b : batches_with_latency(autoregression(50, 0, 6, random), 600)) {
    sparse.push_back(Batch{kBatchCycles, 0, 0, b.offered_words / 2, 0, 0});
    sparse.push_back(b);
    sparse.back().offered_words /= 2;
  }
  EXPECT_TRUE(find_steady_start(sparse, Proof::kDriftExcluded).steady);
  EXPECT_TRUE(judge_run(sparse, nullptr).steady);
}

// M/D/1: the one queue whose mean is a formula, fluctuating as real queues do.
TEST(Md1, StableQueueIsNeverCalledSaturated) {
  for (double load : {0.5, 0.9, 0.95}) {
    double unsteady = 0;
    unsteady = rate([&](auto& random) {
      const auto v = judge_run(tail_of(md1_batches(load, 150, 2000, random), 50), nullptr);
      EXPECT_FALSE(v.saturated) << load << v.reason;
      return !v.steady;
    });
    EXPECT_LE(unsteady, 0.03) << load;
  }
}

/// The queue stands inside the network: no source waits.
std::vector<Batch> inside(std::vector<Batch> batches) {
  for (Batch& b : batches) b.source_wait_cycles = 0;
  return batches;
}

TEST(Md1, StableQueueInsideTheNetworkIsNotCalledSaturatedEvenFromItsBeginning) {
  for (double load : {0.5, 0.9, 0.95, 0.98})
    for (std::size_t from : {0, 50}) {
      const double alarms = rate([&](auto& random) {
        const auto all = inside(md1_batches(load, 100, 2000, random));
        return judge_run(tail_of(all, from), nullptr).saturated;
      });
      EXPECT_LE(alarms, 0.005) << load << ' ' << from;
    }
}

TEST(Md1, OverloadInsideTheNetworkIsFlagged) {
  for (double load : {1.5, 2.0}) {
    const double silent = rate([&](auto& random) {
      const auto all = inside(md1_batches(load, 150, 2000, random));
      return !judge_run(tail_of(all, 50), nullptr).saturated;
    });
    EXPECT_LE(silent, 0.02) << load;
  }
}

TEST(Md1, NearSaturationAShortRunDoesNotPretendToBeReliable) {
  const double pretending = rate([](auto& random) {
    const auto b = tail_of(md1_batches(0.98, 120, 1000, random), 20);
    return judge_run(b, nullptr).steady && mean_latency_interval(b).reliable;
  });
  EXPECT_LE(pretending, 0.10);
}

TEST(Md1, FivePercentOverloadIsFlagged) {
  const double silent = rate([](auto& random) {
    const auto all = md1_batches(1.05, 200, 5000, random);
    WarmupDetector d;
    const std::size_t stop = run_warmup(d, {all.begin(), all.begin() + 100});
    return !judge_run(tail_of(all, stop), &d.verdict()).saturated;
  });
  EXPECT_LE(silent, 0.02);
}

}  // namespace
}  // namespace tinsim
