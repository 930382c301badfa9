// SPDX-License-Identifier: Apache-2.0
// Parts of a Clique's controller: the NIB, port classes, flow state.
#include <gtest/gtest.h>

#include <sstream>

#include "platform/controller/clique/port_classes.h"
#include "platform/controller/flow_state/flow_state.h"
#include "platform/controller/nib/nib.h"
#include "rtl_models/parts/parity_sign.h"
#include "tests/platform/clique_rig.h"

namespace tinsim::control {
namespace {

const BlockId kA{NibTable::kFlows, 1}, kB{NibTable::kFlows, 2}, kC{NibTable::kGroups, 1};

TEST(Nib, KeepsRecordsWhateverIsOpen) {
  for (const std::size_t open : {1u, 2u, 64u}) {
    Nib nib(open);
    for (std::uint32_t n = 0; n < 200; ++n)
      nib.commit({{{NibTable::kFlows, static_cast<std::uint16_t>(n % 7)}, n, bytes32(n * n)}});
    for (std::uint32_t n = 0; n < 200; n += 2)
      nib.commit({{{NibTable::kFlows, static_cast<std::uint16_t>(n % 7)}, n, std::nullopt}});
    for (std::uint32_t n = 0; n < 200; ++n) {
      const auto found = nib.find({NibTable::kFlows, static_cast<std::uint16_t>(n % 7)}, n);
      ASSERT_EQ(found.has_value(), n % 2 == 1);
      if (found) {
        ASSERT_EQ(read32(*found, 0), n * n);
      }
    }
    EXPECT_EQ(nib.sizes().records, 100u);
    EXPECT_EQ(nib.sizes().raw_bytes, 100u * (6 + 4));
    EXPECT_LT(nib.sizes().compressed_bytes, nib.sizes().raw_bytes);
  }
}

TEST(Nib, HasOneOrderOfAllChanges) {
  Nib nib;
  NibSubscription flows(nib, {NibTable::kFlows}), all(nib, {NibTable::kGroups, NibTable::kFlows});
  EXPECT_FALSE(flows.has_changes());
  nib.commit({{kA, 1, bytes16(1)}});
  nib.commit({{kB, 1, bytes16(1)}, {kC, 5, bytes16(1)}});
  nib.commit({{kA, 2, bytes16(1)}});
  EXPECT_EQ(flows.take(), (std::vector<BlockId>{kB, kA}));
  EXPECT_EQ(all.take(), (std::vector<BlockId>{kC, kB, kA}));
  EXPECT_FALSE(flows.has_changes());
  EXPECT_EQ(nib.commit({{kA, 2, bytes16(1)}, {kB, 9, std::nullopt}}), 4u);  // changes nothing
  EXPECT_FALSE(flows.has_changes());
  nib.commit({{kC, 5, std::nullopt}});
  EXPECT_FALSE(flows.has_changes());
  EXPECT_EQ(all.take(), std::vector<BlockId>{kC});
}

TEST(Nib, RecordsThatAreReadStayAsTheyAre) {
  Nib nib(1);
  nib.commit({{kA, 1, bytes16(1)}});
  const auto before = nib.read(kA);
  nib.commit({{kA, 1, bytes16(2)}, {kB, 1, bytes16(3)}});
  EXPECT_EQ(read16(before->at(1), 0), 1);
  EXPECT_EQ(read16(*nib.find(kA, 1), 0), 2);
}

TEST(PortClasses, OutputsNameEachPortOnceAndBack) {
  const CliquePlan plan =
      clique_plan("pods: 3, tins_per_pod: 4, global_links_per_pair: 4", "fully_adaptive");
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
    const PortClasses& ports = plan.ports[tin];
    std::uint64_t found = 0;
    for (unsigned output = 0; output < 256; ++output) {
      const std::uint8_t port = ports.port_of(static_cast<Output>(output));
      if (port == kNoRoute) continue;
      EXPECT_EQ(ports.output_of(port), output);
      EXPECT_EQ(found >> port & 1, 0u);
      found |= std::uint64_t{1} << port;
    }
    EXPECT_EQ(found, ports.links());
    for (unsigned port = 0; port < ports.ports(); ++port) {
      EXPECT_EQ(ports.back(port), plan.original[tin].forbidden_outputs[port]);
      if (!ports.is_link(port)) continue;
      EXPECT_EQ(ports.inputs(plan.original[tin].port_class[port]) >> port & 1, 1u);
    }
  }
}

TEST(PortClasses, ImproperMembersArePruned) {
  const CliquePlan plan = clique_plan("pods: 2, tins_per_pod: 6, global_links_per_pair: 2");
  const Topology& topology = plan.topology;
  for (std::size_t tin = 0; tin < 6; ++tin) {
    const PortClasses& ports = plan.ports[tin];
    for (unsigned in = 0; in < kPortClasses; ++in) {
      for (unsigned port = 0; port < ports.ports(); ++port) {
        Candidates outputs;
        outputs.fill(ports.is_link(port) ? ports.output_of(static_cast<std::uint8_t>(port))
                                         : kNoOutput);
        const PortInfo& info = topology.chips[tin].ports[port];
        const bool is_local = info.kind == PortKind::kLocal;
        const bool is_legal =
            is_link(info) &&
            (!is_local || in < kLocalOddMinus ||
             local_turn_allowed(
                 static_cast<LinkType>(in - kLocalOddMinus),
                 local_link_type(static_cast<unsigned>(tin), topology.chips[info.peer_chip].tin)));
        EXPECT_EQ(ports.proper(outputs, in, ~std::uint64_t{0})[7],
                  is_legal ? port : unsigned{kNoRoute});
        EXPECT_EQ(ports.proper(outputs, in, ~(std::uint64_t{1} << port))[0], kNoRoute);
      }
    }
  }
  const PortClasses& ports = plan.ports[0];
  const std::uint8_t a = ports.outputs(kLocalOddPlus)[0], b = ports.outputs(kLocalOddPlus)[1];
  Candidates outputs;
  outputs.fill(ports.output_of(a));
  outputs[1] = outputs[5] = ports.output_of(b);
  Candidates without_a;
  without_a.fill(b);
  EXPECT_EQ(ports.proper(outputs, kTerminalIn, ~(std::uint64_t{1} << a)), without_a);
}

TEST(FlowState, OfThePapersClique) {
  const CliquePlan plan =
      clique_plan("pods: 48, tins_per_pod: 12, global_links_per_pair: 2, local_links_per_pair: 2");
  const FlowState state = flow_state(plan);
  EXPECT_EQ(state.ports_formula(), 576u * 8700);
  EXPECT_EQ(state.classes_formula(), 576u * 1044);
  EXPECT_EQ(state.addresses * state.tins, 1990656u);
  EXPECT_EQ(state.ip_expanded, 1990656u);
  EXPECT_EQ(state.ip_flows, 3456u);
  EXPECT_LE(state.gnet_flows, state.classes_formula());
  EXPECT_LE(state.gnet_expanded, state.ports_formula());
  EXPECT_LT(2 * state.all.compressed_bytes, state.all.raw_bytes);
  std::ostringstream text;
  write_flow_state(text, state);
  EXPECT_NE(text.str().find("5011200"), std::string::npos);
}

/// Each row of each class and phase that a minimal route can meet, by hand for four TiNs.
TEST(FlowState, OfAPair) {
  const FlowState state =
      flow_state(clique_plan("pods: 2, tins_per_pod: 2, global_links_per_pair: 2"));
  EXPECT_EQ(state.destinations(), 2u);
  EXPECT_EQ(state.addresses, 6u * 4);
  EXPECT_EQ(state.ip_expanded, 6u * 16);
  EXPECT_GT(state.gnet_flows, 0u);
}

}  // namespace
}  // namespace tinsim::control
