// SPDX-License-Identifier: Apache-2.0
// Failure plan: which links go dark when, and what is left, against counting by hand.
#include "platform/network/failure_plan.h"

#include <gtest/gtest.h>

#include <set>

#include "platform/network/link_plan.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

/// Three pods of two TiNs at 400 MHz: port 0 of each TiN is local, the next two are global.
PlatformConfig network() { return dragonfly(3, 2, 2, 1); }

FailureConfig links(const char* selector, double at_us) {
  FailureConfig failure;
  failure.links = selector;
  failure.at_us = at_us;
  return failure;
}

struct Planned {
  explicit Planned(const PlatformConfig& c) : config(c), topology(make_topology(c)) {}
  PlatformConfig config;
  Topology topology;
  FailurePlan plan{config, topology};
};

TEST(FailurePlan, ALinkIsDarkInBothDirectionsForItsTime) {
  PlatformConfig config = network();
  config.failures.repair_tables_us = 2.5;
  config.failures.events = {links("pod0.tin0.port1", 10)};
  config.failures.events[0].for_us = 5;
  const Planned p(config);
  ASSERT_EQ(p.plan.failures().size(), 1u);
  const Failure& failure = p.plan.failures()[0];
  EXPECT_EQ(failure.at, 4000u);
  EXPECT_EQ(failure.until, 6000u);
  const LinkEnd end{0, 1}, far = far_end(p.topology, end);
  EXPECT_EQ(std::set<LinkEnd>(failure.dark.begin(), failure.dark.end()),
            (std::set<LinkEnd>{end, far}));
  ASSERT_EQ(p.plan.changes().size(), 2u);
  EXPECT_EQ(p.plan.changes()[0].tables, 5000u);
  EXPECT_EQ(p.plan.changes()[1].at, 6000u);
  EXPECT_EQ(p.plan.changes()[0].live.links(0) >> 1 & 1, 0u);
  EXPECT_EQ(p.plan.changes()[0].live.links(far.chip) >> far.port & 1, 0u);
  EXPECT_EQ(p.plan.changes()[1].live, LiveNetwork(p.topology));
}

TEST(FailurePlan, OneDarkDirectionTakesTheLink) {
  for (const char* direction : {"from", "to"}) {
    PlatformConfig config = network();
    config.failures.events = {links("pod0.tin0.port1", 10)};
    config.failures.events[0].direction = Word{direction};
    const Planned p(config);
    const LinkEnd end{0, 1}, far = far_end(p.topology, end);
    const LinkEnd dark = direction == std::string("from") ? end : far;
    EXPECT_EQ(p.plan.failures()[0].dark, std::vector<LinkEnd>{dark});
    EXPECT_EQ(p.plan.changes()[0].live.links(0) >> 1 & 1, 0u);
    EXPECT_EQ(p.plan.changes()[0].live.links(far.chip) >> far.port & 1, 0u);
    const LinkPlan plan(p.config, p.topology);
    EXPECT_TRUE(plan.spec(end.chip, end.port).fails);
    EXPECT_TRUE(plan.spec(far.chip, far.port).fails);
    EXPECT_EQ(plan.spec(end.chip, end.port).dark.size(), dark == end ? 1u : 0u);
    EXPECT_EQ(plan.spec(far.chip, far.port).dark.size(), dark == far ? 1u : 0u);
    EXPECT_TRUE(plan.spec(end.chip, end.port).wire && plan.spec(far.chip, far.port).wire);
  }
}

TEST(FailurePlan, ATinTakesAllItsLinks) {
  PlatformConfig config = network();
  FailureConfig failure;
  failure.tins = "pod1.tin0";
  failure.at_us = 3;
  config.failures.events = {failure};
  const Planned p(config);
  EXPECT_EQ(p.plan.failures()[0].chips, std::vector<unsigned>{2});
  EXPECT_EQ(p.plan.failures()[0].dark.size(), 2 * 3u);  // one lane, two global links
  const LiveNetwork& live = p.plan.changes()[0].live;
  EXPECT_FALSE(live.has_chip(2));
  EXPECT_EQ(live.links(2), 0u);
  const std::vector<unsigned> part = live.parts();
  EXPECT_EQ(part[0], part[5]);
  EXPECT_NE(part[0], part[2]);
}

TEST(FailurePlan, FailuresThatOverlapAddUp) {
  PlatformConfig config = network();
  config.failures.events = {links("pod0.tin0.port1", 10), links("pod0.tin0.port2", 12)};
  config.failures.events[0].for_us = 4;
  const Planned p(config);
  ASSERT_EQ(p.plan.changes().size(), 3u);
  const auto live = [&](unsigned change) { return p.plan.changes()[change].live.links(0) & 0b111; };
  EXPECT_EQ(live(0), 0b101u);
  EXPECT_EQ(live(1), 0b001u);
  EXPECT_EQ(live(2), 0b011u);
}

// 2256 global links: 22.56, 112.8 and 451.2 of them.
TEST(FailurePlan, PercentOfTheGlobalLinksOfTheClique) {
  for (const auto& [percent, wanted] : {std::pair(1.0, 23u), {5.0, 113u}, {20.0, 451u}}) {
    PlatformConfig config = clique();
    config.failures.events = {links("global", 1)};
    config.failures.events[0].percent = percent;
    const Planned p(config);
    EXPECT_EQ(p.plan.failures()[0].links.size(), wanted);
    EXPECT_EQ(p.plan.failures()[0].dark.size(), 2 * wanted);
    for (const LinkEnd& end : p.plan.failures()[0].dark)
      EXPECT_EQ(p.topology.chips[end.chip].ports[end.port].kind, PortKind::kGlobal);
  }
}

TEST(FailurePlan, TheDrawIsThatOfItsSeed) {
  EXPECT_EQ(draw_share(1000, 20, 1), draw_share(1000, 20, 1));
  EXPECT_NE(draw_share(1000, 20, 1), draw_share(1000, 20, 2));
  EXPECT_EQ(draw_share(10, 1, 1).size(), 1u);
  EXPECT_EQ(draw_share(10, 100, 1).size(), 10u);
}

// Of 1000 seeds each of 20 items is drawn 200 times in the mean; six standard deviations are 76.
TEST(FailurePlan, EveryLinkIsDrawnEquallyOften) {
  std::vector<unsigned> drawn(20);
  for (uint64_t seed = 0; seed < 1000; ++seed)
    for (std::size_t place : draw_share(20, 20, seed)) ++drawn[place];
  for (unsigned times : drawn) EXPECT_NEAR(times, 200, 76);
}

}  // namespace
}  // namespace tinsim
