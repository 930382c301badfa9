// SPDX-License-Identifier: Apache-2.0
// Traffic that ends, and the identity of each cell of it: what entered, and what became of it.
#pragma once

#include <random>
#include <unordered_map>

#include "rtl_models/parts/ordered_set.h"
#include "tests/performance/link_bench.h"
#include "tests/platform/config_test_util.h"

namespace tinsim {

/// Cells between two chips of `hosts` hosts each, as a trace.
struct FiniteTraffic {
  unsigned hosts = 4;
  Cycle until = 0;  ///< the last birth is before
  double gap = 0;   ///< mean cycles from one cell of a host to its next
  unsigned min_words = 20, max_words = 20;
  unsigned classes = 2;

  /// Writes the trace and makes it the traffic of `config`. Returns the number of cells.
  unsigned write(const TempDir& folder, PlatformConfig& config) const {
    std::mt19937_64 random(7);
    const auto draw = [&](unsigned low, unsigned high) {
      return std::uniform_int_distribution<unsigned>(low, high)(random);
    };
    std::string rows = "cycle,src,dst,bytes,class\n";
    unsigned cells = 0;
    for (double cycle = 0; cycle < until; cycle += gap)
      for (unsigned src = 0; src < 2 * hosts; ++src, ++cells)
        rows += fmt::format("{},{},{},{},{}\n", static_cast<Cycle>(cycle), src,
                            draw(0, hosts - 1) + (src < hosts ? hosts : 0),
                            8 * draw(min_words, max_words), draw(0, classes - 1));
    TrafficConfig entry;
    entry.pattern = TrafficPattern::trace;
    entry.file = folder.write("cells.csv", rows).string();
    for (unsigned c = 0; c < classes; ++c)
      if (c == 0)
        entry.class_ = {0};
      else
        entry.class_.push_back(c);
    config.traffic = {entry};
    return cells;
  }
};

/// Follows each cell by its identity from its terminal port to the one it leaves by.
class CellOutcomes final : public SwitchObserver {
 public:
  explicit CellOutcomes(uint64_t terminal_ports) : terminals_(terminal_ports) {}

  void cell_received(Cycle, unsigned in, const Cell& cell) override {
    if (terminals_ >> in & 1) ++entered_[key(cell)];
  }
  void cell_started(Cycle, unsigned out, const Cell& cell) override {
    if (!(terminals_ >> out & 1)) return;
    ++left_[key(cell)];
    ++(cell.damaged ? damaged : good);
  }
  void matched(Cycle, unsigned, unsigned, unsigned, const Cell&) override {}
  void credit_sent(Cycle, unsigned, Credit) override {}

  /// Cells that entered here and left nowhere among `all`.
  static uint64_t lost(const std::vector<const CellOutcomes*>& all) {
    uint64_t cells = 0;
    for (const CellOutcomes* in : all)
      for (const auto& [cell, times] : in->entered_) {
        bool arrived = false;
        for (const CellOutcomes* out : all) arrived |= out->left_.count(cell) != 0;
        cells += !arrived;
      }
    return cells;
  }
  /// Cells that left more than once, or without having entered, or entered twice.
  static uint64_t doubled(const std::vector<const CellOutcomes*>& all) {
    std::unordered_map<uint64_t, unsigned> entered, left;
    for (const CellOutcomes* one : all) {
      for (const auto& [cell, times] : one->entered_) entered[cell] += times;
      for (const auto& [cell, times] : one->left_) left[cell] += times;
    }
    uint64_t cells = 0;
    for (const auto& [cell, times] : entered) cells += times != 1;
    for (const auto& [cell, times] : left) cells += times != 1 || entered.count(cell) == 0;
    return cells;
  }
  uint64_t entered() const { return entered_.size(); }

  uint64_t good = 0, damaged = 0;

 private:
  static uint64_t key(const Cell& cell) { return uint64_t{cell.src} << 32 | cell.seq; }

  uint64_t terminals_;
  std::unordered_map<uint64_t, unsigned> entered_, left_;
};

/// A bench of two chips with finite traffic, and the fate of each cell.
class FiniteBench {
 public:
  /// Four hosts per chip, two links: local, or global ones of 50 m with FEC.
  static PlatformConfig two_links(bool global) {
    PlatformConfig config = global ? dragonfly(2, 1, 2, 1) : of_kind("pair", 4, 2);
    config.topology.hosts_per_tin = 4;
    config.topology.terminal_ports_per_host = 1;
    config.tin.switch_.ports = 6;
    return config;
  }

  FiniteBench(PlatformConfig config, const FiniteTraffic& traffic)
      : cells_(traffic.write(folder_, config)), bench_(config) {
    for (unsigned chip = 0; chip < 2; ++chip) {
      outcomes_[chip] = std::make_unique<CellOutcomes>(
          bench_.platform().tin(chip).cell_switch().params().terminal_ports.first());
      bench_.platform().observe(chip, *outcomes_[chip]);
    }
  }

  LinkBench& bench() { return bench_; }
  unsigned cells() const { return cells_; }

  /// Goes on until nothing is on its way, and for one refresh round more: 10 us, and a round trip.
  /// Fails the test if that takes more than `most` cycles.
  void finish(Cycle most) {
    Platform& platform = bench_.platform();
    const Cycle end = platform.now() + most;
    while (platform.now() < end && (platform.injected() != cells_ || in_flight() != 0))
      bench_.run(1000);
    EXPECT_EQ(platform.injected(), cells_);
    EXPECT_EQ(in_flight(), 0u);
    bench_.run(5000);
  }
  uint64_t in_flight() {
    Platform& platform = bench_.platform();
    return platform.injected() - platform.delivered() - platform.dropped();
  }

  /// After finish(): each cell was delivered once, or was discarded as damaged, or was lost on a
  /// link for one cause; and all credit is back.
  void expect_all_accounted_for() {
    const std::vector<const CellOutcomes*> fates = {outcomes_[0].get(), outcomes_[1].get()};
    const LinkSum links = sum_of(bench_.platform().link_rows());
    uint64_t lost = 0;
    LostCells::walk(links.lost, [&](const char*, uint64_t cells) { lost += cells; });
    EXPECT_EQ(fates[0]->entered() + fates[1]->entered(), cells_);
    EXPECT_EQ(CellOutcomes::doubled(fates), 0u);
    EXPECT_EQ(CellOutcomes::lost(fates), lost);
    EXPECT_EQ(fates[0]->good + fates[1]->good, bench_.platform().delivered());
    // The destinations discarded exactly the cells that the links damaged.
    EXPECT_EQ(fates[0]->damaged + fates[1]->damaged, links.errors.cells_damaged);
    EXPECT_EQ(links.errors.cells_damaged + lost, bench_.platform().dropped());
    EXPECT_EQ(bench_.audit_error(), "");
    EXPECT_EQ(bench_.missing_credit(), 0u);
  }

 private:
  TempDir folder_;
  unsigned cells_;
  LinkBench bench_;
  std::unique_ptr<CellOutcomes> outcomes_[2];
};

}  // namespace tinsim
