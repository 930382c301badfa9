// SPDX-License-Identifier: Apache-2.0
// Parity-sign rule against docs/explanation/routing.md: the table, acyclicity by brute force, and
// detour counts.
#include "rtl_models/parts/parity_sign.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace tinsim {
namespace {

constexpr unsigned kTins = 12;

TEST(ParitySign, TypeIsTheParityAndSignOfTheDifference) {
  EXPECT_EQ(local_link_type(3, 4), LinkType::kOddPlus);
  EXPECT_EQ(local_link_type(3, 11), LinkType::kEvenPlus);
  EXPECT_EQ(local_link_type(3, 0), LinkType::kOddMinus);
  EXPECT_EQ(local_link_type(11, 1), LinkType::kEvenMinus);
}

TEST(ParitySign, TurnTableEqualsTheFacts) {
  constexpr bool kYes = true, kNo = false;
  constexpr bool kTable[4][4] = {{kYes, kYes, kYes, kYes},  // o- then o- e+ o+ e-
                                 {kNo, kYes, kYes, kYes},   // e+
                                 {kNo, kNo, kYes, kYes},    // o+
                                 {kNo, kNo, kNo, kYes}};    // e-
  for (unsigned first = 0; first < 4; ++first)
    for (unsigned second = 0; second < 4; ++second)
      EXPECT_EQ(local_turn_allowed(LinkType(first), LinkType(second)), kTable[first][second])
          << first << " then " << second;
}

/// Removes links that wait for none until nothing changes; true if none is left.
template <class Allowed>
bool turns_are_acyclic(const Allowed& allowed) {
  std::map<std::pair<unsigned, unsigned>, bool> left;
  for (unsigned i = 0; i < kTins; ++i)
    for (unsigned j = 0; j < kTins; ++j)
      if (i != j) left[{i, j}] = true;
  EXPECT_EQ(left.size(), 132u);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [link, present] : left) {
      bool waits = false;
      for (unsigned k = 0; k < kTins; ++k)
        waits |= k != link.second && left[{link.second, k}] && allowed(link.first, link.second, k);
      if (!present || waits) continue;
      present = false;
      changed = true;
    }
  }
  for (const auto& entry : left)
    if (entry.second) return false;
  return true;
}

TEST(ParitySign, NoChainOfHopsClosesACycleInAPodOfTwelve) {
  EXPECT_TRUE(turns_are_acyclic([](unsigned i, unsigned j, unsigned k) {
    return local_turn_allowed(local_link_type(i, j), local_link_type(j, k));
  }));
}

TEST(ParitySign, TheCheckAboveRejectsARuleWithOneTurnTooMany) {
  EXPECT_FALSE(turns_are_acyclic([](unsigned i, unsigned j, unsigned k) {
    const LinkType first = local_link_type(i, j), second = local_link_type(j, k);
    return local_turn_allowed(first, second) ||
           (first == LinkType::kEvenMinus && second == LinkType::kEvenPlus);
  }));
}

TEST(ParitySign, EveryPairOfAPodOfTwelveHasAtLeastFiveDetours) {
  unsigned even_pairs = 0, even_detours = 0;
  for (unsigned i = 0; i < kTins; ++i)
    for (unsigned j = 0; j < kTins; ++j) {
      if (i == j) continue;
      unsigned detours = 0;
      for (unsigned via = 0; via < kTins; ++via)
        if (via != i && via != j) detours += local_detour_allowed(i, via, j);
      if ((i ^ j) & 1) {
        EXPECT_EQ(detours, 5u) << i << " to " << j;
      } else {
        EXPECT_GE(detours, 5u) << i << " to " << j;
        EXPECT_LE(detours, 10u) << i << " to " << j;
        ++even_pairs;
        even_detours += detours;
      }
    }
  EXPECT_NEAR(double(even_detours) / even_pairs, 6.83, 0.005);
}

}  // namespace
}  // namespace tinsim
