// SPDX-License-Identifier: Apache-2.0
// Share of the direction against the cells that flow control takes: by cell size, hold and load.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/performance/link_bench.h"

namespace tinsim {
namespace {

constexpr double kRefresh = 181;  // 22 sets within 10 us
constexpr Cycle kMeasured = 100'000;
constexpr double kEnds = (2 + kBlur / 4) / kMeasured;  // sets are four slots apart

struct Shape {
  unsigned words;  ///< of each cell, both ways
  unsigned hold;   ///< fc_hold_cycles
  unsigned vcs;    ///< that the cells are spread over
  bool full;       ///< the direction of the sets is full of cells as well
};

/// Slots from one update set to the next that age makes urgent: in slot x + 1 its `age` is 0, the
/// choice is made a slot ahead (fc_sender, tx_scheduler), and sets are four slots apart.
double least_age(const Shape& shape) { return std::max(shape.hold + 2.0, 4.0); }

/// FC sets per slot at most, besides the refresh sets.
double max_updates(const Shape& shape) {
  const double words = shape.words;
  // On an idle direction each set grants one cell at least.
  if (!shape.full) return 1 / std::max(words, 4.0);
  // On a full one a set comes at the end of a cell: whole cells and the set itself between them ...
  const double aged = 1 + words * std::ceil((least_age(shape) - 1) / words);
  // ... or with three VCs pending, which takes three matches at a word per cycle at most.
  const double spacing = shape.vcs < 3 ? aged : std::min(aged, std::max(3 * words, 4.0));
  // A refresh set in between takes a slot too, and may bring the next set nearer by what was lost
  // to whole cells.
  const double nearer = std::max(0.0, spacing - least_age(shape));
  return 1 / spacing + nearer / spacing / kRefresh;
}

/// ... and at least. On a full direction: the age, a cell until something is pending, a cell that
/// is not interrupted, the set, and a refresh set before it.
double min_updates(const Shape& shape) {
  const double words = shape.words;
  // Where a refresh set is in the way two cells may share a set.
  if (!shape.full) return 1 / std::max(words, 4.0) - 1 / kRefresh;
  return 1 / (least_age(shape) + 2 * words + 2);
}

SlotShares measure(const Shape& shape, const char* fidelity) {
  PlatformConfig config = of_kind("pair", 4, 1);
  config.topology.terminal_ports_per_host = 1;
  config.tin.switch_.ports = 5;
  config.tin.vc_fifo.local_words = 512;  // updates may wait 255 cycles without starving the sender
  config.link.fidelity = Word{fidelity};
  config.link.fc_hold_cycles = shape.hold;
  TrafficConfig& entry = offer(config, "uniform", 2, shape.vcs);
  entry.cell_bytes.items = {{8 * shape.words, 1}};
  if (!shape.full) entry.sources = first_hosts(4);
  LinkBench bench(config);
  bench.run(10'000);
  const LinkRow forth = bench.row(0, 0), back = bench.row(1, 0);
  bench.run(kMeasured);
  // The premise: cells in every slot but those of sets; 3 % for the times an update is late.
  EXPECT_LE(shares(forth, bench.row(0, 0), kMeasured).idle, 0.03);
  EXPECT_EQ(bench.audit_error(), "");
  return shares(back, bench.row(1, 0), kMeasured);
}

class LinkOverhead : public ::testing::TestWithParam<unsigned> {};

TEST_P(LinkOverhead, OfFlowControlStaysWithinItsBounds) {
  for (const unsigned hold : {0u, 32u, 255u}) {
    for (const unsigned vcs : {1u, 10u}) {
      for (const bool full : {false, true}) {
        const Shape shape{GetParam(), hold, vcs, full};
        const SlotShares seen = measure(shape, "cell");
        const std::string name =
            fmt::format("fc_{}_hold{}_{}vc_{}", 8 * shape.words, hold, vcs, full ? "full" : "idle");
        record(name, 100 * seen.fc);
        const double most = max_updates(shape) + 1 / kRefresh;
        record(name + "_most", 100 * most);
        EXPECT_LE(seen.fc, most + kEnds) << name;
        EXPECT_GE(seen.fc, min_updates(shape) - kEnds) << name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Words, LinkOverhead, ::testing::Values(2u, 6u, 20u));

TEST(LinkOverhead, IsTheSameAtWireFidelity) {
  const Shape shape{20, 32, 10, true};
  EXPECT_NEAR(measure(shape, "wire").fc, measure(shape, "cell").fc, 3.0 / kMeasured);
}

}  // namespace
}  // namespace tinsim
