// SPDX-License-Identifier: Apache-2.0
// Messages: rate, Poisson gaps, destinations, independence of streams.
#include "tlm/host/message_source.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace tinsim {
namespace {

MessagePlan plan_of(double gbps, uint32_t bytes, uint32_t entry = 0) {
  MessagePlan plan;
  plan.seed = 7;
  plan.entry = entry;
  plan.sizes = SizeCdf(bytes);
  plan.mean_gap = mean_message_gap(gbps, bytes, 400);
  return plan;
}

TEST(MessageSource, RateByFormula) {
  // docs/reference/paper_figures.md: 50 Gb/s of 4-KB values are 1.526 M messages/s: 262.1 cycles
  // of 2.5 ns apart.
  EXPECT_NEAR(static_cast<double>(mean_message_gap(50, 4096, 400)) / kOneQ32, 400 / 1.52587890625,
              1e-6);
  MessagePlan plan = plan_of(50, 4096);
  MessageSource source(plan, 3, {{}, 10});
  constexpr unsigned kMessages = 200000;
  for (unsigned i = 0; i < kMessages; ++i) source.pop();
  // The mean of n exponential gaps has a deviation of 1/sqrt(n): five of them.
  EXPECT_NEAR(source.head().born / 262.144 / kMessages, 1, 5 / std::sqrt(kMessages));
}

TEST(MessageSource, GapsAreExponential) {
  MessagePlan plan = plan_of(1, 4096);  // 13107.2 cycles
  MessageSource source(plan, 0, {{}, 2});
  constexpr unsigned kMessages = 20000;
  unsigned longer[4] = {};
  Cycle last = 0;
  for (unsigned i = 0; i < kMessages; ++i) {
    for (unsigned k = 1; k < 4; ++k) longer[k] += source.head().born - last > k * 13107.2;
    last = source.head().born;
    source.pop();
  }
  for (unsigned k = 1; k < 4; ++k) {
    const double p = std::exp(-double(k));
    EXPECT_NEAR(longer[k] / double(kMessages), p, 5 * std::sqrt(p * (1 - p) / kMessages)) << k;
  }
}

TEST(MessageSource, AllOthersAreEquallyLikely) {
  MessagePlan plan = plan_of(50, 4096);
  MessageSource source(plan, 3, {{}, 8});
  std::map<unsigned, unsigned> count;
  constexpr unsigned kMessages = 70000;
  for (unsigned i = 0; i < kMessages; ++i, source.pop()) ++count[source.destination()];
  EXPECT_EQ(count.size(), 7u);
  EXPECT_EQ(count.count(3), 0u);
  double chi2 = 0;
  for (const auto& [host, n] : count) {
    EXPECT_LT(host, 8u);
    chi2 += (n - 10000.0) * (n - 10000.0) / 10000;
  }
  EXPECT_LT(chi2, 22.5);  // 99.9 % quantile of 6 degrees of freedom
}

TEST(MessageSource, ListsAreKeptTo) {
  MessagePlan plan = plan_of(50, 4096);
  MessageSource source(plan, 3, {{5, 9}, 0});
  unsigned fives = 0;
  for (unsigned i = 0; i < 1000; ++i, source.pop()) {
    ASSERT_TRUE(source.destination() == 5 || source.destination() == 9);
    fives += source.destination() == 5;
  }
  EXPECT_NEAR(fives, 500, 80);
}

TEST(MessageSource, StreamsDependOnSeedEntryAndHost) {
  MessagePlan a = plan_of(50, 4096, 0), b = plan_of(50, 4096, 1), c = a;
  c.seed = 8;
  MessageSource first(a, 3, {{}, 8}), same(a, 3, {{}, 8}), entry(b, 3, {{}, 8}),
      seed(c, 3, {{}, 8}), host(a, 4, {{}, 8});
  unsigned differ[3] = {};
  for (unsigned i = 0; i < 100; ++i) {
    EXPECT_EQ(first.head().born, same.head().born);
    EXPECT_EQ(first.destination(), same.destination());
    differ[0] += first.head().born != entry.head().born;
    differ[1] += first.head().born != seed.head().born;
    differ[2] += first.head().born != host.head().born;
    for (MessageSource* source : {&first, &same, &entry, &seed, &host}) source->pop();
  }
  for (unsigned n : differ) EXPECT_GT(n, 90u);
}

/// The same messages as without an end, up to there and no further.
TEST(MessageSource, EndsAtTheConfiguredTime) {
  constexpr Cycle kUntil = 5000;
  const MessagePlan endless = plan_of(50, 4096);
  MessagePlan ending = endless;
  ending.until = kUntil;
  MessageSource all(endless, 3, {{}, 8}), some(ending, 3, {{}, 8});
  for (; all.head().born < kUntil; all.pop(), some.pop()) {
    EXPECT_EQ(some.head().born, all.head().born);
    EXPECT_EQ(some.destination(), all.destination());
  }
  EXPECT_EQ(some.head().born, kNoCycle);
  some.pop();
  EXPECT_EQ(some.head().born, kNoCycle);
}

TEST(MessageSource, EndsWithTime) {
  MessagePlan plan = plan_of(1e-9, 4096);  // 2^30 cycles at most
  MessageSource source(plan, 0, {{}, 2});
  for (unsigned i = 0; i < 100; ++i) source.pop();
  EXPECT_EQ(source.head().born, kNoCycle);
}

}  // namespace
}  // namespace tinsim
