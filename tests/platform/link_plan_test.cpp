// SPDX-License-Identifier: Apache-2.0
// Link plan: cycles, periods and faults of each direction against arithmetic by hand.
#include "platform/network/link_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace tinsim {
namespace {

using Interval = CycleInterval;
using Stuck = LinkSpec::Stuck;

/// Three pods of two TiNs at 400 MHz: port 0 of each TiN is local, the next two are global.
PlatformConfig network() {
  PlatformConfig config;
  config.topology.pods = 3;
  config.topology.tins_per_pod = 2;
  config.topology.local_links_per_pair = 1;
  config.topology.global_links_per_pair = 2;
  return config;
}

/// A configuration with the network that it describes.
struct Planned {
  explicit Planned(const PlatformConfig& c) : config(c), topology(make_topology(c)) {}
  PlatformConfig config;
  Topology topology;
  LinkPlan plan{config, topology};

  LinkSpec far(unsigned chip, unsigned port) const {
    const LinkEnd end =
        far_end(topology, {static_cast<uint16_t>(chip), static_cast<uint8_t>(port)});
    return plan.spec(end.chip, end.port);
  }
};

TEST(LinkPlanTest, CleanLinksAsConfigured) {
  const Planned p(network());
  const LinkSpec local = p.plan.spec(0, 0), global = p.plan.spec(0, 1);
  EXPECT_FALSE(local.wire);
  EXPECT_FALSE(local.fec);
  EXPECT_TRUE(local.trained);
  EXPECT_EQ(local.wire_cycles, 2u);  // 1 m at 5 ns/m and 2.5 ns
  EXPECT_EQ(local.latency, 3u + 2 + 4);
  EXPECT_TRUE(global.fec);
  EXPECT_EQ(global.wire_cycles, 100u);
  EXPECT_EQ(global.latency, 3u + 100 + 12 + 4);
  EXPECT_EQ(local.fc_hold, 32u);
  EXPECT_EQ(local.refresh_period, 181u);  // 4000 cycles / (2 * 11 sets), rounded down
  EXPECT_EQ(local.timesync, 0u);
  EXPECT_FALSE(local.noisy() || local.faulty() || global.noisy() || global.faulty());
}

TEST(LinkPlanTest, FecOfZeroCyclesIsNone) {
  PlatformConfig config = network();
  config.link.fec_cycles = 0;
  const Planned p(config);
  EXPECT_FALSE(p.plan.spec(0, 1).fec);
  EXPECT_EQ(p.plan.spec(0, 1).latency, 3u + 100 + 4);
}

TEST(LinkPlanTest, PortsWithoutLinkHaveNoSpec) {
  const Planned p(network());
  EXPECT_THROW(p.plan.spec(0, 3), std::out_of_range);
  EXPECT_THROW(p.plan.spec(6, 0), std::out_of_range);
}

TEST(LinkPlanTest, RefreshPeriodFollowsVcsAndClock) {
  PlatformConfig config;
  const auto period = [&](unsigned vcs, double us, unsigned mhz) {
    config.tin.switch_.vcs = vcs;
    config.link.fc_refresh_us = us;
    config.tin.core_mhz = mhz;
    return refresh_period(config);
  };
  EXPECT_EQ(period(32, 10, 400), 4000u / 22);
  // The block has 4 or 32 VCs, and goes round all of them.
  EXPECT_EQ(period(5, 10, 400), 4000u / 22);
  EXPECT_EQ(period(4, 10, 400), 4000u / 4);
  EXPECT_EQ(period(1, 1, 400), 400u / 4);
  EXPECT_EQ(period(32, 10, 1000), 10000u / 22);
  EXPECT_EQ(period(32, 225.225, 400), 4095u);  // the most that 12 bits hold
  EXPECT_EQ(period(32, 225.28, 400), 4095u);
  EXPECT_EQ(period(32, 1e6, 10000), 4095u);
  EXPECT_EQ(period(32, 0, 400), 0u);
  EXPECT_EQ(period(32, 0.05, 400), 0u);  // 20 cycles for 22 sets
}

TEST(LinkPlanTest, PhasesOfAChipAreBelowThePeriodAndAllDifferent) {
  for (double us : {10.0, 3.6, 5.5}) {  // 181, 65 and 100 cycles: at least as many as ports
    PlatformConfig config = network();
    config.topology.pods = 2;
    config.topology.tins_per_pod = 12;
    config.topology.local_links_per_pair = 2;
    config.topology.global_links_per_pair = 12;
    config.link.fc_refresh_us = us;
    const Planned p(config);
    for (unsigned chip : {0u, 7u, 23u}) {
      std::set<Cycle> phases;
      unsigned ports = 0;
      for (unsigned port = 0; port < 50; ++port) {
        if (!is_link(p.topology.chips[chip].ports[port])) continue;
        const LinkSpec spec = p.plan.spec(chip, port);
        EXPECT_LT(spec.refresh_phase, spec.refresh_period);
        phases.insert(spec.refresh_phase);
        ++ports;
      }
      EXPECT_EQ(ports, 23u);
      EXPECT_EQ(phases.size(), ports) << us;
    }
  }
}

TEST(LinkPlanTest, CleanDirectionsShareASpec) {
  PlatformConfig config;
  config.topology.pods = 48;
  config.topology.global_links_per_pair = 2;
  EXPECT_EQ(Planned(config).plan.stored(), 2u);
  config.link.noise = {{"pod0.tin0.port0", 1e-6, 0, 0}};
  EXPECT_EQ(Planned(config).plan.stored(), 3u);
  config.link.noise.push_back({"global", 1e-9, 0, 0});
  EXPECT_EQ(Planned(config).plan.stored(), 3u);
}

TEST(LinkPlanTest, SelectedLinksAreAtWireFidelityInBothDirections) {
  PlatformConfig config = network();
  config.link.wire_links = {"pod0.tin0.port0"};
  const Planned p(config);
  EXPECT_TRUE(p.plan.spec(0, 0).wire);
  EXPECT_TRUE(p.far(0, 0).wire);
  EXPECT_FALSE(p.plan.spec(0, 1).wire);
  EXPECT_EQ(p.plan.census(PortKind::kLocal).wire, 1u);
  EXPECT_EQ(p.plan.census(PortKind::kLocal).forced, 0u);
  EXPECT_EQ(p.plan.note(), "");
}

TEST(LinkPlanTest, TrainingIsAtWireFidelity) {
  PlatformConfig config = network();
  config.link.train_at_start = true;
  const Planned p(config);
  EXPECT_TRUE(p.plan.spec(0, 0).wire);
  EXPECT_FALSE(p.plan.spec(0, 0).trained);
}

TEST(LinkPlanTest, NoiseIsPerBitAndTheLastEntryHolds) {
  PlatformConfig config = network();
  config.link.noise = {{"all", 1e-9, 0, 0}, {"global", 1e-7, 264e6, 5}};
  const Planned p(config);
  EXPECT_EQ(p.plan.spec(0, 0).ber, 1e-9);
  EXPECT_EQ(p.plan.spec(0, 0).burst_rate, 0);
  EXPECT_EQ(p.plan.spec(0, 1).ber, 1e-7);
  EXPECT_DOUBLE_EQ(p.plan.spec(0, 1).burst_rate, 264e6 / 28e9);  // the line's 28 Gb/s
  EXPECT_EQ(p.plan.spec(0, 1).burst_bits, 5u);
  config.link.fec_cycles = 0;
  const Planned bare(config);
  EXPECT_DOUBLE_EQ(bare.plan.spec(0, 1).burst_rate, 264e6 / 26.4e9);  // 66 bits per 2.5 ns
}

TEST(LinkPlanTest, NoiseSeedsDependOnSeedChipAndPortAlone) {
  PlatformConfig config = network();
  const Planned one(config);
  config.link.noise = {{"all", 1e-6, 0, 0}};
  const Planned noisy(config);
  config.run.seed = 2;
  const Planned other(config);
  std::set<uint64_t> seeds;
  for (unsigned chip = 0; chip < 6; ++chip) {
    for (unsigned port = 0; port < 3; ++port) {
      EXPECT_EQ(one.plan.spec(chip, port).noise_seed, noisy.plan.spec(chip, port).noise_seed);
      seeds.insert(one.plan.spec(chip, port).noise_seed);
      seeds.insert(other.plan.spec(chip, port).noise_seed);
    }
  }
  EXPECT_EQ(seeds.size(), 2u * 6 * 3);
}

LinkFaultConfig fault(const std::string& links, const std::string& kind, double at_us) {
  LinkFaultConfig f;
  f.links = links;
  f.kind = Word{kind};
  f.at_us = at_us;
  return f;
}

LinkFaultConfig down(const std::string& links, double at_us, double for_us) {
  LinkFaultConfig f = fault(links, "down", at_us);
  f.for_us = for_us;
  return f;
}

TEST(LinkPlanTest, DirectionsAreSeenFromTheEndThatIsNamed) {
  for (const char* direction : {"both", "from", "to"}) {
    PlatformConfig config = network();
    config.link.faults = {down("pod0.tin1.port0", 5, 2)};
    config.link.faults[0].direction = Word{direction};
    const Planned p(config);
    const std::string d = direction;
    EXPECT_EQ(p.plan.spec(1, 0).faulty(), d != "to") << d;
    EXPECT_EQ(p.plan.spec(0, 0).faulty(), d != "from") << d;
    EXPECT_TRUE(p.plan.spec(1, 0).wire && p.plan.spec(0, 0).wire) << d;
    const LinkCensus census = p.plan.census(PortKind::kLocal);
    EXPECT_EQ(census.links, 3u);
    EXPECT_EQ(census.faulty, 1u);
    EXPECT_EQ(census.forced, 1u);
    EXPECT_EQ(p.plan.note(), "1 link is at wire fidelity because of noise or faults");
  }
}

TEST(LinkPlanTest, FlappingRepeats) {
  PlatformConfig config = network();
  config.link.faults = {down("pod0.tin0.port0", 5, 2)};
  config.link.faults[0].times = 3;
  config.link.faults[0].every_us = 10;
  const std::vector<Interval> expected = {{2000, 2800}, {6000, 6800}, {10000, 10800}};
  EXPECT_TRUE(Planned(config).plan.spec(0, 0).dark == expected);
}

TEST(LinkPlanTest, DarkIntervalsThatOverlapOrTouchAreOne) {
  PlatformConfig config = network();
  config.link.faults = {down("all", 30, 1), down("pod0.*.port0", 10, 2), down("local", 11, 5),
                        down("local", 16, 1), down("local", 12, 1)};
  const std::vector<Interval> expected = {{4000, 6800}, {12000, 12400}};
  EXPECT_TRUE(Planned(config).plan.spec(0, 0).dark == expected);
}

TEST(LinkPlanTest, AFaultLongerThanTimeItselfEndsWithTime) {
  PlatformConfig config = network();
  config.link.faults = {down("all", 5, 1e9)};
  const std::vector<Interval> expected = {{2000, kNoCycle}};
  EXPECT_TRUE(Planned(config).plan.spec(0, 0).dark == expected);
}

TEST(LinkPlanTest, StuckKeepsItsValue) {
  PlatformConfig config = network();
  for (unsigned value : {1u, 0u}) {
    LinkFaultConfig f = fault("local", "stuck", value == 1 ? 1 : 2);
    f.for_us = 1;
    f.value = value;
    config.link.faults.push_back(f);
  }
  const std::vector<Stuck> expected = {{400, 800, true}, {800, 1200, false}};
  EXPECT_TRUE(Planned(config).plan.spec(0, 0).stuck == expected);
}

TEST(LinkPlanTest, LostSetsAreCountedOutInOrder) {
  PlatformConfig config = network();
  config.link.faults = {fault("local", "drop_fc", 5), fault("local", "drop_fc", 1)};
  config.link.faults[0].count = 2;
  config.link.faults[0].times = 2;
  config.link.faults[0].every_us = 1;
  const std::vector<Cycle> expected = {400, 2000, 2000, 2400, 2400};
  EXPECT_EQ(Planned(config).plan.spec(0, 0).drop_fc, expected);
}

TEST(LinkPlanTest, MergedIntervalsCoverTheSameCycles) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    PlatformConfig config = network();
    std::vector<bool> covered(1000);
    for (int i = 0; i < 6; ++i) {
      const unsigned from = random() % 800, length = 1 + random() % 150;
      config.link.faults.push_back(down("all", from / 400.0, length / 400.0));
      std::fill_n(covered.begin() + from, length, true);
    }
    const auto dark = Planned(config).plan.spec(0, 0).dark;
    std::vector<bool> merged(1000);
    for (std::size_t i = 0; i < dark.size(); ++i) {
      std::fill(merged.begin() + dark[i].from, merged.begin() + dark[i].to, true);
      if (i > 0) {
        EXPECT_LT(dark[i - 1].to, dark[i].from);
      }
    }
    EXPECT_EQ(merged, covered);
  }
}

}  // namespace
}  // namespace tinsim
