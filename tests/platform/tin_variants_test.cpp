// SPDX-License-Identifier: Apache-2.0
// TiNs whose switch differs from the others: which ones, what both ends of a link know of each
// other, the rules, and a run.
#include "platform/network/topology/tin_variants.h"

#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/network/switch_plan.h"
#include "platform/network/topology/link_selector.h"
#include "platform/validate/validate.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

const std::string kNetwork =
    "topology: {pods: 2, tins_per_pod: 3, global_links_per_pair: 3}\n"
    "traffic: [{load: 0.5, class: [0, 1]}]\n"
    "run: {warmup_us: 2, measure_us: 10}\n";

ParsedConfig parsed(const std::string& variants, const std::string& more = "") {
  return parse_config(kNetwork + "tin_variants: [" + variants + "]\n" + more, "c.yaml");
}

/// The only error, without `c.yaml:`; empty when there is none.
std::string error_of(const std::string& variants, const std::string& more = "") {
  const auto from = parsed(variants, more);
  const auto errors = find_errors(from.config, from.origins);
  if (errors.empty()) return "";
  EXPECT_EQ(errors.size(), 1u) << errors.back();
  return errors[0].substr(7);
}

TEST(TinVariants, TheLastEntryThatNamesATinCounts) {
  const auto config =
      parsed("{tins: pod1.*, queue_words: 60}, {tins: pod*.tin2, local_words: 64}").config;
  const Topology topology = make_topology(config);
  const unsigned queue[] = {40, 40, 40, 60, 60, 40}, local[] = {128, 128, 64, 128, 128, 64};
  for (unsigned chip = 0; chip < 6; ++chip) {
    EXPECT_EQ(switch_params(config, topology, chip).queue_words, queue[chip]) << chip;
    EXPECT_EQ(tin_of(config, topology.chips[chip]).vc_fifo.local_words, local[chip]) << chip;
  }
}

// A sender's credit is the depth of the FIFO at the other end, whatever its own is.
TEST(TinVariants, EachEndOfALinkKnowsTheFifosOfTheOther) {
  const auto config =
      parsed("{tins: pod0.tin0, local_words: 40, local_shared_words: 30, global_words: 700}")
          .config;
  const Topology topology = make_topology(config);
  unsigned differ = 0;
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) {
    const SwitchParams here = switch_params(config, topology, chip);
    for (unsigned port = 0; port < topology.chips[chip].ports.size(); ++port) {
      const PortInfo& info = topology.chips[chip].ports[port];
      if (!is_link(info)) continue;
      const bool local = info.kind == PortKind::kLocal;
      const auto depth = [&](std::size_t of) {
        return of == 0 ? (local ? 70 : 700) : local ? 128 : 512;
      };
      EXPECT_EQ(here.rx_depth[port], depth(chip));
      EXPECT_EQ(here.tx_limit[port], depth(info.peer_chip));
      EXPECT_EQ(here.tx_shared[port], local && info.peer_chip == 0 ? 30 : 0);
      differ += here.rx_depth[port] != here.tx_limit[port];
    }
  }
  EXPECT_EQ(differ, 2 * (2 * 2 + 1u));  // both ends of the links of pod0.tin0
}

TEST(TinVariants, Rules) {
  EXPECT_EQ(error_of("{tins: pod0.tin1, arbiter: lqf}"), "");
  EXPECT_EQ(error_of("{tins: pod0.tin1}"),
            "4:16: tin_variants.0: changes no key of these TiNs; expected one besides tins");
  EXPECT_EQ(error_of("{tins: pod2.tin1, queue_words: 30}"),
            "4:23: tin_variants.0.tins: 'pod2.tin1' matches no TiN; expected two names with a dot "
            "between them as in pod0.tin1, where * stands for anything");
  EXPECT_EQ(
      error_of("{tins: pod0.tin1, global_words: 1000, global_shared_words: 1048}"),
      "4:16: tin_variants.0: has VC FIFOs of 1000 words and 1048 shared ones; expected at most "
      "2047 together");
  EXPECT_EQ(
      error_of("{tins: pod0.tin1, arbiter: wavefront, islip_iterations: 2}"),
      "4:72: tin_variants.0.islip_iterations: has no effect with arbiter: wavefront; expected "
      "another arbiter, or no such key");
  EXPECT_EQ(error_of("{tins: pod0.tin1, crossbar_speedup: 2}", "link: {local_fec: false}\n")
                .substr(0, 39),
            "4:52: tin_variants.0.crossbar_speedup: ");
  EXPECT_EQ(
      error_of("{tins: pod0.tin*, queue_words: 30}", "tin: {impl: pins, impl_chips: [4, 1]}\n"),
      "4:23: tin_variants.0.tins: names chip 1, which is on pins; expected chips that are not "
      "in tin.impl_chips");
}

// Deeper FIFOs and a faster crossbar in one pod: other results, with nothing lost and all credit
// found again by the audit that ends a run; and a variant with the values of `tin` changes nothing.
TEST(TinVariants, RunsOfMixedNetworksAreWhole) {
  const RunResult plain = run_fresh(parse_config(kNetwork, "c.yaml").config);
  const RunResult same =
      run_fresh(parsed("{tins: pod0.*, queue_words: 40, arbiter: islip}").config);
  const RunResult mixed = run_fresh(
      parsed("{tins: pod0.*, crossbar_speedup: 2, local_words: 40, local_shared_words: 400}")
          .config);
  EXPECT_EQ(plain.state_hash, same.state_hash);
  EXPECT_NE(plain.state_hash, mixed.state_hash);
  EXPECT_GT(mixed.accepted_words, plain.accepted_words * 98 / 100);
}

}  // namespace
}  // namespace tinsim
