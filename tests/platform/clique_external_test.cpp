// SPDX-License-Identifier: Apache-2.0
// Do external routes arrive in the tables of all TiNs, whatever is announced, fails or is killed?
#include <gtest/gtest.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/ibr/ibr_registers.h"
#include "platform/controller/sfe/register_writes.h"
#include "tests/platform/clique_rig.h"
#include "tests/platform/clique_soak.h"
#include "tlm/tin/ip/edited_ip_routes.h"

namespace tinsim::control {
namespace {

const char* const kExternalShape = "pods: 3, tins_per_pod: 2, global_links_per_pair: 2";
constexpr unsigned kRoutes = 16;

IpAddress v4(std::uint64_t address) { return {false, address << 32, 0}; }
IpPrefix prefix24(unsigned n) { return prefix_of(v4(0xc0000000 + (n << 8)), 24); }
/// The host on the Ethernet of a TiN.
IpAddress next_hop(const CliquePlan& plan, std::size_t tin) {
  const ChipInfo& chip = plan.topology.chips[tin];
  return ipv4_of({static_cast<std::uint8_t>(chip.pod), static_cast<std::uint8_t>(chip.tin), 2});
}
std::vector<IpAddress> next_hops(const CliquePlan& plan, const std::vector<std::size_t>& tins) {
  std::vector<IpAddress> hops;
  for (const std::size_t tin : tins) hops.push_back(next_hop(plan, tin));
  return hops;
}

/// The table that the registers of a TiN hold.
IpRoutes routes_of(const CliqueRig& rig, std::size_t tin) {
  EditedIpRoutes edited{IpRoutes()};
  for (unsigned index = 0; index < EditedIpRoutes::kEntries; ++index) {
    IpEdit edit;
    edit.what = IpEdit::What::kMember;
    edit.index = static_cast<std::uint16_t>(index);
    edit.words[0] = rig.fabric.reg(tin, kMemberBase + 4 * index);
    edited.apply(edit);
    edit.what = IpEdit::What::kEntry;
    for (unsigned n = 0; n < kIpFlowWords; ++n)
      edit.words[n] = rig.fabric.reg(tin, kIpFlowBase + kIpFlowBytes * index + 4 * n);
    edited.apply(edit);
  }
  return edited.routes();
}

/// Ethernet ports of the TiNs to which a TiN sends packets for an address: those of all hashes.
std::vector<std::size_t> egress_of(const CliqueRig& rig, const CliquePlan& plan, std::size_t tin,
                                   const IpAddress& address) {
  const IpRoutes routes = routes_of(rig, tin);
  std::vector<std::size_t> egress;
  for (std::size_t to = 0; to < plan.tins(); ++to) {
    const std::uint16_t wanted =
        plan.topology.address(static_cast<unsigned>(to), plan.mac_endpoint);
    for (unsigned hash = 0; hash < 64; ++hash) {
      const auto found = routes.find(address, static_cast<std::uint16_t>(hash * 1021));
      if (!found || found->dst != wanted) continue;
      egress.push_back(to);
      break;
    }
  }
  return egress;
}

TEST(ExternalRoutes, PrefixesAreCutAndWritten) {
  EXPECT_EQ(text_of(prefix_of(v4(0xc0a80a63), 20)), "192.168.0.0/20");
  EXPECT_EQ(text_of(prefix_of(v4(0xc0a80a63), 0)), "0.0.0.0/0");
  EXPECT_EQ(text_of(prefix_of({true, 0x20010db8ffffffff, ~std::uint64_t{0}}, 65)),
            "2001:db8:ffff:ffff:8000::/65");
  const ExternalRoute route{prefix24(7), {1, 5}};
  EXPECT_TRUE(external_of(external_bytes(route)).prefix == route.prefix);
  EXPECT_EQ(external_of(external_bytes(route)).egress, route.egress);
}

TEST(ExternalRoutes, ArriveInTheTablesOfAllTinsAndLeave) {
  const CliquePlan plan = clique_plan(kExternalShape, "minimal_adaptive", kRoutes);
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  const auto before = rig.words();
  IbrShards& ibr = rig.controller.external();
  ibr.announce(prefix24(1), next_hops(plan, {0, 3}));
  ibr.announce(prefix_of(v4(0xc0000140), 26), next_hops(plan, {5}));
  const IpPrefix v6 = prefix_of({true, 0x20010db800000000, 0}, 32);
  ibr.announce(v6, next_hops(plan, {4}));
  ibr.announce(prefix24(2), {v4(0x01020304)});  // at no TiN
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.difference(), "");
  EXPECT_EQ(ibr.counts().unresolved, 1u);
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
    using Tins = std::vector<std::size_t>;
    EXPECT_EQ(egress_of(rig, plan, tin, v4(0xc0000101)), (Tins{0, 3}));
    EXPECT_EQ(egress_of(rig, plan, tin, v4(0xc0000141)), Tins{5});  // the longer prefix
    EXPECT_EQ(egress_of(rig, plan, tin, {true, 0x20010db800000001, 9}), Tins{4});
    EXPECT_EQ(egress_of(rig, plan, tin, v4(0xc0000201)), Tins{});
  }
  ibr.announce(prefix24(1), next_hops(plan, {2}));
  ASSERT_TRUE(rig.settle());
  for (std::size_t tin = 0; tin < plan.tins(); ++tin)
    EXPECT_EQ(egress_of(rig, plan, tin, v4(0xc0000101)), (std::vector<std::size_t>{2}));
  for (const IpPrefix& prefix : {prefix24(1), prefix_of(v4(0xc0000140), 26), v6})
    ibr.withdraw(prefix);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.words(), before);
}

TEST(ExternalRoutes, AvoidFailedAndDrainedTins) {
  const CliquePlan plan = clique_plan(kExternalShape, "minimal_adaptive", kRoutes);
  CliqueRig rig(plan, 1);
  using Tins = std::vector<std::size_t>;
  rig.controller.external().announce(prefix24(1), next_hops(plan, {0, 3}));
  ASSERT_TRUE(rig.settle());
  rig.set_power(3, false);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(egress_of(rig, plan, 1, v4(0xc0000101)), Tins{0});
  rig.set_power(3, true);
  rig.drain({0});
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(egress_of(rig, plan, 1, v4(0xc0000101)), Tins{3});
  rig.drain({3});  // no egress is left that is not drained
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(egress_of(rig, plan, 1, v4(0xc0000101)), (Tins{0, 3}));
}

TEST(ExternalRoutes, RoutesBeyondTheRegistersAreCounted) {
  const CliquePlan plan = clique_plan(kExternalShape, "minimal_adaptive", kRoutes);
  CliqueRig rig(plan, 1);
  for (unsigned n = 0; n < kRoutes + 3; ++n)
    rig.controller.external().announce(prefix24(n), next_hops(plan, {0}));
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.controller.counts().routing.left_out, 3 * plan.tins());
  EXPECT_EQ(rig.difference(), "");
}

using Announced = std::map<IpPrefix, std::vector<std::size_t>>;

/// Announces and withdraws at random, with failures of links and kills between.
void expect_storm(const CliquePlan& plan, unsigned seed) {
  CliqueRig rig(plan, seed);
  std::mt19937 random(seed);
  Announced announced;
  IbrShards& ibr = rig.controller.external();
  ibr.on_restart = [&](unsigned shard) {
    for (const auto& [prefix, tins] : announced)
      if (ibr.shard_of(prefix) == shard) ibr.announce(prefix, next_hops(plan, tins));
    ibr.complete(shard);
  };
  rig.restart_at_random(
      {Instance::kNib, Instance::kRoutingEngine, Instance::kFlowManager, Instance::kFrontEnd}, 200);
  for (unsigned event = 0; event < 60; ++event) {
    const IpPrefix prefix = prefix24(random() % kRoutes);
    std::vector<std::size_t> tins = {random() % plan.tins(), random() % plan.tins()};
    if (random() % 3 == 0) {
      announced.erase(prefix);
      ibr.withdraw(prefix);
    } else {
      announced[prefix] = tins;
      ibr.announce(prefix, next_hops(plan, tins));
    }
    if (random() % 8 == 0) ibr.restart(random() % ibr.shards());
    if (random() % 16 == 0) rig.random_flap();
    for (unsigned n = random() % 20; n > 0; --n) rig.step();
  }
  rig.restart_at_random({}, 0);
  rig.repair_all();
  ASSERT_TRUE(rig.settle()) << seed;
  ASSERT_EQ(rig.difference(), "") << seed;
  for (unsigned n = 0; n < kRoutes; ++n) {
    std::vector<std::size_t> expected;
    if (announced.count(prefix24(n)) != 0) expected = announced[prefix24(n)];
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    ASSERT_EQ(egress_of(rig, plan, seed % plan.tins(), v4(0xc0000001 + (n << 8))), expected)
        << seed << " route " << n;
  }
}

TEST(ExternalRoutes, AStormOfAnnouncementsWithKillsEndsWithWhatIsAnnounced) {
  const CliquePlan plan = clique_plan(kExternalShape, "minimal_adaptive", 2 * kRoutes);
  for (unsigned seed = 0; seed < soak_of(4, 100); ++seed) expect_storm(plan, seed);
}

/// A killed shard announces again what is in the NIB: no register is written.
TEST(ExternalRoutes, AKilledShardChangesNoRegister) {
  const CliquePlan plan = clique_plan(kExternalShape, "minimal_adaptive", kRoutes);
  CliqueRig rig(plan, 1);
  IbrShards& ibr = rig.controller.external();
  const auto announce = [&](unsigned shard) {
    for (unsigned n = 0; n < kRoutes; ++n)
      if (ibr.shard_of(prefix24(n)) == shard)
        ibr.announce(prefix24(n), next_hops(plan, {n % 3, 5}));
  };
  for (unsigned shard = 0; shard < ibr.shards(); ++shard) announce(shard);
  ASSERT_TRUE(rig.settle());
  const std::uint64_t writes = rig.fabric.writes;
  std::mt19937 random(1);
  for (unsigned kill = 0; kill < 200; ++kill) {
    const unsigned shard = random() % ibr.shards();
    ibr.restart(shard);
    for (unsigned n = random() % 5; n > 0; --n) rig.step();
    announce(shard);
    ibr.complete(shard);
    for (unsigned n = random() % 5; n > 0; --n) rig.step();
  }
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.fabric.writes, writes);
  EXPECT_EQ(ibr.counts().swept, 0u);
  EXPECT_EQ(ibr.counts().restarts, 200u);
}

/// While routes are written to the TiNs a shard is killed, and announces some time later.
TEST(ExternalRoutes, AShardKilledInTheMiddleOfABatchChangesNothingInTheEnd) {
  const CliquePlan plan = clique_plan(kExternalShape, "minimal_adaptive", kRoutes);
  std::mt19937 random(1);
  std::vector<std::vector<std::uint32_t>> undisturbed;
  std::uint64_t most = 0;
  for (unsigned kill = 0; kill <= soak_of(20, 200); ++kill) {
    CliqueRig rig(plan, 1);
    ASSERT_TRUE(rig.settle());
    const std::uint64_t before = rig.fabric.writes;
    IbrShards& ibr = rig.controller.external();
    const auto announce = [&] {
      for (unsigned n = 0; n < kRoutes; ++n) ibr.announce(prefix24(n), next_hops(plan, {n % 3, 5}));
    };
    announce();
    const std::uint64_t at = most == 0 ? 0 : before + random() % (most / 2);
    while (most != 0 && (rig.fabric.writes < at || rig.fabric.outstanding() == 0)) {
      ASSERT_FALSE(rig.controller.is_settled());
      rig.step();
    }
    if (most != 0) {
      ibr.restart(random() % ibr.shards());
      for (unsigned n = random() % 20; n > 0; --n) rig.step();
      announce();
      for (unsigned shard = 0; shard < ibr.shards(); ++shard) ibr.complete(shard);
    }
    ASSERT_TRUE(rig.settle());
    if (most == 0) undisturbed = rig.words();
    most = rig.fabric.writes - before;
    ASSERT_EQ(rig.words(), undisturbed) << kill;
  }
}

/// Routes that nothing announces after the restart are removed when the shard is complete.
TEST(ExternalRoutes, StaleRoutesAreSwept) {
  const CliquePlan plan = clique_plan(kExternalShape, "minimal_adaptive", kRoutes);
  CliqueRig rig(plan, 1);
  IbrShards& ibr = rig.controller.external();
  ibr.announce(prefix24(1), next_hops(plan, {0}));
  ASSERT_TRUE(rig.settle());
  const unsigned shard = ibr.shard_of(prefix24(1));
  ibr.restart(shard);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(egress_of(rig, plan, 2, v4(0xc0000101)), (std::vector<std::size_t>{0}));
  ibr.complete(shard);
  EXPECT_EQ(ibr.counts().swept, 1u);
  ASSERT_TRUE(rig.settle());
  EXPECT_TRUE(egress_of(rig, plan, 2, v4(0xc0000101)).empty());
}

TEST(ExternalRoutes, AFlowBeforeItsGroupIsRefused) {
  const CliquePlan plan = clique_plan(kExternalShape, "minimal_adaptive", kRoutes);
  Nib nib;
  const std::uint32_t base = plan.external_members().first;
  const Bytes words = external_flow(prefix24(1), base, 1);
  using Kind = TinOperation::Kind;
  RegisterWrites writes(plan, nib, 0);
  EXPECT_THROW(writes.add({Kind::kSetExternalFlow, 0, 0, words}, API_BODY_MAX), InvariantError);
  EXPECT_TRUE(writes.add({Kind::kSetExternalGroup, base, 0, bytes16(7)}, API_BODY_MAX));
  EXPECT_TRUE(writes.add({Kind::kSetExternalFlow, 0, 0, words}, API_BODY_MAX));
}

}  // namespace
}  // namespace tinsim::control
