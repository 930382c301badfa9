// SPDX-License-Identifier: Apache-2.0
// Run: what is and what is not a network that makes no progress.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

/// Two pods of four chips, joined from TiN 0 to TiN 0; one cell goes local, global, local.
class RunLimits : public ::testing::Test {
 protected:
  RunLimits() {
    dir_.write("one.csv", "cycle,src,dst,bytes,class\n0,1,7,48,0\n");
    config_.topology.pods = 2;
    config_.topology.tins_per_pod = 4;
    config_.topology.hosts_per_tin = 1;
    config_.topology.terminal_ports_per_host = 1;
    config_.topology.global_links_per_pair = 1;
    config_.topology.local_links_per_pair = 1;
    config_.tin.switch_.ports = 6;
    config_.traffic.resize(1);
    config_.traffic[0].pattern = TrafficPattern::trace;
    config_.traffic[0].file = (dir_ / "one.csv").string();
    config_.run.warmup_us = 1;
    config_.run.measure_us = 20;
  }

  TempDir dir_;
  PlatformConfig config_;
};

TEST_F(RunLimits, ACellOnTheLongestWiresIsNoDeadlock) {
  config_.link.local_m = config_.link.global_m = 10000;  // 50 us each, the limit is 100 us
  config_.run.measure_us = 200;
  const RunResult result = run_fresh(config_);
  EXPECT_EQ(result.cells.delivered, 1u);
  // Four chips of 16 cycles, three wires of 20000, FEC, 6 words.
  EXPECT_EQ(result.latency_cycles.max(), 4u * 16 + 3 * 20000 + 12 + 6 - 1);
}

// 2^32 cycles and 32 more: a limit that is longer than any run.
TEST_F(RunLimits, AProgressLimitBeyondTheClockIsNoLimit) {
  config_.run.progress_timeout_us = 4294967296.0 / 400 + 0.08;
  EXPECT_EQ(run_fresh(config_).cells.delivered, 1u);
}

}  // namespace
}  // namespace tinsim
