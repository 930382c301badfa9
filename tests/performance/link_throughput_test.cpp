// SPDX-License-Identifier: Apache-2.0
// One VC on a 100 m global link: what the credit loop lets through, with FIFOs that cover it and
// with FIFOs of half the size.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "platform/build/windows.h"
#include "tests/performance/link_bench.h"

namespace tinsim {
namespace {

// Pins to pins: PCS and gearbox 3, 5 ns/m, FEC 12, gearbox and PCS 4.
constexpr double kLink = 3 + 200 + 12 + 4;
// A match to the same words' next match: to the pins 5, link, to the request and match 4; the
// freed words to their FC set's slot 5, link, link_rx, fc_receiver and credit counter 3.
constexpr double kRoundTrip = 5 + kLink + 4 + 5 + kLink + 3;
constexpr double kCell = 20;
constexpr Cycle kMeasured = 200'000;
constexpr double kEnds = kBlur / kMeasured;
// 22 sets refresh 32 VCs within 10 us.
constexpr double kRefresh = 181;  // 4000 / 22, rounded down

struct Shape {
  const char* fidelity;
  unsigned fifo;
  bool both_ways;
  unsigned hold;
};

SlotShares run(const Shape& shape) {
  PlatformConfig config = one_global_link(100, 2);
  config.link.fidelity = Word{shape.fidelity};
  config.link.fc_hold_cycles = shape.hold;
  config.tin.vc_fifo.global_words = shape.fifo;
  TrafficConfig& entry = offer(config, "uniform", 2);  // twice what the link carries
  entry.class_ = {0};
  if (!shape.both_ways) entry.sources = first_hosts(2);
  LinkBench bench(config);
  EXPECT_EQ(credit_round_trip(link_cycles(config, PortKind::kGlobal)), kRoundTrip);
  bench.run(20'000);
  const LinkRow before = bench.row(0, 0);
  bench.run(kMeasured);
  EXPECT_EQ(bench.audit_error(), "");
  const SlotShares seen = shares(before, bench.row(0, 0), kMeasured);
  record(fmt::format("cell_{}_{}_{}_{}", shape.fidelity, shape.fifo,
                     shape.both_ways ? "both" : "one", shape.hold),
         seen.cell);
  return seen;
}

class LinkThroughput : public ::testing::TestWithParam<const char*> {
 protected:
  SlotShares run(unsigned fifo, bool both_ways, unsigned hold) const {
    return tinsim::run({GetParam(), fifo, both_ways, hold});
  }
};

// 512 words cover the round trip and a cell more, so only refresh sets take slots.
TEST_P(LinkThroughput, AFifoThatCoversTheRoundTripFillsEverySlotButThoseOfRefreshSets) {
  static_assert(512 >= kRoundTrip + kCell);
  const SlotShares seen = run(512, false, 32);
  EXPECT_NEAR(seen.idle, 0, kEnds);
  EXPECT_NEAR(seen.fc, 1 / kRefresh, 2.0 / kMeasured);
  EXPECT_NEAR(seen.cell, 1 - 1 / kRefresh, kEnds + 1.0 / kMeasured);
}

// 12 cells fit, and return after a round trip at the earliest: sets that stand in each other's
// way make it a little longer.
TEST_P(LinkThroughput, AFifoOfHalfTheSizeGivesItsCellsPerRoundTrip) {
  constexpr double kFits = 12 * kCell;  // of 256
  const SlotShares seen = run(256, false, 32);
  EXPECT_LE(seen.cell, kFits / kRoundTrip + kEnds + kFits / kMeasured);
  EXPECT_GE(seen.cell, 0.99 * kFits / kRoundTrip);
}

// With traffic both ways an update waits for a cell's end, or first for `hold` cycles.
TEST_P(LinkThroughput, UpdatesThatWaitBehindCellsLengthenTheRoundTrip) {
  for (const unsigned hold : {0u, 32u}) {
    const double wait = hold + 2 + kCell + 1;  // the longest; a set more may stand before it
    for (const unsigned fifo : {256u, 512u}) {
      const SlotShares seen = run(fifo, true, hold);
      const double fits = fifo / static_cast<unsigned>(kCell) * kCell;
      EXPECT_GE(seen.cell, std::min(fits / (kRoundTrip + wait), 1 - seen.fc) - 1e-3)
          << fifo << " " << hold;
      EXPECT_LE(seen.cell, std::min(fits / kRoundTrip, 1 - seen.fc) + 2e-3) << fifo << " " << hold;
      record(fmt::format("fc_{}_{}_{}", GetParam(), fifo, hold), seen.fc);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(At, LinkThroughput, ::testing::Values("cell", "wire"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace tinsim
