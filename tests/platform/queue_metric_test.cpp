// SPDX-License-Identifier: Apache-2.0
// `routing.metric: output_queue`: the chip core counts what the pins of a switch show, and the
// choice is another one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platform/config/reader.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

/// Three pods of two chips, with queues of cells in front of full links.
PlatformConfig config_of(const std::string& mode, const std::string& routing,
                         const std::string& tin = "") {
  return parse_config(
             fmt::format(
                 "topology: {{pods: 3, tins_per_pod: 2, local_links_per_pair: 2, "
                 "global_links_per_pair: 2, hosts_per_tin: 1, terminal_ports_per_host: 4}}\n"
                 "tin: {{switch: {{ports: 9}}{}}}\n"
                 "routing: {{mode: {}{}}}\n"
                 "traffic: [{{pattern: uniform, load: 0.9, cell_bytes: {{min: 16, max: 160}}}}]\n"
                 "link: {{global_m: 5}}\nrun: {{warmup_us: 2, measure_us: 10}}\n",
                 tin, mode, routing),
             "metric.yaml")
      .config;
}

TEST(QueueMetric, TheChipCoreCountsWhatThePinsShow) {
  for (const char* mode : {"minimal_adaptive", "fully_adaptive", "ugal_l"}) {
    const RunResult model = run_fresh(config_of(mode, ", metric: output_queue"));
    const RunResult pins = run_fresh(
        config_of(mode, ", metric: output_queue", ", impl: lockstep_pins, impl_chips: [0, 3]"));
    const RunResult other = run_fresh(config_of(mode, ""));
    EXPECT_EQ(model.state_hash, pins.state_hash) << mode;
    EXPECT_NE(model.state_hash, other.state_hash) << mode;
  }
}

// A faster crossbar fills output queues, which then decide.
TEST(QueueMetric, WeightsOfLinksCountInOutputQueues) {
  PlatformConfig config = config_of("fully_adaptive", ", metric: output_queue");
  config.tin.switch_.crossbar_speedup = 2;
  config.tin.output.queue_words = 60;
  config.routing.nonminimal_bias_words = 0;
  const RunResult equal = run_fresh(config);
  config.routing.local_queue_weight = 8;
  EXPECT_NE(run_fresh(config).state_hash, equal.state_hash);
}

TEST(QueueMetric, HashedModesHaveNone) {
  const auto parsed = parse_config(
      "topology: {kind: pair}\ntraffic: [{load: 0.1}]\n"
      "routing: {mode: minimal_deterministic, metric: output_queue}\n",
      "c.yaml");
  const std::vector<std::string> errors = find_errors(parsed.config, parsed.origins);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("routing.metric"), std::string::npos);
}

}  // namespace
}  // namespace tinsim
