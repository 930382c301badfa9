// SPDX-License-Identifier: Apache-2.0
// Do the audits of the fake fabric, and those of the controller, find faults?
#include <gtest/gtest.h>

#include "base/errors.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/run_operations.h"
#include "tests/platform/clique_rig.h"

namespace tinsim::control {
namespace {

const char* const kShape =
    "pods: 2, tins_per_pod: 4, global_links_per_pair: 2, local_links_per_pair: 1";

/// Takes events of sessions.
struct NoClient final : RegisterTransport::Client {
  void opened(std::size_t) override {}
  void closed(std::size_t) override {}
  void responded(std::size_t, const Message&) override {}
};

/// A fabric whose TiNs have the tables of the whole network, and a client that writes at will.
class CliqueAudits : public ::testing::Test {
 protected:
  CliqueAudits() { EXPECT_TRUE(rig.settle()); }
  void SetUp() override {
    rig.fabric.set_client(&client);
    for (std::size_t tin = 0; tin < plan.tins(); ++tin) rig.fabric.open(tin);
    run();
  }
  void run() {
    for (unsigned n = 0; n < 20; ++n) rig.fabric.step(now += 1);
  }
  void write(std::size_t tin, std::uint32_t address, const std::vector<std::uint32_t>& values) {
    rig.fabric.request(tin, API_ACCESS, write_operation(address, values));
    run();
  }
  std::string fault_of(std::size_t tin, std::uint32_t address,
                       const std::vector<std::uint32_t>& values) {
    try {
      write(tin, address, values);
    } catch (const AuditError& error) {
      return error.what();
    }
    return "none";
  }

  const CliquePlan plan = clique_plan(kShape);
  CliqueRig rig{plan, 1};
  NoClient client;
  std::uint64_t now = 1000000;
};

std::uint32_t flow_address(unsigned port_class, unsigned phase, unsigned row) {
  return kFlowBase + kFlowBytes * flow_number(port_class, phase, row);
}

TEST_F(CliqueAudits, ASecondRequestIsFound) {
  rig.fabric.request(1, API_ACCESS, write_operation(kMemberBase, {0}));
  EXPECT_THROW(rig.fabric.request(1, API_ACCESS, write_operation(kMemberBase, {0})), AuditError);
}

TEST_F(CliqueAudits, AMemberThatIsRemovedBeforeItsFlowIsFound) {
  EXPECT_EQ(fault_of(1, kMemberBase + 4, {0}), "TiN 1: IP flow 1 refers to a missing member");
}

TEST_F(CliqueAudits, AFlowOfNoPlanIsFound) {
  EXPECT_EQ(fault_of(1, flow_address(kTerminalIn, 0, 0), std::vector<std::uint32_t>(8, 0)),
            "TiN 1: flow 0 is not that of the plan");
}

TEST_F(CliqueAudits, AFlowThatIsWrittenBeforeThoseItLeadsToIsFound) {
  // The plan without the link from TiN 0 to TiN 1: cells take two hops over a TiN between, whose
  // own flow is not written yet.
  LiveNetwork live(plan.topology);
  for (unsigned port = 0; port < plan.ports[0].ports(); ++port)
    if (plan.ports[0].is_link(port) && plan.topology.chips[0].ports[port].peer_chip == 1)
      live.fail_link({0, static_cast<std::uint8_t>(port)});
  const CliquePlan same = clique_plan(kShape);
  CliqueRig after(same, 1);
  for (unsigned port = 0; port < plan.ports[0].ports(); ++port)
    if (plan.ports[0].is_link(port) && plan.topology.chips[0].ports[port].peer_chip == 1)
      after.set_link(0, port, false);
  ASSERT_TRUE(after.settle());
  rig.fabric.begin_plan(LiveNetwork(plan.topology));
  // Back to the whole network: the detour's flow is removed while TiN 0 still uses it.
  after.fabric.set_client(&client);
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) after.fabric.open(tin);
  for (unsigned n = 0; n < 20; ++n) after.fabric.step(now += 1);
  after.fabric.begin_plan(live);
  std::vector<std::string> faults;
  after.fabric.begin_plan(LiveNetwork(plan.topology));
  for (std::size_t tin = 1; tin < plan.tins(); ++tin) {
    for (unsigned number = 0; number < kFlowsOfTin; ++number) {
      const std::uint32_t address = kFlowBase + kFlowBytes * number;
      if (after.fabric.reg(tin, address) == rig.fabric.reg(tin, address)) continue;
      std::vector<std::uint32_t> values;
      for (unsigned n = 0; n < kFlowBytes; n += 4)
        values.push_back(rig.fabric.reg(tin, address + n));
      try {
        after.fabric.request(tin, API_ACCESS, write_operation(address, values));
        for (unsigned n = 0; n < 20; ++n) after.fabric.step(now += 1);
      } catch (const AuditError& error) {
        faults.emplace_back(error.what());
        break;
      }
    }
  }
  ASSERT_FALSE(faults.empty());
  EXPECT_NE(faults[0].find("breaks the routes from TiN 0 to TiN 1"), std::string::npos)
      << faults[0];
}

/// Local hops o-, then e+, o+, and back: each TiN sends cells of any local class on to the next.
TEST_F(CliqueAudits, ACycleIsFound) {
  const unsigned row = 3;
  const std::size_t ring[] = {0, 1, 2};
  for (unsigned n = 0; n < 3; ++n) {
    const std::size_t tin = ring[n], next = ring[(n + 1) % 3];
    unsigned port = 0;
    while (!plan.ports[tin].is_link(port) || plan.topology.chips[tin].ports[port].peer_chip != next)
      ++port;
    for (unsigned port_class = 0; port_class < kPortClasses; ++port_class)
      for (unsigned at = 0; at < kFlowBytes; at += 4)
        rig.fabric.corrupt(tin, flow_address(port_class, 0, row) + at,
                           at == 0 ? 0xffffff00 | port : 0xffffffff);
  }
  EXPECT_THROW(rig.fabric.begin_plan(LiveNetwork(plan.topology)), AuditError);
}

/// The Routing Engine's own proof refuses them too.
TEST(CliqueController, InstalledRoutesWithACycleAreRefused) {
  const CliquePlan plan = clique_plan(kShape);
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  for (const auto& [tin, next] : {std::pair{0u, 1u}, {1u, 2u}, {2u, 0u}}) {
    unsigned port = 0;
    while (!plan.ports[tin].is_link(port) || plan.topology.chips[tin].ports[port].peer_chip != next)
      ++port;
    for (unsigned port_class = 0; port_class < kPortClasses; ++port_class)
      for (unsigned at = 0; at < kFlowBytes; at += 4)
        rig.fabric.corrupt(tin, flow_address(port_class, 0, 3) + at,
                           at == 0 ? 0xffffff00 | port : 0xffffffff);
    rig.fabric.disconnect(tin);
  }
  EXPECT_THROW(rig.settle(), InvariantError);
}

TEST_F(CliqueAudits, TheFrontEndRefusesFlowsWithoutGroups) {
  using Kind = TinOperation::Kind;
  RegisterWrites writes(plan, rig.controller.nib(), 0);
  EXPECT_THROW(writes.add({Kind::kSetFlow, 1, 4000, {}}, API_BODY_MAX), InvariantError);
  EXPECT_TRUE(writes.add({Kind::kAddGroup, 4000, 0, Bytes(8, kNoOutput)}, API_BODY_MAX));
  EXPECT_TRUE(writes.add({Kind::kSetFlow, 1, 4000, {}}, API_BODY_MAX));
  EXPECT_THROW(writes.add({Kind::kRemoveGroup, 4000, 0, {}}, API_BODY_MAX), InvariantError);
  EXPECT_TRUE(writes.add({Kind::kRemoveFlow, 1, 0, {}}, API_BODY_MAX));
  EXPECT_TRUE(writes.add({Kind::kRemoveGroup, 4000, 0, {}}, API_BODY_MAX));
  Nib empty;
  RegisterWrites bare(plan, empty, 0);
  EXPECT_THROW(bare.add({Kind::kSetIpFlow, ip_number(0, 1), 0, {}}, API_BODY_MAX), InvariantError);
  EXPECT_TRUE(bare.add({Kind::kSetMember, ip_number(0, 1), plan.gnet(0, 1), {}}, API_BODY_MAX));
  EXPECT_TRUE(bare.add({Kind::kSetIpFlow, ip_number(0, 1), 0, {}}, API_BODY_MAX));
}

}  // namespace
}  // namespace tinsim::control
