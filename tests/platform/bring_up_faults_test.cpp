// SPDX-License-Identifier: Apache-2.0
// Do networks come up from reset though their links fail and MOS words are lost?
#include "platform/statistics/bring_up_result.h"
#include "platform/statistics/ecp_result.h"
#include "testbench/run_fresh.h"
#include "tests/platform/bring_up_network.h"

namespace tinsim {
namespace {

const BringUpResult& bring_up_of(const RunResult& r) { return r.sections.get<BringUpResult>(); }

/// Pods of four chips from reset, for `us`.
RunResult come_up(unsigned pods, unsigned us, const std::string& more, double mos_loss = 0) {
  PlatformConfig config = bring_up_dragonfly(pods, fmt::format("warmup_us: 0, measure_us: {}", us),
                                             "bring_up: {enabled: true}\n" + more);
  config.ecp.mos_loss = mos_loss;
  return run_fresh(config);
}

/// A fault of these links for the whole run.
std::string dead(const std::vector<std::string>& links) {
  std::string faults;
  for (const std::string& each : links)
    faults += fmt::format("{}{{links: {}, for_us: 1000000}}", faults.empty() ? "" : ", ", each);
  return "link: {faults: [" + faults + "]}\n";
}

TEST(BringUpFaults, LostMosWordsAreRepeated) {
  const RunResult sound = come_up(2, 80000, "");
  const RunResult lossy = come_up(2, 200000, "", 0.01);
  EXPECT_EQ(bring_up_of(sound).read, 8u);
  EXPECT_EQ(bring_up_of(sound).proxied_failed, 0u);
  EXPECT_EQ(bring_up_of(lossy).read, 8u);
  EXPECT_GT(bring_up_of(lossy).complete_us, bring_up_of(sound).complete_us);
  const auto& words = lossy.sections.get<EcpResult>();
  const double share = static_cast<double>(words.mos_dropped) /
                       static_cast<double>(words.mos_dropped + words.mos_received);
  const double words_seen = static_cast<double>(words.mos_dropped + words.mos_received);
  EXPECT_NEAR(share, 0.01, 5 * std::sqrt(0.01 * 0.99 / words_seen));
  RecordProperty("sound_us", static_cast<int>(bring_up_of(sound).complete_us));
  RecordProperty("lossy_us", static_cast<int>(bring_up_of(lossy).complete_us));
}

// Half of the links between pods 0 and 1, and a chip's only link to pod 2.
TEST(BringUpFaults, TablesAvoidLinksThatAreDown) {
  const RunResult r =
      come_up(4, 60000, dead({"pod0.tin0.port3", "pod0.tin1.port3", "pod1.tin3.port4"}));
  EXPECT_EQ(bring_up_of(r).read, 16u);
  EXPECT_EQ(bring_up_of(r).link_ends_down, 2u * 3);
  EXPECT_GE(bring_up_of(r).table_writes, 16u);
  EXPECT_EQ(bring_up_of(r).sessions_ended, 0u);
}

TEST(BringUpFaults, ALinkThatReturnsIsUsedAgain) {
  BringUpNetwork network(bring_up_dragonfly(
      2, "warmup_us: 0, measure_us: 10",
      "bring_up: {enabled: true}\n"
      "link: {faults: [{links: pod0.tin0.port3, for_us: 60000}, {links: pod1.*.port0, for_us: "
      "60000}]}\n"));
  const auto& controller = network.controller();
  ASSERT_TRUE(network.run_until([&] { return controller.complete_us().has_value(); }, 55000));
  const auto down = [&] {
    uint64_t ends = 0;
    for (const control::ChipProgress& chip : controller.progress()) ends += chip.links_down;
    return ends;
  };
  EXPECT_GE(down(), 4u);
  EXPECT_TRUE(network.run_until([&] { return down() == 0; }, 200000));
  network.run_for(5000);
  BringUpNetwork whole(bring_up_dragonfly(2, "warmup_us: 0, measure_us: 10"));
  for (std::size_t chip = 0; chip < 8; ++chip)
    EXPECT_EQ(network.route_registers(chip), whole.route_registers(chip)) << chip;
}

TEST(BringUpFaults, AChipWithoutLinksIsNamedByTheVerdict) {
  const RunResult r = come_up(2, 40000, dead({"pod1.tin1.*"}));
  EXPECT_EQ(bring_up_of(r).read, 7u);
  EXPECT_EQ(bring_up_of(r).complete_us, 0u);
  EXPECT_EQ(bring_up_of(r).progress[4 + 1].addressed_us, 0u);
  const auto reasons = verdict_reasons(r);
  EXPECT_TRUE(std::any_of(reasons.begin(), reasons.end(), [](const VerdictReason& reason) {
    return reason.name == "chips_not_read";
  }));
}

}  // namespace
}  // namespace tinsim
