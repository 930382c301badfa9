// SPDX-License-Identifier: Apache-2.0
// Bit errors on full links: as many as requested, each loss has a cause, no cell is delivered
// twice, none damaged, and all credit returns.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/performance/finite_traffic.h"

namespace tinsim {
namespace {

struct Case {
  const char* name;
  bool global;         ///< with FEC
  double ber[2];       ///< of the two links
  Cycle cycles;        ///< of traffic, times TINSIM_SOAK_FACTOR
  unsigned min_words;  ///< of cells, the longest have 20
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

/// As in `make soak`: so many times as long, but not more than 20 times: each cell's fate is held
/// in memory, four million in the end.
unsigned soak_factor() {
  const char* text = std::getenv("TINSIM_SOAK_FACTOR");
  return text == nullptr ? 1 : static_cast<unsigned>(std::clamp(std::atoi(text), 1, 20));
}

constexpr unsigned kCodewordSymbols = 70;

double line_bits(const LinkRow& row, bool fec) {
  return static_cast<double>(row.slots.total()) * (fec ? 70 : 66);
}

/// Five standard deviations of a count that is a sum of many rare ones.
double five_sigma(double variance) { return 5 * std::sqrt(variance) + 3; }

double binomial(unsigned n, unsigned k, double p) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)) *
         std::pow(p, k) * std::pow(1 - p, n - k);
}

class LinkErrors : public ::testing::TestWithParam<Case> {
 protected:
  void expect_wrong_bits(const LinkRow& row, double ber) {
    const double expected = ber * line_bits(row, GetParam().global);
    EXPECT_NEAR(static_cast<double>(row.errors.wrong_bits), expected, five_sigma(expected));
  }

  // A wrong bit of a cell's blocks hits the cell, and so does one among the last 58 payload bits
  // before them: the descrambler adds bits 39 and 58 earlier.
  void expect_hit_cells(const LinkRow& row, double ber) {
    const double chance = 1 - std::pow(1 - ber, 20 * 66 + 58);
    const double expected = chance * static_cast<double>(row.cells_sent);
    EXPECT_NEAR(hit_cells(row), expected, five_sigma(expected));
    record(fmt::format("hit_percent_{}_{}_{}", ber, row.chip, row.port),
           100 * hit_cells(row) / static_cast<double>(row.cells_sent));
  }
  static double hit_cells(const LinkRow& row) {
    uint64_t cells = row.errors.cells_damaged;
    for (const auto& [cause, lost] : lost_by_cause({row})) cells += lost;
    return static_cast<double>(cells);
  }

  // One or two wrong symbols of 70 are corrected; of more, at most 4 % pass for two:
  // C(70, 2) 255^2 patterns of two for 256^4 syndromes.
  void expect_corrections(const LinkRow& row, double ber) {
    const double codewords = static_cast<double>(row.slots.total()) / 8;
    const double symbol = 1 - std::pow(1 - ber, 8);
    const double one = codewords * binomial(kCodewordSymbols, 1, symbol);
    const double two = codewords * binomial(kCodewordSymbols, 2, symbol);
    const double more =
        std::max(0.0, codewords * (1 - binomial(kCodewordSymbols, 0, symbol)) - one - two);
    const double sigmas = five_sigma(one + 4 * two + 4 * more);
    EXPECT_GE(static_cast<double>(row.errors.corrected_symbols), one + 2 * two - sigmas);
    EXPECT_LE(static_cast<double>(row.errors.corrected_symbols),
              one + 2 * two + 2 * 0.04 * more + sigmas);
    EXPECT_GE(static_cast<double>(row.errors.bad_codewords), 0.96 * more - five_sigma(more));
    EXPECT_LE(static_cast<double>(row.errors.bad_codewords), more + five_sigma(more));
    record(fmt::format("corrected_{}_{}_{}", ber, row.chip, row.port),
           row.errors.corrected_symbols);
    record(fmt::format("corrected_expected_{}_{}_{}", ber, row.chip, row.port), one + 2 * two);
    record(fmt::format("bad_{}_{}_{}", ber, row.chip, row.port), row.errors.bad_codewords);
    record(fmt::format("bad_expected_{}_{}_{}", ber, row.chip, row.port), more);
  }
};

TEST_P(LinkErrors, CostTheCellsTheyHitAndNothingElse) {
  const Case& c = GetParam();
  const auto cycles = static_cast<Cycle>(c.cycles * soak_factor());
  PlatformConfig config = FiniteBench::two_links(c.global);
  config.link.noise = {{"*.*.port0", c.ber[0], 0, 0}, {"*.*.port1", c.ber[1], 0, 0}};
  FiniteTraffic traffic;
  traffic.until = cycles;
  traffic.min_words = c.min_words;
  // Four hosts on two links: a little more than they carry.
  traffic.gap = 0.98 * 2 * (c.min_words + 20) / 2;
  FiniteBench finite(config, traffic);
  for (int part = 0; part < 20; ++part) {
    finite.bench().run(cycles / 20);
    ASSERT_EQ(finite.bench().audit_error(), "") << "with errors under way";
  }
  double bits = 0, idle = 0;
  for (unsigned port : {0u, 1u})
    for (unsigned chip : {0u, 1u}) {
      const LinkRow row = finite.bench().row(chip, port);
      idle = std::max(idle, shares(LinkRow{}, row, cycles).idle);
      bits += line_bits(row, c.global);
    }
  EXPECT_LT(idle, 0.05) << "the links were full";
  record("line_bits", bits);
  finite.finish(cycles / 2 + 100'000);
  finite.expect_all_accounted_for();
  for (unsigned port : {0u, 1u})
    for (unsigned chip : {0u, 1u}) {
      SCOPED_TRACE(fmt::format("chip {} port {}", chip, port));
      const LinkRow row = finite.bench().row(chip, port);
      expect_wrong_bits(row, c.ber[port]);
      if (c.global) expect_corrections(row, c.ber[port]);
      if (!c.global && c.min_words == 20) expect_hit_cells(row, c.ber[port]);
      EXPECT_EQ(row.errors.words_lost, row.errors.words_granted_again);
    }
}

INSTANTIATE_TEST_SUITE_P(
    On, LinkErrors,
    ::testing::Values(Case{"Local", false, {1e-6, 1e-5}, 1'000'000, 20},
                      Case{"LocalMixed", false, {1e-5, 1e-4}, 200'000, 2},
                      Case{"Global", true, {1e-6, 1e-5}, 1'000'000, 20},
                      Case{"GlobalBeyondCorrection", true, {5e-4, 1e-3}, 100'000, 2}),
    [](const auto& test) { return std::string(test.param.name); });

// Planted errors that the checks above must detect: without refresh and reports credit is lost for
// good.
TEST(LinkErrors, WithoutRefreshCreditStaysLost) {
  PlatformConfig config = FiniteBench::two_links(false);
  config.link.noise = {{"all", 1e-4, 0, 0}};
  config.link.fc_refresh_us = 0;
  FiniteTraffic traffic;
  traffic.until = 2'000;
  traffic.gap = 200;
  FiniteBench finite(config, traffic);
  finite.bench().run(50'000);
  EXPECT_EQ(finite.in_flight(), 0u);
  EXPECT_GT(finite.bench().platform().dropped(), 0u);
  EXPECT_GT(finite.bench().missing_credit(), 0u);
  EXPECT_EQ(finite.bench().audit_error(), "") << "all of it is known to be missing";
}

TEST(LinkErrors, ACellThatIsDeliveredTwiceOrNeverIsNoticed) {
  CellOutcomes a(1), b(1);
  Cell cell;
  for (cell.seq = 0; cell.seq < 3; ++cell.seq) a.cell_received(0, 0, cell);
  cell.seq = 0;
  b.cell_started(9, 0, cell);
  EXPECT_EQ(CellOutcomes::lost({&a, &b}), 2u);
  EXPECT_EQ(CellOutcomes::doubled({&a, &b}), 0u);
  b.cell_started(9, 0, cell);
  EXPECT_EQ(CellOutcomes::doubled({&a, &b}), 1u);
  cell.seq = 9;  // never entered
  b.cell_started(9, 0, cell);
  EXPECT_EQ(CellOutcomes::doubled({&a, &b}), 2u);
}

}  // namespace
}  // namespace tinsim
