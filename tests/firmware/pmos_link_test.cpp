// SPDX-License-Identifier: Apache-2.0
// PMOS on the links of a simulated network: order, rate by the formula of firmware_stub/README.md,
// and its cost on the link.
#include "tests/firmware/pmos_link.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace tinsim::firmware_test {
namespace {

uint64_t soak_factor() {
  const char* text = std::getenv("TINSIM_SOAK_FACTOR");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

/// `ports`: load of each chip in rates of a port.
PlatformConfig pair_of_chips(const char* fidelity, double ports) {
  PlatformConfig config = of_kind("pair", 4, 1);
  config.topology.terminal_ports_per_host = 1;
  config.tin.switch_.ports = 5;
  config.link.fidelity = Word{fidelity};
  offer(config, "uniform", ports, 2);
  return config;
}

struct Case {
  const char* name;
  const char* fidelity;
  double ber;
  std::size_t bytes;
  uint64_t packets;  ///< of each direction, times TINSIM_SOAK_FACTOR, up to kMost
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};
constexpr uint64_t kMost = 500'000;  ///< 10^6 in both directions

/// Sums of several networks; [n]: of end n.
struct Sums {
  std::array<double, 2> us{}, repeated{};
  double sent = 0, lost = 0;
};

class PmosOnLink : public ::testing::TestWithParam<Case> {
 protected:
  /// Probability that a word is lost: 64 bits of payload, 58 before them, 2 of the sync header.
  double loss() const { return 1 - std::pow(1 - GetParam().ber, 124); }
  /// Words of a packet, and the probability that an attempt is acknowledged.
  double words() const { return std::ceil((static_cast<double>(GetParam().bytes) + 8) / 6); }
  double success() const { return std::pow(1 - loss(), words() + 1); }
  /// Microseconds of an attempt: words leave in the microsecond in which they are written, and
  /// arrive before the next one, so d = 1.
  double sending() const { return std::ceil(words() / 6) - 1; }
  double good_us() const { return sending() + 2; }
  double bad_us() const { return sending() + PMOS_TIMEOUT_US; }
  double expected_us(double packets) const {
    return packets * (good_us() + (1 / success() - 1) * bad_us());
  }
  /// Five standard deviations of the failed attempts, and three attempts where they are few.
  double tolerance_us(double packets) const {
    return bad_us() * (5 * std::sqrt(packets * (1 - success())) / success() + 3);
  }

  /// A network of its own, in which each end sends `packets`.
  void run(uint64_t packets, unsigned seed, Sums& sums) const {
    const Case& c = GetParam();
    const bool wire = std::string_view(c.fidelity) == "wire";
    PlatformConfig config = pair_of_chips(c.fidelity, 0.5);
    config.run.seed = seed;
    if (wire) config.link.noise = {{"all", c.ber, 0, 0}};
    PmosLink link(config, wire ? 0 : c.ber, c.bytes);
    const auto n = static_cast<double>(packets);
    ASSERT_TRUE(link.run(packets, static_cast<uint64_t>(expected_us(n) + 2 * tolerance_us(n))));
    EXPECT_EQ(link.bench().audit_error(), "");
    for (unsigned number : {0u, 1u}) {
      SCOPED_TRACE(number);
      const PmosLink::End& end = link.end(number);
      EXPECT_EQ(end.received, packets);
      EXPECT_EQ(end.faults, 0u);
      EXPECT_EQ(end.mos.counts().overflow, 0u);
      const auto us = static_cast<double>(end.done_us);
      const double repeated = end.pmos.counters.repeated;
      // The session begins; words of long packets wait for cells, up to a microsecond.
      const double later = 50 + (sending() > 0 ? n : 0);
      EXPECT_NEAR(us, n * good_us() + repeated * bad_us(), later);
      sums.us[number] += us;
      sums.repeated[number] += repeated;
      sums.sent += static_cast<double>(end.mos.counts().sent);
      sums.lost += static_cast<double>(end.mos.counts().lost + end.lost);
    }
  }
};

TEST_P(PmosOnLink, PacketsOfBothDirectionsArriveInOrderOnceAtTheRateOfTheFormula) {
  constexpr uint64_t kPerNetwork = 50'000;  // 2 s at a bit error rate of 1e-4
  const uint64_t packets = std::min(kMost, GetParam().packets * soak_factor());
  Sums sums;
  unsigned seed = 1;
  for (uint64_t left = packets; left > 0 && !HasFailure(); ++seed) {
    const uint64_t part = std::min(left, kPerNetwork);
    run(part, seed, sums);
    left -= part;
  }
  const auto n = static_cast<double>(packets);
  for (unsigned end : {0u, 1u}) {
    EXPECT_NEAR(sums.us[end], expected_us(n), tolerance_us(n)) << end;
    record(fmt::format("us_per_packet_{}", end), sums.us[end] / n);
  }
  record("us_per_packet_formula", expected_us(n) / n);
  record("packets", 2 * n);
  record("repeated", sums.repeated[0] + sums.repeated[1]);
  // The CRC-8 of a word misses one damage in 256.
  const double lost = loss() * sums.sent;
  EXPECT_NEAR(sums.lost, lost, 5 * std::sqrt(lost) + 3 + lost / 256);
}

INSTANTIATE_TEST_SUITE_P(At, PmosOnLink,
                         ::testing::Values(Case{"CellNoErrors", "cell", 0, 4, 5000},
                                           Case{"Cell1e6", "cell", 1e-6, 4, 5000},
                                           Case{"Cell1e5", "cell", 1e-5, 4, 3000},
                                           Case{"Cell1e4", "cell", 1e-4, 4, 500},
                                           Case{"CellLong", "cell", 1e-6, PMOS_DATA_MAX, 500},
                                           Case{"Wire1e6", "wire", 1e-6, 4, 5000},
                                           Case{"Wire1e5", "wire", 1e-5, 4, 2000},
                                           Case{"Wire1e4", "wire", 1e-4, 4, 250}),
                         [](const auto& test) { return std::string(test.param.name); });

struct Cost {
  double mos, cells;  ///< shares of the slots of both directions
};

/// Of a link whose ends have more cells to send than it carries.
Cost cost(const char* fidelity, bool with_pmos) {
  constexpr uint64_t kWarmUpUs = 50, kMeasuredUs = 1000;
  PmosLink link(pair_of_chips(fidelity, 2), 0, PMOS_DATA_MAX);
  const auto run = [&](uint64_t us) {
    with_pmos ? link.run_for(us) : link.bench().run(us * PmosLink::kCyclesPerUs);
  };
  run(kWarmUpUs);
  const LinkRow before[] = {link.bench().row(0, 0), link.bench().row(1, 0)};
  run(kMeasuredUs);
  Cost found{};
  for (unsigned chip : {0u, 1u}) {
    const SlotCounts slots = link.bench().row(chip, 0).slots;
    const double all = 2.0 * kMeasuredUs * PmosLink::kCyclesPerUs;
    found.mos += static_cast<double>(slots.mos - before[chip].slots.mos) / all;
    found.cells += static_cast<double>(slots.cell - before[chip].slots.cell) / all;
  }
  EXPECT_EQ(link.bench().audit_error(), "");
  EXPECT_EQ(link.end(0).faults + link.end(1).faults, 0u);
  return found;
}

class PmosCost : public ::testing::TestWithParam<const char*> {};

TEST_P(PmosCost, OnAFullLinkIsAtMostOnePointSixPercent) {
  constexpr double kLimit = 0.016;
  const Cost without = cost(GetParam(), false), with = cost(GetParam(), true);
  record("mos_percent", 100 * with.mos);
  record("cells_percent_without", 100 * without.cells);
  record("cells_percent_with", 100 * with.cells);
  EXPECT_EQ(without.mos, 0);
  EXPECT_GT(without.cells, 0.9);  // the premise: the link is full
  EXPECT_GT(with.mos, 0.01);      // … and PMOS sends as fast as it can
  EXPECT_LE(with.mos, kLimit);
  EXPECT_LE(without.cells - with.cells, kLimit);
}

INSTANTIATE_TEST_SUITE_P(At, PmosCost, ::testing::Values("cell", "wire"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace tinsim::firmware_test
