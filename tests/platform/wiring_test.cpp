// SPDX-License-Identifier: Apache-2.0
// Global wiring: the properties of W*, and what the balanced wiring gains over dealing in turn.
#include "platform/network/topology/wiring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

namespace tinsim {
namespace {

std::vector<unsigned> links_per_tin(const Wiring& wiring) {
  std::vector<unsigned> counts(wiring.tins);
  for (unsigned tin : wiring.owners) ++counts[tin];
  return counts;
}

/// The most cells that a pod passes from one TiN to another, over all TiN pairs and all k, when
/// every pod sends to pod + k through all others: pairs of links (e, copy), (e + k, copy).
unsigned busiest_passage(const Wiring& w) {
  unsigned busiest = 0;
  for (unsigned k = 1; k < w.pods; ++k) {
    std::map<std::pair<unsigned, unsigned>, unsigned> passed;
    for (unsigned e = 1; e < w.pods; ++e) {
      const unsigned exit = (e + k) % w.pods;
      if (exit == 0) continue;
      for (unsigned in = 0; in < w.copies; ++in)
        for (unsigned out = 0; out < w.copies; ++out)
          if (w.owner(e, in) != w.owner(exit, out)) ++passed[{w.owner(e, in), w.owner(exit, out)}];
    }
    for (const auto& entry : passed) busiest = std::max(busiest, entry.second);
  }
  return busiest;
}

Wiring dealt_in_turn(unsigned pods, unsigned tins, unsigned copies) {
  Wiring wiring{pods, tins, copies, {}};
  for (unsigned slot = 0; slot < (pods - 1) * copies; ++slot) wiring.owners.push_back(slot % tins);
  return wiring;
}

TEST(WiringTable, GivesEightLinksToAllButTins5And11) {
  const auto counts = links_per_tin(make_wiring({48, 12, 2, 2}));
  for (unsigned tin = 0; tin < 12; ++tin)
    EXPECT_EQ(counts[tin], tin == 5 || tin == 11 ? 7u : 8u) << tin;
}

TEST(WiringTable, PutsTheTwoCopiesOnDifferentTins) {
  const Wiring wiring = make_wiring({48, 12, 2, 2});
  for (unsigned d = 1; d < 48; ++d) EXPECT_NE(wiring.owner(d, 0), wiring.owner(d, 1)) << d;
}

TEST(WiringTable, HasTheFactsValuesAtSpotChecks) {
  const Wiring wiring = make_wiring({48, 12, 2, 2});
  EXPECT_EQ(wiring.owner(1, 0), 2u);
  EXPECT_EQ(wiring.owner(1, 1), 1u);
  EXPECT_EQ(wiring.owner(24, 0), 7u);
  EXPECT_EQ(wiring.owner(24, 1), 10u);
  EXPECT_EQ(wiring.owner(47, 0), 6u);
  EXPECT_EQ(wiring.owner(47, 1), 9u);
}

// By hand from the wiring: the local links of intermediate pods carry at least 4.0 R per TiN under
// W*, so with 46 intermediate pods and two lanes no pair of TiNs is passed more than 2 * 46 * 4 /
// (12 * 4) = 7.
TEST(WiringTable, PassesAtMostSevenBetweenAnyTwoTins) {
  EXPECT_LE(busiest_passage(make_wiring({48, 12, 2, 2})), 7u);
}

TEST(WiringTable, RankCountsTheEarlierLinksOfTheSameTin) {
  const Wiring wiring{4, 2, 2, {0, 1, 1, 0, 0, 1}};
  EXPECT_EQ(wiring.rank(1, 0), 0u);
  EXPECT_EQ(wiring.rank(2, 1), 1u);
  EXPECT_EQ(wiring.rank(3, 0), 2u);
  EXPECT_EQ(wiring.rank(3, 1), 2u);
}

TEST(BalancedWiring, LoadsTheBusiestLocalLinkLessThanDealingInTurn) {
  for (const auto [pods, tins, copies] :
       {std::array{48u, 12u, 2u}, {24u, 12u, 4u}, {33u, 8u, 1u}, {9u, 4u, 1u}, {16u, 6u, 2u}})
    EXPECT_LT(busiest_passage(balanced_wiring(pods, tins, copies)),
              busiest_passage(dealt_in_turn(pods, tins, copies)))
        << pods << "x" << tins << "x" << copies;
}

TEST(BalancedWiring, LinksJoinTinsOfDifferentNumbersWhereThereIsAChoice) {
  const Wiring wiring = balanced_wiring(24, 12, 4);
  for (unsigned d = 1; d < 24; ++d)
    for (unsigned c = 0; c < 4; ++c)
      EXPECT_TRUE(d == 12 || wiring.owner(d, c) != wiring.owner(24 - d, c)) << d << " " << c;
}

TEST(BalancedWiring, IsTheSameEveryTime) {
  EXPECT_EQ(balanced_wiring(24, 12, 4).owners, balanced_wiring(24, 12, 4).owners);
}

}  // namespace
}  // namespace tinsim
