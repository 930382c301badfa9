// SPDX-License-Identifier: Apache-2.0
// Are instances with planted bugs caught by the audits of every write?
#include <gtest/gtest.h>

#include "base/errors.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/fm/tin_difference.h"
#include "platform/controller/run_operations.h"
#include "tests/platform/clique_rig.h"

namespace tinsim::control {
namespace {

using Kind = TinOperation::Kind;

const char* const kPlantedShape = "pods: 3, tins_per_pod: 4, global_links_per_pair: 4";

/// The instances of a constellation, whose Flow Manager can be replaced.
class FaultyControl {
 public:
  FaultyControl(const CliquePlan& plan, FakeFabric& fabric)
      : plan_(plan), fabric_(fabric), front_end_(plan, nib_, fabric, {}) {
    std::vector<NibWrite> writes;
    for (std::size_t tin = 0; tin < plan.tins(); ++tin) writes.push_back(tin_write(tin, kTinUp));
    nib_.commit(writes);
    flows_ = std::make_unique<FlowManager>(plan, nib_, front_end_);
    routing_ = std::make_unique<RoutingEngine>(plan, nib_);
  }

  void settle() {
    while (!(routing_->is_current() && flows_->is_settled())) {
      ASSERT_LT(now_us_, 100000u);
      step();
    }
  }
  void set_link(std::size_t tin, unsigned port, bool is_up) {
    fabric_.set_link(tin, port, is_up);
    std::vector<NibWrite> writes;
    for (std::size_t n = 0; n < plan_.tins(); ++n)
      writes.push_back({block(NibTable::kLinks, n), 0, bytes64(fabric_.links_up(n))});
    nib_.commit(writes);
  }
  /// Carries out a plan with operations of this kind before all others, at all TiNs.
  void step_with(Kind first) {
    const std::uint64_t plans = routing_->counts().plans;
    while (routing_->counts().plans == plans) step();
    flows_->detach();
    for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
      std::vector<TinOperation> operations;
      for (const auto& batch : tin_difference(nib_, tin))
        for (const TinOperation& operation : batch.second)
          if (operation.kind == first) operations.push_back(operation);
      if (!operations.empty()) front_end_.write(tin, operations);
    }
    for (unsigned n = 0; n < 200; ++n) {
      fabric_.step(++now_us_);
      front_end_.poll(now_us_);
    }
  }

 private:
  void step() {
    fabric_.step(++now_us_);
    front_end_.poll(now_us_);
    flows_->step();
    const std::uint64_t plans = routing_->counts().plans;
    routing_->step(now_us_);
    if (routing_->counts().plans != plans) fabric_.begin_plan(fabric_.live());
  }

  const CliquePlan& plan_;
  FakeFabric& fabric_;
  Nib nib_;
  FrontEnd front_end_;
  std::unique_ptr<FlowManager> flows_;
  std::unique_ptr<RoutingEngine> routing_;
  std::uint64_t now_us_ = 0;
};

/// All links from TiN 0 to TiN 1 fail, so its cells take two hops; then they are repaired.
std::string fault_of(Kind first) {
  const CliquePlan plan =
      clique_plan("pods: 2, tins_per_pod: 4, global_links_per_pair: 2, local_links_per_pair: 1");
  FakeFabric fabric(plan, 1);
  FaultyControl control(plan, fabric);
  unsigned port = 0;
  while (!plan.ports[0].is_link(port) || plan.topology.chips[0].ports[port].peer_chip != 1) ++port;
  control.settle();
  control.set_link(0, port, false);
  control.settle();
  control.set_link(0, port, true);
  try {
    control.step_with(first);
  } catch (const AuditError& error) {
    return error.what();
  }
  return "none";
}

/// Flows of the detour are removed before those that lead to them are changed.
TEST(CliquePlantedBugs, AFlowManagerThatBreaksBeforeItMakesIsFound) {
  const std::string fault = fault_of(Kind::kRemoveFlow);
  EXPECT_NE(fault.find("breaks the routes from TiN 1 to TiN 0"), std::string::npos) << fault;
  EXPECT_EQ(fault_of(Kind::kSetup), "none");
}

/// A Flow Manager that sends a flow before its group, or removes a group before its flow.
TEST(CliquePlantedBugs, AFlowBeforeItsGroupIsRefused) {
  const CliquePlan plan = clique_plan(kPlantedShape);
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  FrontEnd front_end(plan, rig.controller.nib(), rig.fabric, {});
  const TinOperation group{Kind::kAddGroup, 4000, 0, Bytes(kMinimalEntries, kNoOutput)};
  const TinOperation flow{Kind::kSetFlow, 1, 4000, {}};
  EXPECT_THROW(front_end.write(0, {flow, group}), InvariantError);
  const auto installed = rig.controller.nib().read(block(NibTable::kInstalledFlows, 0));
  const std::uint32_t used = read16(installed->begin()->second, 0);
  EXPECT_THROW(front_end.write(0, {{Kind::kRemoveGroup, used, 0, {}}}), InvariantError);
}

/// The records of a Flow Manager that does so all the same.
TEST(CliquePlantedBugs, AFlowWithoutAGroupIsFoundInTheNib) {
  Nib nib;
  nib.commit({{block(NibTable::kInstalledGroups, 3), 7, Bytes(8, 0)},
              {block(NibTable::kInstalledFlows, 3), 1, bytes16(7)}});
  EXPECT_EQ(missing_group(nib, 3), "");
  nib.commit({{block(NibTable::kInstalledGroups, 3), 7, std::nullopt}});
  EXPECT_EQ(missing_group(nib, 3), "TiN 3: flow 1 refers to group 7, which is missing");
}

/// A Flow Manager that does not wait for the result of its request.
TEST(CliquePlantedBugs, ASecondRequestToATinIsFound) {
  const CliquePlan plan = clique_plan(kPlantedShape);
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  FrontEnd front_end(plan, rig.controller.nib(), rig.fabric, {});
  const std::vector<TinOperation> member = {
      {Kind::kSetMember, ip_number(0, 1), plan.gnet(0, 1), {}}};
  const auto write = [&](std::uint64_t now_us) {
    front_end.write(2, member);
    front_end.poll(now_us);
  };
  write(rig.now_us);
  for (unsigned n = 0; n < 10; ++n) rig.fabric.step(++rig.now_us);
  front_end.poll(rig.now_us);  // the session is open, the request is sent
  EXPECT_EQ(rig.fabric.outstanding(), 1u);
  EXPECT_THROW(write(rig.now_us), AuditError);
}

/// A Routing Engine that does not prove the union of installed and new routes: the write that
/// closes the cycle is found, and no write before it.
TEST(CliquePlantedBugs, ACycleOfAUnionThatWasNotProvedIsFoundByTheWriteThatClosesIt) {
  const CliquePlan plan = clique_plan(kPlantedShape);
  CliqueRig rig(plan, 1);
  ASSERT_TRUE(rig.settle());
  rig.fabric.audits_plans = false;
  const auto ports_to = [&](std::size_t tin, std::size_t next) {
    unsigned port = 0;
    while (!plan.ports[tin].is_link(port) || plan.topology.chips[tin].ports[port].peer_chip != next)
      ++port;
    return port;
  };
  struct Idle final : RegisterTransport::Client {
    void opened(std::size_t) override {}
    void closed(std::size_t) override {}
    void responded(std::size_t, const Message&) override {}
  } client;
  rig.fabric.set_client(&client);
  for (std::size_t tin = 0; tin < 3; ++tin) rig.fabric.open(tin);
  const auto run = [&] {
    for (unsigned n = 0; n < 10; ++n) rig.fabric.step(++rig.now_us);
  };
  run();
  // Cells for TiN 3 of the pod circulate over TiNs 0, 1 and 2, whatever class they arrive in.
  unsigned legs = 0;
  const auto write_legs = [&] {
    for (std::size_t tin = 0; tin < 3; ++tin) {
      const unsigned port = ports_to(tin, (tin + 1) % 3);
      std::vector<std::uint32_t> values(kFlowBytes / 4, 0xffffffff);
      values[0] = 0xffffff00 | port;
      for (unsigned port_class = 0; port_class < kPortClasses; ++port_class) {
        const std::uint32_t address = kFlowBase + kFlowBytes * flow_number(port_class, 0, 3);
        rig.fabric.request(tin, API_ACCESS, write_operation(address, values));
        run();
      }
      ++legs;
    }
  };
  EXPECT_THROW(write_legs(), AuditError);
  EXPECT_EQ(legs, 2u);
}

}  // namespace
}  // namespace tinsim::control
