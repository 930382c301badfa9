// SPDX-License-Identifier: Apache-2.0
// Runs through failures: nothing is lost but on the failed links, nothing goes astray or stands
// still, and observers change nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "platform/audit.h"
#include "platform/config/reader.h"
#include "platform/errors.h"
#include "platform/failures.h"
#include "platform/platform.h"
#include "platform/topology/port_selector.h"
#include "testbench/run_fresh.h"
#include "tests/platform/config_test_util.h"
#include "tests/platform/failure_check.h"

namespace tinsim {
namespace {

const char* const kModes[] = {"minimal_deterministic", "minimal_adaptive", "deterministic",
                              "fully_adaptive",        "valiant",          "ugal_l"};

/// Four pods of four TiNs, three links per pair of pods, 10 m long.
PlatformConfig network(const std::string& mode, const std::string& events,
                       const std::string& more = "") {
  return parse_config(
             "topology: {pods: 4, tins_per_pod: 4, global_links_per_pair: 4, "
             "local_links_per_pair: 2, hosts_per_tin: 2, terminal_ports_per_host: 2}\n"
             "tin: {switch: {ports: 13}}\n"
             "link: {global_m: 10}\n"
             "routing: {mode: " +
                 mode +
                 "}\n"
                 "failures: {repair_tables_us: 2, events: [" +
                 events +
                 "]}\n"
                 "traffic: [{load: 0.5, cell_bytes: {min: 16, max: 160}}]\n"
                 "run: {warmup_us: 1, measure_us: 14, audit: 1}\n" +
                 more,
             "c.yaml")
      .config;
}

uint64_t lost_in_queues(const RunResult& r) { return sum_of(r.links).lost.output_queue; }

TEST(FailureRuns, EveryModeGoesOnWithoutTwentyPercentOfTheGlobalLinks) {
  for (const char* mode : kModes) {
    const PlatformConfig config = network(mode, "{links: global, percent: 20, seed: 4, at_us: 4}");
    const RunResult r = run_fresh(config);
    expect_sound(r, config, mode);
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
      network("fully_adaptive", "{links: all, percent: 10, seed: 2, at_us: 3, for_us: 3}", "\n");
  const RunResult r = run_fresh(config);
  expect_sound(r, config, "");
  ASSERT_EQ(r.failures.changes.size(), 2u);
  EXPECT_EQ(r.failures.changes[1].links_down, 0u);
  EXPECT_EQ(r.failures.changes[1].reached_by_tables, r.failures.changes[1].pairs);
  // The links came back, both ends, and carried cells again: the audits saw all credit.
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
TEST(FailureRuns, TheSenderOfADarkDirectionStopsWhenItHearsOfIt) {
  const PlatformConfig config =
      network("minimal_adaptive", "{links: pod0.*.port*, percent: 10, at_us: 4, direction: from}");
  const RunResult r = run_fresh(config);
  expect_sound(r, config, "");
  const Topology topology = make_topology(config);
  for (const LinkRow& row : r.links) {
    if (row.errors.dark_slots == 0) continue;
    // Slots under way, a round trip of at most 2 * (3 + 20 + 4 + 12), four sets of every other
    // slot, and a cell before them: fewer than 200 cycles, of cells of two words at least.
    uint64_t lost = 0;
    LostCells::walk(row.lost, [&](const char*, uint64_t cells) { lost += cells; });
    EXPECT_LE(lost - row.lost.output_queue, 100u);
  }
}

TEST(FailureRuns, ATinThatFailsTakesItsCellsAndComesBack) {
  const PlatformConfig config = network("fully_adaptive", "{tins: pod1.tin2, at_us: 4, for_us: 5}");
  const RunResult r = run_fresh(config);
  expect_sound(r, config, "");
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
      network("minimal_adaptive", "{links: local, percent: 75, seed: 3, at_us: 4}", "\n");
  PlatformConfig slow = config;
  slow.traffic[0].load = 0.05;
  const RunResult r = run_fresh(slow);
  expect_sound(r, slow, "");
  EXPECT_GT(r.failures.counts.escaped, 0u);
  EXPECT_LT(*r.failures.changes[0].reached_by_tables, r.failures.changes[0].connected);
}

/// Failures that leave all TiNs joined at all times.
RunResult run_joined(const std::string& topology, const char* mode, const std::string& events,
                     PlatformConfig& config) {
  config = network(mode, events);
  config.topology = parse_config("topology: {" + topology +
                                     ", hosts_per_tin: 2, terminal_ports_per_host: 2}\n"
                                     "traffic: [{load: 0.3}]",
                                 "t.yaml")
                        .config.topology;
  config.tin.switch_.ports = 50;
  config.run.measure_us = 12;
  const RunResult r = run_fresh(config);
  for (const FailureChange& change : r.failures.changes) EXPECT_EQ(change.connected, change.pairs);
  return r;
}

// Links fail and come back while cells are on the escape VCs: the way down that one had is gone,
// and up it may not. It is parked, not lost.
TEST(FailureRuns, SeveralChangesLoseNothingButOnTheFailedLinks) {
  PlatformConfig config;
  const RunResult r =
      run_joined("pods: 6, tins_per_pod: 6, global_links_per_pair: 6, local_links_per_pair: 1",
                 "minimal_deterministic",
                 "{links: all, percent: 20, seed: 61, at_us: 1, for_us: 2.62}, "
                 "{links: local, percent: 40, seed: 47, at_us: 1.5, for_us: 2.05}, "
                 "{links: local, percent: 10, seed: 94, at_us: 1.5, for_us: 2.64}, "
                 "{links: local, percent: 10, seed: 23, at_us: 1.5, for_us: 0.82}, "
                 "{links: all, percent: 40, seed: 69, at_us: 3.5, for_us: 0.64}, "
                 "{links: local, percent: 10, seed: 81, at_us: 5.5, for_us: 1.83}",
                 config);
  expect_sound(r, config, "");
  EXPECT_EQ(r.failures.counts.unreachable, 0u);
  EXPECT_GT(r.failures.counts.parked, 0u);
}

// More than one chip is without a link up on each side of some pairs.
TEST(FailureRuns, PairsThatOneTurnDoesNotJoinAreReachedToo) {
  PlatformConfig config;
  const RunResult r =
      run_joined("pods: 6, tins_per_pod: 6, global_links_per_pair: 1, local_links_per_pair: 2",
                 "deterministic",
                 "{links: all, percent: 30, seed: 48, at_us: 1, for_us: 2.1}, "
                 "{links: all, percent: 30, seed: 35, at_us: 3}",
                 config);
  expect_sound(r, config, "");
  EXPECT_EQ(r.failures.counts.unreachable, 0u);
  EXPECT_GT(r.failures.counts.parked, 0u);
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

// In the first slots links are ahead of their chips, so what is found there is told last.
TEST(FailureRuns, LinksMayBeDarkFromTheFirstCyclesOn) {
  for (const char* lengths : {"{local_m: 0, global_m: 0, fec_cycles: 0}", "{global_m: 10}"}) {
    for (unsigned cycle = 0; cycle < 14; ++cycle) {
      PlatformConfig config = network("minimal_adaptive", "{links: all}");
      config.link =
          parse_config(fmt::format("link: {}\ntraffic: [{{load: 0.5}}]", lengths), "l.yaml")
              .config.link;
      config.failures.events[0].at_us = cycle * 0.0025;
      config.run.warmup_us = "0";
      config.run.measure_us = 1;
      const RunResult r = run_fresh(config);
      expect_sound(r, config, fmt::format("{} cycle {}", lengths, cycle));
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

/// Two TiNs joined by two global links of 50 m; both directions of the first go dark at 10 us.
class TwoLinks final : public SwitchObserver {
 public:
  static constexpr Cycle kDark = 4000;

  TwoLinks()
      : config_(two_links()),
        topology_(make_topology(config_)),
        tables_(make_route_tables(config_, topology_)) {
    ready_for_failures(config_, topology_, tables_);
    sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = new sc_core::sc_simcontext;
    failures_ = std::make_unique<Failures>(config_, topology_, tables_);
    platform_ = std::make_unique<Platform>("bench", config_, topology_, tables_,
                                           make_traffic(config_, topology_), 50);
    platform_->expect(*failures_);
    platform_->observe(0, *this);
    failing_ = named_ends(topology_, "pod0.tin0.*")[0].port;
  }
  void matched(Cycle cycle, unsigned, unsigned, unsigned out, const Cell&) override {
    if (out == failing_) last_match = cycle;
  }
  void cell_started(Cycle cycle, unsigned out, const Cell&) override {
    if (out == failing_) last_start = cycle;
  }
  void credit_sent(Cycle, unsigned, Credit) override {}

  void run_to(Cycle end) {
    while (platform_->now() < end) {
      platform_->run_to(platform_->now() + 50);
      audit(*platform_, topology_);
    }
  }

  Cycle last_match = 0, last_start = 0;

 private:
  static PlatformConfig two_links() {
    PlatformConfig config =
        parse_config(
            "topology: {pods: 2, tins_per_pod: 1, global_links_per_pair: 2, "
            "local_links_per_pair: 1, hosts_per_tin: 4, terminal_ports_per_host: 1}\n"
            "tin: {switch: {ports: 6}}\n"
            "failures: {events: [{links: pod0.tin0.port0, at_us: 10}]}\n"
            "traffic: [{load: 2, cell_bytes: 16, pattern: adversarial}]\n"
            "run: {warmup_us: 0, measure_us: 20}\n",
            "c.yaml")
            .config;
    validate(config);
    return config;
  }

  PlatformConfig config_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  std::unique_ptr<Failures> failures_;
  std::unique_ptr<Platform> platform_;
  unsigned failing_ = 0;
};

// The gearbox where the line ends is 4 cycles before the pins, FEC 12 more; the codeword in which
// the light goes is lost from its begin, up to 7 earlier. A cycle later link_state shows
// LOCAL_FAULT, and routing knows in the next one. Cells of two words leave every other cycle.
TEST(FailureRuns, AChipKnowsOfADarkLinkWhenItsReceiverDoes) {
  TwoLinks links;
  links.run_to(TwoLinks::kDark + 1000);
  const Cycle known = TwoLinks::kDark + 4 + 12 + 1 + 1;
  EXPECT_LT(links.last_match, known);
  EXPECT_GE(links.last_match, known - 7 - 4);
  EXPECT_LE(links.last_start, known);
  EXPECT_GE(links.last_start, known - 7 - 4);
}

// Until the first failure nothing is different but that links are at wire fidelity.
TEST(FailureRuns, AFailureThatHasNotComeChangesNothing) {
  PlatformConfig config = network("fully_adaptive", "{links: global, percent: 20, at_us: 14.975}");
  config.run.warmup_us = "0.98";  // whole batches: the run ends at 14.98 us
  PlatformConfig healthy = config;
  healthy.failures.events.clear();
  EXPECT_EQ(run_fresh(config).state_hash, run_fresh(healthy).state_hash);
}

}  // namespace
}  // namespace tinsim
