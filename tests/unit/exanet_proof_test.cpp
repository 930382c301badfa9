// SPDX-License-Identifier: Apache-2.0
// Deadlock proof of ExaNet: the paper's channel rule in both readings, and datelines.
#include "tlm/exanet/exanet_proof.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tinsim {
namespace {

ExanetLattice lattice(unsigned x, unsigned y, unsigned z, bool wrap) {
  ExanetLattice made;
  made.size = {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y),
               static_cast<std::uint8_t>(z)};
  made.wrap = {wrap, wrap, wrap};
  return made;
}
ExanetProof prove(const ExanetLattice& of, ExanetVcRule rule) {
  ExanetRouting routing;
  routing.vc_rule = rule;
  return prove_exanet(of, routing);
}
constexpr ExanetVcRule kRules[] = {ExanetVcRule::kDifference, ExanetVcRule::kOffset,
                                   ExanetVcRule::kDateline};

TEST(ExanetProof, AMeshHoldsUnderEachRule) {
  for (ExanetVcRule rule : kRules) {
    for (unsigned size : {2u, 3u, 5u})
      EXPECT_TRUE(prove(lattice(size, size, size, false), rule).holds());
    EXPECT_TRUE(prove(lattice(8, 8, 8, false), rule).holds());
  }
}

TEST(ExanetProof, ChannelsAndDependenciesOfALineAreThoseOfTheFormula) {
  for (unsigned size = 2; size <= 12; ++size) {
    const ExanetProof proof = prove(lattice(size, 1, 1, false), ExanetVcRule::kOffset);
    EXPECT_EQ(proof.channels, 2 * (size - 1));
    EXPECT_EQ(proof.dependencies, 2 * (size - 2));
  }
}

TEST(ExanetProof, DatelinesHoldOnATorus) {
  for (unsigned size = 2; size <= 9; ++size)
    EXPECT_TRUE(prove(lattice(size, 3, 2, true), ExanetVcRule::kDateline).holds()) << size;
  EXPECT_TRUE(prove(lattice(4, 4, 4, true), ExanetVcRule::kDateline).holds());
  EXPECT_TRUE(prove(lattice(8, 8, 8, true), ExanetVcRule::kDateline).holds());
}

TEST(ExanetProof, TheRuleOfThePaperHoldsOnATorusIfItComparesPlainCoordinates) {
  for (unsigned size = 2; size <= 9; ++size)
    EXPECT_TRUE(prove(lattice(size, 3, 2, true), ExanetVcRule::kDifference).holds()) << size;
  EXPECT_TRUE(prove(lattice(8, 8, 8, true), ExanetVcRule::kDifference).holds());
}

/// A route of a ring of fewer than four nodes has one link, so that no packet holds a channel of
/// the ring while it waits for another.
TEST(ExanetProof, TheRuleOfThePaperFailsOnRingsOfFourIfItTakesTheShortestOffset) {
  for (unsigned size = 2; size <= 9; ++size) {
    const ExanetProof proof = prove(lattice(size, 1, 1, true), ExanetVcRule::kOffset);
    EXPECT_EQ(proof.holds(), size < 4) << size;
    EXPECT_EQ(proof.cycle.size(), size < 4 ? 0 : size);
    EXPECT_TRUE(proof.unreachable.empty());
  }
  EXPECT_FALSE(prove(lattice(8, 8, 8, true), ExanetVcRule::kOffset).holds());
}

TEST(ExanetProof, ACycleThatIsReportedIsOneOfTheGraph) {
  const ExanetLattice ring = lattice(6, 5, 1, true);
  ExanetRouting routing;
  routing.vc_rule = ExanetVcRule::kOffset;
  const ExanetProof proof = prove_exanet(ring, routing);
  ASSERT_FALSE(proof.cycle.empty());
  EXPECT_EQ(std::set<std::string>(proof.cycle.begin(), proof.cycle.end()).size(),
            proof.cycle.size());
  const ExanetChannelGraph graph = exanet_channel_graph(ring, routing);
  const auto name = [&](unsigned c) {
    const ExanetChannel& channel = graph.channels[c];
    return "node (" + std::to_string(channel.node % 6) + ", " + std::to_string(channel.node / 6) +
           ", 0) " + "XYZ"[channel.direction / 2] + "+-"[channel.direction % 2] +
           (channel.upper ? " upper channel" : " lower channel");
  };
  std::set<std::pair<std::string, std::string>> pairs;
  for (const auto& [from, to] : graph.dependencies) pairs.insert({name(from), name(to)});
  for (std::size_t n = 0; n < proof.cycle.size(); ++n)
    EXPECT_EQ(pairs.count({proof.cycle[n], proof.cycle[(n + 1) % proof.cycle.size()]}), 1u);
}

TEST(ExanetProof, EachOrderOfDimensionsHolds) {
  std::array<std::uint8_t, 3> order{0, 1, 2};
  do {
    ExanetRouting routing;
    routing.priority = order;
    EXPECT_TRUE(prove_exanet(lattice(4, 5, 3, true), routing).holds());
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(ExanetProof, RoutesAreAsLongAsTheLatticeIsWide) {
  ExanetRouting routing;
  EXPECT_EQ(exanet_channel_graph(lattice(8, 6, 4, true), routing).longest_route, 4u + 3 + 2);
  EXPECT_EQ(exanet_channel_graph(lattice(8, 6, 4, false), routing).longest_route, 7u + 5 + 3);
}

TEST(ExanetProof, ADisabledDirectionLeavesPairsWithoutARoute) {
  ExanetRouting routing;
  routing.enable[1] = false;
  const ExanetProof proof = prove_exanet(lattice(3, 1, 1, false), routing);
  EXPECT_EQ(proof.unreachable,
            (std::vector<std::string>{"node 1 to node 0", "node 2 to node 0", "node 2 to node 1"}));
  EXPECT_FALSE(proof.holds());
}

}  // namespace
}  // namespace tinsim
