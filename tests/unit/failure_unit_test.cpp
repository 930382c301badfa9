// SPDX-License-Identifier: Apache-2.0
// A chip's choice when ports are dead: another live candidate, waiting, an escape route, a drop.
#include "tlm/tin/cell_switch/failure_unit.h"

#include <gtest/gtest.h>

#include "tests/unit/failure_bench.h"

namespace tinsim {
namespace {

TEST(FailureUnit, AHashGoesToTheNextLiveMember) {
  FailureBench b;
  FailureUnit unit(0, {});
  const uint64_t lanes = b.ports_to(0);
  ASSERT_EQ(__builtin_popcountll(lanes), 2);
  const uint64_t dead = lanes & -lanes;
  unit.set_down(0, dead);
  b.routes.set_down(dead);
  for (uint16_t seq = 0; seq < 8; ++seq)
    EXPECT_EQ(
        uint64_t{1} << unit.choose(b.terminal(), FailureBench::to(0, 1, 12, seq), b.routes).port,
        lanes & ~dead);
}

TEST(FailureUnit, WithoutALiveCandidateACellWaitsForTables) {
  FailureBench b;
  const uint64_t dead = b.ports_to(0);
  for (unsigned port = 0; port < 64; ++port)
    if (dead >> port & 1) b.live.fail_link({0, static_cast<uint8_t>(port)});
  FailureUnit unit(0, b.tables_at(100));
  unit.set_down(0, dead);
  b.routes.set_down(dead);
  EXPECT_EQ(unit.next(), 100u);
  EXPECT_EQ(unit.choose(b.terminal(), FailureBench::to(0, 1), b.routes).port, kNoOutput);
  unit.take_plan(99, b.routes);
  EXPECT_EQ(unit.choose(b.terminal(), FailureBench::to(0, 1), b.routes).port, kNoOutput);
  unit.take_plan(100, b.routes);
  EXPECT_EQ(unit.next(), kNoCycle);
  // Only over another pod, up or down on VC 30: lanes of one pod are no way that phases know.
  const Route route = unit.choose(b.terminal(), FailureBench::to(0, 1), b.routes);
  EXPECT_EQ(route.vc, kEscapeVc);
  EXPECT_NE(b.live.links(0) >> route.port & 1, 0u);
}

TEST(FailureUnit, UnderAControllerACellWithoutALiveCandidateIsDropped) {
  FailureBench b;
  ChipFailures plan;
  plan.tables_by_registers = true;
  FailureUnit unit(0, plan);
  EXPECT_LT(unit.choose(b.terminal(), FailureBench::to(0, 1), b.routes).port, kPark);
  const uint64_t dead = b.ports_to(0) | uint64_t{1} << b.terminal();
  unit.set_down(0, dead);
  b.routes.set_down(dead);
  EXPECT_EQ(unit.choose(b.terminal(), FailureBench::to(0, 1), b.routes).port, kDiscard);
  const Cell own = FailureBench::to(0, 0);
  EXPECT_NE(unit.choose(b.terminal(), own, b.routes).port, kDiscard) << "its own endpoints";
}

TEST(FailureUnit, ACellForWhatIsGoneIsDroppedOnceTablesSaySo) {
  FailureBench b;
  b.live.fail_chip(5);
  for (const LinkEnd& end : named_ends(b.topology, "pod2.tin1.*")) b.live.fail_link(end);
  FailureUnit unit(0, b.tables_at(100));
  EXPECT_LT(unit.choose(b.terminal(), FailureBench::to(2, 1), b.routes).port, kPark);
  unit.take_plan(100, b.routes);
  EXPECT_EQ(unit.choose(b.terminal(), FailureBench::to(2, 1), b.routes).port, kDiscard);
  EXPECT_LT(unit.choose(b.terminal(), FailureBench::to(2, 0), b.routes).port, kPark);
}

TEST(FailureUnit, AFailedChipDropsEverythingUntilItIsBack) {
  FailureBench b;
  ChipFailures plan;
  plan.state_changes = {{50, false}, {80, true}};
  FailureUnit unit(0, plan);
  for (const auto& [now, alive] : {std::pair(49u, true), {50u, false}, {79u, false}, {80u, true}}) {
    if (unit.next() <= now) unit.take_plan(now, b.routes);
    EXPECT_EQ(unit.alive(), alive);
    EXPECT_EQ(unit.choose(b.terminal(), FailureBench::to(1, 0), b.routes).port == kDiscard, !alive);
    EXPECT_EQ(unit.choose(0, FailureBench::to(0, 0), b.routes).port == kDiscard, !alive)
        << "its own";
  }
}

// Down from 30, up again only on 31, and there never on 30.
TEST(FailureUnit, NoCellComesBackFromTheEscapeVcs) {
  FailureBench b;
  FailureUnit unit(0, b.tables_at(0));
  unit.take_plan(0, b.routes);
  for (unsigned in = 0; in < b.topology.chips[0].ports.size(); ++in) {
    if (!is_link(b.topology.chips[0].ports[in])) continue;
    for (unsigned vc : {kEscapeVc, kEscapeVc + 1})
      for (unsigned pod = 0; pod < 3; ++pod) {
        const Route route = unit.choose(in, FailureBench::to(pod, 1, vc), b.routes);
        EXPECT_TRUE(route.port >= kPark || route.vc >= vc) << in << vc << pod;
      }
  }
}

// From memory it restarts, on VC 30.
TEST(FailureUnit, ACellWithoutAHopLeftIsParked) {
  FailureBench b;
  FailureUnit unit(0, b.tables_at(0));
  unit.take_plan(0, b.routes);
  for (unsigned vc : {12u, kEscapeVc, kEscapeVc + 1}) {
    Cell cell = FailureBench::to(1, 1, vc);
    cell.hop = 1;
    EXPECT_EQ(unit.choose(b.terminal(), cell, b.routes).port, kPark) << vc;
    cell.dst = gnet_address(0, 0, 0);
    EXPECT_EQ(unit.choose(b.terminal(), cell, b.routes).port, b.terminal()) << "it has arrived";
  }
  Cell cell = FailureBench::to(1, 1, kEscapeVc);
  cell.hop = kHopsFromMemory;
  const Route route = unit.choose(kMemory, cell, b.routes);
  EXPECT_LT(route.port, kPark);
  EXPECT_EQ(route.vc, kEscapeVc);
}

TEST(FailureUnit, CountsACellOncePerCause) {
  FailureUnit unit(0, {});
  const Route none{}, no_output{kNoOutput, 12}, port{3, 12}, other{4, 12}, escape{4, kEscapeVc};
  unit.count_route_change(12, none, port);
  EXPECT_EQ(unit.counters.rerouted + unit.counters.waited + unit.counters.escaped, 0u);
  unit.count_route_change(12, port, other);
  EXPECT_EQ(unit.counters.rerouted, 1u);
  unit.count_route_change(12, none, no_output);
  unit.count_route_change(12, no_output, no_output);
  EXPECT_EQ(unit.counters.waited, 1u);
  unit.count_route_change(12, no_output, escape);
  EXPECT_EQ(unit.counters.escaped, 1u);
  unit.count_route_change(12, escape, port);  // before it left
  EXPECT_EQ(unit.counters.escaped, 0u);
  unit.count_route_change(kEscapeVc, none, escape);
  EXPECT_EQ(unit.counters.escaped, 0u) << "it has entered before";
}

TEST(FailureUnit, RoutingFollowsThePortByFourCycles) {
  FailureUnit unit(0, {});
  for (Cycle now = 0; now < 12; ++now) {
    const uint64_t not_up = now >= 5 ? 0b10 : 0;
    EXPECT_EQ(unit.seen(now, not_up), now >= 9 ? 0b10u : 0u);
  }
}

}  // namespace
}  // namespace tinsim
