// SPDX-License-Identifier: Apache-2.0
// Random networks of IP and 1RMA with chips on pins, whose engines the pins drive: the result is
// that of the chip core, file by file. (A lockstep cannot see a difference between engines, for
// there the engine follows the core alone.)
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "platform/config/reader.h"
#include "platform/result/writer.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/rma_result.h"
#include "testbench/run_fresh.h"
#include "tests/platform/impl_draw.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

/// Counts of links, which the core has a few slots ahead of the end of the run: cells that a link
/// lost in these slots are on the way in the other run. The sentence of the verdict names shares of
/// what was lost.
void leave_out_links(RunResult& result) {
  if (result.links.empty()) return;
  result.links.clear();
  for (auto& [cause, cells] : result.cells.dropped_by_cause) {
    if (cause == "damaged" || cause == "unreachable" || cause == "tin_down") continue;
    result.cells.in_flight += cells;
    cells = 0;
    result.verdict.reason.clear();
  }
}

/// Files that a run writes, by name, without the parts that may differ: times of this computer, the
/// configuration itself, causes of stalls, which pins do not show, and counts of links.
std::map<std::string, std::string> files_of(RunResult result, const fs::path& folder) {
  result.config_path = result.config_yaml = "";
  result.wall_s = 0;
  result.peak_rss_bytes = 0;
  leave_out_links(result);
  for (PortRow& row : result.ports)
    row.stall_input_cycles = row.stall_output_cycles = row.stall_credit_cycles =
        row.stall_queue_cycles = 0;
  fs::remove_all(folder);
  fs::create_directories(folder);
  write_results(folder, result);
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    files[entry.path().filename()] = {std::istreambuf_iterator<char>(file), {}};
  }
  fs::remove_all(folder);
  return files;
}

/// The first lines in which two files differ.
std::string difference(const std::string& a, const std::string& b) {
  std::istringstream of_a(a), of_b(b);
  std::string left, right;
  while (std::getline(of_a, left) && std::getline(of_b, right)) {
    if (left != right) return fmt::format("\n  {}\n  {}", left, right);
  }
  return "\n  one is longer";
}

/// Events that occurred in the runs, so that agreement is significant.
struct Seen {
  uint64_t cells = 0, dropped = 0, packets = 0, refused = 0, timed_out = 0, ended = 0, nacks = 0;
  uint64_t in_turn = 0, by_queues = 0, hops = 0;  ///< networks

  void add(const PlatformConfig& config, const RunResult& result) {
    in_turn += config.ip.enabled && config.ip.ingress.interleaved_packets > 1;
    by_queues += config.routing.metric == QueueMetric::output_queue;
    hops += config.ip.payload == Payload::carried && config.ip.time_to_live != TimeToLive::keep;
    cells += result.cells.delivered;
    dropped += result.cells.dropped();
    if (result.sections.find<IpResult>() != nullptr) {
      packets += result.sections.get<IpResult>().delivered;
      refused += result.sections.get<IpResult>().lost.at("cleared_to_drop");
      timed_out += result.sections.get<IpResult>().lost.at("rts_timeout") +
                   result.sections.get<IpResult>().lost.at("fetch_timeout");
    }
    if (result.sections.find<RmaResult>() == nullptr) return;
    nacks += result.sections.get<RmaResult>().nacks;
    ended += result.sections.get<RmaResult>().ended;
  }
};

/// Runs the configuration of `seed` as it is and with the chip core alone.
void expect_same_results(uint64_t seed, const std::string& impl, Seen& seen) {
  PlatformConfig config = draw_network(seed, impl);
  SCOPED_TRACE(fmt::format("seed {}\n{}", seed, print_config(config)));
  const fs::path folder = fs::path(testing::TempDir()) / fmt::format("impl_random_{}", getpid());
  std::map<std::string, std::string> expected, found;
  ASSERT_NO_THROW(found = files_of(run_fresh(config), folder));
  config.tin.impl = SwitchImpl::model;
  RunResult model;
  ASSERT_NO_THROW(model = run_fresh(config));
  seen.add(config, model);
  expected = files_of(model, folder);
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [name, text] : expected) {
    if (found.at(name) == text) continue;
    ADD_FAILURE() << name << " of the model and of " << impl << ": "
                  << difference(text, found.at(name));
  }
}

/// As many networks as `count`, and 20 times as many where TINSIM_SOAK_FACTOR is 100, from the seed
/// `first` on; TINSIM_SEED: that one alone.
void run_seeds(uint64_t first, unsigned count, const std::string& impl) {
  Seen seen;
  if (const char* seed = std::getenv("TINSIM_SEED"))
    return expect_same_results(std::strtoull(seed, nullptr, 10), impl, seen);
  if (const char* factor = std::getenv("TINSIM_SOAK_FACTOR"))
    count *= std::max(1u, static_cast<unsigned>(std::strtoul(factor, nullptr, 10)) / 5);
  for (uint64_t seed = first; seed < first + count; ++seed) {
    expect_same_results(seed, impl, seen);
    if (testing::Test::HasFailure()) return;  // one network is enough to read
  }
  fmt::print(
      "{} cells delivered and {} dropped, {} packets delivered, {} refused and {} given up, {} "
      "operations ended, {} NACKs; packets in turn in {} networks, routes by output queues in {}, "
      "hops in {}\n",
      seen.cells, seen.dropped, seen.packets, seen.refused, seen.timed_out, seen.ended, seen.nacks,
      seen.in_turn, seen.by_queues, seen.hops);
  EXPECT_GT(seen.cells, 500 * count);
  EXPECT_GT(seen.dropped, count / 4);
  EXPECT_GT(seen.packets, 20 * count);
  EXPECT_GT(seen.refused, 10 * count);
  EXPECT_GT(seen.timed_out, 10 * count);
  EXPECT_GT(seen.ended, 10 * count);
  EXPECT_GT(seen.nacks, 10 * count);
  EXPECT_GT(seen.in_turn, count / 10);
  EXPECT_GT(seen.by_queues, count / 10);
  EXPECT_GT(seen.hops, count / 10);
}

TEST(ImplRandom, PinsGiveTheResultOfTheCore) { run_seeds(1, 250, "pins"); }

// Pins that catch up at the end of a run routed a cell that came after it, and counted it as one
// that had gone over to an escape VC.
TEST(ImplRandom, CellsThatComeAfterTheEndDoNotCount) {
  constexpr uint64_t kFound = 331;
  Seen seen;
  expect_same_results(kFound, "pins", seen);
}

#ifdef TINSIM_RTL
TEST(ImplRandom, SystemVerilogGivesTheResultOfTheCore) { run_seeds(100'000, 50, "rtl"); }
#endif

}  // namespace
}  // namespace tinsim
