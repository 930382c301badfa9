// SPDX-License-Identifier: Apache-2.0
// Runs through failures of networks given as a graph: nothing is lost but on the failed links,
// no cell is misrouted or stands still.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/errors.h"
#include "tests/platform/failure_check.h"
#include "tests/platform/graph_networks.h"

namespace tinsim {
namespace {

PlatformConfig network(const std::string& topology, const std::string& events,
                       const std::string& more = "") {
  return failing("topology: {" + topology +
                     "}\n"
                     "link: {local_m: 2, global_m: 2}\n"
                     "traffic: [{load: 0.3, cell_bytes: {min: 16, max: 160}}]\n" +
                     more,
                 events);
}

/// Each with how many links it has.
struct Shape {
  const char* topology;
  unsigned links;
};
const Shape kShapes[] = {
    {"kind: torus, dims: [4, 4], hosts_per_tin: 1, terminal_ports_per_host: 1", 32},
    {"kind: torus, dims: [5, 3, 2], hosts_per_tin: 1, terminal_ports_per_host: 1", 75},
    {"kind: flattened, chips: 8, hosts_per_tin: 2, terminal_ports_per_host: 1", 28 * 2},
    {"kind: fat_tree, arity: 4, levels: 2, hosts_per_tin: 4, terminal_ports_per_host: 1", 16},
    {"kind: fat_tree, arity: 2, levels: 3, hosts_per_tin: 2, terminal_ports_per_host: 1", 16},
    {"kind: graph, file: " TINSIM_SOURCE_DIR "/configs/graphs/petersen.csv, hosts_per_tin: 1", 15}};

TEST(GraphFailureRuns, EveryShapeGoesOnWithoutTenPercentOfItsLinks) {
  uint64_t dropped = 0, moved = 0;
  for (const Shape& shape : kShapes) {
    for (const char* mode : {"minimal_deterministic", "minimal_adaptive"}) {
      const PlatformConfig config =
          network(shape.topology, "{links: all, percent: 10, seed: 2, at_us: 4}",
                  std::string("routing: {mode: ") + mode + "}\n");
      const RunResult r = run_fresh(config);
      const std::string what = fmt::format("{} {}", shape.topology, mode);
      expect_sound(r, config, what);
      EXPECT_EQ(r.failures.links.size(), 2 * ((shape.links + 5) / 10)) << what;
      EXPECT_EQ(r.failures.counts.unreachable + r.failures.counts.tin_down, 0u) << what;
      dropped += r.cells.dropped();
      moved += r.failures.counts.rerouted + r.failures.counts.waited;
      EXPECT_GT(accepted_after(r, 8), 0.5) << what;
    }
  }
  EXPECT_GT(dropped, 0u);
  EXPECT_GT(moved, 0u);
}

// A TiN that fails is away for as long as it says, and all pairs have their routes again after it.
TEST(GraphFailureRuns, AFailedTinLosesItsCellsAndReturns) {
  for (const Shape& shape : {kShapes[0], kShapes[2]}) {
    const PlatformConfig config = network(shape.topology, "{tins: pod0.tin2, at_us: 4, for_us: 5}");
    const RunResult r = run_soundly(config, shape.topology);
    EXPECT_GT(r.failures.counts.tin_down, 0u);
    EXPECT_GT(r.failures.counts.unreachable, 0u);
    ASSERT_EQ(r.failures.changes.size(), 2u);
    EXPECT_EQ(r.failures.changes[0].tins_down, 1u);
    EXPECT_EQ(r.failures.changes[1].reached_by_tables, r.failures.changes[1].pairs);
  }
}

// A spine of a fat tree has no hosts: all pairs stay joined by the others, three quarters of the
// ways up are left.
TEST(GraphFailureRuns, AFailedSpineDisconnectsNoHost) {
  const PlatformConfig config = network(kShapes[3].topology, "{tins: pod0.tin4, at_us: 4}");
  const RunResult r = run_soundly(config);
  ASSERT_EQ(r.failures.changes.size(), 1u);
  EXPECT_EQ(r.failures.changes[0].links_down, 4u);
  EXPECT_EQ(r.failures.changes[0].pairs, 4u * 3);
  EXPECT_EQ(r.failures.changes[0].connected, 4u * 3);
  EXPECT_EQ(r.failures.changes[0].reached_by_tables, 4u * 3);
  EXPECT_EQ(r.failures.counts.unreachable, 0u);
  EXPECT_GT(accepted_after(r, 8), 0.95);
}

// Twenty links up, then down, are more than the 30 that the hop count allows once a ring is broken:
// 39 on the line that is left.
TEST(GraphFailureRuns, AWayThatIsTooLongForTheHopCountIsRefused) {
  const PlatformConfig config =
      network("kind: torus, dims: [40], hosts_per_tin: 1, terminal_ports_per_host: 1",
              "{links: pod0.tin0.port0, at_us: 4}");
  try {
    run_fresh(config);
    FAIL() << "accepted";
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find("39 links"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tinsim
