// SPDX-License-Identifier: Apache-2.0
// Throughput bounds of the modes that leave minimal routes, against docs/explanation/routing.md.
#include <gtest/gtest.h>

#include "platform/network/routing/bounds.h"
#include "platform/network/routing/link_loads.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

constexpr double kPods = 48, kTins = 12, kCopies = 2;

Network make(PlatformConfig config, const char* mode) {
  config.routing.mode = Word{mode};
  return Network(config);
}
const Network& valiant() {
  static const Network network = make(clique(1), "valiant");
  return network;
}
const Network& adaptive() {
  static const Network network = make(clique(1), "fully_adaptive");
  return network;
}

ThroughputBound bound(const Network& n, const TrafficMatrix& traffic) {
  return throughput_bound(n.topology, n.tables, traffic);
}

// W* is made so that the global links are the limit for every k.
TEST(ValiantBound, AdversarialIs3833ForEveryOffset) {
  const Network& n = valiant();
  const double expected = (kPods - 2) * kCopies / (2 * kTins);
  EXPECT_NEAR(expected, 3.833, 0.0005);
  for (unsigned k = 1; k < 48; ++k) {
    const ThroughputBound b = bound(n, adversarial_matrix(n.topology, k));
    EXPECT_NEAR(b.per_chip_ports, expected, 1e-9) << k;
    EXPECT_LE(b.max_local, 1 / 4.0 + 1e-9) << k;
  }
}

// By hand from the wiring: entry TiNs that prefer their own copy take three quarters of what enters
// by them.
TEST(ValiantBound, FallsTo3067WhereOwnCopiesArePreferred) {
  Network n = make(clique(1), "valiant");
  for (RouteTable& table : n.tables) {
    RouteRows& rows = table.edit();
    for (unsigned row = 12; row < rows.rows; ++row) {
      const size_t source = rows.place(kTerminalIn, 0, row);
      rows.set_minimal(rows.place(kGlobalIn, 1, row), rows.minimal(source));
    }
  }
  double least = 99;
  for (unsigned k = 1; k < 48; ++k)
    least = std::min(least, bound(n, adversarial_matrix(n.topology, k)).per_chip_ports);
  EXPECT_NEAR(least, 3.067, 0.0005);
}

TEST(ValiantBound, UniformTakesTwoGlobalLinksForEachCell) {
  const Network& n = valiant();
  const ThroughputBound b = bound(n, uniform_matrix(n.topology));
  EXPECT_NEAR(b.per_chip_ports, (kPods - 1) * kCopies / (2 * kTins * 564 / 575), 1e-9);
  // Lanes: from 10 of 12 sources; from the entry, unless it holds a copy of the way on and half of
  // its entries name it (of 46 pods, 7 for the 80 ports of TiNs with eight links, 6 for the other
  // 14); to 11 of 12 targets.
  const double holds = (80 * 7 + 14 * 6) / (94 * 46.0);
  EXPECT_NEAR(b.mean_links, 564.0 / 575 * (2 + 10.0 / 12 + 1 - holds / 2 + 11.0 / 12) + 11.0 / 575,
              1e-6);
}

TEST(ValiantBound, InsideAPodItGoesDirectly) {
  const Network& n = valiant();
  EXPECT_NEAR(bound(n, local_adversarial_matrix(n.topology, 1)).per_chip_ports, 2, 1e-9);
}

TEST(ValiantBound, OfTheCanonicalDragonflyUnderAdversarialTraffic) {
  const Network n = make(canonical(), "valiant");
  for (unsigned k = 1; k < 9; ++k) {
    const ThroughputBound b = bound(n, adversarial_matrix(n.topology, k));
    EXPECT_LE(b.per_chip_ports, (9 - 2) * 1 / (2 * 4.0) + 1e-9) << k;  // (G - 2) m / (2 a)
    EXPECT_NEAR(1 / b.max_global, (9 - 2) * 1 / (2 * 4.0), 1e-9) << k;
  }
}

TEST(IdealAdaptiveBound, AdversarialIs4ForEveryOffset) {
  const Network& n = adaptive();
  EXPECT_NEAR(kPods * kCopies / (2 * kTins), 4.0, 1e-12);
  for (unsigned k : {1u, 2u, 7u, 13u, 24u, 31u, 46u, 47u}) {
    const ThroughputBound b = bound(n, adversarial_matrix(n.topology, k));
    EXPECT_NEAR(b.per_chip_ports, 4.0, 1e-6) << k;
    EXPECT_STREQ(b.limited_by, "global links") << k;
  }
}

// The paper's statement: the worst case has half of the throughput of uniform traffic; 8 R is what
// the eight global links of a TiN could carry.
TEST(IdealAdaptiveBound, WorstCaseIsHalfOfUniform) {
  const Network& n = adaptive();
  const ThroughputBound uniform = bound(n, uniform_matrix(n.topology));
  EXPECT_NEAR(uniform.per_chip_ports, 7.986, 0.0005);
  EXPECT_NEAR(uniform.mean_links, 2.717, 0.0005) << "all minimal";
  EXPECT_NEAR(uniform.per_chip_ports / 4.0, 2.0, 0.005);
}

// Sharing: a TiN's two lanes to its neighbour and the lanes of its detours.
TEST(IdealAdaptiveBound, LocalAdversarialUsesDetoursToo) {
  const Network& n = adaptive();
  EXPECT_GT(bound(n, local_adversarial_matrix(n.topology, 1)).per_chip_ports, 4.0);
}

TEST(IdealAdaptiveBound, OfUgalIsThatOfFullyAdaptive) {
  const Network n = make(clique(1), "ugal_l");
  EXPECT_NEAR(bound(n, adversarial_matrix(n.topology, 5)).per_chip_ports, 4.0, 1e-6);
}

// Flow conservation: a chip sends on what arrives and is not for it.
TEST(LinkLoads, GlobalLoadIsTheNumberOfGlobalLinksCrossed) {
  const Network& n = valiant();
  const TrafficMatrix traffic = adversarial_matrix(n.topology, 3);
  const auto loads = link_loads(n.topology, n.tables, traffic, RouteUse::kOverAPod);
  double global = 0;
  for (size_t i = 0; i < loads.size(); ++i) {
    const size_t ports = n.topology.ports_per_chip;
    if (n.topology.chips[i / ports].ports[i % ports].kind == PortKind::kGlobal) global += loads[i];
  }
  EXPECT_NEAR(global, 2 * 576.0, 1e-6);
  const auto none =
      link_loads(n.topology, n.tables, traffic, RouteUse::kMinimal, TrafficPart::kInPods);
  EXPECT_EQ(*std::max_element(none.begin(), none.end()), 0);
}

TEST(DeterministicBound, TakesAQuarterOfItsEntriesFromMinimalRoutes) {
  const Network n = make(canonical(), "deterministic");
  const ThroughputBound adversarial = bound(n, adversarial_matrix(n.topology, 1));
  EXPECT_GT(adversarial.per_chip_ports, 1.0 / 4) << "more than minimal routes alone";
  EXPECT_LT(adversarial.per_chip_ports, 7.0 / 8) << "less than Valiant";
}

}  // namespace
}  // namespace tinsim
