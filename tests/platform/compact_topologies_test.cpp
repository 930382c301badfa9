// SPDX-License-Identifier: Apache-2.0
// HyperX, Slim Fly, Polarfly and Dragonfly+: chips, links, diameters and cycles as published.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "platform/network/topology/finite_field.h"
#include "platform/validate/validate.h"
#include "tests/platform/compact_networks.h"

namespace tinsim {
namespace {

unsigned links_of(const Topology& t, unsigned chip) {
  return ports_of(t.chips[chip], PortKind::kLocal) + ports_of(t.chips[chip], PortKind::kGlobal);
}

/// Number of chips by their number of links.
std::map<unsigned, unsigned> degrees(const Topology& t) {
  std::map<unsigned, unsigned> chips;
  for (unsigned chip = 0; chip < t.chips.size(); ++chip) ++chips[links_of(t, chip)];
  return chips;
}

/// Number of links between each two chips that are joined.
std::map<std::pair<unsigned, unsigned>, unsigned> pairs_of(const Topology& t) {
  std::map<std::pair<unsigned, unsigned>, unsigned> links;
  for (unsigned chip = 0; chip < t.chips.size(); ++chip)
    for (const PortInfo& port : t.chips[chip].ports)
      if (is_link(port) && chip < port.peer_chip) ++links[{chip, port.peer_chip}];
  return links;
}

/// Most chips that are joined to both of two chips: 1 where there is no cycle of four links.
unsigned most_common_neighbours(const Topology& t) {
  const auto n = static_cast<unsigned>(t.chips.size());
  std::vector<std::set<unsigned>> peers(n);
  for (const auto& [ends, count] : pairs_of(t)) {
    peers[ends.first].insert(ends.second);
    peers[ends.second].insert(ends.first);
  }
  size_t most = 0;
  for (unsigned a = 0; a < n; ++a)
    for (unsigned b = a + 1; b < n; ++b) {
      std::vector<unsigned> common;
      std::set_intersection(peers[a].begin(), peers[a].end(), peers[b].begin(), peers[b].end(),
                            std::back_inserter(common));
      most = std::max(most, common.size());
    }
  return static_cast<unsigned>(most);
}

bool has_triangle(const Topology& t) {
  const auto pairs = pairs_of(t);
  for (const auto& [ends, count] : pairs)
    for (unsigned c = ends.second + 1; c < t.chips.size(); ++c)
      if (pairs.count({ends.first, c}) != 0 && pairs.count({ends.second, c}) != 0) return true;
  return false;
}

using Errors = std::vector<std::string>;

Errors errors_of(PlatformConfig config) {
  config.traffic.resize(1);
  config.traffic[0].load = 0.1;
  config.traffic[0].class_ = {0};
  return find_errors(config);
}

TEST(FiniteField, TheAxiomsHold) {
  for (unsigned q : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 16u, 25u, 27u}) {
    const FiniteField f(q);
    std::set<unsigned> powers;
    for (unsigned i = 0; i + 1 < q; ++i) powers.insert(f.power(i));
    EXPECT_EQ(powers.size(), q - 1) << "of the primitive element, in GF(" << q << ")";
    unsigned wrong = 0;
    for (unsigned a = 0; a < q; ++a)
      for (unsigned b = 0; b < q; ++b) {
        wrong += f.add(f.subtract(a, b), b) != a || f.multiply(a, 1) != a || f.add(a, 0) != a;
        wrong +=
            f.multiply(a, b) != f.multiply(b, a) || (a != 0 && b != 0) != (f.multiply(a, b) != 0);
        for (unsigned c = 0; c < q; ++c) {
          wrong += f.multiply(a, f.add(b, c)) != f.add(f.multiply(a, b), f.multiply(a, c));
          wrong += f.multiply(a, f.multiply(b, c)) != f.multiply(f.multiply(a, b), c);
        }
      }
    EXPECT_EQ(wrong, 0u) << "in GF(" << q << ")";
  }
}

TEST(HyperxTopology, EachChipIsJoinedToAllOfItsRows) {
  struct Shape {
    std::vector<unsigned> dims, widths;
  };
  for (const Shape& shape :
       {Shape{{4, 4}, {1}}, {{3, 4, 5}, {1, 2, 3}}, {{8}, {2}}, {{2, 3, 2, 4}, {1}}}) {
    const Topology t = make_topology(hyperx(shape.dims, shape.widths));
    unsigned chips = 1, degree = 0;
    for (size_t i = 0; i < shape.dims.size(); ++i) {
      chips *= shape.dims[i];
      degree += (shape.dims[i] - 1) * shape.widths[shape.widths.size() == 1 ? 0 : i];
    }
    EXPECT_EQ(t.chips.size(), chips);
    EXPECT_EQ(degrees(t), (std::map<unsigned, unsigned>{{degree, chips}}));
    EXPECT_EQ(diameter(t), shape.dims.size());
    EXPECT_TRUE(links_are_symmetric(t));
    for (const auto& [ends, count] : pairs_of(t)) {
      unsigned differ = 0, width = 0, a = ends.first, b = ends.second;
      for (size_t i = 0; i < shape.dims.size(); a /= shape.dims[i], b /= shape.dims[i], ++i)
        if (a % shape.dims[i] != b % shape.dims[i]) {
          ++differ;
          width = shape.widths[shape.widths.size() == 1 ? 0 : i];
        }
      ASSERT_EQ(differ, 1u);
      ASSERT_EQ(count, width);
    }
  }
}

// 2 q^2 chips of (3 q - d) / 2 links, q = 4 w + d; any two at most two links apart.
TEST(SlimFlyTopology, ChipsLinksAndDiameterByFormula) {
  for (unsigned q : {3u, 4u, 5u, 7u, 8u, 9u, 11u, 13u}) {
    const Topology t = make_topology(slim_fly(q));
    const int d = q % 4 == 3 ? -1 : static_cast<int>(q % 4);
    const auto degree = static_cast<unsigned>((3 * static_cast<int>(q) - d) / 2);
    EXPECT_EQ(t.chips.size(), 2 * q * q);
    EXPECT_EQ(degrees(t), (std::map<unsigned, unsigned>{{degree, 2 * q * q}})) << q;
    for (const auto& entry : pairs_of(t)) ASSERT_EQ(entry.second, 1u);
    EXPECT_EQ(diameter(t), 2u) << q;
    EXPECT_TRUE(links_are_symmetric(t));
  }
}

// The graph of Hoffman and Singleton is the only one of 50 nodes, seven links each, diameter two:
// it meets the bound of Moore, 1 + 7 + 7 * 6, and so has no cycle of fewer than five links.
TEST(SlimFlyTopology, OfFiveIsTheGraphOfHoffmanAndSingleton) {
  const Topology t = make_topology(slim_fly(5));
  EXPECT_EQ(degrees(t), (std::map<unsigned, unsigned>{{7, 50}}));
  EXPECT_EQ(diameter(t), 2u);
  EXPECT_FALSE(has_triangle(t));
  EXPECT_EQ(most_common_neighbours(t), 1u);
}

// q^2 + q + 1 chips; the q + 1 quadrics have q links, the others q + 1; no cycle of four links.
TEST(PolarflyTopology, ChipsLinksAndDiameterByFormula) {
  for (unsigned q : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 11u}) {
    const Topology t = make_topology(polarfly(q));
    EXPECT_EQ(t.chips.size(), q * q + q + 1);
    EXPECT_EQ(degrees(t), (std::map<unsigned, unsigned>{{q, q + 1}, {q + 1, q * q}})) << q;
    for (const auto& entry : pairs_of(t)) ASSERT_EQ(entry.second, 1u);
    EXPECT_EQ(diameter(t), 2u) << q;
    EXPECT_EQ(most_common_neighbours(t), 1u) << q;
    EXPECT_TRUE(links_are_symmetric(t));
  }
}

TEST(DragonflyPlusTopology, GroupsOfLeavesAndSpines) {
  struct Shape {
    unsigned groups, leaves, spines, links;
  };
  for (const Shape& s :
       {Shape{9, 4, 4, 2}, {5, 4, 4, 4}, {3, 2, 4, 4}, {17, 4, 4, 1}, {2, 1, 1, 3}}) {
    const Topology t = make_topology(dragonfly_plus(s.groups, s.leaves, s.spines, s.links));
    const unsigned of_group = s.leaves + s.spines;
    ASSERT_EQ(t.chips.size(), s.groups * of_group);
    std::map<std::pair<unsigned, unsigned>, unsigned> between_groups;
    for (const auto& [ends, count] : pairs_of(t)) {
      const unsigned a = ends.first, b = ends.second;
      const bool leaf_a = a % of_group < s.leaves, leaf_b = b % of_group < s.leaves;
      if (a / of_group == b / of_group) {
        ASSERT_TRUE(leaf_a && !leaf_b) << "within a group, a leaf and a spine";
        ASSERT_EQ(count, 1u);
      } else {
        ASSERT_TRUE(!leaf_a && !leaf_b) << "between groups, two spines";
        between_groups[{a / of_group, b / of_group}] += count;
      }
    }
    EXPECT_EQ(between_groups.size(), s.groups * (s.groups - 1) / 2);
    for (const auto& entry : between_groups) EXPECT_EQ(entry.second, s.links);
    unsigned least = 1000, most = 0;  // global links of a spine
    for (unsigned chip = 0; chip < t.chips.size(); ++chip) {
      const unsigned local = ports_of(t.chips[chip], PortKind::kLocal);
      const unsigned global = ports_of(t.chips[chip], PortKind::kGlobal);
      if (chip % of_group < s.leaves) {
        EXPECT_EQ(local, s.spines);
        EXPECT_EQ(global, 0u);
        continue;
      }
      EXPECT_EQ(local, s.leaves);
      least = std::min(least, global);
      most = std::max(most, global);
    }
    EXPECT_LE(most, least + 1);
    EXPECT_EQ(diameter(t), 3u) << "from leaf to leaf";
    EXPECT_EQ(t.hosts.size(), s.groups * s.leaves);
    EXPECT_TRUE(links_are_symmetric(t));
  }
}

TEST(CompactRules, SizesThatAreNotPossible) {
  EXPECT_EQ(errors_of(slim_fly(5)), Errors{});
  EXPECT_EQ(errors_of(slim_fly(6)),
            Errors{"topology.q: 6 is no power of a prime of the form 4 w - 1, 4 w or 4 w + 1 whose "
                   "2 q^2 chips are at most 4096; expected 5 or 7"});
  EXPECT_EQ(errors_of(slim_fly(2)),
            Errors{"topology.q: 2 is no power of a prime of the form 4 w - 1, 4 w or 4 w + 1 whose "
                   "2 q^2 chips are at most 4096; expected 3"});
  EXPECT_EQ(
      errors_of(polarfly(10)),
      Errors{"topology.q: 10 is no power of a prime whose q^2 + q + 1 chips are at most 4096; "
             "expected 9 or 11"});
  EXPECT_EQ(
      errors_of(polarfly(64)),
      Errors{"topology.q: 64 is no power of a prime whose q^2 + q + 1 chips are at most 4096; "
             "expected 61"});
  EXPECT_EQ(errors_of(hyperx({4, 4}, {1, 1, 1})),
            Errors{"topology.widths: has 3 entries; expected 1, or one for each of the 2 "
                   "dimensions of dims"});
  EXPECT_EQ(errors_of(hyperx({}, {1})), Errors{"topology.dims: has 0 entries; expected the chips "
                                               "along each of 1 to 4 dimensions"});
  EXPECT_EQ(errors_of(hyperx({17, 17, 17}, {1})),
            Errors{"topology.dims: 4913 chips are too many; expected at most 4096"});
  EXPECT_EQ(errors_of(dragonfly_plus(500, 8, 8, 1)),
            Errors{"topology.groups: 8000 chips are too many; expected at most 4096"});
  EXPECT_EQ(errors_of(dragonfly_plus(3, 2, 2, 17)),
            Errors{"topology.global_links_per_pair: is 17; expected 1 to 16"});
}

}  // namespace
}  // namespace tinsim
