// SPDX-License-Identifier: Apache-2.0
// Random networks with crossbars of any speed-up through failures: on every chip a slow, obvious
// switch runs alongside the chip core, and every match, credit, set and cell start of both is on
// the same cycle; also where weights, strict VCs and rounds change.
#include "tests/reference/plain_switch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platform/build/impl.h"
#include "platform/config/reader.h"
#include "testbench/bench_random.h"
#include "testbench/looped_switch.h"
#include "testbench/run_fresh.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"

namespace tinsim {

namespace {
bool is_beside = true;       ///< else chip cores run alone, and nothing observes them
Random* settings = nullptr;  ///< if not null, settings of all switches are drawn again and again
}  // namespace

// In place of platform/build/impl.cpp, so that the rest of the program takes what is made here for
// chip cores: pins would be refused alongside speed-up, and links that end at them could not fail.
bool on_pins(const PlatformConfig&, std::size_t) { return is_beside; }

std::unique_ptr<SwitchEngine> make_switch_on_pins(SwitchImpl, const SwitchParams& params,
                                                  RouteUnit route, unsigned ring_cycles) {
  auto pair = std::make_unique<LockstepSwitch<reference::PlainSwitch>>(params, std::move(route),
                                                                       ring_cycles);
  constexpr Cycle kRun = 2000;
  for (Cycle at = 0; settings != nullptr && at < kRun; at += 1 + settings->below(100))
    pair->edit_settings(at, draw_settings(*settings));
  return pair;
}

namespace {

/// A topology, and the ports that it needs: the last one is in use, too.
struct Shape {
  const char* topology;
  unsigned ports;
};
const std::vector<Shape> kShapes = {
    {"kind: dragonfly, pods: 3, tins_per_pod: 3, global_links_per_pair: 3, "
     "local_links_per_pair: 1, hosts_per_tin: 1, terminal_ports_per_host: 2",
     6},
    {"kind: dragonfly, pods: 4, tins_per_pod: 3, global_links_per_pair: 2, "
     "local_links_per_pair: 2, hosts_per_tin: 2, terminal_ports_per_host: 1",
     8},
    {"kind: torus, dims: [6], hosts_per_tin: 1, terminal_ports_per_host: 2", 4},
    {"kind: torus, dims: [3, 3], hosts_per_tin: 1, terminal_ports_per_host: 1", 5},
    {"kind: fat_tree, arity: 3, levels: 2, hosts_per_tin: 3, terminal_ports_per_host: 1", 6}};
// With few links up, so that cells on escape VCs must go up again.
const std::vector<Shape> kSparseShapes = {
    {"kind: dragonfly, pods: 8, tins_per_pod: 2, global_links_per_pair: 1, "
     "local_links_per_pair: 1, hosts_per_tin: 1, terminal_ports_per_host: 1",
     6},
    {"kind: torus, dims: [3, 3, 2], hosts_per_tin: 1, terminal_ports_per_host: 1", 6}};

using Texts = std::vector<std::string>;
const Texts kLinks = {"links: all"};
const Texts kLinksAndTins = {"links: all", "links: all", "links: local", "tins: pod0.tin1",
                             "tins: pod0.tin*"};

template <class T>
const T& one_of(Random& random, const std::vector<T>& list) {
  return list[random.below(static_cast<unsigned>(list.size()))];
}

/// Failures and recoveries: changes in quick succession.
std::string events(Random& random, const Texts& what, unsigned max_percent) {
  std::string text;
  for (unsigned i = random.range(1, 6); i > 0; --i) {
    text += fmt::format("{{{}, ", one_of(random, what));
    text += fmt::format("percent: {}, ", random.range(max_percent / 3, max_percent));
    text += fmt::format("seed: {}, ", random.range(1, 99));
    text += fmt::format("at_us: {:.4f}, ", 0.5 + 0.0025 * random.below(1000));
    text += fmt::format("for_us: {:.4f}}}, ", 0.2 + 0.0025 * random.below(600));
  }
  return text;
}

/// Of small buffers, so that all that can run out does.
std::string network(Random& random, const std::vector<Shape>& shapes) {
  static const Texts kModes = {"minimal_deterministic", "minimal_adaptive",
                               "minimal_adaptive, metric: output_queue"};
  static const Texts kStrict = {"", "0, 1, 2, 6, 7, 8, 30"};
  static const Texts kRefresh = {"0", "1.8", "3", "10"};  // every 32 to 181 cycles
  static const Texts kTimesync = {"0", "0.07", "0.7"};
  static const Texts kArbiters = {"islip", "islip", "rrm", "pim", "wavefront", "lqf", "ocf"};
  const Shape& shape = one_of(random, shapes);
  std::string text = fmt::format("topology: {{{}}}\n", shape.topology);
  text += "link: {local_m: 2, global_m: 2, fec_cycles: 0, ";
  text += fmt::format("fc_hold_cycles: {}, ", random.below(64));
  text += fmt::format("fc_refresh_us: {}, ", one_of(random, kRefresh));
  text += fmt::format("timesync_us: {}}}\n", one_of(random, kTimesync));
  text += fmt::format("routing: {{mode: {}}}\n", one_of(random, kModes));
  text += fmt::format("tin: {{switch: {{ports: {}, ", shape.ports);
  text += fmt::format("crossbar_speedup: {}, ", random.range(1, 4));
  const std::string& arbiter = one_of(random, kArbiters);
  if (arbiter != "wavefront") text += fmt::format("islip_iterations: {}, ", random.range(1, 3));
  text += fmt::format("arbitration_cycles: {}, ", random.chance(30) ? random.range(2, 32) : 1);
  text += fmt::format("arbiter: {}}}, ", arbiter);
  text += fmt::format("vc_fifo: {{local_words: {}, ", random.range(20, 128));
  text += fmt::format("global_words: {}, ", random.range(20, 128));
  text += fmt::format("local_shared_words: {}, ", random.chance(30) ? random.range(1, 200) : 0);
  text += fmt::format("global_shared_words: {}, ", random.chance(30) ? random.range(1, 200) : 0);
  text += fmt::format("terminal_words: {}}}, ", random.range(20, 128));
  text += fmt::format("output: {{queue_words: {}, ", random.range(20, 60));
  text += fmt::format("strict_vcs: [{}]}}}}\n", one_of(random, kStrict));
  if (random.chance(40)) {
    text += fmt::format("tin_variants: [{{tins: pod0.tin*, queue_words: {}, local_words: {}, ",
                        random.range(20, 60), random.range(20, 128));
    text += fmt::format("global_words: {}, arbitration_cycles: {}}}, ", random.range(20, 128),
                        random.range(1, 8));
    text += fmt::format("{{tins: pod*.tin0, crossbar_speedup: {}, arbiter: {}, ",
                        random.range(1, 4), one_of(random, kArbiters));
    text += fmt::format("local_shared_words: {}}}]\n", random.range(0, 100));
  }
  text += "traffic: [{cell_bytes: {min: 16, max: 160}, class: [0, 2, 5, 7], ";
  text += fmt::format("load: {:.2f}}}]\n", 0.01 * random.range(20, 130));
  text += fmt::format("run: {{seed: {}, warmup_us: 0, measure_us: 5}}\n", random.range(1, 99));
  return text;
}

std::string failures(Random& random, const std::string& events) {
  return fmt::format("failures: {{repair_tables_us: {:.4f}, events: [{}]}}\n",
                     0.1 + 0.0025 * random.below(400), events);
}

/// Runs networks of so many seeds, and once more without observers, which spare the core some
/// steps. `text(random)` is the configuration.
template <class Text>
FailureCounts run_networks(unsigned seeds, Text&& text) {
  FailureCounts sum;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const PlatformConfig config = parse_config(text(random), "random.yaml").config;
    is_beside = true;
    const RunResult result = run_fresh(config);
    is_beside = false;
    const RunResult alone = run_fresh(config);
    EXPECT_EQ(alone.state_hash, result.state_hash);
    EXPECT_EQ(alone.cell_hops, result.cell_hops);
    EXPECT_GT(result.cells.delivered, 20u);
    FailureCounts::zip(sum, result.failures.counts,
                       [](const char*, auto& all, const auto& one) { all += one; });
  }
  return sum;
}

TEST(NetworksAgainstPlainSwitch, AgreeWithoutFailures) {
  run_networks(20, [](Random& random) { return network(random, kShapes); });
}

TEST(NetworksAgainstPlainSwitch, AgreeThroughFailures) {
  const FailureCounts sum = run_networks(30, [](Random& random) {
    const std::string text = network(random, kShapes);
    return text + failures(random, events(random, kLinksAndTins, 60));
  });
  EXPECT_GT(sum.rerouted, 100u);
  EXPECT_GT(sum.waited, 100u);
  EXPECT_GT(sum.escaped, 100u);
  EXPECT_GT(sum.unreachable, 100u);
  EXPECT_GT(sum.tin_down, 100u);
}

std::string sparse_network(Random& random) {
  const std::string text = network(random, kSparseShapes);
  return text + failures(random, events(random, kLinks, 40));
}

TEST(NetworksAgainstPlainSwitch, AgreeWithCellsInMemory) {
  EXPECT_GT(run_networks(8, sparse_network).parked, 100u);
}

TEST(NetworksAgainstPlainSwitch, AgreeThroughFailuresAndChangesOfSettings) {
  is_beside = true;
  uint64_t parked = 0;
  for (unsigned seed = 101; seed <= 108; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed), draws(seed);
    const PlatformConfig config = parse_config(sparse_network(random), "random.yaml").config;
    settings = &draws;
    const RunResult result = run_fresh(config);
    settings = nullptr;
    EXPECT_GT(result.cells.delivered, 20u);
    parked += result.failures.counts.parked;
  }
  EXPECT_GT(parked, 100u);
}

}  // namespace
}  // namespace tinsim
