// SPDX-License-Identifier: Apache-2.0
// Does the controller of a Clique bring a network up from reset over its own links, with the tables
// of the builders, whatever the links do?
#include "platform/controller/clique/register_addresses.h"
#include "platform/services/clique_controller.h"
#include "platform/services/table_check.h"
#include "platform/statistics/controller_result.h"
#include "platform/statistics/ecp_result.h"
#include "testbench/run_fresh.h"
#include "tests/platform/bring_up_network.h"

namespace tinsim {
namespace {

/// Two pods of two TiNs, one of each with Ethernet.
PlatformConfig two_pods(const std::string& more) {
  return parse_config(
             "topology: {kind: dragonfly, pods: 2, tins_per_pod: 2, hosts_per_tin: 1, "
             "global_links_per_pair: 2, local_links_per_pair: 2}\n"
             "routing: {mode: minimal_adaptive}\n"
             "ip: {enabled: true, payload: carried}\n"
             "ecp: {enabled: true, ethernet_chips: [0, 2]}\n"
             "controller: {kind: constellation}\n" +
                 more,
             "controller.yaml")
      .config;
}

const ControllerResult& controller_of(const RunResult& r) {
  return r.sections.get<ControllerResult>();
}

void expect_all_up(const ControllerResult& result, unsigned tins) {
  EXPECT_EQ(result.connected, tins);
  EXPECT_EQ(result.up, tins);
  EXPECT_EQ(result.settled, 1u);
  EXPECT_GT(result.complete_us, 0u);
  EXPECT_EQ(result.pairs, uint64_t{tins} * (tins - 1));
  EXPECT_EQ(result.pairs_joined, result.pairs);
  EXPECT_GT(result.registers_compared, tins * 1000u);
  EXPECT_EQ(result.registers_differ, 0u);
  EXPECT_EQ(result.requests_lost, 0u);
}

TEST(ControllerRun, BareTinsGetTheTablesOfTheBuilders) {
  const RunResult r = run_fresh(two_pods("run: {warmup_us: 0, measure_us: 60000}\n"));
  const ControllerResult& result = controller_of(r);
  expect_all_up(result, 4);
  EXPECT_GE(result.dhcp_relayed, 2u * 2);  // of the TiNs without Ethernet
  EXPECT_GT(result.accesses_by_proxy, 0u);
  EXPECT_GT(result.accesses_by_tcp, 0u);
  EXPECT_EQ(result.link_ends_down, 0u);
  for (const ControllerTin& row : result.progress) {
    SCOPED_TRACE(row.chip);
    EXPECT_EQ(row.address, fmt::format("10.{}.{}.3", row.chip / 2, row.chip % 2));
    EXPECT_EQ(row.proxy.empty(), row.chip % 2 == 0);
    EXPECT_GT(row.addressed_us, 0u);
    EXPECT_GE(row.reached_us, row.addressed_us);
    EXPECT_GE(row.connected_us, row.reached_us);
    EXPECT_LE(row.connected_us, result.complete_us);
  }
  RecordProperty("complete_us", static_cast<int>(result.complete_us));
}

/// A network that comes up from reset.
class ControllerNetwork : public ::testing::Test {
 protected:
  CliqueController& service() { return *network.platform().services().find<CliqueController>(); }
  TableCheck check() {
    std::vector<RegisterSpace*> registers;
    for (std::size_t chip = 0; chip < 4; ++chip)
      registers.push_back(&network.processors().registers(chip));
    return check_tables(service().plan(), alone(),
                        {registers, {0, 2}, std::vector<uint16_t>(4, control::kNotDrained)},
                        network.platform().now());
  }

  BringUpNetwork network{two_pods("run: {warmup_us: 0, measure_us: 10}\n")};
};

TEST_F(ControllerNetwork, HasTheRegistersOfOneWhoseTablesWerePouredInAndTheCheckFindsFaults) {
  ASSERT_TRUE(network.run_until(
      [this] { return service().controller()->complete_us().has_value(); }, 60000));
  PlatformConfig poured = two_pods("run: {warmup_us: 0, measure_us: 10}\n");
  poured.controller = {};
  BringUpNetwork whole(poured);
  for (std::size_t chip = 0; chip < 4; ++chip)
    EXPECT_EQ(network.route_registers(chip), whole.route_registers(chip)) << chip;
  EXPECT_EQ(check().differ, 0u);
  // A route that leads back, and an address of IP.
  const Cycle now = network.platform().now();
  RegisterSpace& bus = network.processors().registers(3);
  const uint32_t flow = control::array_address("route", "entry", 0);
  for (uint32_t at = 0; at < 32; at += 4) bus.write(now, flow + at, 0xffffffff);
  EXPECT_GE(check().differ, 1u);
  EXPECT_LT(check().pairs_joined, check().pairs);
  const uint64_t before = check().differ;
  bus.write(now, control::array_address("ip", "member", 1), 7);
  EXPECT_EQ(check().differ, before + 1);
}

TEST(ControllerRun, BitErrorsAndDarkLinksDoNotStopIt) {
  const RunResult r =
      run_fresh(two_pods("link: {noise: [{links: pod0.tin0.port0, ber: 1.0e-6}], faults: [{links: "
                         "pod1.tin0.port0, for_us: 1000000}]}\n"
                         "run: {warmup_us: 0, measure_us: 50000}\n"));
  const ControllerResult& result = controller_of(r);
  EXPECT_EQ(result.connected, 4u);
  EXPECT_EQ(result.link_ends_down, 2u);
  EXPECT_EQ(result.registers_differ, 0u);
  EXPECT_EQ(result.pairs_joined, 4u * 3);
}

TEST(ControllerRun, ATransportTakesOneRequestAtATime) {
  struct Ignores final : control::InBandTransport::Observer {
    void reachable(std::size_t, bool) override {}
    void links_reported(std::size_t, uint64_t) override {}
  } observer;
  control::ControllerPlan plan;
  plan.chips.resize(1);
  control::InBandTransport transport(
      plan, {}, [](std::size_t, const control::Bytes&) {},
      [](std::size_t, std::size_t) { return false; }, observer);
  transport.poll(1, false);
  transport.open(0);
  EXPECT_THROW(transport.request(0, API_ACCESS, {}), InvariantError);
}

}  // namespace
}  // namespace tinsim
