// SPDX-License-Identifier: Apache-2.0
// Runs through failures: nothing is lost but on the failed links, no cell is misrouted or stands
// still, and observers change nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/platform/config_test_util.h"
#include "tests/platform/failure_check.h"

namespace tinsim {
namespace {

const char* const kModes[] = {"minimal_deterministic", "minimal_adaptive", "deterministic",
                              "fully_adaptive",        "valiant",          "ugal_l"};

/// Four pods of four TiNs, three links per pair of pods, 10 m long.
PlatformConfig network(const std::string& mode, const std::string& events) {
  return failing(
      "topology: {pods: 4, tins_per_pod: 4, global_links_per_pair: 4, local_links_per_pair: 2, "
      "hosts_per_tin: 2, terminal_ports_per_host: 2}\n"
      "tin: {switch: {ports: 13}}\n"
      "link: {global_m: 10}\n"
      "routing: {mode: " +
          mode +
          "}\n"
          "traffic: [{load: 0.5, cell_bytes: {min: 16, max: 160}}]\n",
      events);
}

uint64_t lost_in_queues(const RunResult& r) { return sum_of(r.links).lost.output_queue; }

TEST(FailureRuns, EveryModeGoesOnWithoutTwentyPercentOfTheGlobalLinks) {
  for (const char* mode : kModes) {
    const PlatformConfig config = network(mode, "{links: global, percent: 20, seed: 4, at_us: 4}");
    const RunResult r = run_soundly(config, mode);
    const FailureCounts& counts = r.failures.counts;
    EXPECT_EQ(r.failures.links.size(), 2 * 5u) << mode;  // of 24 links
    EXPECT_GT(r.cells.dropped(), 0u) << mode;
    EXPECT_GT(counts.rerouted + counts.waited, 0u) << mode;
    EXPECT_EQ(counts.unreachable + counts.tin_down, 0u) << mode;
    // Two us after the tables. 16 chips offer 1.5 port rates each, 8/30 of a pod's to each other
    // pod: 1.6 rates over four links, of which two are left at least, and twice as much in all over
    // random pods. Half of that gets through in any mode.
    EXPECT_GT(accepted_after(r, 8), 0.5) << mode;
  }
}

TEST(FailureRuns, NothingIsLostBesidesWhatIsCounted) {
  const PlatformConfig config =
      network("fully_adaptive", "{links: all, percent: 10, seed: 2, at_us: 3, for_us: 3}");
  const RunResult r = run_soundly(config);
  ASSERT_EQ(r.failures.changes.size(), 2u);
  EXPECT_EQ(r.failures.changes[1].links_down, 0u);
  EXPECT_EQ(r.failures.changes[1].reached_by_tables, r.failures.changes[1].pairs);
  // Both ends of the links recovered and carried cells again: the audits saw all credit.
  for (const LinkRow& row : r.links)
    EXPECT_EQ(row.errors.retrains, row.errors.dark_slots != 0 ? 1u : 0u);
  uint64_t wire = 0, queue = 0;
  for (const FailedLink& link : r.failures.links) {
    wire += link.lost_on_wire;
    queue += link.lost_in_queue;
    EXPECT_EQ(link.until_us, 6.0);
  }
  EXPECT_GT(wire, 0u);
  EXPECT_EQ(queue, lost_in_queues(r));
}

// The end that sends into the dark learns it from the other: what it sends until then is lost, no
// more than fills the link there and the fault report back, and what training takes.
TEST(FailureRuns, TheSenderOfADarkDirectionStopsWhenNotified) {
  const PlatformConfig config =
      network("minimal_adaptive", "{links: pod0.*.port*, percent: 10, at_us: 4, direction: from}");
  const RunResult r = run_soundly(config);
  const Topology topology = make_topology(config);
  for (const LinkRow& row : r.links) {
    if (row.errors.dark_slots == 0) continue;
    // Slots in flight, a round trip of at most 2 * (3 + 20 + 4 + 12), four sets of every other
    // slot, and a cell before them: fewer than 200 cycles, of cells of two words at least.
    uint64_t lost = 0;
    LostCells::walk(row.lost, [&](const char*, uint64_t cells) { lost += cells; });
    EXPECT_LE(lost - row.lost.output_queue, 100u);
  }
}

TEST(FailureRuns, AFailedTinLosesItsCellsAndReturns) {
  const PlatformConfig config = network("fully_adaptive", "{tins: pod1.tin2, at_us: 4, for_us: 5}");
  const RunResult r = run_soundly(config);
  EXPECT_GT(r.failures.counts.tin_down, 0u);
  EXPECT_GT(r.failures.counts.unreachable, 0u);  // between 6 and 11 us
  ASSERT_EQ(r.failures.changes.size(), 2u);
  EXPECT_EQ(r.failures.changes[0].tins_down, 1u);
  EXPECT_EQ(r.failures.changes[0].links_down, 6u + 3);
  EXPECT_EQ(r.failures.changes[0].connected, 15u * 14);
  EXPECT_EQ(r.failures.changes[1].connected, 16u * 15);
}

// Each pod is cut in two TiNs that only other pods join: the escape VCs must carry what the phases
// cannot.
TEST(FailureRuns, EscapeVcsCarryWhatThePhasesDoNotReach) {
  const PlatformConfig config =
      network("minimal_adaptive", "{links: local, percent: 75, seed: 3, at_us: 4}");
  PlatformConfig slow = config;
  slow.traffic[0].load = 0.05;
  const RunResult r = run_soundly(slow);
  EXPECT_GT(r.failures.counts.escaped, 0u);
  EXPECT_LT(*r.failures.changes[0].reached_by_tables, r.failures.changes[0].connected);
}

// A pod that is cut off altogether waits for tables longer than a standstill may last.
TEST(FailureRuns, WaitingForTablesIsNoDeadlock) {
  PlatformConfig config = network("minimal_deterministic", "{links: all, at_us: 3}");
  config.failures.repair_tables_us = 8;
  config.run.progress_timeout_us = 1;
  const RunResult r = run_fresh(config);
  EXPECT_EQ(r.failures.changes[0].connected, 0u);
  EXPECT_GT(r.failures.counts.waited, 0u);
  EXPECT_GT(r.failures.counts.unreachable, 0u);  // from 11 us on
  EXPECT_EQ(lost_elsewhere(r, config), 0u);
}

// In the first slots links are ahead of their chips, so events found there are reported last.
TEST(FailureRuns, LinksMayBeDarkFromTheFirstCyclesOn) {
  for (const char* lengths : {"{local_m: 0, global_m: 0, fec_cycles: 0}", "{global_m: 10}"}) {
    for (unsigned cycle = 0; cycle < 14; ++cycle) {
      PlatformConfig config = network("minimal_adaptive", "{links: all}");
      config.link =
          parse_config(fmt::format("link: {}\ntraffic: [{{load: 0.5}}]", lengths), "l.yaml")
              .config.link;
      config.failures.events[0].at_us = cycle * 0.0025;
      config.run.warmup_us = 0;
      config.run.measure_us = 1;
      const RunResult r = run_soundly(config, fmt::format("{} cycle {}", lengths, cycle));
      // Uniform traffic leaves its chip, and a cell takes 16 cycles to the first link.
      EXPECT_EQ(r.cells.delivered, 0u) << lengths << " cycle " << cycle;
      EXPECT_GT(r.cells.injected, 0u);
    }
  }
}

// RTSs go by hash, so those of a flow change their path with the tables, and some overtake others.
TEST(FailureRuns, PacketsGoOnThoughTheirRtsOvertakeEachOther) {
  for (const char* mode : {"minimal_deterministic", "minimal_adaptive"}) {
    const PlatformConfig config =
        parse_config(fmt::format("topology: {{pods: 4, tins_per_pod: 3, global_links_per_pair: 4, "
                                 "local_links_per_pair: 2}}\n"
                                 "routing: {{mode: {}}}\n"
                                 "failures: {{repair_tables_us: 0, events: [{{links: all, percent: "
                                 "30, seed: 2, for_us: 3}}, {{links: all, percent: 30, seed: 1, "
                                 "at_us: 1, for_us: 3}}]}}\n"
                                 "ip: {{enabled: true}}\n"
                                 "ip_traffic: [{{pattern: uniform, gbps: 30, message_bytes: 64}}]\n"
                                 "run: {{warmup_us: 2, measure_us: 20, audit: 1}}\n",
                                 mode),
                     "c.yaml")
            .config;
    const RunResult r = run_fresh(config);
    EXPECT_EQ(r.failures.counts.misrouted, 0u) << mode;
    EXPECT_EQ(lost_elsewhere(r, config), 0u) << mode;
    EXPECT_GT(r.cells.delivered, 0u) << mode;
  }
}

TEST(FailureRuns, ObserversChangeNothing) {
  PlatformConfig config =
      network("fully_adaptive", "{links: global, percent: 20, seed: 4, at_us: 4, for_us: 4}");
  const RunResult plain = run_fresh(config);
  TempDir folder;
  config.trace.cells.ports = {"all"};
  config.trace.timeline.ports = {"all"};
  config.trace.waves.ports = {"pod0.*.*"};
  RunOptions options;
  options.trace_folder = folder.path();
  const RunResult traced = run_fresh(config, options);
  EXPECT_EQ(plain.state_hash, traced.state_hash);
  EXPECT_EQ(plain.cells.dropped_by_cause, traced.cells.dropped_by_cause);
  EXPECT_EQ(plain.failures.counts.rerouted, traced.failures.counts.rerouted);
  EXPECT_GT(plain.failures.counts.rerouted, 0u);
}

// Until the first failure nothing is different but that links are at wire fidelity.
TEST(FailureRuns, AFutureFailureChangesNothing) {
  PlatformConfig config = network("fully_adaptive", "{links: global, percent: 20, at_us: 14.975}");
  config.run.warmup_us = 0.98;  // whole batches: the run ends at 14.98 us
  PlatformConfig healthy = config;
  healthy.failures.events.clear();
  EXPECT_EQ(run_fresh(config).state_hash, run_fresh(healthy).state_hash);
}

}  // namespace
}  // namespace tinsim
