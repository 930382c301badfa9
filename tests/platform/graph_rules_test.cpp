// SPDX-License-Identifier: Apache-2.0
// Validation of networks given as a graph: what does not fit is refused with one clear error.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "platform/network/routing/scheme.h"
#include "platform/validate/load.h"
#include "platform/validate/validate.h"
#include "tests/platform/compact_networks.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

PlatformConfig with_traffic(PlatformConfig config) {
  config.traffic.resize(1);
  config.traffic[0].load = 0.1;
  config.traffic[0].class_ = {0};
  return config;
}

template <class Change>
Errors errors_with(const PlatformConfig& base, Change change) {
  PlatformConfig config = with_traffic(base);
  change(config);
  return find_errors(config);
}
Errors errors_of(const PlatformConfig& base) {
  return errors_with(base, [](PlatformConfig&) {});
}

TEST(GraphRules, GoodNetworksPass) {
  for (const PlatformConfig& config :
       {torus({8, 8}), torus({2, 2, 2, 2}, 2), fat_tree(8, 2), full_mesh(16, 2), full_mesh(60)})
    EXPECT_EQ(errors_of(config), Errors{});
  const GraphFile file("a,b\n1,2\n");
  EXPECT_EQ(errors_of(file.config()), Errors{});
}

TEST(GraphRules, SizesThatCannotBeAddressed) {
  EXPECT_EQ(errors_of(torus({})),
            Errors{"topology.dims: has 0 entries; expected the chips along each of 1 to 4 "
                   "dimensions"});
  EXPECT_EQ(errors_of(torus({2, 2, 2, 2, 2})),
            Errors{"topology.dims: has 5 entries; expected the chips along each of 1 to 4 "
                   "dimensions"});
  EXPECT_EQ(errors_of(torus({1024, 1024, 1024, 1024})),
            Errors{"topology.dims: 1099511627776 chips are too many; expected at most 4096"});
  EXPECT_EQ(errors_of(fat_tree(32, 8)),
            Errors{"topology.levels: 274877906944 chips are too many; expected at most 4096"});
  EXPECT_EQ(errors_with(torus({10, 10}), [](auto& c) { c.topology.tins_per_pod = 1; }),
            Errors{"topology.tins_per_pod: 100 chips are 100 pods of 1; expected at most 64 pods, "
                   "so at least 2 chips in each"});
}

TEST(GraphRules, PortsThatDoNotSuffice) {
  EXPECT_EQ(errors_with(torus({8, 8}), [](auto& c) { c.tin.switch_.ports = 4; }),
            Errors{"tin.switch.ports: 4 ports are too few; expected at least 5 = 4 links of chip "
                   "0 + 1 terminal (hosts 1 * max(1, terminal_ports_per_host 1))"});
  EXPECT_EQ(errors_with(full_mesh(64), [](auto& c) { c.tin.switch_.ports = 63; }),
            Errors{"tin.switch.ports: 63 ports are too few; expected at least 64 = 63 links of "
                   "chip 0 + 1 terminal (hosts 1 * max(1, terminal_ports_per_host 1))"});
  const GraphFile file("a,b,count\nx,y,3\n");
  EXPECT_EQ(errors_with(file.config(), [](auto& c) { c.tin.switch_.ports = 3; }),
            Errors{"tin.switch.ports: 3 ports are too few; expected at least 4 = 3 links of chip 0 "
                   "('x') + 1 terminal (hosts 1 * max(1, terminal_ports_per_host 1))"});
  EXPECT_EQ(errors_with(full_mesh(4), [](auto& c) { c.topology.local_links_per_pair = 9; }),
            Errors{"topology.local_links_per_pair: is 9; expected 1 to 8"});
}

TEST(GraphRules, AGraphHasAFile) {
  EXPECT_EQ(errors_of(graph_kind("graph")),
            Errors{"topology: graph has no file; expected file: PATH of a CSV or GraphML file"});
  const GraphFile bad("a,b\n1,1\n");
  const Errors errors = errors_of(bad.config());
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "topology.file: " + bad.path() +
                           ":2: graph: the edge joins '1' to itself; expected two nodes");
}

TEST(GraphRules, AtLeastTwoChipsHaveHosts) {
  const GraphFile file("a,b\nx,y\ny,z\n");
  const GraphFile nodes("node,hosts\nx,0\ny,0\n", "n.csv");
  EXPECT_EQ(errors_with(file.config(), [&](auto& c) { c.topology.nodes_file = nodes.path(); }),
            Errors{"topology: 1 of 3 chips has hosts; expected at least 2"});
}

TEST(GraphRules, SchemesThatFitTheKind) {
  EXPECT_EQ(
      errors_with(fat_tree(4, 2),
                  [](auto& c) { c.routing.scheme = RoutingScheme::dimension_order; }),
      Errors{"routing.scheme: dimension_order is for torus and mesh, and the kind is fat_tree; "
             "expected auto, up_down or hop_vc"});
  EXPECT_EQ(
      errors_with(PlatformConfig{}, [](auto& c) { c.routing.scheme = RoutingScheme::hop_vc; }),
      Errors{"routing.scheme: hop_vc is not for dragonfly, which has routes of its own; "
             "expected auto"});
  for (const char* scheme : {"auto", "dimension_order", "up_down", "hop_vc"})
    EXPECT_EQ(errors_with(torus({4, 4}), [&](auto& c) { c.routing.scheme = Word{scheme}; }),
              Errors{});
}

// Four dimensions of four or more: five phases, so classes are five VCs apart.
TEST(GraphRules, ClassesWhoseVcsDoNotSuffice) {
  const auto with_class = [](unsigned cls) {
    return errors_with(torus({4, 4, 4, 4}), [cls](auto& c) { c.traffic[0].class_ = {cls}; });
  };
  EXPECT_EQ(with_class(5), Errors{});
  EXPECT_EQ(with_class(6), Errors{"traffic.0.class.0: class 6 needs VC 30 to 34, but "
                                  "tin.switch.vcs is 32; expected 5*class + 4 < vcs"});
}

// The classes of IP path and 1RMA are three VCs apart: three phases of [4, 4], not four of [4, 4,
// 4].
TEST(GraphRules, EnginesHaveThreeVcsOfAClass) {
  const auto with_engine = [](PlatformConfig config, bool ip, const char* scheme) {
    config.topology.terminal_ports_per_host = 18;
    return errors_with(config, [&](auto& c) {
      c.routing.scheme = Word{scheme};
      (ip ? c.ip.enabled : c.rma.enabled) = true;
      c.traffic.clear();
    });
  };
  for (bool ip : {true, false}) {
    EXPECT_EQ(with_engine(torus({4, 4}), ip, "auto"), Errors{});
    EXPECT_EQ(with_engine(torus({4, 4, 4}), ip, "up_down"), Errors{});
    EXPECT_EQ(
        with_engine(torus({4, 4, 4}), ip, "auto"),
        Errors{std::string("routing.scheme: dimension order takes 4 VCs of each class, but "
                           "those of ") +
               (ip ? "the IP path" : "1RMA") + " have 3; expected up_down, or a smaller network"});
  }
}

TEST(GraphRules, PatternsThatNeedPodsAreRefused) {
  EXPECT_EQ(errors_with(torus({4, 4}),
                        [](auto& c) { c.traffic[0].pattern = TrafficPattern::local_adversarial; }),
            Errors{"traffic.0.pattern: local_adversarial needs the pods of a dragonfly, and the "
                   "kind is torus; expected uniform, permutation, adversarial, hotspot, incast, "
                   "trace or pcap"});
}

// A shift by chips with hosts, or by groups of a Dragonfly+.
TEST(GraphRules, AShiftLeavesTheSendersGroup) {
  const auto with_offset = [](const PlatformConfig& config, unsigned offset) {
    return errors_with(config, [&](auto& c) {
      c.traffic[0].pattern = TrafficPattern::adversarial;
      c.traffic[0].offset = offset;
    });
  };
  EXPECT_EQ(with_offset(torus({4, 4}), 17), Errors{});
  EXPECT_EQ(with_offset(torus({4, 4}), 16),
            Errors{"traffic.0.offset: 16 is a multiple of the 16 groups of chips with hosts and "
                   "leads back to the sender's own; expected any other number"});
  EXPECT_EQ(with_offset(dragonfly_plus(5, 2, 2, 2), 6), Errors{});
  EXPECT_EQ(with_offset(dragonfly_plus(5, 2, 2, 2), 10).size(), 1u);
}

TEST(GraphRules, RandomChipsAndFailuresExcludeEachOther) {
  EXPECT_EQ(errors_with(torus({4, 4}),
                        [](auto& c) {
                          c.routing.mode = RouteMode::valiant;
                          c.failures.events.resize(1);
                          c.failures.events[0].links = "all";
                        }),
            Errors{"routing.mode: valiant has no routes around failures, and the kind is torus; "
                   "expected minimal_deterministic or minimal_adaptive, or no failures"});
}

// An address has twelve bits for the chip, and four for its endpoint.
TEST(GraphRules, MoreThan1024ChipsHaveSixteenEndpoints) {
  const PlatformConfig large = torus({16, 16, 16});
  EXPECT_EQ(errors_of(large), Errors{});
  EXPECT_EQ(errors_with(large, [](auto& c) { c.topology.terminal_ports_per_host = 17; }),
            Errors{"topology.hosts_per_tin: a chip has 17 terminal ports, but addresses of 4096 "
                   "chips have 16 endpoints; expected at most that many, or at most 1024 chips"});
  EXPECT_EQ(errors_with(large,
                        [](auto& c) {
                          c.ip.enabled = true;
                          c.traffic.clear();
                        }),
            Errors{"ip.enabled: has addresses of at most 1024 chips, and the network has 4096; "
                   "expected false"});
  PlatformConfig shared = large;
  shared.topology.terminal_ports_per_host = 0;
  const Topology t = make_topology(shared);
  EXPECT_EQ(t.hosts[0].ports, 16u);
  EXPECT_EQ(t.address(4095, 15), 65535u);
  EXPECT_EQ(make_topology(torus({32, 32})).address(1023, 63), 65535u);
}

TEST(GraphRules, HostsAreCountedWhereTheyAre) {
  EXPECT_EQ(errors_with(fat_tree(4, 2),
                        [](auto& c) {
                          c.traffic[0].pattern = TrafficPattern::incast;
                          c.traffic[0].targets = {16};
                        }),
            Errors{"traffic.0.targets.0: 16 does not exist; expected 0 to 15, because the network "
                   "has 16 hosts"});
}

TEST(GraphRules, AFileIsRelativeToTheConfiguration) {
  const PlatformConfig config = load_config(TINSIM_SOURCE_DIR "/configs/own_graph.yaml");
  EXPECT_EQ(config.topology.file, TINSIM_SOURCE_DIR "/configs/graphs/petersen.csv");
}

std::string chain_of(unsigned nodes) {
  std::string text = "a,b\n";
  for (unsigned i = 1; i < nodes; ++i) text += fmt::format("n{},n{}\n", i - 1, i);
  return text;
}

// The header's hop count has five bits, and a cell must not arrive with zero: 30 links.
TEST(GraphRules, RoutesThatAreLongerThanTheHopCountNameFileAndKey) {
  const GraphFile longest(chain_of(31));
  EXPECT_EQ(errors_of(longest.config()), Errors{});
  const GraphFile longer(chain_of(32));
  EXPECT_EQ(errors_of(longer.config()),
            Errors{"topology.file: the route from 'n31' to 'n0' of " + longer.path() +
                   " has 31 links (a VC per hop); expected at most 30, which is what the hop count "
                   "of a cell, of five bits, can tell"});
  EXPECT_EQ(errors_of(torus({60})), Errors{});
  EXPECT_EQ(errors_of(torus({62})),
            Errors{"topology.dims: the route from chip 31 to chip 0 has 31 links (dimension "
                   "order); expected at most 30, which is what the hop count of a cell, of five "
                   "bits, can tell"});
  // No cell crosses the whole chain if its ends have no hosts.
  const GraphFile nodes("node,hosts\nn0,0\n", "n.csv");
  EXPECT_EQ(errors_with(longer.config(), [&](auto& c) { c.topology.nodes_file = nodes.path(); }),
            Errors{});
}

}  // namespace
}  // namespace tinsim
