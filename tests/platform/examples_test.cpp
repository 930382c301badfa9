// SPDX-License-Identifier: Apache-2.0
// Each example configuration runs, and shows what its first lines say. Figures are those of the
// whole file; only the full Clique is run shorter.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "platform/controller/bootstrap/message_costs.h"
#include "platform/statistics/bring_up_result.h"
#include "platform/statistics/controller_result.h"
#include "platform/statistics/ecp_result.h"
#include "platform/statistics/frame_counts.h"
#include "platform/statistics/ibr_result.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/tap_result.h"
#include "platform/statistics/time_sync_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

RunResult run_example(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/" + name + ".yaml", overrides));
}

double accepted_of_offered(const RunResult& r) {
  return static_cast<double>(r.accepted_words) / static_cast<double>(r.offered_words);
}
double mean_hops(const RunResult& r) {
  return static_cast<double>(r.hops_sum) / static_cast<double>(r.hops_cells);
}
double words_per_cycle(const RunResult& r, uint64_t words) {
  return static_cast<double>(words) / static_cast<double>(r.measure_cycles);
}
/// Of one direction of the two-chip examples.
const LinkRow& row(const RunResult& r, unsigned chip, unsigned port) {
  for (const LinkRow& row : r.links)
    if (row.chip == chip && row.port == port) return row;
  throw std::out_of_range("no link");
}
uint64_t lost(const LinkRow& row) {
  uint64_t cells = 0;
  LostCells::walk(row.lost, [&](const char*, uint64_t of_cause) { cells += of_cause; });
  return cells;
}

// Uniform traffic is spread evenly over all hosts of other chips. To another pod: a global link, a
// local one before it unless the TiN is one of the two that hold links to that pod, and one behind
// it unless it leads to the very TiN.
TEST(Examples, Clique) {
  const RunResult r = run_example("clique", {"run.warmup_us=2", "run.measure_us=2"});
  EXPECT_EQ(r.chips, 576u);
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  const double remote = 10.0 / 12 + 1 + 11.0 / 12, links = (564 * remote + 11) / 575;
  EXPECT_NEAR(mean_hops(r) - 1, links, 0.02);
  EXPECT_NEAR(links, 2.7, 0.05);
}

TEST(Examples, Canonical72) {
  const RunResult r = run_example("canonical_72");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
}

// Below saturation of each mode.
TEST(Examples, PublishedModesAcceptTwentyPercent) {
  for (const char* mode : {"minimal_adaptive", "valiant", "ugal_l", "fully_adaptive"}) {
    const RunResult r = run_example(std::string("published/") + mode);
    EXPECT_NEAR(accepted_of_offered(r), 1, 0.02) << mode;
    EXPECT_FALSE(r.verdict.saturated) << mode;
  }
}

// Nothing is faster than two TiNs and one local link; to other pods at least a global one.
TEST(Examples, Dragonfly4Pod) {
  const RunResult r = run_example("dragonfly_4pod");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_EQ(r.latency_cycles.min(), 2 * 16 + 2 + 19u);
  const double local = 2 * 16 + 2 + 19, global = 2 * 16 + 100 + 12 + 19;
  EXPECT_GT(r.latency_cycles.mean(), (11 * local + 36 * global) / 47);
}

TEST(Examples, Pair) {
  const RunResult r = run_example("pair");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_EQ(mean_hops(r), 2);
}

TEST(Examples, Pod) {
  const RunResult r = run_example("pod");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_EQ(mean_hops(r), 2) << "one link each";
}

TEST(Examples, SingleTin) {
  const RunResult r = run_example("single_tin");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_NEAR(words_per_cycle(r, r.offered_words), 25, 0.5) << "half of 50 ports";
  EXPECT_GT(r.latency_cycles.mean(), 36.0 - 1) << "40 ns and 50 ns";
  EXPECT_LT(r.latency_cycles.mean(), 36.0 + 4 * 20) << "a few cells more";
}

TEST(Examples, ReplayCsv) {
  const RunResult r = run_example("replay_csv");
  EXPECT_NEAR(words_per_cycle(r, r.offered_words), 648.0 / 1360, 0.005);
  EXPECT_NEAR(words_per_cycle(r, r.accepted_words), 648.0 / 1360, 0.005);
}

TEST(Examples, ReplayPcap) {
  const RunResult r = run_example("replay_pcap");
  EXPECT_EQ(r.offered_words, 35114u);
  EXPECT_EQ(r.accepted_words, 35114u);
  EXPECT_EQ(r.cells.injected, 1808u);
  EXPECT_EQ(r.cells.delivered, 1808u);
}

// A cell of 20 blocks is hit by its 1320 line bits, and by the last 58 of the block before.
TEST(Examples, LinkNoise) {
  const RunResult r = run_example("link_noise");
  EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.dropped() + r.cells.in_flight);
  double cells[2] = {}, hit[2] = {};
  for (const unsigned port : {0u, 1u})
    for (const unsigned chip : {0u, 1u}) {
      const LinkRow& link = row(r, chip, port);
      cells[port] += static_cast<double>(link.cells_sent);
      hit[port] += static_cast<double>(lost(link) + link.errors.cells_damaged);
      EXPECT_EQ(link.errors.words_granted_again, link.errors.words_lost);
      EXPECT_LT(static_cast<double>(link.slots.idle), 0.01 * link.slots.total()) << "full";
    }
  for (const unsigned port : {0u, 1u}) {
    const double expected = cells[port] * 1378 * (port == 0 ? 1e-6 : 1e-5);
    EXPECT_NEAR(hit[port], expected, 5 * std::sqrt(expected)) << port;
  }
}

TEST(Examples, LinkFlap) {
  const RunResult r = run_example("link_flap");
  EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.dropped() + r.cells.in_flight);
  const LinkRow &there = row(r, 0, 0), &back = row(r, 1, 0);
  EXPECT_EQ(there.errors.lock_losses, 3u);
  EXPECT_EQ(there.errors.dark_slots, 3 * 800u) << "2 us each";
  EXPECT_EQ(there.errors.retrains, 3u);
  EXPECT_EQ(back.errors.lock_losses, 0u);
  EXPECT_EQ(back.errors.retrains, 3u) << "its sender heard that nothing came, and trained";
  EXPECT_GT(lost(there) + there.errors.cells_damaged, 0u);
  EXPECT_EQ(there.errors.words_granted_again, there.errors.words_lost);
  EXPECT_EQ(lost(there) + there.errors.cells_damaged, r.cells.dropped());
  for (const unsigned chip : {0u, 1u}) {
    EXPECT_FALSE(any_count(row(r, chip, 1).errors)) << "the other link";
    EXPECT_GT(row(r, chip, 0).cells_sent, 2000u);
  }
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
}

/// Cells delivered per cycle in the last part of the measurement, from `us` on.
double delivered_per_cycle_after(const RunResult& r, double us) {
  uint64_t cells = 0, cycles = 0, cycle = r.warmup_cycles;
  for (const Batch& batch : r.batches) {
    if (static_cast<double>(cycle) >= us * r.core_mhz) {
      cells += batch.delivered_cells;
      cycles += batch.cycles;
    }
    cycle += batch.cycles;
  }
  return static_cast<double>(cells) / static_cast<double>(cycles);
}

TEST(Examples, Failures) {
  const RunResult r = run_example("failures");
  EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.dropped() + r.cells.in_flight);
  EXPECT_EQ(r.failures.counts.misrouted, 0u);
  EXPECT_GT(r.failures.counts.unreachable, 0u);
  EXPECT_GT(r.failures.counts.tin_down, 0u);
  ASSERT_EQ(r.failures.changes.size(), 3u);
  EXPECT_EQ(r.failures.changes[0].links_down, 38u) << "20 % of 192 links";
  EXPECT_EQ(r.failures.changes[1].tins_down, 1u);
  EXPECT_EQ(r.failures.changes[2].links_down, 38u);
  for (const FailureChange& change : r.failures.changes)
    EXPECT_EQ(change.reached_after, change.connected);
  for (const LinkRow& link : r.links)
    if (link.errors.dark_slots == 0 && link.lost.no_lock + link.lost.not_enabled != 0)
      ADD_FAILURE() << "cells lost on a link that did not fail";
}

// Shorter than the file: the links fail at 3 us, the tables follow at 5 us.
TEST(Examples, CliqueFailures) {
  const RunResult r =
      run_example("clique_failures", {"failures.events.0.at_us=3", "failures.repair_tables_us=2",
                                      "run.warmup_us=2", "run.measure_us=6"});
  EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.dropped() + r.cells.in_flight);
  EXPECT_EQ(r.failures.counts.misrouted, 0u);
  EXPECT_EQ(r.failures.links.size(), 2 * 113u) << "5 % of 2256 links";
  EXPECT_EQ(r.failures.changes[0].connected, 576u * 575);
  EXPECT_EQ(r.failures.changes[0].reached_after, 576u * 575);
  EXPECT_LT(*r.failures.changes[0].reached_before_always, 576u * 575);
  // Half of 7 to 8 port rates per chip, in cells of 20 words.
  EXPECT_GT(delivered_per_cycle_after(r, 6), 0.9 * 576 * 0.5 * 7 / 20);
}

// Each cell takes the one link to its chip.
TEST(Examples, Flattened) {
  const RunResult r = run_example("flattened");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_EQ(mean_hops(r), 2);
}

// Two links on average in each ring of eight, of 63 destinations instead of 64.
TEST(Examples, Torus) {
  const RunResult r = run_example("torus");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_NEAR(mean_hops(r) - 1, 4 * 64.0 / 63, 0.02);
}

// At 80 % of full bisection adaptive routes carry a permutation, fixed ones do not.
TEST(Examples, FatTree) {
  const RunResult r = run_example("fat_tree");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_FALSE(r.verdict.saturated);
  const RunResult fixed = run_example("fat_tree", {"routing.mode=minimal_deterministic"});
  EXPECT_TRUE(fixed.verdict.saturated);
}

// In the Petersen graph three chips are one link away, six are two.
TEST(Examples, OwnGraph) {
  const RunResult r = run_example("own_graph");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_NEAR(mean_hops(r) - 1, 15.0 / 9, 0.02);
}

// In a row and in a column three of four chips are others, of 15 destinations instead of 16.
TEST(Examples, Hyperx) {
  const RunResult r = run_example("hyperx");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_NEAR(mean_hops(r) - 1, 1.5 * 16 / 15, 0.02);
}

// Seven chips are one link away, 42 are two.
TEST(Examples, SlimFly) {
  const RunResult r = run_example("slim_fly");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_GT(mean_hops(r) - 1, 91.0 / 49);
  const RunResult minimal = run_example("slim_fly", {"routing.mode=minimal_adaptive"});
  EXPECT_NEAR(mean_hops(minimal) - 1, 91.0 / 49, 0.02);
}

// Both legs are as long as the mean route: of 930 pairs 180 are one link apart, the others two. Of
// 31 * 30 * 29 sources, destinations and chips between, 750 have the destination in the middle of
// the first leg, which ends there, two links earlier.
TEST(Examples, Polarfly) {
  const RunResult r = run_example("polarfly");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_NEAR(mean_hops(r) - 1, 2 * (180 + 2 * 750) / 930.0 - 2 * 750 / (31.0 * 30 * 29), 0.02);
}

// The worst case of shortest routes: four links for what four leaves send.
TEST(Examples, DragonflyPlus) {
  const RunResult r = run_example("dragonfly_plus");
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
  EXPECT_FALSE(r.verdict.saturated);
  const RunResult minimal = run_example("dragonfly_plus", {"routing.mode=minimal_adaptive"});
  EXPECT_TRUE(minimal.verdict.saturated);
  EXPECT_LE(accepted_of_offered(minimal), 1.001 / 1.5);
}

TEST(Examples, IpReplay) {
  const RunResult r = run_example("ip_replay");
  ASSERT_NE(r.sections.find<FrameCounts>(), nullptr);
  EXPECT_EQ(r.sections.get<FrameCounts>().ip + r.sections.get<FrameCounts>().encapsulated, 132u);
  EXPECT_EQ(r.sections.get<FrameCounts>().left, 132u);
  EXPECT_EQ(r.sections.get<FrameCounts>().decapsulated, r.sections.get<FrameCounts>().encapsulated);
  EXPECT_TRUE(r.sections.get<FrameCounts>().malformed.empty());
  EXPECT_EQ(r.cells.in_flight, 0u);
}

// Chips are at most two links from the primary: 4 cycles for each of four links, and the drift of
// +-100 ppm over 100 us.
TEST(Examples, TimeSync) {
  const RunResult r = run_example("time_sync");
  const TimeSyncResult& sync = r.sections.get<TimeSyncResult>();
  EXPECT_EQ(sync.rows.size(), 48u);
  EXPECT_EQ(sync.depth, 2u);
  EXPECT_EQ(sync.allowed_ns, (4 * 4 + 9) * 2.5);
  EXPECT_EQ(sync.beyond, 0u);
  EXPECT_LE(sync.error_max * 2.5, sync.allowed_ns);
  EXPECT_GT(sync.steady, sync.samples / 2);
  EXPECT_LE(sync.wait_max, 21u);
  EXPECT_EQ(sync.interrupted_cells, 0u);
  EXPECT_EQ(sync.failed_chips, 47u);
  ASSERT_TRUE(sync.rerooted_us.has_value());
  EXPECT_LT(*sync.rerooted_us, 2000);
}

// Every chip but those with Ethernet has its table over MOS, by way of a neighbour.
TEST(Examples, BringUpFaults) {
  const RunResult r = run_example("bring_up_faults");
  const auto& bring_up = r.sections.get<BringUpResult>();
  EXPECT_EQ(bring_up.read, 16u);
  EXPECT_EQ(bring_up.link_ends_down, 6u);
  EXPECT_GT(bring_up.complete_us, 0u);
  EXPECT_EQ(bring_up.given_up, 0u);
  const auto& ecp = r.sections.get<EcpResult>();
  EXPECT_GT(ecp.mos_dropped, 0u);
  EXPECT_GT(ecp.mos_sent, ecp.mos_received + ecp.mos_lost + ecp.mos_dropped);  // bit errors
}

/// The costs of its messages are those that the bootstrap of a Clique is computed with.
void expect_measured_costs(const BringUpResult& bring_up) {
  std::vector<control::MeasuredChip> chips;
  for (const BringUpChip& row : bring_up.progress) {
    std::optional<std::size_t> proxy;
    if (!row.proxy.empty()) proxy = std::stoul(row.proxy);
    chips.push_back({proxy, row.addressed_us, row.written_us, row.connected_us, row.read_us});
  }
  const auto registers = static_cast<unsigned>(bring_up.registers_written / bring_up.table_writes);
  EXPECT_TRUE(control::measured_costs(chips, registers) == control::kMeasuredCosts);
}

TEST(Examples, BringUp) {
  const RunResult r = run_example("bring_up");
  const auto& bring_up = r.sections.get<BringUpResult>();
  expect_measured_costs(bring_up);
  EXPECT_EQ(bring_up.read, 16u);
  EXPECT_EQ(bring_up.proxied_requests, 2u * 14);
  EXPECT_GT(bring_up.complete_us, 0u);
  EXPECT_LT(bring_up.complete_us, 80000u);
  EXPECT_EQ(r.cells.dropped(), 0u);
}

TEST(Examples, ControllerFourPods) {
  const RunResult r = run_example("controller_4pod");
  const auto& controller = r.sections.get<ControllerResult>();
  EXPECT_EQ(controller.connected, 16u);
  EXPECT_GT(controller.complete_us, 0u);
  EXPECT_LT(controller.complete_us, 60000u);
  EXPECT_EQ(controller.registers_differ, 0u);
  EXPECT_EQ(controller.pairs, 240u);
  EXPECT_EQ(controller.pairs_joined, 240u);
  EXPECT_EQ(r.cells.dropped(), 0u);
  EXPECT_NEAR(accepted_of_offered(r), 1, 0.02);
}

// The same, behind two dark links of 72 and bit errors on a third.
TEST(Examples, ControllerFourPodsWithDarkLinksAndErrors) {
  const RunResult r = run_example(
      "controller_4pod",
      {"link.faults=[{links: pod0.tin2.port0, for_us: 1000000}, {links: pod1.tin1.port8, for_us: "
       "1000000}]",
       "link.noise=[{links: pod2.tin0.port1, ber: 1.0e-6}]"});
  const auto& controller = r.sections.get<ControllerResult>();
  EXPECT_EQ(controller.connected, 16u);
  EXPECT_EQ(controller.link_ends_down, 4u);
  EXPECT_EQ(controller.registers_differ, 0u);
  EXPECT_EQ(controller.pairs_joined, 240u);
  uint64_t wrong_bits = 0;
  for (const LinkRow& row : r.links) wrong_bits += row.errors.wrong_bits;
  EXPECT_GT(wrong_bits, 100u);
  EXPECT_EQ(r.cells.dropped(), 0u);
}

// The line card is drained before its power ends, and later it is not. Packets of the controller to
// a card without power lose a cell each, an RTS or a CTS.
TEST(Examples, ControllerFailures) {
  const RunResult r = run_example("controller_failures");
  const auto& controller = r.sections.get<ControllerResult>();
  ASSERT_EQ(controller.timeline.size(), 8u);
  EXPECT_EQ(controller.changes_followed, 8u);
  EXPECT_EQ(controller.lost_after, 0u);
  EXPECT_EQ(controller.registers_differ, 0u);
  const auto packets = r.sections.get<IpResult>().lost.by_name();
  const uint64_t lost_packets = packets.at("rts_timeout") + packets.at("fetch_timeout");
  for (const ControllerChange& change : controller.timeline) {
    SCOPED_TRACE(change.at_us);
    const bool is_failure = change.at_us == 33000 || change.at_us == 56500;
    const bool is_card = change.at_us == 36000 || change.at_us == 40000;
    EXPECT_EQ(change.lost != 0, is_failure || is_card);
    EXPECT_LE(is_card ? change.lost : 0, lost_packets);
    EXPECT_EQ(change.hardware_us != 0, is_failure || change.at_us == 36000);
    EXPECT_LT(change.hardware_us, 1);
    EXPECT_GT(change.controller_us, 0);
  }
}

// Frames of ten pings, three of IPv6 and a transfer of 100 KB cross the network again as they did:
// the state hash is that of the recorded run.
TEST(Examples, Tap) {
  const RunResult r = run_example("tap");
  const auto& tap = r.sections.get<TapResult>();
  EXPECT_EQ(tap.ports, 2u);
  EXPECT_GT(tap.replayed, 100u);
  EXPECT_EQ(tap.differing, 0u);
  EXPECT_EQ(tap.frames_out, tap.entered);
  EXPECT_EQ(r.state_hash, 0x3126e238c52d6fed);
}

// BIRD announced three prefixes and withdrew one.
TEST(Examples, Ibr) {
  const RunResult r = run_example("ibr");
  EXPECT_EQ(r.sections.get<TapResult>().differing, 0u);
  const auto& ibr = r.sections.get<IbrResult>();
  EXPECT_EQ(ibr.established, 1u);
  EXPECT_EQ(ibr.prefixes, 2u);
  EXPECT_EQ(ibr.chips_right, 8u);
  EXPECT_EQ(ibr.refused, 0u);
  EXPECT_EQ(r.state_hash, 0x76dd78c275e8a4c5);
}

// Both local links and both ends of the global ones are trained; the chip with its links as blocks
// changes nothing.
TEST(Examples, TinSwitch) {
  const RunResult model = run_example("tin_switch");
  EXPECT_GT(model.cells.delivered, 1000u);
  const RunResult blocks =
      run_example("tin_switch", {"tin.impl=pins", "tin.impl_block=tin_switch"});
  EXPECT_EQ(blocks.state_hash, model.state_hash);
}

TEST(Examples, AreAllHere) {
  const std::set<std::string> tested = {"all_reduce",
                                        "aquila",
                                        "aquila_tuned",
                                        "background",
                                        "bring_up",
                                        "bring_up_faults",
                                        "canonical_72",
                                        "cell_tracing",
                                        "clique",
                                        "clique_burst",
                                        "clique_burst_half",
                                        "clique_failures",
                                        "clique_ip",
                                        "clique_rma",
                                        "cliquemap",
                                        "cliquemap_ethernet",
                                        "cliquemap_ethernet_pod",
                                        "cliquemap_pod",
                                        "cliquemap_transports",
                                        "cliquemap_transports_pod",
                                        "controller_4pod",
                                        "controller_failures",
                                        "dragonfly_4pod",
                                        "dragonfly_plus",
                                        "exanet_mesh_2x2",
                                        "exanet_or_tin",
                                        "exanet_torus_4x4x4",
                                        "failures",
                                        "fat_tree",
                                        "figure10",
                                        "figure11",
                                        "figure7",
                                        "figure8",
                                        "figure9",
                                        "flattened",
                                        "flow_incast",
                                        "flow_shuffle",
                                        "flow_storage",
                                        "hyperx",
                                        "ibr",
                                        "ip_mac",
                                        "ip_pod",
                                        "ip_replay",
                                        "ip_strict",
                                        "isolation",
                                        "isolation_ethernet",
                                        "link_flap",
                                        "link_noise",
                                        "nic_pcie",
                                        "own_graph",
                                        "pair",
                                        "pod",
                                        "polarfly",
                                        "replay_csv",
                                        "replay_pcap",
                                        "rma_pod",
                                        "single_tin",
                                        "slim_fly",
                                        "tap",
                                        "time_sync",
                                        "tin_switch",
                                        "torus",
                                        "unified"};
  std::set<std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(TINSIM_SOURCE_DIR "/configs"))
    if (file.path().extension() == ".yaml") found.insert(file.path().stem());
  EXPECT_EQ(found, tested);
}

}  // namespace
}  // namespace tinsim
