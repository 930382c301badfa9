// SPDX-License-Identifier: Apache-2.0
// Do the tables of a controller avoid the links that are down, and does no update break a route?
#include "platform/services/controlled_tables.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "platform/config/reader.h"
#include "platform/network/routing/live_tables.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/routing/route_paths.h"
#include "platform/network/routing/route_tables.h"
#include "rtl_models/registers/decode.h"
#include "tlm/tin/registers/route_device.h"

namespace tinsim {
namespace {

/// The route registers of a chip: a table as after a reset, to which writes are applied.
class ChipRegisters {
 public:
  void write(const std::vector<RegisterRun>& runs) {
    for (const RegisterRun& run : runs)
      for (std::size_t n = 0; n < run.values.size(); ++n)
        values_[run.address + 4 * static_cast<uint32_t>(n)] = run.values[n];
  }
  /// All registers that differ from their reset values are those of `image`.
  bool equal(const std::vector<RegisterRun>& image) const {
    ChipRegisters other;
    other.write(image);
    return differing(other) && other.differing(*this);
  }

 private:
  static uint32_t reset(uint32_t address) {
    const registers::Register& reg = *registers::place_of(address).reg;
    return reg.reset() & reg.mask(registers::Access::rw);
  }
  bool differing(const ChipRegisters& other) const {
    return std::all_of(values_.begin(), values_.end(), [&other](const auto& word) {
      const auto found = other.values_.find(word.first);
      return word.second == (found != other.values_.end() ? found->second : reset(word.first));
    });
  }
  std::map<uint32_t, uint32_t> values_;
};

using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

struct Network {
  explicit Network(const std::string& pods_and_links)
      : config(parse_config("topology: {kind: dragonfly, " + pods_and_links +
                                "}\nrouting: {mode: minimal_adaptive}\n",
                            "tables.yaml")
                   .config),
        topology(make_topology(config)),
        original(make_route_tables(config, topology)),
        tables(topology, original, route_params(config.routing)),
        registers(topology.chips.size()),
        up(topology.chips.size(), ~uint64_t{0}) {}

  uint64_t links_of(std::size_t chip) const {
    return LiveNetwork(topology).links(static_cast<unsigned>(chip));
  }
  void update(std::size_t chip) {
    registers[chip].write(tables.update(chip));
    tables.updated(chip);
  }
  void report(std::size_t chip, uint64_t links_up) {
    up[chip] = links_up;
    tables.report_links(chip, links_up);
  }
  Pairs paths() const {
    return pairs([this](std::size_t from, std::size_t to) { return tables.has_path(from, to); });
  }
  /// … if all chips had the tables for the links that neither end has reported as down.
  Pairs wanted_paths() const {
    LiveNetwork live(topology);
    for (std::size_t chip = 0; chip < up.size(); ++chip)
      for (uint64_t down = links_of(chip) & ~up[chip]; down != 0; down &= down - 1)
        live.fail_link({static_cast<uint16_t>(chip), static_cast<uint8_t>(__builtin_ctzll(down))});
    const auto wanted = make_live_tables(topology, original, live);
    std::vector<const RouteTable*> of_all;
    for (const RouteTable& table : wanted) of_all.push_back(&table);
    return pairs([&](std::size_t from, std::size_t to) -> bool {
      return chips_with_paths(topology, of_all, to)[from];
    });
  }
  template <class HasPath>
  Pairs pairs(const HasPath& has_path) const {
    Pairs found;
    for (std::size_t from = 0; from < topology.chips.size(); ++from)
      for (std::size_t to = 0; to < topology.chips.size(); ++to)
        if (has_path(from, to)) found.insert({from, to});
    return found;
  }

  PlatformConfig config;
  Topology topology;
  std::vector<RouteTable> original;
  ControlledTables tables;
  std::vector<ChipRegisters> registers;
  std::vector<uint64_t> up;  ///< as reported
};

TEST(ControlledTables, WithoutFaultsTheyAreThoseOfTheConfiguration) {
  Network net("pods: 3, tins_per_pod: 4, hosts_per_tin: 2, global_links_per_pair: 4");
  for (std::size_t chip = 0; chip < 12; ++chip) {
    EXPECT_FALSE(net.tables.is_current(chip));
    net.report(chip, net.links_of(chip));
    EXPECT_TRUE(net.tables.may_update(chip));
    net.update(chip);
    EXPECT_TRUE(net.tables.is_current(chip));
    EXPECT_TRUE(net.registers[chip].equal(net.tables.original(chip)));
    EXPECT_EQ(net.tables.has_path(0, 11), chip == 11);
  }
  EXPECT_EQ(net.paths().size(), 144u);
}

/// Chips report links that fail and return at random; each is updated at some time after that.
class ControlledTablesAtRandom : public testing::TestWithParam<unsigned> {};

TEST_P(ControlledTablesAtRandom, EveryUpdateKeepsAllPathsAndAllAreMadeInTheEnd) {
  Network net("pods: 4, tins_per_pod: 4, hosts_per_tin: 2, global_links_per_pair: 6");
  const std::size_t chips = net.topology.chips.size();
  std::mt19937 random(GetParam());
  const auto below = [&random](std::size_t n) { return random() % n; };
  LiveNetwork live(net.topology);
  for (unsigned round = 0; round < 3; ++round) {
    live = LiveNetwork(net.topology);
    for (unsigned n = below(12); n > 0; --n) {
      const auto chip = static_cast<uint16_t>(below(chips));
      for (uint64_t links = net.links_of(chip); links != 0; links &= links - 1)
        if (below(4) == 0) live.fail_link({chip, static_cast<uint8_t>(__builtin_ctzll(links))});
    }
    std::vector<std::size_t> order(chips);
    for (std::size_t n = 0; n < chips; ++n) order[n] = n;
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t chip : order) {
      net.report(chip, live.links(static_cast<unsigned>(chip)));
      for (std::size_t tries = below(3); tries > 0; --tries) {
        const std::size_t other = below(chips);
        if (net.tables.is_current(other) || !net.tables.may_update(other)) continue;
        const Pairs before = net.paths(), wanted = net.wanted_paths();
        net.update(other);
        const Pairs after = net.paths();
        for (const auto& pair : before)
          EXPECT_TRUE(after.count(pair) != 0 || wanted.count(pair) == 0)
              << pair.first << " " << pair.second;
      }
    }
    for (std::size_t turns = 0; turns < chips; ++turns)
      for (const std::size_t chip : order)
        if (!net.tables.is_current(chip) && net.tables.may_update(chip)) net.update(chip);
    const auto wanted = make_live_tables(net.topology, net.original, live);
    std::size_t outdated = 0;
    for (std::size_t chip = 0; chip < chips; ++chip) {
      outdated += !net.tables.is_current(chip);
      if (!net.tables.is_current(chip)) continue;
      RouteTable table = wanted[chip];
      table.joined_pods = nullptr;
      EXPECT_TRUE(net.registers[chip].equal(
          route_image(EditedRoutes(table, route_params(net.config.routing)))))
          << chip;
    }
    RecordProperty(fmt::format("outdated{}", round), static_cast<int>(outdated));
    EXPECT_EQ(outdated, 0u);
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, ControlledTablesAtRandom, testing::Range(0u, 20u));

}  // namespace
}  // namespace tinsim
