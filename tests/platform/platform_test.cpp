// SPDX-License-Identifier: Apache-2.0
// Platform: an invariant that breaks inside a SystemC process reaches the caller as what it is.
#include "platform/build/platform.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "platform/network/routing/route_tables.h"
#include "platform/network/switch_plan.h"
#include "platform/traffic/traffic.h"

namespace tinsim {
namespace {

TEST(Platform, ABrokenInvariantInAProcessReachesTheCaller) {
  PlatformConfig config;
  config.topology.kind = TopologyKind::pair;
  config.topology.hosts_per_tin = 2;
  const Topology topology = make_topology(config);
  const auto tables = make_route_tables(config, topology);
  Platform platform("net", config, topology, tables, {}, 50);
  Cell expired;
  expired.words = 2;
  expired.hop = 0;
  platform.tin(1).cell_switch().mailbox().push_cell(0, 70, expired);
  platform.run_to(50);
  try {
    platform.run_to(100);
    FAIL() << "no error";
  } catch (const InvariantError& error) {
    EXPECT_STREQ(error.what(), "pod 0 tin 1 port 0 vc 0 cycle 70: hop count exhausted");
  }
}

/// VC FIFOs of a chip that a cell has come on.
unsigned used_queues(Platform& platform, std::size_t chip) {
  const SwitchEngine& chip_switch = platform.tin(chip).cell_switch();
  unsigned used = 0;
  for (unsigned port = 0; port < chip_switch.params().ports; ++port) {
    for (unsigned vc = 0; vc < chip_switch.params().vcs; ++vc)
      used += chip_switch.counters(port, vc).cells != 0;
  }
  return used;
}

class ExpectedQueues : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    config_.topology.kind = TopologyKind::dragonfly;
    config_.topology.pods = 6;
    config_.topology.tins_per_pod = 4;
    config_.topology.hosts_per_tin = 2;
    config_.routing.mode = Word{GetParam()};
  }
  /// With fewer, and with many times too many, runs would be slower; what they do is the same.
  void expect_those_used() {
    const Topology topology = make_topology(config_);
    const auto tables = make_route_tables(config_, topology);
    Platform platform("net", config_, topology, tables, make_traffic(config_, topology), 5000);
    platform.run_to(40000);
    for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) {
      const unsigned expected = expected_queues(config_, topology.chips[chip], tables[chip]) - 1;
      EXPECT_LE(used_queues(platform, chip), expected) << chip;
      EXPECT_GE(3 * used_queues(platform, chip), expected) << chip;
    }
  }
  PlatformConfig config_;
};

TEST_P(ExpectedQueues, AreThoseThatCellsComeOn) {
  config_.traffic.resize(1);
  config_.traffic[0].load = 0.5;
  expect_those_used();
}

class QueuesOfPackets : public ExpectedQueues {};

TEST_P(QueuesOfPackets, AreThoseThatPacketsComeOn) {
  config_.ip.enabled = true;
  config_.ip_traffic.resize(1);
  config_.ip_traffic[0].gbps = 40;
  config_.topology.global_links_per_pair = 24;  // which leaves ports for the NIC
  expect_those_used();
}

INSTANTIATE_TEST_SUITE_P(Modes, ExpectedQueues,
                         testing::Values("minimal_adaptive", "fully_adaptive", "valiant"));
INSTANTIATE_TEST_SUITE_P(Modes, QueuesOfPackets,
                         testing::Values("minimal_adaptive", "fully_adaptive"));

}  // namespace
}  // namespace tinsim
