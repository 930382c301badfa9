// SPDX-License-Identifier: Apache-2.0
// Do networks whose control processors execute the firmware come up from reset over their own
// links, whatever the links do?
#include "platform/statistics/bring_up_result.h"
#include "platform/statistics/ecp_result.h"
#include "testbench/run_fresh.h"
#include "tests/platform/bring_up_network.h"

namespace tinsim {
namespace {

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
  const RunResult r = run_fresh(
      bring_up_dragonfly(2, "warmup_us: 0, measure_us: 100000", "bring_up: {enabled: true}\n"));
  const BringUpResult& result = bring_up_of(r);
  expect_all_chips(result, 8, 4);
  EXPECT_GE(result.dhcp_discovers, 8u);
  EXPECT_GE(result.dhcp_requests, 8u);
  EXPECT_GE(result.dhcp_relayed, 2u * 6);
  EXPECT_EQ(result.proxied_requests, 2u * 6);  // the states of the links, the table
  EXPECT_EQ(result.api_responses, result.api_requests);
  RecordProperty("complete_us", static_cast<int>(result.complete_us));
  RecordProperty("api_requests", static_cast<int>(result.api_requests));
}

// Two links: one with bit errors, 1 % of whose words and most of whose long packets are lost, the
// other dark until 4 ms. The second chip comes up all the same, with repetitions.
TEST(BringUpRun, ErrorsAndADarkLinkDoNotStopIt) {
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
  const auto& words = bad.sections.get<EcpResult>();
  EXPECT_GT(words.mos_sent, words.mos_received + words.mos_lost);
  RecordProperty("complete_us", static_cast<int>(bring_up_of(bad).complete_us));
}

}  // namespace
}  // namespace tinsim
