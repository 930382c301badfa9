// SPDX-License-Identifier: Apache-2.0
// Do drains, added pods and miswired cables lead to the tables that they are to lead to, without a
// moment in which routes break?
#include <gtest/gtest.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/operations/cable_check.h"
#include "tests/platform/clique_rig.h"
#include "tests/platform/clique_soak.h"

namespace tinsim::control {
namespace {

const char* const kOperatedShape =
    "pods: 4, tins_per_pod: 4, global_links_per_pair: 4, local_links_per_pair: 2";
using Tins = std::vector<std::size_t>;

/// Pairs of TiNs outside of a unit whose cells may cross it, by the registers.
unsigned pairs_across(const CliqueRig& rig, const CliquePlan& plan, const Tins& unit) {
  const auto has = [&](std::size_t tin) {
    return std::find(unit.begin(), unit.end(), tin) != unit.end();
  };
  unsigned pairs = 0;
  for (std::size_t from = 0; from < plan.tins(); ++from)
    for (std::size_t to = 0; to < plan.tins(); ++to) {
      if (from == to || has(from) || has(to)) continue;
      const std::vector<bool> tins = rig.fabric.on_the_way(from, to);
      pairs += std::any_of(unit.begin(), unit.end(), [&](std::size_t tin) { return tins[tin]; });
    }
  return pairs;
}

void expect_all_joined(const CliqueRig& rig, const CliquePlan& plan) {
  for (std::size_t from = 0; from < plan.tins(); ++from)
    for (std::size_t to = 0; to < plan.tins(); ++to)
      if (from != to) {
        ASSERT_TRUE(rig.fabric.is_joined(from, to)) << from << " to " << to;
      }
}

class CliqueDrain : public testing::TestWithParam<const char*> {};

TEST_P(CliqueDrain, OfATinALineCardOrAPodLeadsCellsAroundItAndBreaksNoRoute) {
  const CliquePlan plan = clique_plan(kOperatedShape, GetParam());
  for (const Tins& unit : {Tins{5}, line_card_tins(plan, 6), pod_tins(plan, 2)}) {
    CliqueRig rig(plan, 1);
    ASSERT_TRUE(rig.settle());
    const auto before = rig.words();
    rig.drain(unit);
    const bool is_pod = unit.size() == plan.topology.tins_per_pod;
    // Of whole pods no minimal route crosses another.
    if (!is_pod) {
      EXPECT_EQ(crossed_tins(plan, rig.controller.nib()), unit);
      EXPECT_GT(pairs_across(rig, plan, unit), 0u);
    }
    ASSERT_TRUE(rig.settle());
    EXPECT_EQ(rig.difference(), "");
    EXPECT_EQ(pairs_across(rig, plan, unit), 0u);
    EXPECT_EQ(crossed_tins(plan, rig.controller.nib()), Tins());
    expect_all_joined(rig, plan);
    rig.undrain(unit);
    ASSERT_TRUE(rig.settle());
    EXPECT_EQ(rig.difference(), "");
    EXPECT_EQ(rig.words(), before);
  }
}
INSTANTIATE_TEST_SUITE_P(Modes, CliqueDrain, testing::Values("minimal_adaptive", "fully_adaptive"));

/// A pod whose other TiNs are all drained keeps its routes over them.
TEST(CliqueOperations, ADrainWithoutAnotherWayKeepsTheRoutes) {
  const CliquePlan plan = clique_plan("pods: 2, tins_per_pod: 2, global_links_per_pair: 2");
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  rig.drain({0});
  rig.drain({1});
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.difference(), "");
  expect_all_joined(rig, plan);
}

TEST(CliqueOperations, DrainsAndFailuresInAnyOrderBreakNoRoute) {
  const CliquePlan plan = clique_plan(kOperatedShape);
  for (unsigned seed = 0; seed < soak_of(2, 100); ++seed) {
    CliqueRig rig(plan, seed);
    std::mt19937 random(seed);
    ASSERT_TRUE(rig.settle());
    for (unsigned event = 0; event < 8; ++event) {
      const std::size_t tin = random() % plan.tins();
      const Tins units[] = {
          {tin}, line_card_tins(plan, tin), pod_tins(plan, plan.topology.chips[tin].pod)};
      const Tins& unit = units[random() % 3];
      if (random() % 3 == 0) {
        rig.undrain(unit);
      } else if (random() % 2 == 0) {
        rig.drain(unit);
      } else {
        rig.random_event();
      }
      for (unsigned n = random() % 60; n > 0; --n) rig.step();
    }
    ASSERT_TRUE(rig.settle()) << seed;
    ASSERT_EQ(rig.difference(), "") << seed;
  }
}

/// Drains are an operator's: a new NIB has them too.
TEST(CliqueOperations, DrainsOutlastAllInstances) {
  const CliquePlan plan = clique_plan(kOperatedShape);
  CliqueRig rig(plan, 1);
  rig.drain({5});
  ASSERT_TRUE(rig.settle());
  const std::uint64_t writes = rig.fabric.writes;
  for (const Instance instance :
       {Instance::kNib, Instance::kRoutingEngine, Instance::kFlowManager, Instance::kFrontEnd}) {
    rig.restart(instance);
    ASSERT_TRUE(rig.settle());
    EXPECT_EQ(rig.difference(), "");
  }
  EXPECT_EQ(rig.fabric.writes, writes);
}

TEST(CliqueOperations, PodsAreAddedToARunningClique) {
  const CliquePlan plan = clique_plan(kOperatedShape);
  CliqueRig whole(plan, 1);
  ASSERT_TRUE(whole.settle());
  ConstellationSettings settings;
  settings.absent_pods = {2, 3};
  CliqueRig rig(plan, 1, settings);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.difference(), "");
  for (const unsigned pod : {3u, 2u}) {
    for (const std::size_t tin : pod_tins(plan, pod)) rig.set_power(tin, true);
    rig.controller.populate(pod);
    ASSERT_TRUE(rig.settle());
    EXPECT_EQ(rig.difference(), "");
  }
  expect_all_joined(rig, plan);
  EXPECT_EQ(rig.words(), whole.words());
  EXPECT_THROW(pod_tins(plan, 4), ConfigError);
}

/// Two global cables whose far ends were exchanged.
TEST(CliqueOperations, MiswiredCablesAreNamedAndNotUsed) {
  const CliquePlan plan = clique_plan(kOperatedShape);
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  const Topology& topology = plan.topology;
  std::vector<CableEnd> near, far;
  for (const std::uint16_t tin : {std::uint16_t{1}, std::uint16_t{2}}) {
    std::uint8_t port = 0;
    while (topology.chips[tin].ports[port].kind != PortKind::kGlobal) ++port;
    near.push_back({tin, port});
    far.push_back(
        {topology.chips[tin].ports[port].peer_chip, topology.chips[tin].ports[port].peer_port});
  }
  const auto before = rig.words();
  for (const std::size_t n : {0u, 1u}) {
    rig.fabric.set_miswired(near[n].tin, near[n].port, true);
    rig.controller.report_neighbour(near[n].tin, near[n].port, far[1 - n]);
    rig.controller.report_neighbour(far[1 - n].tin, far[1 - n].port, near[n]);
  }
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.difference(), "");
  const auto faults = wiring_faults(plan, rig.controller.nib());
  ASSERT_EQ(faults.size(), 4u);
  EXPECT_EQ(faults[0].tin, near[0].tin);
  EXPECT_TRUE(faults[0].found == far[1]);
  EXPECT_TRUE(faults[0].exchanged_with == near[1]);
  const std::string text = text_of(plan, faults[0]);
  EXPECT_EQ(text.find("pod 0 tin 1 port "), 0u) << text;
  EXPECT_NE(text.find("; the planned end has the cable of pod 0 tin 2 port "), std::string::npos)
      << text;
  for (const std::size_t n : {0u, 1u}) {
    rig.fabric.set_miswired(near[n].tin, near[n].port, false);
    rig.controller.report_neighbour(near[n].tin, near[n].port, far[n]);
    rig.controller.report_neighbour(far[n].tin, far[n].port, near[n]);
  }
  ASSERT_TRUE(rig.settle());
  EXPECT_TRUE(wiring_faults(plan, rig.controller.nib()).empty());
  EXPECT_EQ(rig.words(), before);
}

}  // namespace
}  // namespace tinsim::control
