// SPDX-License-Identifier: Apache-2.0
// `tin.blocks` of the control plane: mailboxes, clocks and registers of chips as RTL give the
// result of the models to the bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platform/statistics/ecp_result.h"
#include "platform/statistics/mos_result.h"
#include "platform/statistics/time_sync_result.h"
#include "tests/platform/control_networks.h"

namespace tinsim {
namespace {

using namespace control;

/// The count of the remarks on a block, which show that it took part; 0: there is none.
uint64_t decisions_of(const RunResult& result, const std::string& block) {
  uint64_t count = 0;
  for (const std::string& note : result.notes) {
    for (const char* did : {" made ", " compared in "}) {
      const auto at = note.find(": " + block + did);
      if (at != note.npos) count += std::stoul(note.substr(note.find_first_of("0123456789", at)));
    }
  }
  return count;
}

/// As RTL and in lockstep; `least`: decisions of all chips.
void expect_same(const std::string& network, const RunResult& models, const std::string& block,
                 uint64_t least) {
  for (const char* impl : {"rtl", "lockstep"}) {
    const RunResult result = run(network, {fmt::format("tin.blocks.{}={}", block, impl)});
    EXPECT_EQ(result.state_hash, models.state_hash) << block << " " << impl;
    EXPECT_GE(decisions_of(result, block), least) << block << " " << impl;
  }
}

TEST(ControlBlocks, MailboxesOfALoadedNetworkChangeNothing) {
  const RunResult models = run(kMos);
  const MosResult& mos = models.sections.get<MosResult>();
  EXPECT_GT(mos.refused, 100u);
  EXPECT_GT(mos.overflow, 100u);
  EXPECT_GT(mos.lost, 0u);
  expect_same(kMos, models, "mos_mailbox", 1000);
}

TEST(ControlBlocks, MailboxesOfLinksAtTheFidelityOfCellsChangeNothing) {
  const std::string cells = kTopology +
                            "tin: {switch: {ports: 4}, impl_chips: [0, 2]}\nlink: {global_m: 5}\n"
                            "traffic: [{load: 0.5}]\nmos: {words_per_us: 4}\n"
                            "run: {warmup_us: 0, measure_us: 40}\n";
  expect_same(cells, run(cells), "mos_mailbox", 1000);
}

TEST(ControlBlocks, ClocksChangeNothing) {
  const RunResult models = run(kClocks);
  EXPECT_GT(models.sections.get<TimeSyncResult>().rows[3].accepted, 20u);
  EXPECT_GT(models.sections.get<TimeSyncResult>().errors.max(), 0u);
  expect_same(kClocks, models, "time_sync", 3 * 24000);
}

TEST(ControlBlocks, RegistersOfABringUpChangeNothing) {
  const RunResult models = run(kBringUp);
  expect_same(kBringUp, models, "register_file", 100);
}

// Firmware writes the words of a packet at once; what it executes depends on when they arrive.
void expect_same_bring_up(const std::string& network, const char* impl,
                          const std::vector<std::string>& overrides, uint64_t words) {
  const auto counts = [](const RunResult& result) {
    const auto& ecp = result.sections.get<EcpResult>();
    return std::vector<uint64_t>{result.state_hash, ecp.instructions, ecp.mos_sent,
                                 ecp.mos_received, ecp.mos_lost};
  };
  const RunResult models = run(network, overrides);
  EXPECT_GT(models.sections.get<EcpResult>().mos_received, words);
  auto with_blocks = overrides;
  with_blocks.push_back(fmt::format("tin.blocks.mos_mailbox={}", impl));
  const RunResult result = run(network, with_blocks);
  EXPECT_EQ(counts(result), counts(models)) << impl;
  EXPECT_GT(decisions_of(result, "mos_mailbox"), words / 4) << impl;
}

TEST(ControlBlocks, MailboxesOfABringUpChangeNothing) {
  expect_same_bring_up(kBringUp, "rtl", {}, 1000);
}

TEST(ControlBlocks, MailboxesOfABringUpInLockstepChangeNothing) {
  expect_same_bring_up(kBringUp, "lockstep", {"run.measure_us=3000"}, 100);
}

TEST(ControlBlocks, MailboxesOfABringUpOverNoisyWiresChangeNothing) {
  expect_same_bring_up(kBringUp + "link: {noise: [{ber: 1.0e-7}]}\n", "lockstep",
                       {"run.measure_us=1500"}, 100);
}

// README of latency_meter: pin to pin, and the cycle in link_rx.
TEST(ControlBlocks, LatencyMetersMeasureALink) {
  for (const char* impl : {"model", "rtl", "lockstep"})
    EXPECT_EQ(measured_delay(impl), 1u << 31 | (kLink + 1)) << impl;
}

TEST(ControlBlockRules, ABlockWithoutItsPartOfTheChipIsRefused) {
  const auto refusal = [](const std::string& block, const std::string& more = "") {
    const std::string text = kTopology + more + "tin: {switch: {ports: 4}, impl_chips: [1]}\n";
    return error_of(text, "tin.blocks." + block + "=rtl");
  };
  const auto expect_in = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), text.npos) << text;
  };
  expect_in(refusal("mos_mailbox"),
            "tin.blocks.mos_mailbox: has no place in this network; expected "
            "mos.words_per_us");
  expect_in(refusal("time_sync"), "expected timesync.enabled");
  expect_in(refusal("register_file"), "expected ecp.enabled");
  expect_in(refusal("mos_mailbox", "mos: {words_per_us: 1, rx_words: 8}\n"),
            "mos.rx_words: is 8, and mos_mailbox has 64; expected 64, or model in tin.blocks");
  expect_in(refusal("mos_mailbox", "mos: {words_per_us: 1, read_words_per_us: 90}\n"),
            "mos.read_words_per_us: is 90, more than mos_mailbox is read");
}

}  // namespace
}  // namespace tinsim
