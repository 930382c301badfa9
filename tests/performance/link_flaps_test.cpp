// SPDX-License-Identifier: Apache-2.0
// Links that go down a hundred times: they recover each time, in the time the handshake needs,
// and what is lost in the meantime is accounted for.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/performance/finite_traffic.h"

namespace tinsim {
namespace {

constexpr unsigned kFlaps = 100;
constexpr Cycle kEvery = 4003;  // 10 us, each time at another place in a codeword and a cell
constexpr Cycle kFirst = 4000;
constexpr Cycle kDown = 400;  // 1 us

struct Case {
  const char* name;
  bool global;
  const char* kind;
  const char* direction;
  unsigned value;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

/// When port 0 of a chip sent the PHY sets of its training, and its cells.
class Training final : public SwitchObserver {
 public:
  void set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t) override {
    if (port == 0 && code == 5) phy.push_back(cycle);
  }
  void cell_started(Cycle cycle, unsigned port, const Cell&) override {
    if (port == 0) cells.push_back(cycle);
  }
  void matched(Cycle, unsigned, unsigned, unsigned, const Cell&) override {}
  void credit_sent(Cycle, unsigned, Credit) override {}

  /// The last PHY set from `from` up to `to`, counted from `from`; 0: there was none.
  Cycle trained_after(Cycle from, Cycle to) const {
    const auto end = std::lower_bound(phy.begin(), phy.end(), to);
    return end == phy.begin() || *(end - 1) < from ? 0 : *(end - 1) - from;
  }
  unsigned cells_in(Cycle from, Cycle to) const {
    return static_cast<unsigned>(std::lower_bound(cells.begin(), cells.end(), to) -
                                 std::lower_bound(cells.begin(), cells.end(), from));
  }

  std::vector<Cycle> phy, cells;
};

PlatformConfig flapping(const Case& c) {
  PlatformConfig config = FiniteBench::two_links(c.global);
  LinkFaultConfig fault;
  fault.links = "pod0.tin0.port0";
  fault.kind = Word{c.kind};
  fault.direction = Word{c.direction};
  fault.at_us = kFirst / 400.0;
  fault.for_us = kDown / 400.0;
  fault.times = kFlaps;
  fault.every_us = kEvery / 400.0;
  if (fault.kind == LinkFaultKind::stuck) fault.value = c.value;
  config.link.faults = {fault};
  config.run.warmup_us = 0;
  config.run.measure_us = (kFirst + kFlaps * kEvery) / 400.0;
  return config;
}

/// From the end of a fault, where it ends, to the last of the 16 PHY sets that say UP, of the end
/// that is ready last; pins to pins in `link` cycles. link_state's README, step by step:
///   3      the gearbox, and 12 more with FEC: the first good block is at pcs_rx
///   64     good blocks; lock and REMOTE_FAULT one cycle later each
///   1+6    slots until four REMOTE_FAULT sets are on the link, every other slot is one
///   link+2 they are received, and TRAIN is the state
///   1+6    four TRAIN sets
///   link+2 UP, and its last TRAIN set went out one slot ago
///   link   that one is received at the other end, which begins its 16 sets again
///   31     slots until the last of these
/// Each of the four steps that begin with a set may wait a slot for its turn.
Cycle shortest_training(bool fec, Cycle link) {
  return 3 + (fec ? 12 : 0) + 64 + 1 + 1 + 6 + (link + 2) + 1 + 6 + (link + 2) + link + 31;
}
constexpr Cycle kTurns = 4;

class LinkFlaps : public ::testing::TestWithParam<Case> {};

TEST_P(LinkFlaps, AHundredTimesLeaveNoTrace) {
  const Case& c = GetParam();
  FiniteTraffic traffic;
  traffic.until = kFirst + kFlaps * kEvery;
  traffic.gap = 83;
  traffic.min_words = 2;
  FiniteBench finite(flapping(c), traffic);
  LinkBench& bench = finite.bench();
  Training ends[2];
  for (unsigned chip : {0u, 1u}) bench.platform().observe(chip, ends[chip]);
  while (bench.platform().now() < kFirst + kFlaps * kEvery) {
    bench.run(10 * LinkBench::kStep);
    ASSERT_EQ(bench.audit_error(), "") << "cycle " << bench.platform().now();
  }
  finite.finish(40'000);
  finite.expect_all_accounted_for();

  const Cycle link = c.global ? 3 + 100 + 12 + 4 : 3 + 2 + 4;
  Cycle shortest = kNoCycle, longest = 0;
  for (unsigned flap = 0; flap < kFlaps; ++flap) {
    const Cycle up = kFirst + flap * kEvery + kDown;
    const Cycle trained = std::max(ends[0].trained_after(up, up + kEvery - kDown),
                                   ends[1].trained_after(up, up + kEvery - kDown));
    shortest = std::min(shortest, trained);
    longest = std::max(longest, trained);
    for (const Training& end : ends) EXPECT_GT(end.cells_in(up + trained, up + 3600), 5u) << flap;
  }
  record(fmt::format("{}_shortest", c.name), shortest);
  record(fmt::format("{}_longest", c.name), longest);
  record(fmt::format("{}_formula", c.name), shortest_training(c.global, link));
  EXPECT_GE(shortest, shortest_training(c.global, link));
  // A codeword that is dark in part is dark as a whole.
  EXPECT_LE(longest, shortest_training(c.global, link) + kTurns + (c.global ? 7 : 0));

  const bool both = c.direction == std::string("both");
  for (unsigned chip : {0u, 1u}) {
    const LinkRow row = bench.row(chip, 0), other = bench.row(chip, 1);
    EXPECT_EQ(row.errors.lock_losses, both || chip == 0 ? kFlaps : 0);
    EXPECT_EQ(row.errors.retrains, kFlaps);
    EXPECT_FALSE(any_count(other.errors) || any_count(other.lost));
    for (const auto& [cause, cells] : lost_by_cause({row}))
      record(fmt::format("{}_{}_{}", c.name, chip, cause), static_cast<double>(cells));
  }
}

// The first block is at the far gearbox after the transmit pipeline of 3 and the wire.
TEST(LinkTraining, AtTheStartTakesAsLong) {
  for (const bool global : {false, true}) {
    PlatformConfig config = FiniteBench::two_links(global);
    config.link.train_at_start = true;
    FiniteTraffic traffic;
    traffic.until = 2000;
    traffic.gap = 83;
    FiniteBench finite(config, traffic);
    Training ends[2];
    for (unsigned chip : {0u, 1u}) finite.bench().platform().observe(chip, ends[chip]);
    finite.finish(20'000);
    finite.expect_all_accounted_for();
    EXPECT_EQ(finite.bench().platform().dropped(), 0u);
    const Cycle wire = global ? 100 : 2, link = 7 + wire + (global ? 12 : 0);
    for (const Training& end : ends) {
      const Cycle trained = end.trained_after(3 + wire, kNoCycle);
      EXPECT_GE(trained, shortest_training(global, link));
      EXPECT_LE(trained, shortest_training(global, link) + kTurns);
      EXPECT_EQ(end.cells_in(0, 3 + wire + trained + 1), 0u) << "no cell before the link is up";
      EXPECT_GT(end.cells.size(), 0u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, LinkFlaps,
                         ::testing::Values(Case{"LocalDarkBothWays", false, "down", "both", 0},
                                           Case{"LocalDarkOneWay", false, "down", "from", 0},
                                           Case{"LocalStuckAt0BothWays", false, "stuck", "both", 0},
                                           Case{"LocalStuckAt1OneWay", false, "stuck", "from", 1},
                                           Case{"GlobalDarkBothWays", true, "down", "both", 0},
                                           Case{"GlobalDarkOneWay", true, "down", "from", 0},
                                           Case{"GlobalStuckAt0OneWay", true, "stuck", "from", 0},
                                           Case{"GlobalStuckAt1BothWays", true, "stuck", "both",
                                                1}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace tinsim
