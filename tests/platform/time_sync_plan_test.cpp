// SPDX-License-Identifier: Apache-2.0
// Trees of a network, and the delay that latency_meter would measure.
#include "platform/network/time_sync_plan.h"

#include <gtest/gtest.h>

#include "rtl_models/latency_meter/latency_meter.h"

namespace tinsim {
namespace {

PlatformConfig torus() {
  PlatformConfig config;
  config.topology.kind = TopologyKind::torus;
  config.topology.dims = {4, 4};
  return config;
}

TEST(TimeSyncPlan, TheBreadthFirstTreeHasTheFewestLinks) {
  const Topology topology = make_topology(torus());
  const TimeSyncTree tree = breadth_first_tree(topology, 5);
  for (unsigned chip = 0; chip < 16; ++chip) {
    const auto ring = [](unsigned a, unsigned b) { return std::min((a - b) % 4, (b - a) % 4); };
    EXPECT_EQ(tree[chip].depth, ring(chip % 4, 1) + ring(chip / 4, 1)) << chip;
    if (chip == 5) continue;
    const TimeSyncNode& node = tree[chip];
    const PortInfo& up = topology.chips[chip].ports[node.port];
    EXPECT_EQ(up.peer_chip, node.parent);
    EXPECT_EQ(up.peer_port, node.parent_port);
    EXPECT_TRUE(tree[node.parent].out_ports >> node.parent_port & 1);
    EXPECT_EQ(tree[node.parent].depth + 1, node.depth);
  }
  EXPECT_EQ(tree[5].parent, 5u);
}

TEST(TimeSyncPlan, AGivenTreeMustReachAllChipsOverLinks) {
  const Topology topology = make_topology(torus());
  std::vector<unsigned> parents;
  for (const TimeSyncNode& node : breadth_first_tree(topology, 0)) parents.push_back(node.parent);
  const TimeSyncTree tree = tree_of_parents(topology, 0, parents);
  EXPECT_EQ(first_outside(tree), std::nullopt);
  for (unsigned chip = 0; chip < 16; ++chip) EXPECT_EQ(tree[chip].parent, parents[chip]);
  EXPECT_EQ(depth_of(tree), 4u);
  parents[7] = 5;  // is no neighbour
  EXPECT_EQ(first_outside(tree_of_parents(topology, 0, parents)), 7u);
}

TEST(TimeSyncPlan, AFailedPrimaryHasNoChildren) {
  const Topology topology = make_topology(torus());
  EXPECT_NE(breadth_first_tree(topology, 5)[6].out_ports, 0u);
  const TimeSyncTree tree = breadth_first_tree(topology, 5, 6);
  EXPECT_EQ(first_outside(tree), std::nullopt);
  EXPECT_EQ(tree[6].out_ports, 0u);
}

/// The delay that two meters find over links of these lengths, with a scheduler of two cycles.
uint64_t metered(unsigned to, unsigned back) {
  LatencyMeter here, there;
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    LatencyMeter::In in_here, in_there;
    const unsigned sent = 3, received = sent + to + 1, answered = received + 3;
    in_here.start_i = cycle == 0;
    in_here.sent_i = cycle == sent;
    in_there.set_valid_i = cycle == received;
    in_there.sent_i = cycle == answered;
    in_there.sent_sub_i = 1;
    in_here.set_valid_i = cycle == answered + back + 1;
    in_here.set_sub_i = 1;
    in_here.set_residence_i = answered - received;
    here.tick(in_here);
    there.tick(in_there);
    if (here.out().delay_valid_o) return here.out().delay_o;
  }
  return 0;
}

TEST(TimeSyncPlan, NominalClocksMeasureWhatTheMeterDoes) {
  const Oscillator nominal;
  for (const auto& [to, back] : {std::pair{9u, 9u}, {119u, 119u}, {9u, 12u}, {300u, 301u}}) {
    EXPECT_EQ(measured_delay(nominal, nominal, 3, to, back), metered(to, back));
    EXPECT_EQ(measured_delay(nominal, nominal, 3, to, back), (to + back) / 2 + 1);
  }
}

TEST(TimeSyncPlan, ClocksThatAreOffMeasureADelayThatIsOffByOneAtMost) {
  for (int phase = 0; phase < 64; ++phase) {
    const Oscillator fast = Oscillator::of_ppm(500, 0, phase << 26, 400);
    const Oscillator slow = Oscillator::of_ppm(-500, 0, ~(phase << 25), 400);
    for (Cycle ping : {0u, 1000u, 77777u}) {
      EXPECT_NEAR(measured_delay(fast, slow, ping, 119, 119), 120, 1);
      EXPECT_NEAR(measured_delay(slow, fast, ping, 119, 119), 120, 1);
    }
  }
}

// docs/reference/time_sync.md.
TEST(TimeSyncPlan, TheErrorThatIsAllowedFollowsTheFormula) {
  PlatformConfig config = torus();
  config.timesync.enabled = true;
  const Topology topology = make_topology(config);
  const TimeSyncPlan nominal(config, topology);
  EXPECT_EQ(nominal.allowed_ticks(0, 0), 0u);
  EXPECT_EQ(nominal.allowed_ticks(2, 1), 4u * 3);
  config.timesync.clock_ppm = 100;
  const TimeSyncPlan off(config, topology);
  // 2e-4 * (40000 + a path of 4 links) cycles.
  EXPECT_EQ(off.allowed_ticks(0, 0), 9u);
  EXPECT_EQ(off.allowed_ticks(4, 4), 4u * 8 + 9);
  // Links of 1 m: 3 + 2 + 4 cycles from pins to pins. Six cycles too many on each local link.
  config.timesync.local_delay_cycles = 3 + 2 + 4 + 1 + 6;
  EXPECT_EQ(TimeSyncPlan(config, topology).allowed_ticks(2, 0), (3u + 6) * 2 + 9);
}

TEST(TimeSyncPlan, RemovableSetsAreAsFrequentAsClocksDiffer) {
  PlatformConfig config = torus();
  EXPECT_EQ(skip_interval(config), 0u);
  config.timesync.clock_ppm = 100;
  EXPECT_EQ(skip_interval(config), 5000u - 21);
}

}  // namespace
}  // namespace tinsim
