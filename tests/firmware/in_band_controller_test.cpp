// SPDX-License-Identifier: Apache-2.0
// Does the controller of a Clique bring up chips with firmware over their own links, and survive
// links that fail and instances that end?
#include <gtest/gtest.h>

#include <set>

#include "tests/firmware/in_band_bench.h"

namespace tinsim::firmware_test {
namespace {

TEST(InBandController, ChipsComeUpOverTheirOwnLinksWithTheTablesOfTheBuilders) {
  InBandBench bench({0, 3});
  ASSERT_TRUE(bench.come_up());
  EXPECT_EQ(bench.differing(), 0u);
  const InBandCounts counts = bench.controller->transport().counts();
  EXPECT_GT(counts.accesses_by_proxy, 0u);
  EXPECT_GT(counts.accesses_by_tcp, 0u);
  EXPECT_EQ(counts.proxied_lost, 0u);
  for (std::size_t tin = 0; tin < bench.plan.tins(); ++tin) {
    const TinProgress& progress = bench.controller->transport().progress()[tin];
    EXPECT_EQ(progress.proxy.has_value(), tin != 0 && tin != 3) << tin;
    EXPECT_TRUE(progress.connected_us.has_value()) << tin;
  }
}

TEST(InBandController, TheFirstTinAloneReachesAllByWaves) {
  InBandBench bench({0});
  ASSERT_TRUE(bench.come_up());
  EXPECT_EQ(bench.differing(), 0u);
}

// Sessions use a way only once it is installed: no packet is lost, however the tables change.
TEST(InBandController, PacketsThatCrossByTheRegistersAloneBringChipsUpAndNoneIsLost) {
  for (const auto& entries : {std::vector<std::size_t>{0, 3}, std::vector<std::size_t>{0}}) {
    InBandBench bench(entries, Crossing::kByRegisters);
    ASSERT_TRUE(bench.come_up());
    EXPECT_EQ(bench.differing(), 0u);
    EXPECT_EQ(bench.unknown_addresses(), 0u);
    EXPECT_EQ(bench.lost, 0u);
    RecordProperty(entries.size() == 1 ? "us_by_one" : "us_by_two",
                   static_cast<int>(*bench.controller->complete_us()));
  }
}

// DHCP crosses the IP path of a chip like any packet, in both directions.
TEST(InBandController, NoChipGetsAnAddressWithoutTheEntriesOfItsOwnEndpoints) {
  InBandBench bench({0, 3}, Crossing::kByRegisters, false);
  EXPECT_FALSE(bench.run_until(
      [&] { return bench.controller->transport().progress()[0].addressed_us.has_value(); }, 30000));
  EXPECT_GT(bench.lost, 0u);
}

// A controller that keeps tables plans when no further TiN has answered for a while.
TEST(InBandController, ATinThatNeverAnswersIsLeftOutOfTheFirstPlan) {
  InBandBench bench({0, 3}, Crossing::kAlways, true, true);
  constexpr std::size_t kSilent = 5;
  for (std::uint64_t left = bench.plan.ports[kSilent].links(); left != 0; left &= left - 1)
    bench.set_link(kSilent, static_cast<unsigned>(__builtin_ctzll(left)), false);
  std::uint64_t last_answer = 0;
  const auto has_planned = [&] {
    std::uint64_t answer = 0;
    for (const TinProgress& of : bench.controller->transport().progress())
      answer = std::max(answer, of.reached_us.value_or(of.connected_us.value_or(0)));
    last_answer = std::max(last_answer, answer);
    return bench.controller->constellation().counts().routing.plans != 0;
  };
  ASSERT_TRUE(bench.run_until(has_planned, 300000));
  EXPECT_GT(last_answer, 0u);
  EXPECT_GE(bench.now, last_answer + InBandTransport::kUnreachableUs);
  EXPECT_LT(bench.now, last_answer + InBandTransport::kUnreachableUs + 2000);
  ASSERT_TRUE(bench.settle());
  for (std::size_t tin = 0; tin < bench.plan.tins(); ++tin)
    EXPECT_EQ(bench.controller->is_up(tin), tin != kSilent) << tin;
}

TEST(InBandController, TablesFollowLinksThatFailAndReturn) {
  InBandBench bench({0, 3});
  ASSERT_TRUE(bench.come_up());
  unsigned port = 0;
  while (bench.plan.topology.chips[1].ports[port].kind != PortKind::kGlobal) ++port;
  bench.set_link(1, port, false);
  EXPECT_GT(bench.differing(), 0u);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.differing(), 0u);
  bench.set_link(1, port, true);
  ASSERT_TRUE(bench.run_until([&] { return bench.differing() == 0; }, 100000));
}

/// TiNs that a row of a TiN's registers leads to next, from its own endpoints.
std::set<std::size_t> next_tins(const InBandBench& bench, std::size_t tin, std::size_t to) {
  const unsigned row =
      bench.plan.original[tin].row(bench.plan.topology.address(static_cast<unsigned>(to)));
  std::set<std::size_t> next;
  for (unsigned n = 0; n < kMinimalEntries; ++n) {
    const std::uint32_t word = bench.chips[tin]->reg(
        kFlowBase + kFlowBytes * flow_number(kTerminalIn, 0, row) + n / 4 * 4);
    const auto port = static_cast<std::uint8_t>(word >> 8 * (n % 4));
    if (port != kNoRoute) next.insert(bench.plan.topology.chips[tin].ports[port].peer_chip);
  }
  return next;
}

TEST(InBandController, NoCellCrossesATinThatIsDrainedAndItsOwnStillTravel) {
  InBandBench bench({0, 3});
  ASSERT_TRUE(bench.come_up());
  const std::size_t drained = 4;
  bench.controller->drain({drained});
  ASSERT_TRUE(bench.settle());
  std::vector<std::uint16_t> units(bench.plan.tins(), kNotDrained);
  units[drained] = drained;
  EXPECT_EQ(bench.differing(units), 0u);
  EXPECT_GT(bench.differing(), 0u);
  for (std::size_t from = 0; from < bench.plan.tins(); ++from) {
    for (std::size_t to = 0; to < bench.plan.tins(); ++to) {
      if (from == to) continue;
      const auto next = next_tins(bench, from, to);
      EXPECT_FALSE(next.empty()) << from << " to " << to;
      const bool is_its = from == drained || to == drained;
      EXPECT_TRUE(is_its || next.count(drained) == 0) << from << " to " << to;
    }
  }
  bench.controller->undrain({drained});
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.differing(), 0u);
}

TEST(InBandController, InstancesThatEndLeaveTheTablesOfTheBuilders) {
  for (const Instance instance :
       {Instance::kNib, Instance::kRoutingEngine, Instance::kFlowManager, Instance::kFrontEnd}) {
    InBandBench bench({0, 3});
    for (unsigned kill = 0; kill < 12; ++kill) {
      bench.run_until([] { return false; }, 2900);
      bench.controller->restart(instance);
    }
    ASSERT_TRUE(bench.come_up()) << static_cast<int>(instance);
    EXPECT_EQ(bench.differing(), 0u) << static_cast<int>(instance);
  }
}

}  // namespace
}  // namespace tinsim::firmware_test
