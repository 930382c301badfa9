// SPDX-License-Identifier: Apache-2.0
// Do instances of a controller that end at any time leave the registers of an undisturbed run, and
// do its audits find what they are to find?
#include "platform/controller/clique/register_addresses.h"
#include "platform/services/channel_graph.h"
#include "platform/services/clique_controller.h"
#include "tests/platform/bring_up_network.h"

namespace tinsim {
namespace {

constexpr std::size_t kTins = 4;

PlatformConfig two_pods(const std::string& more) {
  return parse_config(
             "topology: {kind: dragonfly, pods: 2, tins_per_pod: 2, hosts_per_tin: 1, "
             "global_links_per_pair: 2, local_links_per_pair: 2}\n"
             "routing: {mode: minimal_adaptive}\n"
             "ip: {enabled: true, payload: carried}\n"
             "ecp: {enabled: true, ethernet_chips: [0, 2]}\n"
             "controller: {kind: constellation" +
                 more + "}\nrun: {warmup_us: 0, measure_us: 10}\n",
             "controller.yaml")
      .config;
}

CliqueController& service_of(BringUpNetwork& network) {
  return *network.platform().services().find<CliqueController>();
}

using Registers = std::vector<std::map<uint32_t, uint32_t>>;

/// Registers of a network that has come up; `kills`: entries of controller.operations.
Registers come_up(const std::string& kills) {
  BringUpNetwork network(two_pods(kills.empty() ? "" : ", operations: [" + kills + "]"));
  const auto is_complete = [&] {
    const control::InBandController& controller = *service_of(network).controller();
    return controller.complete_us() && controller.is_settled();
  };
  EXPECT_TRUE(network.run_until(is_complete, 150000)) << kills;
  network.run_for(3000);
  Registers registers;
  for (std::size_t chip = 0; chip < kTins; ++chip)
    registers.push_back(network.route_registers(chip));
  return registers;
}

TEST(ControllerKills, LeaveTheRegistersOfAnUndisturbedRun) {
  const Registers undisturbed = come_up("");
  for (const char* instance : {"nib", "re", "fm", "sfe"}) {
    // While the first TiNs, and those behind proxies, are read and written.
    std::string kills;
    for (const unsigned at_us : {700, 2300, 24100, 26900, 30300})
      kills += fmt::format("{}{{at_us: {}, act: kill, instance: {}}}", kills.empty() ? "" : ", ",
                           at_us, instance);
    EXPECT_EQ(come_up(kills), undisturbed) << instance;
  }
}

constexpr const char* kCompleteTables = ", clear_tables: false";

TEST(ControllerStart, OnCompleteTablesWritesNothingAndLosesNoCell) {
  PlatformConfig config = two_pods(kCompleteTables);
  config.traffic.resize(1);
  config.traffic[0].load = 0.01;
  BringUpNetwork network(config);
  Registers before, after;
  for (std::size_t chip = 0; chip < kTins; ++chip) before.push_back(network.route_registers(chip));
  const control::InBandController& controller = *service_of(network).controller();
  ASSERT_TRUE(network.run_until([&] { return controller.complete_us().has_value(); }, 60000));
  for (std::size_t chip = 0; chip < kTins; ++chip) after.push_back(network.route_registers(chip));
  EXPECT_EQ(after, before);
  EXPECT_EQ(controller.constellation().counts().routing.plans, 1u);
  EXPECT_EQ(controller.constellation().counts().requests.registers_written, 0u);
  EXPECT_GT(network.platform().delivered(), 10000u);
  EXPECT_EQ(network.platform().dropped(), 0u);
}

/// A network whose tables begin complete.
class ControllerAudit : public ::testing::Test {
 protected:
  /// By the register API, as a request of the controller does; the processor's bus is audited.
  std::string fault_of(std::size_t tin, uint32_t address, const std::vector<uint32_t>& values) {
    RegisterAudit audit(plan);
    for (std::size_t chip = 0; chip < kTins; ++chip)
      audit.begin(chip, network.processors().registers(chip));
    RegisterSpace& bus = network.processors().registers(tin);
    const Cycle now = network.platform().now();
    try {
      for (const uint32_t value : values) {
        bus.write(now, address, value);
        audit.written(tin, bus, address, now);
        address += 4;
      }
    } catch (const InvariantError& error) {
      return error.what();
    }
    return "none";
  }

  BringUpNetwork network{two_pods(kCompleteTables)};
  const control::CliquePlan& plan = service_of(network).plan();
};

uint32_t flow_address(unsigned flow) { return control::kFlowBase + control::kFlowBytes * flow; }

TEST_F(ControllerAudit, ASoundWriteIsNoFault) {
  RegisterSpace& bus = network.processors().registers(1);
  std::vector<uint32_t> same;
  for (unsigned n = 0; n < 8; ++n) same.push_back(bus.peek(0, flow_address(1) + 4 * n));
  EXPECT_EQ(fault_of(1, flow_address(1), same), "none");
}

TEST_F(ControllerAudit, AnOutputThatIsNoLinkIsFound) {
  std::vector<uint32_t> words(8, 0xffffffff);
  words[0] = 0xffffff31;  // port 49, a terminal
  EXPECT_NE(fault_of(1, flow_address(1), words).find("may not turn to"), std::string::npos);
}

TEST_F(ControllerAudit, AMissingMemberIsFound) {
  EXPECT_NE(fault_of(1, control::kMemberBase + 4, {0x155}).find("which is missing"),
            std::string::npos);
}

// Three TiNs of a pod send cells of one row round, whatever turns the parity-sign rule permits.
TEST(ChannelGraph, ACycleIsFoundWithTheFlowThatClosesIt) {
  const control::CliquePlan plan(
      parse_config("topology: {kind: dragonfly, pods: 2, tins_per_pod: 4, hosts_per_tin: 1, "
                   "global_links_per_pair: 2}\n",
                   "graph.yaml")
          .config);
  ChannelGraph graph(plan);
  std::vector<std::string> cycle;
  for (const auto& [tin, next] : {std::pair{0u, 1u}, {1u, 2u}, {2u, 0u}}) {
    EXPECT_TRUE(cycle.empty()) << tin;
    uint8_t port = 0;
    while (!plan.ports[tin].is_link(port) || plan.topology.chips[tin].ports[port].peer_chip != next)
      ++port;
    for (unsigned port_class = 0; port_class < kPortClasses && cycle.empty(); ++port_class)
      cycle = graph.set_flow(tin, control::flow_number(port_class, 0, 3), {port});
  }
  ASSERT_EQ(cycle.size(), 3u);
  EXPECT_NE(cycle[0].find("pod0.tin"), std::string::npos);
  // The flow that closed it, removed, opens it again.
  for (unsigned port_class = 0; port_class < kPortClasses; ++port_class)
    graph.set_flow(2, control::flow_number(port_class, 0, 3), {kNoRoute});
  EXPECT_TRUE(graph.set_flow(0, control::flow_number(kGlobalIn, 1, 0), {kNoRoute}).empty());
}

}  // namespace
}  // namespace tinsim
