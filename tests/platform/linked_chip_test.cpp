// SPDX-License-Identifier: Apache-2.0
// tin_switch: a chip of a Dragonfly from line word to line word changes nothing,
// and bugs planted in its SystemVerilog are found there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"
#include "tests/platform/linked_chip_makers.h"

namespace tinsim {
namespace {

/// Three pods of a chip: two hosts, two global links with FEC.
const std::string kGlobal =
    "topology: {kind: dragonfly, pods: 3, tins_per_pod: 1, hosts_per_tin: 2, "
    "global_links_per_pair: 1}\n";
/// Two pods of two chips: two hosts, a local link without FEC and a global one with.
const std::string kBoth =
    "topology: {kind: dragonfly, pods: 2, tins_per_pod: 2, hosts_per_tin: 2, "
    "local_links_per_pair: 1, global_links_per_pair: 2}\n";
const std::string kChips =
    "tin:\n"
    "  impl_chips: [1]\n"
    "  switch: {ports: 4, vcs: 4}\n"
    "  vc_fifo: {local_words: 64, global_words: 64, terminal_words: 64}\n"
    "traffic: [{pattern: uniform, load: 0.6, class: [0], cell_bytes: {min: 16, max: 160}}]\n"
    "run: {warmup_us: 0, measure_us: 20}\n";
const std::string kLinks = "link: {global_m: 1, local_m: 1, train_at_start: true, timesync_us: 3";

PlatformConfig network(const std::string& topology, const std::string& links) {
  return parse_config(topology + kLinks + links + "}\n" + kChips, "linked_chip.yaml").config;
}

struct Seen {
  uint64_t hash, hops, injected, delivered;
  Histogram latency;
  std::vector<std::tuple<uint64_t, uint64_t, uint64_t, uint64_t>> links;
  bool operator==(const Seen& o) const {
    return std::tie(hash, hops, injected, delivered, latency, links) ==
           std::tie(o.hash, o.hops, o.injected, o.delivered, o.latency, o.links);
  }
};

Seen run_as(SwitchImpl impl, PlatformConfig config) {
  config.tin.impl = impl;
  if (impl != SwitchImpl::model) config.tin.impl_block = ImplBlock::tin_switch;
  const RunResult r = run_fresh(config);
  Seen seen{r.state_hash, r.cell_hops, r.cells.injected, r.cells.delivered, r.latency_cycles, {}};
  for (const LinkRow& row : r.links)
    seen.links.emplace_back(row.chip, row.errors.wrong_bits, row.errors.lock_losses,
                            row.errors.cells_damaged);
  return seen;
}

class LinkedChip : public ::testing::TestWithParam<SwitchImpl> {
 protected:
  bool is_alone() const { return GetParam() == SwitchImpl::pins || GetParam() == SwitchImpl::rtl; }
  Seen expect_equal(const PlatformConfig& config) {
    const Seen model = run_as(SwitchImpl::model, config);
    EXPECT_GT(model.delivered, 1000u);
    EXPECT_TRUE(run_as(GetParam(), config) == model);
    return model;
  }
};

TEST_P(LinkedChip, WithGlobalLinksChangesNothing) { expect_equal(network(kGlobal, "")); }

TEST_P(LinkedChip, WithLocalAndGlobalLinksChangesNothing) { expect_equal(network(kBoth, "")); }

TEST_P(LinkedChip, BehindNoiseAndDarknessChangesNothing) {
  if (is_alone()) GTEST_SKIP() << "wrong bits stay in the words of a damaged cell";
  const Seen model = expect_equal(network(
      kBoth,
      ", noise: [{links: global, ber: 1.0e-4}, {links: local, ber: 1.0e-6}], "
      "faults: [{links: pod0.tin1.port1, kind: down, at_us: 8, for_us: 1, direction: both}]"));
  uint64_t wrong_bits = 0, lock_losses = 0;
  for (const auto& link : model.links) {
    wrong_bits += std::get<1>(link);
    lock_losses += std::get<2>(link);
  }
  EXPECT_GT(wrong_bits, 100u);
  EXPECT_EQ(lock_losses, 2u);
}

TEST_P(LinkedChip, BesideAnotherOneChangesNothing) {
  PlatformConfig config = network(kBoth, "");
  config.tin.impl_chips = {0, 1, 2};
  expect_equal(config);
}

std::string error_of(PlatformConfig config, SwitchImpl impl = SwitchImpl::lockstep_pins) {
  try {
    run_as(impl, std::move(config));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

std::string error_with(void (*change)(PlatformConfig&)) {
  PlatformConfig config = network(kBoth, "");
  change(config);
  return error_of(config);
}

void expect_in(const std::string& error, const std::string& part) {
  EXPECT_NE(error.find("tin.impl_block: is tin_switch, " + part), error.npos) << error;
  EXPECT_EQ(error.find('\n'), error.npos) << error;
}

TEST(LinkedChipRules, NameWhatTheChipHasNot) {
  expect_in(error_with([](auto& c) { c.link.train_at_start = false; }),
            "whose links are at wire fidelity and train after reset; expected "
            "link.train_at_start: true");
  expect_in(error_with([](auto& c) { c.tin.vc_fifo.terminal_words = 65; }),
            "which has no shape for 4 ports, 4 VCs and 65 words per VC FIFO; expected at most 4, 4 "
            "and 64");
  expect_in(error_with([](auto& c) { c.mos.words_per_us = 1; }),
            "which has no processor that writes MOS words; expected no mos.words_per_us");
  expect_in(error_with([](auto& c) { c.ecp.enabled = true; }),
            "which has no processor that writes MOS words; expected no mos.words_per_us");
}

TEST(LinkedChipRules, NameTheLinkThatTheChipCannotHave) {
  const auto faulty = [](const std::string& kind) {
    return network(kBoth, ", faults: [{links: local, at_us: 8, " + kind + "}]");
  };
  expect_in(error_of(faulty("kind: down, for_us: 1")),
            "and the link from pod0.tin1.port0 is dark at times");
  expect_in(error_of(faulty("kind: stuck, value: 1, for_us: 1")),
            "and the link from pod0.tin1.port0 is stuck at times");
  expect_in(error_of(faulty("kind: drop_fc")),
            "and the link from pod0.tin1.port0 drops flow-control sets");
  const PlatformConfig noisy = network(kBoth, ", noise: [{links: global, ber: 1.0e-4}]");
  expect_in(error_of(noisy, SwitchImpl::pins),
            "and the link from pod0.tin1.port1 has wrong bits, which stay in the words of damaged "
            "cells with tin.impl pins; expected no such link at the chips in tin.impl_chips");
}

TEST(LinkedChipRules, NameBlocksBesideTheChip) {
  PlatformConfig config = network(kBoth, "");
  config.tin.blocks.link_rx = BlockImpl::rtl;
  expect_in(error_of(config, SwitchImpl::pins), "and its blocks are not chosen one by one");
}

#ifdef TINSIM_RTL
INSTANTIATE_TEST_SUITE_P(Each, LinkedChip,
                         ::testing::Values(SwitchImpl::pins, SwitchImpl::lockstep_pins,
                                           SwitchImpl::rtl, SwitchImpl::lockstep));

struct WithBug {
  explicit WithBug(unsigned bug) {
    choose_bug(bug);
    use_linked_rtl(kLinkedBug);
  }
  ~WithBug() { use_linked_rtl(nullptr); }
  WithBug(const WithBug&) = delete;
  WithBug& operator=(const WithBug&) = delete;
};

class LinkedChipBug : public ::testing::TestWithParam<unsigned> {};

TEST_P(LinkedChipBug, IsFoundInTheNetwork) {
  const unsigned bug = GetParam();
  const WithBug with_bug(bug);
  try {
    run_as(SwitchImpl::lockstep, network(kBoth, ""));
    EXPECT_EQ(bug, 0u) << "the planted bug was not found";
  } catch (const InvariantError& error) {
    EXPECT_NE(bug, 0u) << error.what();
    const std::string what = error.what();
    fmt::print("bug {}: {}\n", bug, what.substr(0, what.find('\n')));
  }
}

// None; a set on the link that its sender does not know of; the header's VC; the PHY state; a cell
// before the link is up; the second pause of the gearbox; a framer a cycle early; a link that is
// never awaited; refreshes in the phase of another port; terminal ports that wait, or hear their
// link.
INSTANTIATE_TEST_SUITE_P(Each, LinkedChipBug,
                         ::testing::Values(0u, 4u, 8u, 11u, 18u, 19u, 31u, 32u, 35u, 36u, 37u));
#else
INSTANTIATE_TEST_SUITE_P(Each, LinkedChip,
                         ::testing::Values(SwitchImpl::pins, SwitchImpl::lockstep_pins));
#endif

}  // namespace
}  // namespace tinsim
