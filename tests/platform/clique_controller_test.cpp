// SPDX-License-Identifier: Apache-2.0
// Does a controller give TiNs the builders' tables, through failures and restarts, without a
// moment in which its writes break anything?
#include <gtest/gtest.h>

#include "platform/controller/clique/register_addresses.h"
#include "tests/platform/clique_rig.h"
#include "tests/platform/clique_soak.h"

namespace tinsim::control {
namespace {

const char* const kSmall = "pods: 3, tins_per_pod: 2, global_links_per_pair: 2";
const char* const kFourPods =
    "pods: 4, tins_per_pod: 4, global_links_per_pair: 4, local_links_per_pair: 2";
const std::vector<Instance> kAll = {Instance::kRoutingEngine, Instance::kFlowManager,
                                    Instance::kFrontEnd, Instance::kNib};

/// Failures and repairs at random times, then all is repaired. Each write of a register is audited:
/// references to groups, one RPC for each TiN, cycles of the live tables, routes that break.
void fail_and_repair(const CliquePlan& plan, unsigned seed, unsigned events) {
  CliqueRig rig(plan, seed);
  ASSERT_TRUE(rig.settle());
  for (unsigned event = 0; event < events; ++event) {
    rig.random_event();
    for (unsigned n = (seed * 7 + event * 13) % 60; n > 0; --n) rig.step();
  }
  ASSERT_TRUE(rig.settle()) << seed;
  ASSERT_EQ(rig.difference(), "") << seed;
  rig.repair_all();
  ASSERT_TRUE(rig.settle()) << seed;
  ASSERT_EQ(rig.difference(), "") << seed;
  ASSERT_EQ(rig.group_audits, rig.fabric.writes);
}

TEST(CliqueController, BareTinsGetTheTablesOfTheBuilders) {
  for (const char* mode :
       {"minimal_deterministic", "minimal_adaptive", "deterministic", "fully_adaptive"}) {
    const CliquePlan plan = clique_plan(kFourPods, mode);
    CliqueRig rig(plan, 1);
    ASSERT_TRUE(rig.settle()) << mode;
    EXPECT_EQ(rig.difference(), "") << mode;
    EXPECT_EQ(rig.controller.counts().routing.plans, 1u);
  }
}

TEST(CliqueController, AThousandOrdersOfFailuresAndRepairsEndWithTheTablesOfTheBuilders) {
  const CliquePlan plan = clique_plan(kSmall);
  for (unsigned seed = 0; seed < soak_of(50, 1000); ++seed) fail_and_repair(plan, seed, 8);
}

TEST(CliqueController, AnyOrderInADragonflyOfFourPods) {
  for (const char* mode : {"minimal_adaptive", "fully_adaptive"}) {
    const CliquePlan plan = clique_plan(kFourPods, mode);
    for (unsigned seed = 0; seed < 3 * soak(); ++seed) fail_and_repair(plan, seed, 12);
  }
}

TEST(CliqueController, RestartsChangeNothingInTheEnd) {
  const CliquePlan plan = clique_plan(kSmall);
  std::uint64_t restarts = 0;
  for (unsigned seed = 0; seed < 40 * soak(); ++seed) {
    const auto run = [&](bool with_restarts) {
      CliqueRig rig(plan, seed);
      if (with_restarts) {
        rig.restart_at_random(kAll, 40);
        rig.crash_at_random(30);
      }
      std::mt19937 random(seed);
      for (unsigned event = 0; event < 6; ++event) {
        const std::size_t tin = random() % plan.tins();
        const auto links = plan.ports[tin].links();
        unsigned port = random() % 50;
        while ((links >> port & 1) == 0) port = (port + 1) % 50;
        rig.set_link(tin, port, random() % 3 == 0);
        for (unsigned n = random() % 100; n > 0; --n) rig.step();
      }
      rig.restart_at_random({}, 0);
      rig.fabric.on_request = nullptr;
      EXPECT_TRUE(rig.settle()) << seed;
      EXPECT_EQ(rig.difference(), "") << seed;
      restarts += rig.controller.counts().restarts;
      return rig.words();
    };
    ASSERT_EQ(run(true), run(false)) << seed;
  }
  EXPECT_GE(restarts, 200u);
}

/// 10,000 changes of links, one per us.
void expect_bounded_storm(const CliquePlan& plan) {
  ConstellationSettings settings;
  settings.plan_interval_us = 500;
  CliqueRig rig(plan, 1, settings);
  ASSERT_TRUE(rig.settle());
  constexpr unsigned kEvents = 10000;
  for (unsigned event = 0; event < kEvents; ++event) {
    rig.random_flap();
    rig.step();
  }
  const std::uint64_t storm_end_us = rig.now_us;
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.difference(), "");
  const ConstellationCounts counts = rig.controller.counts();
  EXPECT_LE(counts.routing.plans, kEvents / settings.plan_interval_us + 3);
  // A change of each register's flow or group, and of each address.
  const std::uint64_t most = plan.tins() * (2 * kPortClasses * kVcPhases * plan.rows() +
                                            2 * plan.subnets() * plan.tins() + 1200);
  EXPECT_LE(counts.flows.most_operations, most);
  EXPECT_LE(rig.controller.nib().changed_after(NibTable::kLinks, 0).size(), plan.tins());
  EXPECT_LE(rig.now_us - storm_end_us, 2 * settings.plan_interval_us + 1000);
  // The figures of docs/reference/controller.md.
  testing::Test::RecordProperty("plans", static_cast<int>(counts.routing.plans));
  testing::Test::RecordProperty("operations", static_cast<int>(counts.flows.most_operations));
  testing::Test::RecordProperty("settled_us", static_cast<int>(rig.now_us - storm_end_us));
}

TEST(CliqueController, AStormOfFlapsHasBoundedQueues) { expect_bounded_storm(clique_plan(kSmall)); }

TEST(CliqueController, AStormOfFlapsInADragonflyOfFourPods) {
  expect_bounded_storm(clique_plan(kFourPods));
}

TEST(CliqueController, ChangedRegistersAreWrittenAgainAndNoOthers) {
  const CliquePlan plan = clique_plan(kSmall);
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  const std::uint64_t writes = rig.fabric.writes;
  rig.fabric.disconnect(3);  // as by a restart of its firmware: registers stay
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.fabric.writes, writes);
  EXPECT_EQ(rig.controller.counts().flows.differing, 6u);  // at the start
  const std::uint32_t flow = kFlowBase + kFlowBytes * flow_number(kTerminalIn, 0, 0);
  rig.fabric.corrupt(3, flow, 0xffffff07);
  rig.fabric.corrupt(3, flow + kFlowBytes - 4, 0xfffffffe);
  rig.fabric.corrupt(3, kIpFlowBase + 4, 1);
  rig.fabric.corrupt(3, kMemberBase + 4, 7);
  rig.fabric.disconnect(3);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.difference(), "");
  EXPECT_EQ(rig.fabric.writes, writes + kFlowBytes / 4 + kIpFlowWords + 1);
}

TEST(CliqueController, ATinThatLostItsRegistersGetsThemAgain) {
  const CliquePlan plan = clique_plan(kSmall);
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  const auto before = rig.words();
  rig.set_power(2, false);
  rig.set_power(2, true);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.words(), before);
}

TEST(CliqueController, RequestsFitTheMemoryAndTheRateOfATin) {
  const CliquePlan plan = clique_plan(kSmall);
  ConstellationSettings settings;
  settings.limits.request_bytes = settings.limits.response_bytes = 256;
  settings.limits.registers_per_ms = 4000;
  CliqueRig rig(plan, 1, settings);
  rig.fabric.most_request_bytes = 256;
  ASSERT_TRUE(rig.settle(2000000));
  EXPECT_EQ(rig.difference(), "");
  EXPECT_LE(rig.fabric.most_registers_per_ms, 4000u + 2 * 256 / 4);
  EXPECT_GE(rig.fabric.most_registers_per_ms, 1000u);
}

}  // namespace
}  // namespace tinsim::control
