// SPDX-License-Identifier: Apache-2.0
// Are the final registers those of an undisturbed run, whenever an instance is killed?
#include <gtest/gtest.h>

#include "tests/platform/clique_rig.h"
#include "tests/platform/clique_soak.h"

namespace tinsim::control {
namespace {

/// Links that fail at once, so that many registers change: one of each third TiN.
void fail_links(CliqueRig& rig, const CliquePlan& plan, std::mt19937& random) {
  for (std::size_t tin = 0; tin < plan.tins(); tin += 3) {
    std::vector<unsigned> ports;
    for (unsigned port = 0; port < plan.ports[tin].ports(); ++port)
      if (plan.ports[tin].is_link(port)) ports.push_back(port);
    rig.set_link(tin, ports[random() % ports.size()], false);
  }
}

/// From bare TiNs to settled, then failures. `kill_at`: after so many writes, in the middle of a
/// batch, an instance is killed; nothing: none is.
struct Outcome {
  std::vector<std::vector<std::uint32_t>> words;
  std::uint64_t writes_before_failures = 0, writes = 0;
  bool was_in_batch = false;
};
Outcome run_with(const CliquePlan& plan, unsigned seed,
                 std::optional<std::pair<Instance, std::uint64_t>> kill) {
  CliqueRig rig(plan, seed);
  std::mt19937 random(seed);
  Outcome outcome;
  const auto settle = [&] {
    for (unsigned n = 0; n < 100000; ++n) {
      const bool is_due = kill && rig.fabric.writes >= kill->second;
      if (is_due && rig.fabric.outstanding() != 0 && !rig.controller.is_settled()) {
        rig.restart(kill->first);
        outcome.was_in_batch = true;
        kill.reset();
      }
      if (rig.settle(1)) return true;
    }
    return false;
  };
  EXPECT_TRUE(settle()) << seed;
  outcome.writes_before_failures = rig.fabric.writes;
  fail_links(rig, plan, random);
  EXPECT_TRUE(settle()) << seed;
  if (!kill && !outcome.was_in_batch) {
    EXPECT_EQ(rig.difference(), "") << seed;
  }
  outcome.words = rig.words();
  outcome.writes = rig.fabric.writes;
  return outcome;
}

class CliqueKills : public testing::TestWithParam<Instance> {};

TEST_P(CliqueKills, At200RandomTimesChangeNothingInTheEnd) {
  const CliquePlan plan = clique_plan("pods: 3, tins_per_pod: 2, global_links_per_pair: 2");
  std::mt19937 random(7);
  for (unsigned kill = 0; kill < soak_of(50, 200); ++kill) {
    const unsigned seed = kill % 20;
    static std::map<unsigned, Outcome> undisturbed;
    if (undisturbed.count(seed) == 0) undisturbed[seed] = run_with(plan, seed, std::nullopt);
    const Outcome& expected = undisturbed[seed];
    // While the bare TiNs are written, or after the failures; not so late that no batch is left.
    const std::uint64_t of[] = {expected.writes_before_failures,
                                expected.writes - expected.writes_before_failures};
    const std::uint64_t at = (kill % 2 == 0 ? 0 : of[0]) + random() % (of[kill % 2] * 3 / 4);
    const Outcome outcome = run_with(plan, seed, std::pair(GetParam(), at));
    ASSERT_TRUE(outcome.was_in_batch) << kill << " after " << at;
    ASSERT_EQ(outcome.words, expected.words) << kill << " after " << at;
  }
}
INSTANTIATE_TEST_SUITE_P(Instances, CliqueKills,
                         testing::Values(Instance::kNib, Instance::kRoutingEngine,
                                         Instance::kFlowManager, Instance::kFrontEnd));

}  // namespace
}  // namespace tinsim::control
