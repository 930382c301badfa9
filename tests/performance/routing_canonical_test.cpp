// SPDX-License-Identifier: Apache-2.0
// The canonical Dragonfly (p = 2, a = 4, h = 2, g = 9) in the modes that leave minimal routes,
// against docs/explanation/routing.md and what published simulators agree on: minimal routing keeps
// uniform traffic and loses adversarial, Valiant's the other way round, adaptive routing keeps
// both.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "platform/network/routing/bounds.h"
#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

constexpr double kRouters = 4, kGroups = 9;

PlatformConfig network() {
  PlatformConfig config = canonical();
  config.tin.switch_.ports = 7;
  config.routing.ordered_classes.clear();
  return config;
}

double bound_of(const char* mode, const char* pattern) {
  PlatformConfig config = network();
  config.routing.mode = Word{mode};
  const Network n(config);
  return throughput_bound(n.topology, n.tables,
                          std::string(pattern) == "uniform" ? uniform_matrix(n.topology)
                                                            : adversarial_matrix(n.topology, 1))
      .per_chip_ports;
}

/// Adversarial traffic with any choice among routes of one or two global links
/// (docs/reference/validation.md): m links carry minimal cells, (g - 2) m links each detour twice.
/// In port rates per chip.
constexpr double kIdealAdversarial = kGroups / (2 * kRouters);

/// Share of `bound`, in port rates per chip, that a mode reaches under overload; never above.
double share_of(double bound, const char* mode, const char* pattern) {
  const double rate =
      accepted(saturate(network(), {pattern, mode, 1, std::min(2.0, 1.5 * bound), 4, 100, 150}));
  record(fmt::format("ports {} {}", mode, pattern), rate);
  EXPECT_LE(rate, kNeverAbove * bound) << mode << ' ' << pattern;
  return rate / bound;
}
double share(const char* mode, const char* pattern) {
  return share_of(bound_of(mode, pattern), mode, pattern);
}

TEST(CanonicalModes, BoundsAreThoseOfFacts) {
  EXPECT_NEAR(bound_of("minimal_adaptive", "adversarial"), 1 / kRouters, 1e-9);
  EXPECT_NEAR(bound_of("valiant", "adversarial"), (kGroups - 2) / (2 * kRouters), 1e-9);
  EXPECT_LE(bound_of("fully_adaptive", "adversarial"), kIdealAdversarial);
}

TEST(CanonicalModes, ValiantLosesUniformAndKeepsAdversarial) {
  EXPECT_GE(share("valiant", "uniform"), 0.85);
  EXPECT_GE(share("valiant", "adversarial"), 0.75);
}

TEST(CanonicalModes, FullyAdaptiveReaches80PercentOfTheIdealUnderAdversarialTraffic) {
  EXPECT_GE(share_of(kIdealAdversarial, "fully_adaptive", "adversarial"), 0.80);
  EXPECT_GE(share("fully_adaptive", "uniform"), 0.70);
}

// Queue lengths need not use the routes of a list equally often: with a crossbar that does not
// limit, adaptive routing exceeds what equal use allows, and stays below the ideal.
TEST(CanonicalModes, AFasterCrossbarCarriesMoreThanEqualUseOfTheRoutes) {
  PlatformConfig config = network();
  config.tin.switch_.crossbar_speedup = 2;
  const double rate =
      accepted(saturate(config, {"adversarial", "fully_adaptive", 1, 1.7, 4, 100, 150}));
  EXPECT_GT(rate, 1.01 * bound_of("fully_adaptive", "adversarial"));
  EXPECT_LE(rate, kNeverAbove * kIdealAdversarial);
}

TEST(CanonicalModes, UgalReaches80PercentOfTheIdealUnderAdversarialTraffic) {
  EXPECT_GE(share_of(kIdealAdversarial, "ugal_l", "adversarial"), 0.80);
  EXPECT_GE(share("ugal_l", "uniform"), 0.80);
}

TEST(CanonicalModes, DeterministicStaysWithinItsBound) {
  EXPECT_GE(share("deterministic", "adversarial"), 0.85);
  EXPECT_GE(share("deterministic", "uniform"), 0.80);
}

// Adaptive routing reacts: at a quarter of the load minimal routing is lost, and it is not.
TEST(CanonicalModes, AdaptiveCarriesWhatMinimalCannot) {
  for (const char* mode : {"fully_adaptive", "ugal_l", "valiant"}) {
    PlatformConfig config = network();
    config.routing.mode = Word{mode};
    offer(config, "adversarial", 0.5, 4);
    set_times(config, 100, 100);
    const RunResult result = run_fresh(config);
    EXPECT_NEAR(accepted(result), offered(result), 0.02) << mode;
    EXPECT_GT(accepted(result), 1.9 / kRouters) << mode;
  }
}

// At low uniform load adaptive modes are minimal: 1 + 64/70 (1 + 2 * 3/4) + 6/70 TiNs per cell.
TEST(CanonicalModes, AdaptiveIsMinimalAtLowUniformLoad) {
  for (const char* mode : {"fully_adaptive", "ugal_l"}) {
    PlatformConfig config = network();
    config.routing.mode = Word{mode};
    offer(config, "uniform", 0.1, 4);
    set_times(config, 20, 200);
    const RunResult result = run_fresh(config);
    const double tins =
        static_cast<double>(result.hops_sum) / static_cast<double>(result.latency_cycles.count());
    EXPECT_NEAR(tins, 1 + 64 / 70. * 2.5 + 6 / 70., 0.05) << mode;
  }
}

}  // namespace
}  // namespace tinsim
