// SPDX-License-Identifier: Apache-2.0
// Does a controller give TiNs the builders' tables, through failures and restarts, without a
// moment in which its writes break anything?
#include <gtest/gtest.h>

#include "tests/platform/clique_rig.h"

namespace tinsim::control {
namespace {

const char* const kSmall = "pods: 3, tins_per_pod: 2, global_links_per_pair: 2";
const char* const kFourPods =
    "pods: 4, tins_per_pod: 4, global_links_per_pair: 4, local_links_per_pair: 2";

std::vector<std::vector<std::uint32_t>> registers(const CliqueRig& rig, const CliquePlan& plan) {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t tin = 0; tin < plan.tins(); ++tin)
    all.push_back(rig.fabric.has_power(tin) ? rig.fabric.words(tin) : std::vector<std::uint32_t>());
  return all;
}

TEST(CliqueController, BareTinsGetTheTablesOfTheBuilders) {
  for (const char* mode : {"minimal_adaptive", "fully_adaptive"}) {
    const CliquePlan plan = clique_plan(kFourPods, mode);
    CliqueRig rig(plan, 1);
    ASSERT_TRUE(rig.settle()) << mode;
    EXPECT_EQ(rig.difference(), "") << mode;
    EXPECT_EQ(rig.controller.counts().routing.plans, 1u);
  }
}

TEST(CliqueController, AnyOrderOfFailuresAndRepairsEndsWithTheTablesOfTheBuilders) {
  const CliquePlan plan = clique_plan(kSmall);
  for (unsigned seed = 0; seed < 100; ++seed) {
    CliqueRig rig(plan, seed);
    ASSERT_TRUE(rig.settle());
    for (unsigned event = 0; event < 8; ++event) {
      rig.random_event();
      for (unsigned n = (seed * 7 + event * 13) % 60; n > 0; --n) rig.step();
    }
    ASSERT_TRUE(rig.settle()) << seed;
    ASSERT_EQ(rig.difference(), "") << seed;
    rig.repair_all();
    ASSERT_TRUE(rig.settle()) << seed;
    ASSERT_EQ(rig.difference(), "") << seed;
  }
}

TEST(CliqueController, RestartsChangeNothingInTheEnd) {
  const CliquePlan plan = clique_plan(kSmall);
  for (unsigned seed = 0; seed < 50; ++seed) {
    const auto run = [&](bool with_restarts) {
      CliqueRig rig(plan, seed);
      if (with_restarts)
        rig.restart_at_random(
            {Instance::kRoutingEngine, Instance::kFlowManager, Instance::kFrontEnd, Instance::kNib},
            40);
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
      EXPECT_TRUE(rig.settle()) << seed;
      EXPECT_EQ(rig.difference(), "") << seed;
      return registers(rig, plan);
    };
    ASSERT_EQ(run(true), run(false)) << seed;
  }
}

}  // namespace
}  // namespace tinsim::control
