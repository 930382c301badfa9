// SPDX-License-Identifier: Apache-2.0
// Deadlock proof of every routing mode, and planted entries that must be refused.
#include <gtest/gtest.h>

#include "base/errors.h"
#include "platform/network/routing/deadlock.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

const char* const kModes[] = {"minimal_deterministic", "minimal_adaptive", "deterministic",
                              "fully_adaptive",        "valiant",          "ugal_l"};

constexpr Candidates kNowhere = {kNoRoute, kNoRoute, kNoRoute, kNoRoute,
                                 kNoRoute, kNoRoute, kNoRoute, kNoRoute};

Network make(PlatformConfig config, const char* mode, const char* detours = "source_pod") {
  config.routing.mode = Word{mode};
  config.routing.local_detours = Word{detours};
  return Network(config);
}

DeadlockProof prove(const Network& n) { return prove_deadlock_free(n.topology, n.tables); }

TEST(ModesProof, HoldsForEveryModeOnEveryShape) {
  for (const char* mode : kModes)
    for (const char* detours : {"source_pod", "every_pod"})
      for (const PlatformConfig& config :
           {of_kind("single", 2), of_kind("pair", 2, 4), canonical(), PlatformConfig{},
            dragonfly(1, 12, 1, 2), dragonfly(7, 1, 3, 1), dragonfly(2, 12, 1, 2),
            dragonfly(5, 3, 2, 1), dragonfly(3, 16, 1, 1)}) {
        const DeadlockProof proof = prove(make(config, mode, detours));
        EXPECT_TRUE(proof.holds())
            << mode << ' ' << config.topology.pods << 'x' << config.topology.tins_per_pod
            << (proof.unreachable.empty() ? "" : proof.unreachable[0]);
        EXPECT_LE(proof.longest_route_links, 8u);
      }
}

struct Expected {
  const char* mode;
  const char* detours;
  unsigned longest;
};

// A TiN that holds a link to the pod may use those of others too: one lane more, in phase 0.
TEST(ModesProof, HoldsWithMinimalRoutesOverAllCopies) {
  for (const char* mode : kModes)
    for (PlatformConfig config : {canonical(), dragonfly(7, 1, 3, 1), dragonfly(5, 3, 2, 1),
                                  dragonfly(4, 12, 4, 2), clique()}) {
      config.routing.minimal_copies = MinimalCopies::all;
      const DeadlockProof proof = prove(make(config, mode));
      EXPECT_TRUE(proof.holds()) << mode << ' ' << config.topology.pods;
    }
}

// l g l; l l g, l g, l; and two lanes in each pod: the longest legal route
// (docs/reference/assumptions.md).
TEST(ModesProof, LongestRoutesOfTheClique) {
  for (const Expected& e :
       {Expected{"minimal_adaptive", "source_pod", 3}, Expected{"valiant", "source_pod", 5},
        Expected{"ugal_l", "source_pod", 5}, Expected{"fully_adaptive", "source_pod", 6},
        Expected{"deterministic", "source_pod", 6}, Expected{"fully_adaptive", "every_pod", 8}}) {
    const DeadlockProof proof = prove(make(clique(), e.mode, e.detours));
    EXPECT_TRUE(proof.holds()) << e.mode;
    EXPECT_EQ(proof.longest_route_links, e.longest) << e.mode;
  }
}

// Lanes in three phases, global links in two: beyond the minimal ones, cells pass through pods.
TEST(ModesProof, ChannelsOfTheCliqueBeyondMinimalRoutes) {
  constexpr unsigned kLanes = 48 * 264, kGlobals = 4512;
  for (const char* mode : {"fully_adaptive", "valiant", "ugal_l"})
    EXPECT_EQ(prove(make(clique(), mode)).channels, 3 * kLanes + 2 * kGlobals) << mode;
}

// In phase 0 a turn from e+ to o- closes a cycle with the turns that the rule allows.
TEST(ModesProof, RefusesATurnThatTheParitySignRuleForbids) {
  Network n = make(dragonfly(1, 12, 1, 1), "fully_adaptive");
  ASSERT_TRUE(prove(n).holds());
  for (RouteTable& table : n.tables) {
    RouteRows& rows = table.edit();
    // Every lane may follow every other.
    for (unsigned in = kLocalOddMinus; in < kPortClasses; ++in)
      for (unsigned to = 0; to < 12; ++to) {
        const size_t direct = rows.place(kTerminalIn, 0, to);
        rows.set(rows.place(in, 0, to), rows.at(direct));
      }
  }
  const DeadlockProof proof = prove(n);
  EXPECT_GE(proof.cycle.size(), 2u);
  EXPECT_THROW(require_deadlock_free(proof), ConfigError);
}

TEST(ModesProof, RefusesADetourBehindTheSecondGlobalLink) {
  Network n = make(canonical(), "fully_adaptive");
  RouteRows& rows = n.tables[0].edit();  // pod 0, TiN 0
  const unsigned row = n.tables[0].row(gnet_address(4, 0, 0));
  const size_t behind = rows.place(kGlobalIn, 1, row);
  rows.set(behind, {rows.minimal(behind), *rows.detours(rows.place(kTerminalIn, 0, row))});
  const DeadlockProof proof = prove(n);
  ASSERT_FALSE(proof.unreachable.empty());
  EXPECT_NE(proof.unreachable[0].find("vc 1 towards pod 4 tin 0: no route"), std::string::npos)
      << proof.unreachable[0];
}

TEST(ModesProof, RefusesAPodThatCellsCannotPassThrough) {
  for (const char* mode : {"valiant", "ugal_l", "fully_adaptive"}) {
    Network n = make(canonical(), mode);
    RouteRows& rows = n.tables[4 * 4].edit();  // pod 4, TiN 0
    for (unsigned row = 4; row < rows.rows; ++row)
      rows.set_minimal(rows.place(kGlobalIn, 1, row), kNowhere);
    const DeadlockProof proof = prove(n);
    ASSERT_FALSE(proof.unreachable.empty()) << mode;
    EXPECT_NE(proof.unreachable[0].find("pod 4 tin 0 port"), std::string::npos);
    EXPECT_NE(proof.unreachable[0].find("no route"), std::string::npos);
  }
}

// Without the phase ahead that distinguishes them, cells of both kinds would need more VCs.
TEST(ModesProof, UgalCellsOnMinimalRoutesAreAPhaseAhead) {
  Network n = make(canonical(), "ugal_l");
  RouteRows& rows = n.tables[0].edit();
  for (unsigned in = kLocalOddMinus; in < kPortClasses; ++in)
    for (unsigned row = 4; row < rows.rows; ++row)
      rows.set_minimal(rows.place(in, 1, row), kNowhere);
  const DeadlockProof proof = prove(n);
  ASSERT_FALSE(proof.unreachable.empty());
  EXPECT_NE(proof.unreachable[0].find("pod 0 tin 0 port"), std::string::npos);
  EXPECT_NE(proof.unreachable[0].find("vc 1 towards pod"), std::string::npos);
}

}  // namespace
}  // namespace tinsim
