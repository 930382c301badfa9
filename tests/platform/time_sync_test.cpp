// SPDX-License-Identifier: Apache-2.0
// Clocks of small networks in whole runs: errors, waits, failure of the primary, chips on pins.
#include <gtest/gtest.h>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/network/topology/link_selector.h"
#include "platform/services/time_sync_network.h"
#include "platform/statistics/time_sync_result.h"
#include "testbench/run_fresh.h"
#include "tlm/tin/registers/register_space.h"
#include "tlm/tin/registers/time_sync_device.h"

namespace tinsim {
namespace {

constexpr double kCycleUs = 1.0 / 400;

PlatformConfig small_dragonfly() {
  PlatformConfig config;
  config.topology.pods = 2;
  config.topology.tins_per_pod = 3;
  config.topology.terminal_ports_per_host = 1;
  config.topology.global_links_per_pair = 2;
  config.topology.local_links_per_pair = 1;
  config.tin.switch_.ports = 6;
  config.tin.vc_fifo = {128, 128, 20};
  config.link.global_m = 5;
  config.traffic.resize(1);
  config.traffic[0].load = 1.0;
  config.traffic[0].cell_bytes.items = {{16, 1}, {160, 1}};
  config.timesync.enabled = true;
  config.timesync.interval_us = 10;
  config.timesync.timeout_us = 35;
  config.run.warmup_us = 25;
  config.run.measure_us = 200;
  return config;
}

const TimeSyncResult& sync_of(const RunResult& result) {
  return result.sections.get<TimeSyncResult>();
}

TEST(TimeSync, NominalClocksShowOneTime) {
  const RunResult result = run_fresh(small_dragonfly());
  const TimeSyncResult& sync = sync_of(result);
  EXPECT_EQ(sync.depth, 2u);
  EXPECT_GT(sync.samples, 200u);
  EXPECT_EQ(sync.steady, sync.samples);
  EXPECT_EQ(sync.errors.max(), 0u);
  EXPECT_EQ(sync.skips + sync.slots_removed + sync.slots_inserted, 0u);
  EXPECT_EQ(sync.rows.size(), 6u);
  for (const TimeSyncRow& row : sync.rows) EXPECT_EQ(row.refused, 0u) << row.chip;
}

TEST(TimeSync, ClocksThatAreOffStayWithinWhatIsAllowedUnderFullLoad) {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    PlatformConfig config = small_dragonfly();
    config.run.seed = seed;
    config.timesync.clock_ppm = 500;
    const RunResult result = run_fresh(config);
    const TimeSyncResult& sync = sync_of(result);
    EXPECT_EQ(sync.steady, sync.samples);
    EXPECT_EQ(sync.beyond, 0u);
    EXPECT_GT(sync.errors.max(), 0u);
    // Two chips at depth 2: 4 ticks for each of 4 links, 2 * 500 ppm of 4000 cycles and a path.
    EXPECT_EQ(sync.allowed_ns, (4 * 4 + 5) * 2.5);
    EXPECT_LE(sync.errors.max(), 4 * 4 + 5u);
    EXPECT_EQ(sync.interrupted_cells, 0u);
    EXPECT_LE(sync.wait_max, 21u);
    EXPECT_GT(sync.wait_max, 10u);  // cells of 20 words were in the way
    // 225 us = 90000 cycles: a set each 979 on each direction of 3 + 3 + 2 links.
    EXPECT_NEAR(static_cast<double>(sync.skips), 16 * 90000 / 979.0, 16);
  }
}

// Each direction of a link moves the slots by which the edges of both clocks differ.
TEST(TimeSync, ElasticBuffersMoveTheSlotsByWhichClocksDiffer) {
  PlatformConfig config = small_dragonfly();
  config.timesync.clock_ppm = 300;
  const RunResult result = run_fresh(config);
  const TimeSyncResult& sync = sync_of(result);
  double removed = 0, inserted = 0;
  unsigned directions = 0;
  const Topology topology = make_topology(config);
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip) {
    const double ppm = sync.rows[chip].offset_ppm;
    for (const PortInfo& port : topology.chips[chip].ports) {
      if (!is_link(port)) continue;
      const double more = (ppm - sync.rows[port.peer_chip].offset_ppm) * 1e-6 * result.cycles;
      (more > 0 ? removed : inserted) += std::abs(more);
      ++directions;
    }
  }
  EXPECT_EQ(directions, 16u);
  EXPECT_GT(removed, 50);
  EXPECT_NEAR(static_cast<double>(sync.slots_removed), removed, directions / 2);
  EXPECT_NEAR(static_cast<double>(sync.slots_inserted), inserted, directions / 2);
}

// One source: each cell is alone on its path of at most three links. A set in the slot of its
// header delays it by a cycle.
TEST(TimeSync, CellsAreDelayedByTheSlotsOfSetsAlone) {
  PlatformConfig config = small_dragonfly();
  config.traffic[0] = {};
  config.traffic[0].load = 0.2;
  config.traffic[0].sources = {4};
  config.traffic[0].cell_bytes.items = {{160, 1}};
  config.link.fc_refresh_us = 0;
  config.run.measure_us = 400;
  config.timesync.interval_us = 1;
  config.timesync.timeout_us = 4;
  config.timesync.clock_ppm = 500;
  const RunResult with = run_fresh(config);
  config.timesync = {};
  const RunResult without = run_fresh(config);
  EXPECT_EQ(without.sections.find<TimeSyncResult>(), nullptr);
  EXPECT_EQ(with.cells.injected, without.cells.injected);
  ASSERT_GT(with.latency_cycles.count(), 500u);
  ASSERT_EQ(with.latency_cycles.count(), without.latency_cycles.count());
  EXPECT_EQ(with.latency_cycles.min(), without.latency_cycles.min());
  const uint64_t more = with.latency_cycles.sum() - without.latency_cycles.sum();
  uint64_t slots = sync_of(with).skips;
  for (const TimeSyncRow& row : sync_of(with).rows) slots += row.sent;
  EXPECT_GT(more, 0u);
  EXPECT_LE(more, slots);
}

TEST(TimeSync, ADelayThatSoftwareWritesWronglyIsAnErrorPerLink) {
  PlatformConfig config = small_dragonfly();
  config.timesync.local_delay_cycles = 3 + 2 + 4 + 1 + 20;  // 20 more than the link has
  const RunResult result = run_fresh(config);
  // Clocks behind one local link are 20 ticks ahead; behind a global and a local one, 20 too.
  EXPECT_EQ(sync_of(result).errors.min(), 20u);
  EXPECT_EQ(sync_of(result).errors.max(), 20u);
  EXPECT_EQ(sync_of(result).beyond, 0u);
}

class TimeSyncStandby : public ::testing::TestWithParam<unsigned> {};

// From chip 1, the shortest path to chips of the other pod leads by way of the old primary.
TEST_P(TimeSyncStandby, TakesOverWhenThePrimaryStops) {
  PlatformConfig config = small_dragonfly();
  config.timesync.clock_ppm = 100;
  config.timesync.standby = GetParam();
  config.timesync.primary_fails_us = 100;
  const RunResult result = run_fresh(config);
  const TimeSyncResult& sync = sync_of(result);
  EXPECT_EQ(sync.failed_chips, 5u);
  // The last message left the primary an interval or less before; a client receives nothing else.
  ASSERT_TRUE(sync.noticed_us.has_value());
  EXPECT_GE(*sync.noticed_us, 100 - 10 + 35);
  EXPECT_LE(*sync.noticed_us, 100 + 35 + 1);
  // The second level fails two intervals of 10 us later at most. For so long, and the paths, each
  // chip waits; then an interval until all follow.
  ASSERT_TRUE(sync.rerooted_us.has_value());
  EXPECT_GT(*sync.rerooted_us, *sync.noticed_us + 2 * 10);
  EXPECT_LE(*sync.rerooted_us, 100 + 35 + 1 + 2 * 10 + (2 * 10 + 2) + 10);
  EXPECT_LT(sync.steady, sync.samples);
  EXPECT_GT(sync.steady, sync.samples / 3);
  EXPECT_TRUE(sync.sample_rows.back().steady);
  EXPECT_EQ(sync.beyond, 0u);
}

INSTANTIATE_TEST_SUITE_P(Chip, TimeSyncStandby, ::testing::Values(1, 4));

TEST(TimeSync, WithoutAStandbyTheClocksRunFreely) {
  PlatformConfig config = small_dragonfly();
  config.timesync.primary_fails_us = 100;
  const RunResult result = run_fresh(config);
  EXPECT_EQ(sync_of(result).failed_chips, 5u);
  EXPECT_FALSE(sync_of(result).rerooted_us.has_value());
  EXPECT_EQ(sync_of(result).sample_rows.back().valid, 0u);
}

// Chip 1 is in the pod of the primary; chip 3, which receives from it over a global link, is not.
TEST(TimeSync, ChipsInLockstepCarryTheSameSets) {
  PlatformConfig config = small_dragonfly();
  config.run.measure_us = 40;
  const RunResult model = run_fresh(config);
  config.tin.impl = SwitchImpl::lockstep_pins;
  config.tin.impl_chips = {1, 3};
  const RunResult lockstep = run_fresh(config);
  EXPECT_EQ(lockstep.state_hash, model.state_hash);
  EXPECT_EQ(sync_of(lockstep).errors.max(), 0u);
  EXPECT_EQ(sync_of(lockstep).wait.max(), sync_of(model).wait.max());
  for (unsigned chip = 0; chip < 6; ++chip) {
    const TimeSyncRow &with = sync_of(lockstep).rows[chip], &without = sync_of(model).rows[chip];
    EXPECT_EQ(with.sent, without.sent) << chip;
    EXPECT_EQ(with.accepted, without.accepted) << chip;
  }
  EXPECT_EQ(sync_of(model).rows[3].parent, 0u);
  EXPECT_GT(sync_of(model).rows[3].accepted, 3u);
}

// Software writes a tree with another root to the registers of all chips, while the clocks run.
TEST(TimeSync, SoftwareWritesAnotherTreeThroughRegisters) {
  constexpr unsigned kRoot = 4;
  constexpr Cycle kBatch = 400, kWritten = 20000, kEnd = 40000;
  const PlatformConfig config = small_dragonfly();
  const Topology topology = make_topology(config);
  const std::vector<RouteTable> tables = make_route_tables(config, topology);
  fresh_kernel();
  Platform platform("net", config, topology, tables, make_traffic(config, topology), kBatch);
  auto& clocks = *platform.services().find<TimeSyncNetwork>();
  const TimeSyncTree tree = breadth_first_tree(topology, kRoot);
  platform.run_to(kWritten);
  for (unsigned chip = 0; chip < tree.size(); ++chip) {
    TimeSyncDevice device(clocks.unit(chip));
    RegisterSpace space;
    space.attach("timesync", device);
    const auto write = [&](const char* name, uint32_t data) {
      const auto place = registers::place_named("timesync", name);
      EXPECT_FALSE(space.write(kWritten, registers::address_of(place), data).error) << name;
    };
    auto delay = registers::place_named("timesync", "control");
    delay.array = &registers::kTimeSyncArrays[0];
    delay.index = tree[chip].port;
    delay.reg = registers::kTimeSyncPortElement;
    const unsigned measured = clocks.plan().channel_delay(chip, tree);
    EXPECT_FALSE(space.write(kWritten, registers::address_of(delay), measured).error);
    write("control", 0);
    write("select", tree[chip].port);
    write("outputs_0", static_cast<uint32_t>(tree[chip].out_ports));
    write("control", chip == kRoot ? 3 : 1);
    if (chip == kRoot) {  // it goes on with another time, which the others then follow
      write("time_lo", 777);
      write("time_hi", 1);
    }
  }
  platform.run_to(kEnd);
  for (unsigned chip = 0; chip < tree.size(); ++chip) {
    const uint64_t time = clocks.unit(chip).time(kEnd - 1);
    EXPECT_EQ(time, (uint64_t{1} << 32) + 777 + (kEnd - 1 - kWritten - 3)) << chip;
    EXPECT_TRUE(clocks.unit(chip).epoch(kEnd - 1).status.valid) << chip;
    EXPECT_FALSE(clocks.unit(chip).epoch(kEnd - 1).status.failed) << chip;
  }
}

TEST(TimeSync, ASetTakesASlotOfALinkThatIsCounted) {
  const RunResult result = run_fresh(small_dragonfly());
  uint64_t slots = 0, sent = 0;
  for (const LinkRow& link : result.links) slots += link.slots.timesync;
  for (const TimeSyncRow& row : sync_of(result).rows) sent += row.sent;
  EXPECT_EQ(slots, sent);
  // 22 updates of the primary in 225 us, on each of the 5 links of the tree. One that has waited
  // for a cell arrives after the interval of its receiver has ended, which then has sent one of its
  // own.
  EXPECT_GE(sent, 5 * 22u);
  EXPECT_LE(sent, 2 * 5 * 22u);
  EXPECT_GT(result.cycles * kCycleUs, 224);
}

}  // namespace
}  // namespace tinsim
