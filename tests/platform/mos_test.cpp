// SPDX-License-Identifier: Apache-2.0
// MOS words in networks: slots, the limit of one in 64, fidelity and implementation, losses, errors
// of the configuration.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/errors.h"
#include "platform/config/reader.h"
#include "platform/statistics/mos_result.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

constexpr unsigned kSlotsPerWord = 64;  ///< README of mos_mailbox: at most one slot in 64

PlatformConfig config_of(const std::string& text) { return parse_config(text, "mos.yaml").config; }

const MosResult& mos_of(const RunResult& r) { return r.sections.get<MosResult>(); }

/// Two chips and one link.
PlatformConfig pair_of_chips(const std::string& mos, const std::string& more = "") {
  return config_of(
      "topology: {kind: pair, hosts_per_tin: 1, terminal_ports_per_host: 1, "
      "local_links_per_pair: 1}\n"
      "mos: {" +
      mos + "}\nrun: {warmup_us: 0, measure_us: 20}\n" + more);
}

/// sent = received + lost + in flight, received = read + overflow + in the queue.
void expect_accounts(const MosResult& mos, unsigned rx_words) {
  EXPECT_EQ(mos.sent, mos.received + mos.lost + mos.in_flight);
  EXPECT_LE(mos.in_flight, 2 * mos.directions);
  EXPECT_LE(mos.read + mos.overflow, mos.received);
  EXPECT_LE(mos.received - mos.read - mos.overflow, rx_words * mos.directions);
  EXPECT_EQ(mos.latency.count(), mos.received);
}

// A word is written in each cycle: the first one, of cycle 0, is offered in cycle 8 and in slot 9,
// and then one in 64 slots: 6.25 words per us. Nothing else is on the link.
TEST(Mos, TakesOneSlotInSixtyFourAtMost) {
  PlatformConfig config = pair_of_chips("words_per_us: 400");
  config.link.fc_refresh_us = 0;
  const RunResult r = run_fresh(config);
  const uint64_t cycles = r.cycles, each = (cycles - 9 + kSlotsPerWord - 1) / kSlotsPerWord;
  EXPECT_EQ(mos_of(r).directions, 2u);
  EXPECT_EQ(mos_of(r).sent, 2 * each);
  EXPECT_EQ(mos_of(r).written + mos_of(r).refused, 2 * cycles);
  EXPECT_LE(mos_of(r).busiest_percent_of_slots, 100.0 / kSlotsPerWord);
  EXPECT_NEAR(mos_of(r).percent_of_slots, 100.0 / kSlotsPerWord, 0.01);
  // Without anything before it a word takes 8 + 1 cycles to its slot, the link, and 4 to a read.
  constexpr Cycle kLink = 3 + 2 + 4;
  EXPECT_EQ(mos_of(r).latency.min(), 9 + kLink + 4);
  expect_accounts(mos_of(r), config.mos.rx_words);
}

// The links are full of cells, which wait for the words: 1.6 % at most, and no slot is idle.
TEST(Mos, CostsCellsWhatTheLimitAllows) {
  PlatformConfig config = config_of(
      "topology: {pods: 1, tins_per_pod: 2, hosts_per_tin: 1, terminal_ports_per_host: 4, "
      "local_links_per_pair: 1}\n"
      "traffic: [{pattern: uniform, load: 1.0, cell_bytes: 160}]\n"
      "run: {warmup_us: 5, measure_us: 40}\n");
  const RunResult without = run_fresh(config);
  config.mos.words_per_us = 100;
  const RunResult with = run_fresh(config);
  EXPECT_LE(mos_of(with).busiest_percent_of_slots, 100.0 / kSlotsPerWord);
  EXPECT_GT(mos_of(with).busiest_percent_of_slots, 100.0 / (kSlotsPerWord + 20));
  for (const LinkRow& row : with.links) {
    EXPECT_LT(row.slots.idle, with.cycles / 50);
  }
  // Of the slots of cells the words take between half and one and a half of the limit.
  const auto cell_slots = [](const RunResult& r) {
    uint64_t slots = 0;
    for (const LinkRow& row : r.links) slots += row.slots.cell;
    return static_cast<double>(slots);
  };
  const double share = cell_slots(with) / cell_slots(without);
  EXPECT_LT(share, 1 - 0.5 / kSlotsPerWord);
  EXPECT_GT(share, 1 - 1.5 / kSlotsPerWord);
}

TEST(Mos, WordsThatAreNotReadOverflow) {
  const RunResult r = run_fresh(
      pair_of_chips("words_per_us: 5, read_words_per_us: 0.05, rx_words: 4, tx_words: 2"));
  // The first read would be after 20 us: 4 places are full, all other words are dropped.
  EXPECT_EQ(mos_of(r).read, 0u);
  EXPECT_EQ(mos_of(r).received - mos_of(r).overflow, 2 * 4u);
  EXPECT_GT(mos_of(r).overflow, 50u);
  EXPECT_GT(mos_of(r).refused, 0u);
}

TEST(Mos, IsNotInAResultWithoutIt) {
  PlatformConfig config =
      pair_of_chips("words_per_us: 0", "traffic: [{pattern: uniform, load: 0.1}]\n");
  EXPECT_EQ(run_fresh(config).sections.find<MosResult>(), nullptr);
}

// The link is dark for 5 us, and trains again; its words of that time are lost, and no others.
TEST(Mos, WordsSentIntoADarkLinkAreLostAndCounted) {
  const RunResult r = run_fresh(pair_of_chips(
      "words_per_us: 400",
      "link: {faults: [{links: pod0.tin0.port0, at_us: 5, for_us: 5, direction: from}]}\n"));
  expect_accounts(mos_of(r), 64);
  // 2000 dark cycles, 64 blocks until the next lock, and a word every 64 slots.
  EXPECT_GE(mos_of(r).lost, 2000u / kSlotsPerWord);
  EXPECT_LE(mos_of(r).lost, (2000u + 64) / kSlotsPerWord + 2);
}

TEST(Mos, BitErrorsLoseWords) {
  const RunResult r =
      run_fresh(pair_of_chips("words_per_us: 400", "link: {noise: [{links: all, ber: 1.0e-3}]}\n"));
  expect_accounts(mos_of(r), 64);
  const double share = static_cast<double>(mos_of(r).lost) / static_cast<double>(mos_of(r).sent);
  EXPECT_GT(share, 0.03);  // mos_link_test.cpp has the formula
  EXPECT_LT(share, 0.19);
}

TEST(Mos, ErrorsOfTheConfigurationSayWhatIsExpected) {
  const auto error_of = [](PlatformConfig config) -> std::string {
    try {
      validate(config);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  PlatformConfig config = pair_of_chips("words_per_us: 1");
  EXPECT_EQ(error_of(config), "");
  config.link.credits = CreditReturn::ideal;
  EXPECT_EQ(error_of(config),
            "mos.words_per_us: needs slots for ordered sets; expected 0 with link.credits: ideal");
  config = pair_of_chips("words_per_us: 401");
  EXPECT_EQ(error_of(config),
            "mos.words_per_us: 401 are more than one in each cycle; expected at most 400");
}

/// All of a result that fidelity and implementation must not change.
struct Same {
  uint64_t hash, hops, delivered, accepted;
  std::vector<uint64_t> mos;
  Histogram latency, mos_latency;

  explicit Same(const RunResult& r)
      : hash(r.state_hash),
        hops(r.cell_hops),
        delivered(r.cells.delivered),
        accepted(r.accepted_words),
        mos{mos_of(r).written,  mos_of(r).refused,   mos_of(r).sent,
            mos_of(r).lost,     mos_of(r).in_flight, mos_of(r).received,
            mos_of(r).overflow, mos_of(r).read,      mos_of(r).most_sent},
        latency(r.latency_cycles),
        mos_latency(mos_of(r).latency) {}
  std::string differs_in(const Same& o) const {
    if (hash != o.hash) return "state hash";
    if (hops != o.hops || delivered != o.delivered || accepted != o.accepted) return "cells";
    if (!(latency == o.latency)) return "latency";
    if (mos != o.mos)
      return fmt::format("MOS {} and {}", fmt::join(mos, " "), fmt::join(o.mos, " "));
    return mos_latency == o.mos_latency ? "" : "latency of MOS";
  }
};

/// A small Dragonfly whose links are close to their limits.
PlatformConfig drawn(unsigned seed) {
  const auto of = [seed](unsigned shift, std::vector<double> values) {
    return values[(seed >> shift) % values.size()];
  };
  PlatformConfig c = config_of(fmt::format(
      "topology: {{pods: 2, tins_per_pod: 2, hosts_per_tin: 1, terminal_ports_per_host: {}, "
      "global_links_per_pair: 2, local_links_per_pair: {}}}\n"
      "tin: {{switch: {{vcs: {}}}, vc_fifo: {{local_words: {}, global_words: 70}}, "
      "output: {{queue_words: {}}}}}\n"
      "link: {{local_m: {}, global_m: 5, fc_hold_cycles: {}, fc_refresh_us: {}, timesync_us: {}}}\n"
      "traffic: [{{pattern: uniform, load: {}, cell_bytes: {{min: 16, max: 160}}, class: [0, "
      "1]}}]\n"
      "mos: {{words_per_us: {}, read_words_per_us: {}, tx_words: {}, rx_words: {}}}\n"
      "run: {{warmup_us: 1, measure_us: 8, seed: {}}}\n",
      of(0, {1, 2}), of(1, {1, 2}), of(2, {6, 32}), of(0, {24, 55, 128}), of(1, {20, 24, 40}),
      of(2, {0.5, 1, 7.3}), of(0, {0, 1, 8, 32, 255}), of(1, {0, 3, 10}), of(0, {0, 0.2, 0.5}),
      of(3, {0.2, 0.6, 1.1}), of(0, {1, 5, 40, 400}), of(2, {0, 1, 4}), of(1, {2, 3, 16}),
      of(3, {2, 5, 64}), seed));
  return c;
}

TEST(Mos, FidelityAndImplementationChangeNothing) {
  uint64_t sent = 0, overflow = 0, refused = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    PlatformConfig config = drawn(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, print_config(config)));
    const RunResult cell = run_fresh(config);
    const Same expected(cell);
    expect_accounts(mos_of(cell), config.mos.rx_words);
    sent += mos_of(cell).sent;
    overflow += mos_of(cell).overflow;
    refused += mos_of(cell).refused;
    config.link.fidelity = LinkFidelity::wire;
    EXPECT_EQ(Same(run_fresh(config)).differs_in(expected), "") << "wire";
    config.tin.impl_chips = {seed % 4};
    config.tin.impl = seed % 2 ? SwitchImpl::lockstep_pins : SwitchImpl::pins;
    if (seed % 3 != 0) config.link.fidelity = LinkFidelity::cell;
    EXPECT_EQ(Same(run_fresh(config)).differs_in(expected), "") << word_of(config.tin.impl);
    if (HasFailure()) return;
  }
  EXPECT_GT(sent, 3000u);
  EXPECT_GT(overflow, 100u);
  EXPECT_GT(refused, 1000u);
}

// The comparison above must notice the least difference.
TEST(Mos, ADifferenceOfOneWordIsNoticed) {
  PlatformConfig config = drawn(2);
  const Same expected(run_fresh(config));
  ++config.mos.rx_words;
  ++config.mos.tx_words;
  EXPECT_NE(Same(run_fresh(config)).differs_in(expected), "");
}

}  // namespace
}  // namespace tinsim
