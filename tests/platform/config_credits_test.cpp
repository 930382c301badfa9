// SPDX-License-Identifier: Apache-2.0
// link.credits: ideal, and cells of a single word: what they go with, and what they change.
#include <gtest/gtest.h>

#include "platform/config/reader.h"
#include "platform/statistics/link_row.h"
#include "platform/validate/validate.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

Errors errors_of(const std::string& yaml) {
  const auto parsed = parse_config(yaml, "c.yaml");
  return find_errors(parsed.config, parsed.origins);
}

constexpr const char* kNetwork =
    "topology: {kind: dragonfly, pods: 2, tins_per_pod: 4, hosts_per_tin: 2}\n";

TEST(ConfigCredits, ASingleWordTakesIdealCredits) {
  const std::string yaml = std::string(kNetwork) + "traffic: [{load: 0.3, cell_bytes: 8}]\n";
  EXPECT_EQ(errors_of(yaml),
            Errors{"c.yaml:2:35: traffic.0.cell_bytes: has cells of 8 bytes, a single word, which "
                   "no TiN sends; expected at least 16, or link.credits: ideal"});
  EXPECT_EQ(errors_of(yaml + "link: {credits: ideal}\n"), Errors{});
  EXPECT_EQ(errors_of(yaml + "link: {credits: ideal}\ntin: {output: {queue_words: 23}}\n").size(),
            1u);
  EXPECT_EQ(errors_of(yaml + "link: {credits: ideal}\ntin: {impl: pins}\n").size(), 2u);
  EXPECT_EQ(errors_of(std::string(kNetwork) + "traffic: [{load: 0.3, cell_bytes: 4}]\n").size(),
            1u);
}

TEST(ConfigCredits, IdealLinksHaveNothingOfAWire) {
  for (const char* wire :
       {"fidelity: wire", "wire_links: [local]", "timesync_us: 1", "train_at_start: true",
        "noise: [{ber: 1.0e-9}]", "faults: [{kind: drop_fc, at_us: 1}]"}) {
    const Errors errors = errors_of(std::string(kNetwork) + "traffic: [{load: 0.3}]\n" +
                                    "link: {credits: ideal, " + wire + "}\n");
    ASSERT_EQ(errors.size(), 1u) << wire;
    EXPECT_NE(errors[0].find("does not go with link.credits: ideal"), std::string::npos);
  }
}

// No slot but those of cells is used, and a full link carries nothing else.
TEST(IdealCredits, TakeNoSlots) {
  auto config = parse_config(std::string(kNetwork) +
                                 "traffic: [{pattern: adversarial, offset: 1, load: 1.0}]\n"
                                 "routing: {mode: minimal_adaptive}\n"
                                 "run: {warmup_us: 5, measure_us: 20, audit: 1}\n",
                             "c.yaml")
                    .config;
  const RunResult sets = run_fresh(config);
  config.link.credits = CreditReturn::ideal;
  const RunResult ideal = run_fresh(config);
  EXPECT_GT(sum_of(sets.links).fc_percent(), 0);
  const LinkSum sum = sum_of(ideal.links);
  EXPECT_EQ(sum.slots.fc, 0u);
  EXPECT_EQ(sum.slots.cell, 20 * sum.cells_sent);  // 160 bytes
}

}  // namespace
}  // namespace tinsim
