// SPDX-License-Identifier: Apache-2.0
// The Ethernet Clos network next to the chips: the same messages, no influence, the bars of
// Figure 9.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "platform/statistics/ethernet_clos_result.h"
#include "platform/statistics/ip_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

using Strings = std::vector<std::string>;

RunResult run_example(const std::string& file, const Strings& overrides) {
  return run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/" + file, overrides));
}

RunResult run_pod(Strings overrides) {
  overrides.insert(overrides.begin(), {"run.warmup_us=40", "run.measure_us=60"});
  return run_example("ip_pod.yaml", overrides);
}

const EthernetClosResult& clos_of(const RunResult& r) {
  return r.sections.get<EthernetClosResult>();
}

/// All that the section's files contain.
std::string text_of(const RunResult& r) {
  for (const auto& section : r.sections)
    if (section->name() == EthernetClosResult::kSection) return section->json(r.core_mhz).dump();
  return "";
}

TEST(EthernetClosRun, BothFabricsCarryTheSameMessages) {
  const RunResult r = run_pod({"ethernet_clos.enabled=true", "ethernet_clos.hosts_per_leaf=8"});
  const HostCounts& chips = r.sections.get<IpResult>().classes.at(0).hosts.counts;
  const HostCounts& clos = clos_of(r).classes.at(0).hosts.counts;
  EXPECT_GT(clos.messages_made, 1000u);
  // A host counts a message when it is next called: some of the last ones are not counted.
  EXPECT_NEAR(static_cast<double>(clos.messages_made), static_cast<double>(chips.messages_made), 6);
  EXPECT_NEAR(static_cast<double>(clos.bytes), static_cast<double>(clos.bytes_made),
              0.02 * static_cast<double>(clos.bytes_made));
  EXPECT_EQ(clos_of(r).dropped, 0u);
}

TEST(EthernetClosRun, ChipsDoNotNoticeIt) {
  const RunResult without = run_pod({}), with = run_pod({"ethernet_clos.enabled=true"});
  EXPECT_EQ(with.state_hash, without.state_hash);
  EXPECT_EQ(without.sections.find<EthernetClosResult>(), nullptr);
}

TEST(EthernetClosRun, AloneItHasTheSameResult) {
  const RunResult beside = run_pod({"ethernet_clos.enabled=true"});
  const RunResult alone = run_pod({"ethernet_clos.enabled=true", "ethernet_clos.alone=true"});
  EXPECT_EQ(alone.cells.injected, 0u);
  EXPECT_GT(clos_of(alone).delivered, 1000u);
  const auto without_comparison = [](const RunResult& r) {
    auto json = nlohmann::ordered_json::parse(text_of(r));
    json.erase("comparison");
    return json.dump();
  };
  EXPECT_EQ(without_comparison(alone), without_comparison(beside));
}

TEST(EthernetClosRun, ARunIsTheSameAgain) {
  const Strings sets = {"ethernet_clos.enabled=true", "ethernet_clos.transport=dctcp",
                        "ethernet_clos.buffer_kib=256", "ip_traffic.0.gbps=60"};
  const std::string first = text_of(run_pod(sets));
  EXPECT_NE(first, "");
  EXPECT_EQ(text_of(run_pod(sets)), first);
}

/// Overload of one host in a small buffer: the verdict says what was lost and repeated.
TEST(EthernetClosRun, DropsAreShown) {
  const RunResult r = run_pod({"ethernet_clos.enabled=true", "ethernet_clos.alone=true",
                               "ethernet_clos.buffer_kib=64", "ip_traffic.0.pattern=incast",
                               "ip_traffic.0.targets=[0]", "ip_traffic.0.gbps=3"});
  EXPECT_GT(clos_of(r).dropped, 0u);
  EXPECT_GT(clos_of(r).classes.at(0).hosts.counts.sent_again, 0u);
}

/// Figure 9 in one pod, where all hosts ask, as three of those of the example each.
TEST(EthernetClosRun, TheTailOverEthernetIsLongerThanThatOfTheHighClass) {
  const std::string gbps = std::to_string(3 * 0.32768);
  const RunResult r = run_example(
      "isolation_ethernet.yaml",
      {"topology.pods=1", "ip_traffic.1.sources=[]", "ip_traffic.1.gbps=" + gbps,
       "rma_traffic.0.sources=[]", "rma_traffic.0.gbps=" + gbps, "rma_traffic.1.sources=[]",
       "rma_traffic.1.gbps=" + gbps, "ethernet_clos.hosts_per_leaf=8", "run.measure_us=1000"});
  const auto& rows = clos_of(r).comparison;
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[0].name, "1RMA H, entry 0");
  EXPECT_EQ(rows[1].name, "1RMA L, entry 1");
  EXPECT_EQ(rows[3].name, "chips, class 5");
  EXPECT_EQ(rows[5].name, "Ethernet, class 5");
  EXPECT_DOUBLE_EQ(rows[0].tail_ratio, rows[5].p99 / rows[0].p99);
  EXPECT_GT(rows[0].tail_ratio, 1.2);
  EXPECT_EQ(clos_of(r).dropped, 0u);
}

}  // namespace
}  // namespace tinsim
