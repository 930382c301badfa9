// SPDX-License-Identifier: Apache-2.0
// Networks whose control processors execute the firmware come up from reset over their own links;
// the tables that it writes route as built ones; reboots under load lose nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "platform/build/platform.h"
#include "platform/config/reader.h"
#include "platform/network/routing/route_tables.h"
#include "platform/services/control_processors.h"
#include "platform/statistics/bring_up_result.h"
#include "platform/statistics/ecp_result.h"
#include "testbench/fresh_kernel.h"
#include "testbench/run_fresh.h"
#include "tin_registers.h"

namespace tinsim {
namespace {

/// A Dragonfly of `pods` pods of four chips, Ethernet at chips 0 and 1.
PlatformConfig dragonfly(unsigned pods, const std::string& run, const std::string& more = "") {
  return parse_config(
             fmt::format("topology: {{kind: dragonfly, pods: {}, tins_per_pod: 4, hosts_per_tin: "
                         "2, global_links_per_pair: 4}}\n"
                         "ip: {{enabled: true, payload: carried, routes: [{{prefix: "
                         "255.255.255.255/32, punt: true}}]}}\n"
                         "ecp: {{enabled: true, ethernet_chips: [0, 1]}}\n"
                         "run: {{{}}}\n",
                         pods, run) +
                 more,
             "bring_up.yaml")
      .config;
}

const BringUpResult& bring_up_of(const RunResult& r) { return r.sections.get<BringUpResult>(); }

/// Each chip has the address of the plan, and a proxy unless it has Ethernet; times ascend.
void expect_all_chips(const BringUpResult& result, unsigned chips, unsigned tins) {
  ASSERT_EQ(result.progress.size(), chips);
  EXPECT_EQ(result.read, chips);
  for (const BringUpChip& row : result.progress) {
    SCOPED_TRACE(row.chip);
    EXPECT_EQ(row.address, fmt::format("10.{}.{}.3", row.chip / tins, row.chip % tins));
    EXPECT_EQ(row.proxy.empty(), row.chip < 2);
    EXPECT_GT(row.addressed_us, 0u);
    EXPECT_GT(row.written_us, row.addressed_us);
    EXPECT_GT(row.connected_us, row.addressed_us);
    EXPECT_GT(row.read_us, row.connected_us);
    EXPECT_GT(row.packets_taken, 0u);
    EXPECT_GT(row.packets_delivered, 0u);
    EXPECT_LE(row.read_us, result.complete_us);
    if (!row.proxy.empty()) {
      EXPECT_LE(row.written_us, row.connected_us);
    }
  }
}

TEST(BringUpRun, EveryChipIsReadOverTcpFromReset) {
  const RunResult r =
      run_fresh(dragonfly(2, "warmup_us: 0, measure_us: 100000", "bring_up: {enabled: true}\n"));
  const BringUpResult& result = bring_up_of(r);
  expect_all_chips(result, 8, 4);
  EXPECT_GE(result.dhcp_discovers, 8u);
  EXPECT_GE(result.dhcp_requests, 8u);
  EXPECT_GE(result.dhcp_relayed, 2u * 6);
  EXPECT_EQ(result.proxied_requests, 6u);
  EXPECT_EQ(result.api_responses, result.api_requests);
  RecordProperty("complete_us", static_cast<int>(result.complete_us));
  RecordProperty("api_requests", static_cast<int>(result.api_requests));
}

// Two links: one with bit errors, 1 % of whose words and most of whose long packets are lost, the
// other dark until 4 ms. The second chip comes up all the same, with repetitions.
TEST(BringUpRun, ErrorsAndADarkLinkDelayIt) {
  const std::string network =
      "topology: {kind: dragonfly, pods: 1, tins_per_pod: 2, hosts_per_tin: 1, "
      "local_links_per_pair: 2}\n"
      "ip: {enabled: true, payload: carried, routes: [{prefix: 255.255.255.255/32, punt: true}]}\n"
      "ecp: {enabled: true, ethernet_chips: [0]}\n"
      "bring_up: {enabled: true}\n"
      "run: {warmup_us: 0, measure_us: 60000}\n";
  const auto run = [&network](const std::string& link) {
    return run_fresh(parse_config(network + link, "bring_up.yaml").config);
  };
  const RunResult sound = run("");
  const RunResult bad = run(
      "link: {noise: [{links: pod0.tin0.port0, ber: 1.0e-5}], faults: [{links: pod0.tin0.port1, "
      "at_us: 0, for_us: 4000}]}\n");
  EXPECT_EQ(bring_up_of(sound).read, 2u);
  EXPECT_EQ(bring_up_of(bad).read, 2u);
  EXPECT_GT(bring_up_of(bad).complete_us, bring_up_of(sound).complete_us);
  const auto& words = bad.sections.get<EcpResult>();
  EXPECT_GT(words.mos_sent, words.mos_received + words.mos_lost);
  RecordProperty("complete_us", static_cast<int>(bring_up_of(bad).complete_us));
}

/// The host is done long before the traffic begins.
PlatformConfig with_traffic(const std::string& bring_up, const std::string& routing) {
  return dragonfly(2, "start_us: 90000, start_load: 0, warmup_us: 0, measure_us: 40",
                   "bring_up: {enabled: true" + bring_up +
                       "}\n"
                       "routing: {mode: " +
                       routing +
                       "}\n"
                       "traffic: [{pattern: uniform, load: 0.5, cell_bytes: 160}]\n");
}

class BringUpTables : public testing::TestWithParam<const char*> {};

TEST_P(BringUpTables, WrittenByFirmwareGiveTheDeliveriesOfBuiltOnes) {
  const RunResult written = run_fresh(with_traffic("", GetParam()));
  const RunResult built = run_fresh(with_traffic(", clear_tables: false", GetParam()));
  EXPECT_EQ(bring_up_of(written).read, 8u);
  EXPECT_LT(bring_up_of(written).complete_us, 90000u);
  EXPECT_EQ(bring_up_of(built).complete_us, bring_up_of(written).complete_us);
  EXPECT_GT(written.cells.delivered, 5000u);
  EXPECT_EQ(written.cells.delivered, built.cells.delivered);
  EXPECT_EQ(written.state_hash, built.state_hash);
}

INSTANTIATE_TEST_SUITE_P(Modes, BringUpTables,
                         testing::Values("minimal_adaptive", "minimal_deterministic"));

TEST(BringUpReboot, OverTheApiUnderLoadLosesNothing) {
  const RunResult r =
      run_fresh(dragonfly(2, "start_us: 90000, start_load: 0, warmup_us: 0, measure_us: 25000",
                          "bring_up: {enabled: true, reboot_us: 90500}\n"
                          "traffic: [{pattern: uniform, load: 0.5, cell_bytes: 160}]\n"));
  const BringUpResult& result = bring_up_of(r);
  EXPECT_EQ(result.reboots, 8u);
  EXPECT_EQ(result.differing, 0u);
  EXPECT_EQ(r.sections.get<EcpResult>().reboots, 8u);
  EXPECT_EQ(r.cells.dropped(), 0u);
  for (const BringUpChip& row : result.progress) EXPECT_GT(row.reconciled_us, row.rebooted_us);
}

/// Deliveries of a network under 50 % load whose processors have addresses; `reboots`: from
/// outside, one processor after another.
struct Deliveries {
  uint64_t hash = 0, delivered = 0, rebooted = 0;
};
Deliveries deliveries(bool reboots) {
  constexpr Cycle kBatch = 4000;
  constexpr unsigned kBatches = 300, kBooted = 100;  // the firmware starts in 0.4 ms
  const PlatformConfig config =
      dragonfly(2, "warmup_us: 0, measure_us: 40",
                "traffic: [{pattern: uniform, load: 0.5, cell_bytes: 160}]\n");
  validate(config);
  fresh_kernel();
  const Topology topology = make_topology(config);
  const auto tables = make_route_tables(config, topology);
  Platform platform("net", config, topology, tables, make_traffic(config, topology), kBatch);
  auto& processors = platform.services().get<ControlProcessors>();
  // Trap 0, where the firmware finds its address: 192.0.2.n of 32 bits, in use, of all interfaces.
  for (std::size_t chip = 0; chip < platform.chips(); ++chip) {
    processors.registers(chip).preset(TIN_IP_TRAP_ADDRESS_0_AT(0),
                                      0xc0000200u + static_cast<uint32_t>(chip));
    processors.registers(chip).preset(TIN_IP_TRAP_MATCH_AT(0),
                                      TIN_IP_TRAP_MATCH_LIVE_MASK |
                                          TIN_PUT(TIN_IP_TRAP_MATCH_LENGTH, 32) |
                                          TIN_IP_TRAP_MATCH_INTERFACES_MASK);
  }
  for (unsigned batch = 1; batch <= kBatches; ++batch) {
    platform.run_to(batch * kBatch);
    for (Service* service : platform.services()) service->apply_deferred_updates(batch * kBatch);
    const unsigned chip = (batch - kBooted) / 10;
    if (reboots && batch >= kBooted && batch % 10 == 0 && chip < platform.chips())
      processors.processor(chip).reboot(ECP_RESET_EXTERNAL);
  }
  Deliveries sum;
  for (const DeliveryLog* log : platform.judged_logs())
    for (const auto& each : log->batches()) sum.hash += each.hash;
  sum.delivered = platform.delivered();
  sum.rebooted = processors.result().reboots;
  for (std::size_t chip = 0; chip < platform.chips(); ++chip)
    EXPECT_EQ(processors.registers(chip).read(kBatches * kBatch, TIN_IP_TRAP_ADDRESS_0_AT(0)).data,
              0xc0000200u + chip);
  return sum;
}

TEST(BringUpReboot, FromOutsideLeavesTheDataPathAsItWas) {
  const Deliveries without = deliveries(false), with = deliveries(true);
  EXPECT_GT(without.delivered, 100000u);
  EXPECT_EQ(without.rebooted, 0u);
  EXPECT_EQ(with.rebooted, 8u);
  EXPECT_EQ(with.delivered, without.delivered);
  EXPECT_EQ(with.hash, without.hash);
}

}  // namespace
}  // namespace tinsim
