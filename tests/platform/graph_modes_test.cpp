// SPDX-License-Identifier: Apache-2.0
// Every routing mode on every kind of network: free of deadlock, or refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "platform/network/routing/deadlock.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/topology/graph.h"
#include "platform/validate/validate.h"
#include "tests/platform/compact_networks.h"

namespace tinsim {
namespace {

const char* const kModes[] = {"minimal_deterministic", "minimal_adaptive", "deterministic",
                              "fully_adaptive",        "valiant",          "ugal_l"};
/// With the pods of a Dragonfly only.
const std::set<std::string> kDetourModes = {"deterministic", "fully_adaptive"};

/// Several networks of each kind; graphs are read from the example's file.
std::vector<PlatformConfig> networks_of(const std::string& kind) {
  if (kind == "single") return {of_kind("single", 4)};
  if (kind == "pair") return {of_kind("pair", 2, 3)};
  if (kind == "dragonfly") return {canonical(), dragonfly(1, 12, 1, 2), dragonfly(4, 3, 2, 2)};
  if (kind == "flattened") return {full_mesh(12, 2), full_mesh(33)};
  if (kind == "torus") return {torus({8, 8}), torus({3, 4, 5}, 2), torus({7})};
  if (kind == "fat_tree") return {fat_tree(8, 2), fat_tree(4, 3)};
  if (kind == "hyperx") return {hyperx({4, 3}), hyperx({3, 2, 4}, {1, 2, 1})};
  if (kind == "slim_fly") return {slim_fly(3), slim_fly(5)};
  if (kind == "polarfly") return {polarfly(4), polarfly(5)};
  if (kind == "dragonfly_plus") return {dragonfly_plus(5, 2, 2, 2), dragonfly_plus(3, 4, 2, 3)};
  PlatformConfig petersen = graph_kind("graph");
  petersen.topology.file = TINSIM_SOURCE_DIR "/configs/graphs/petersen.csv";
  return {petersen};
}

/// The schemes that a kind may have.
std::vector<const char*> schemes_of(const std::string& kind) {
  if (!is_graph_kind(Word{kind})) return {"auto"};
  if (kind == "torus") return {"auto", "dimension_order", "up_down", "hop_vc"};
  return {"auto", "up_down", "hop_vc"};
}

class KindAndMode
    : public testing::TestWithParam<std::tuple<const char* /*kind*/, const char* /*mode*/>> {
 protected:
  std::string kind() const { return std::get<0>(GetParam()); }
  std::string mode() const { return std::get<1>(GetParam()); }
  /// Calls fn for each network of the kind under each of its schemes.
  template <class Fn>
  void for_each_network(const Fn& fn) const {
    for (PlatformConfig config : networks_of(kind()))
      for (const char* scheme : schemes_of(kind())) {
        config.routing.mode = Word{mode()};
        config.routing.scheme = Word{scheme};
        config.traffic.resize(1);
        config.traffic[0].load = 0.1;
        config.traffic[0].class_ = {0};
        SCOPED_TRACE(scheme);
        fn(config);
      }
  }
};

TEST_P(KindAndMode, IsFreeOfDeadlockOrRefused) {
  const bool refused = is_graph_kind(Word{kind()}) && kDetourModes.count(mode()) != 0;
  for_each_network([&](const PlatformConfig& config) {
    const std::vector<std::string> errors = find_errors(config);
    if (refused) {
      EXPECT_EQ(errors, std::vector<std::string>{fmt::format(
                            "routing.mode: {} needs the pods of a dragonfly, and the kind is {}; "
                            "expected minimal_deterministic, minimal_adaptive, valiant or ugal_l",
                            mode(), kind())});
      return;
    }
    ASSERT_EQ(errors, std::vector<std::string>{});
    const Network n{config};
    const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
    EXPECT_TRUE(proof.holds()) << (proof.unreachable.empty() ? "cycle or length"
                                                             : proof.unreachable[0]);
    EXPECT_EQ(n.tables[0].mode, *from_word<RouteMode>(mode()));
  });
}

// Planted: every chip sends all cells over its first link and in one phase. Following those links
// from any chip leads into a circle, and cells for a chip alongside it wait for each other.
TEST_P(KindAndMode, ACircleOfFirstLinksIsFound) {
  const bool too_small = kind() == "single" || kind() == "pair";
  if (too_small || (is_graph_kind(Word{kind()}) && kDetourModes.count(mode()) != 0)) return;
  for_each_network([&](const PlatformConfig& config) {
    Network n{config};
    for (unsigned chip = 0; chip < n.tables.size(); ++chip) {
      const auto& ports = n.topology.chips[chip].ports;
      const auto first = std::find_if(ports.begin(), ports.end(), is_link) - ports.begin();
      RouteTable& table = n.tables[chip];
      table.phase_increment_ports = 0;
      table.forbidden_outputs.clear();
      RouteRows& rows = table.edit();
      RouteEntry entry;
      entry.minimal.fill(static_cast<uint8_t>(first));
      entry.detours.fill(kNoRoute);
      for (size_t place = 0; place < rows.places(); ++place) rows.set(place, entry);
    }
    const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
    EXPECT_FALSE(proof.cycle.empty());
    EXPECT_FALSE(proof.holds());
  });
}

INSTANTIATE_TEST_SUITE_P(All, KindAndMode,
                         testing::Combine(testing::Values("single", "pair", "dragonfly",
                                                          "flattened", "torus", "fat_tree", "graph",
                                                          "hyperx", "slim_fly", "polarfly",
                                                          "dragonfly_plus"),
                                          testing::ValuesIn(kModes)),
                         [](const auto& test) {
                           return fmt::format("{}_{}", std::get<0>(test.param),
                                              std::get<1>(test.param));
                         });

}  // namespace
}  // namespace tinsim
