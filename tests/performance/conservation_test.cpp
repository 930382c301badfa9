// SPDX-License-Identifier: Apache-2.0
// In any network, with any traffic and buffers, no cell or credit is lost, and equal seeds give
// equal runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "platform/result/writer.h"
#include "tests/performance/experiment.h"

namespace tinsim {
namespace {

struct Case {
  const char* name;
  std::function<PlatformConfig()> make;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

CellBytes any_size() {
  CellBytes sizes;
  sizes.items.clear();
  for (unsigned bytes = 16; bytes <= 160; bytes += 8) sizes.items.push_back({bytes, 1});
  return sizes;
}

/// The smallest buffers that the configuration allows: one cell of 160 bytes each.
void shrink_buffers(PlatformConfig& config) {
  config.tin.vc_fifo = {20, 20, 20};
  config.tin.output.queue_words = 20;
}

PlatformConfig overloaded_switch() {
  PlatformConfig config = one_switch(16);
  config.tin.switch_.islip_iterations = 4;
  TrafficConfig& entry = offer(config, "uniform", 20);
  entry.vc = TrafficVc::destination;
  entry.cell_bytes = any_size();
  return config;
}

PlatformConfig hotspot_on_a_pair() {
  PlatformConfig config = of_kind("pair", 4, 2);
  TrafficConfig& entry = offer(config, "hotspot", 2, 3);
  entry.targets = {0, 5};
  entry.fraction = 0.5;
  entry.cell_bytes.items = {{16, 3}, {160, 1}};
  return config;
}

PlatformConfig incast_in_a_pod() {
  PlatformConfig config = dragonfly(1, 12, 0, 2);
  offer(config, "incast", 3).targets = {7};
  config.tin.vc_fifo.local_words = 20;
  return config;
}

PlatformConfig bursts_in_tiny_buffers() {
  PlatformConfig config = canonical();
  shrink_buffers(config);
  config.tin.switch_.islip_iterations = 4;
  TrafficConfig& entry = offer(config, "uniform", 1, 2);
  entry.process = TrafficProcess::onoff;
  entry.cell_bytes = any_size();
  return config;
}

PlatformConfig overload_in_tiny_buffers() {
  PlatformConfig config = dragonfly(4, 12, 32, 2);
  config.routing.mode = RouteMode::minimal_deterministic;
  shrink_buffers(config);
  offer(config, "adversarial", 8, 10).cell_bytes = any_size();
  return config;
}

PlatformConfig permutation_with_priorities() {
  PlatformConfig config = dragonfly(4, 3, 6, 1);
  config.tin.output.queue_words = 20;  // below 24 words the output queues are simulated
  config.tin.output.strict_vcs = {0, 1, 2};
  config.tin.output.weights.assign(32, 1);
  config.tin.output.weights[12] = 7;
  offer(config, "permutation", 3, 5);
  TrafficConfig requests = config.traffic[0];
  requests.pattern = TrafficPattern::uniform;
  requests.class_ = {9};
  requests.cell_bytes.items = {{48, 1}};
  config.traffic.push_back(requests);
  return config;
}

class Conservation : public ::testing::TestWithParam<Case> {
 protected:
  PlatformConfig config() const {
    PlatformConfig made = GetParam().make();
    set_times(made, 5, 15);
    made.run.audit = 1;  // every batch: some hundred times in a run
    return made;
  }
};

/// All that a run reports but what it cost.
std::string report_of(const RunResult& result) {
  auto summary = make_summary(result);
  for (const char* cost : {"wall_s", "cell_hops_per_s", "peak_rss_bytes"}) summary.erase(cost);
  return summary.dump();
}

// The audit throws InvariantError, which fails the test; that it can is shown by
// detectors_test.cpp.
TEST_P(Conservation, EveryCellIsDeliveredOrInFlightAndEveryCreditAccountedForAtAnyTime) {
  const RunResult result = run_fresh(config());
  EXPECT_GT(result.cells.delivered, 1000u);
  EXPECT_EQ(result.cells.injected,
            result.cells.delivered + result.cells.dropped() + result.cells.in_flight);
  EXPECT_EQ(result.cells.dropped(), 0u);
  uint64_t by_class = 0, by_batch = 0;
  for (const ClassResult& of_class : result.classes) by_class += of_class.latency_cycles.count();
  for (const Batch& batch : result.batches) by_batch += batch.delivered_cells;
  EXPECT_EQ(by_class, by_batch);
  EXPECT_EQ(by_class, result.latency_cycles.count());
  EXPECT_LE(by_batch, result.cells.delivered);
  // One TiN and one word more than the shortest cell allowed: 16 + 1 cycles.
  EXPECT_GE(result.latency_cycles.min(), 17u);
}

TEST_P(Conservation, TheSameSeedGivesTheSameReportAndAnotherSeedAnother) {
  PlatformConfig again = config();
  const RunResult first = run_fresh(again), second = run_fresh(again);
  EXPECT_EQ(first.state_hash, second.state_hash);
  EXPECT_EQ(report_of(first), report_of(second));
  ++again.run.seed;
  EXPECT_NE(first.state_hash, run_fresh(again).state_hash);
}

INSTANTIATE_TEST_SUITE_P(Case, Conservation,
                         ::testing::Values(Case{"OverloadedSwitch", overloaded_switch},
                                           Case{"HotspotOnAPair", hotspot_on_a_pair},
                                           Case{"IncastInAPod", incast_in_a_pod},
                                           Case{"BurstsInTinyBuffers", bursts_in_tiny_buffers},
                                           Case{"OverloadInTinyBuffers", overload_in_tiny_buffers},
                                           Case{"PermutationWithPriorities",
                                                permutation_with_priorities}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace tinsim
