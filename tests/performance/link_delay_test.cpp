// SPDX-License-Identifier: Apache-2.0
// Delays of a link: what FEC adds to it, in time and in bits, and how long a TIMESYNC waits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rtl_models/parts/ordered_set.h"
#include "tests/performance/link_bench.h"
#include "tlm/gnet/link/wire_direction.h"

namespace tinsim {
namespace {

/// Latency of single cells of 160 bytes over one global link; all have the same.
uint64_t unloaded_latency(unsigned fec_cycles, const char* fidelity) {
  PlatformConfig config = one_global_link(100, 1);
  config.link.fec_cycles = fec_cycles;
  config.link.fidelity = Word{fidelity};
  config.link.fc_refresh_us = 0;
  config.link.fc_hold_cycles = 255;  // no set stands in a cell's way
  config.traffic.resize(1);
  config.traffic[0].load = 0.002;
  config.traffic[0].sources = {0};
  set_times(config, 0, 500);
  const RunResult result = run_fresh(config);
  EXPECT_GT(result.latency_cycles.count(), 10u);
  return result.latency_cycles.min();
}

TEST(LinkDelay, FecAdds30nsToAGlobalLink) {
  for (const char* fidelity : {"cell", "wire"}) {
    const uint64_t without = unloaded_latency(0, fidelity), with = unloaded_latency(12, fidelity);
    EXPECT_EQ(without, 2 * 16 + 200 + 20 - 1u) << fidelity;
    EXPECT_EQ(with - without, 12u) << fidelity;
    EXPECT_EQ(static_cast<double>(with - without) * 2.5, 30.0) << "ns at 400 MHz";
  }
}

/// Bits of the line that carry one block, counted where noise inverts each of them.
double line_bits_per_block(bool fec) {
  WireDirectionParams params;
  params.fec = fec;
  params.warm_start = true;
  params.noise.bit_error_rate = 1;
  WireDirection line(params);
  constexpr unsigned kBlocks = 8 * 1000;
  for (unsigned slot = 0; slot < kBlocks; ++slot)
    line.step(encode_ordered_set(OrderedSetCode::Idle, 0), true);
  return static_cast<double>(line.counters().wrong_bits) / kBlocks;
}

// RS(70,66): 560 bits for 528, the 6 % of the paper.
TEST(LinkDelay, FecTakes6PercentOfTheLine) {
  EXPECT_EQ(line_bits_per_block(false), 66);
  EXPECT_EQ(line_bits_per_block(true), 70);
  const double overhead = line_bits_per_block(true) / line_bits_per_block(false) - 1;
  EXPECT_DOUBLE_EQ(overhead, 560.0 / 528 - 1);
  EXPECT_NEAR(overhead, 0.06, 0.001);
  // 28 Gb/s lines then carry the words of a port, one per cycle of 400 MHz.
  EXPECT_DOUBLE_EQ(28e9 / line_bits_per_block(true), 400e6);
}

/// The TIMESYNCs that one chip sends, and what they are checked for.
class TimeSyncs final : public SwitchObserver {
 public:
  explicit TimeSyncs(unsigned interval) : interval_(interval) {}

  void set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t body) override {
    if (port != 0 || code != 3) return;
    ++sets;
    const Cycle due = sets * interval_;  // in each multiple of the interval but 0
    longest_wait = std::max(longest_wait, cycle < due ? kNoCycle : cycle - due);
    const uint64_t time = body >> 4;  // below it the status
    wrong += time != cycle;
  }
  void matched(Cycle, unsigned, unsigned, unsigned, const Cell&) override {}
  void credit_sent(Cycle, unsigned, Credit) override {}
  void cell_started(Cycle, unsigned, const Cell&) override {}

  unsigned sets = 0;
  Cycle longest_wait = 0;
  unsigned wrong = 0;

 private:
  unsigned interval_;
};

constexpr unsigned kInterval = 401;  // prime: a TIMESYNC falls on every place in a cell

PlatformConfig saturated_with_timesyncs(const char* fidelity) {
  PlatformConfig config = one_global_link(50, 3);
  config.link.fidelity = Word{fidelity};
  config.link.timesync_us = kInterval / 400.0;
  offer(config, "uniform", 3, 3);
  return config;
}

class TimeSyncDelay : public ::testing::TestWithParam<const char*> {};

// Handed to the scheduler in cycle x it is held from x + 1 on: a cell may still begin in slot x +
// 1, and is over in x + 20.
TEST_P(TimeSyncDelay, OnASaturatedLinkIsShortAndTheTimeIsTrue) {
  LinkBench bench(saturated_with_timesyncs(GetParam()));
  TimeSyncs sent(kInterval);
  bench.platform().observe(0, sent);
  bench.run(400'000);
  EXPECT_NEAR(shares(LinkRow{}, bench.row(0, 0), 400'000).idle, 0, 0.01);
  EXPECT_NEAR(sent.sets, 400'000 / kInterval, 1);
  EXPECT_EQ(sent.longest_wait, 21u);
  EXPECT_LE(sent.longest_wait * 2.5, 128);  // ns: the paper's limit
  EXPECT_EQ(sent.wrong, 0u);
  record(fmt::format("longest_wait_{}", GetParam()), sent.longest_wait);
}

INSTANTIATE_TEST_SUITE_P(At, TimeSyncDelay, ::testing::Values("cell", "wire"),
                         [](const auto& test) { return std::string(test.param); });

// The set of slot y is received in y + link + 1 and carries y: the receiver's clock is that far
// ahead.
TEST(TimeSyncDelay, TheReceiverReadsTheSendersClock) {
  LinkBench bench(saturated_with_timesyncs("wire"));
  constexpr Cycle kLink = 3 + 100 + 12 + 4;
  unsigned heard = 0;
  uint64_t last = 0;
  for (unsigned step = 0; step < 2000; ++step) {
    bench.run(LinkBench::kStep);
    const auto set = bench.platform().links().driver(1, 0)->port().timesync();
    if (!set || set->time == last) continue;
    last = set->time;
    ++heard;
    ASSERT_EQ(set->cycle, set->time + kLink + 1);
  }
  EXPECT_NEAR(heard, 2000 * LinkBench::kStep / kInterval, 1);
}

// Planted errors that the checks above must detect.
TEST(TimeSyncDelay, ALateOrUntrueSetIsNoticed) {
  TimeSyncs seen(kInterval);
  seen.set_sent(kInterval + 23, 0, 3, uint64_t{kInterval + 22} << 4);
  EXPECT_EQ(seen.longest_wait, 23u);
  EXPECT_EQ(seen.wrong, 1u);
}

}  // namespace
}  // namespace tinsim
