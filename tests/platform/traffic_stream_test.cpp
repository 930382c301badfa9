// SPDX-License-Identifier: Apache-2.0
// Traffic streams: identity, independence, order of ports, VCs and counting.
#include <set>
#include <tuple>

#include "tests/platform/traffic_fixture.h"

namespace tinsim {
namespace {

TrafficConfig uniform_load(double load) {
  TrafficConfig entry;
  entry.load = load;
  entry.cell_bytes.items = {{16, 1}, {160, 1}};
  return entry;
}

using Key = std::tuple<uint64_t, uint16_t, uint8_t, uint8_t, uint8_t>;

std::vector<Key> keys(Generator generator, size_t n) {
  std::vector<Key> result;
  for (const SourceCell& c : take(generator, n)) {
    result.emplace_back(c.birth, c.dst, c.words, c.vc, c.cls);
  }
  return result;
}

std::vector<std::vector<Key>> all_keys(const PlatformConfig& config, const Topology& t, size_t n) {
  std::vector<std::vector<Key>> result;
  const auto ports = make_traffic(config, t);
  for (const PortTraffic& port : ports) {
    for (const Generator& generator : port.generators) result.push_back(keys(generator, n));
  }
  return result;
}

TEST(TrafficStream, EqualSeedsGiveEqualStreams) {
  const Topology t = network(2, 2, {2, 1}, 2);
  for (const std::string process : {"poisson", "bernoulli", "onoff"}) {
    TrafficConfig entry = uniform_load(0.4);
    entry.process = Word{process};
    const auto config = config_of("dragonfly", entry, 77);
    EXPECT_EQ(all_keys(config, t, 200), all_keys(config, t, 200));
  }
}

TEST(TrafficStream, AllStreamsDiffer) {
  const Topology t = network(2, 2, {2, 1}, 2);
  std::set<std::vector<Key>> different;
  TrafficConfig entry = uniform_load(0.4);
  entry.class_ = {4, 4};
  // 12 ports, 2 generators a port, 2 identical entries, 3 seeds (two differ in the upper half).
  for (uint64_t seed : {uint64_t{1}, uint64_t{2}, uint64_t{1} << 32 | 1}) {
    auto config = config_of("dragonfly", entry, seed);
    config.traffic.push_back(entry);
    for (auto& stream : all_keys(config, t, 20)) different.insert(std::move(stream));
  }
  EXPECT_EQ(different.size(), 12u * 2 * 2 * 3);
}

TEST(TrafficStream, OrderOfEvaluationDoesNotMatter) {
  const Topology t = network(2, 2, {1}, 1);
  const auto config = config_of("dragonfly", uniform_load(0.4));
  const auto alone = all_keys(config, t, 300);
  auto ports = make_traffic(config, t);
  std::vector<std::vector<Key>> mixed(ports.size());
  for (size_t step = 0; step < 300 * ports.size(); ++step) {
    const size_t i = step * 3 % ports.size();  // 3 and 4 are coprime: all in turn, out of order
    Generator& g = ports[i].generators[0];
    mixed[i].push_back(keys(g, 1)[0]);
    g.pop();
  }
  EXPECT_EQ(mixed, alone);
}

TEST(TrafficStream, OtherSourcesDoNotMatter) {
  const Topology t = network(2, 2, {1}, 1);
  TrafficConfig entry = uniform_load(0.4);
  const auto all = all_keys(config_of("dragonfly", entry), t, 100);
  entry.sources = {2};
  EXPECT_EQ(all_keys(config_of("dragonfly", entry), t, 100),
            std::vector<std::vector<Key>>{all.at(2)});
}

TEST(TrafficStream, BirthsNeverDecreaseWhateverTheRate) {
  const Topology t = network(2, 2, {1}, 1);
  for (double load : {1e-9, 0.3, 1.0, 5.0}) {
    for (const std::string process : {"poisson", "bernoulli", "onoff"}) {
      TrafficConfig entry = uniform_load(load);
      entry.process = Word{process};
      auto ports = make_traffic(config_of("dragonfly", entry), t);
      uint64_t last = 0;
      for (const SourceCell& cell : take(ports[0].generators[0], 2000)) {
        ASSERT_GE(cell.birth, last);
        ASSERT_LT(cell.birth, kNever / 2);
        last = cell.birth;
      }
    }
  }
}

TEST(TrafficStream, PortsComeInOrderOfChipAndPort) {
  Topology t = network(2, 2, {2, 1}, 2);
  std::swap(t.hosts[0], t.hosts[1]);  // hosts of a chip need not own ports in order
  auto config = config_of("dragonfly", uniform_load(0.4));
  config.traffic[0].class_ = {1, 2};
  std::vector<std::pair<unsigned, unsigned>> order, expected;
  const auto ports = make_traffic(config, t);
  for (const PortTraffic& port : ports) {
    order.emplace_back(port.chip, port.port);
    for (const Generator& g : port.generators) {
      const ChipInfo& chip = t.chips[port.chip];
      EXPECT_EQ(g.src(), gnet_address(chip.pod, chip.tin, chip.ports[port.port].endpoint));
    }
  }
  for (unsigned chip = 0; chip < 4; ++chip) {
    for (unsigned port = 1; port <= 3; ++port) expected.emplace_back(chip, port);
  }
  EXPECT_EQ(order, expected);
}

TEST(TrafficVc, ClassStartsInItsFirstPhase) {
  const Topology t = network(1, 2, {1}, 1);
  auto config = config_of("pair", uniform_load(0.4));
  config.traffic[0].class_ = {0, 4, 9};
  auto ports = make_traffic(config, t);
  EXPECT_EQ(ports[0].generators[0].head().vc, 0);
  EXPECT_EQ(ports[0].generators[1].head().vc, 12);
  EXPECT_EQ(ports[0].generators[2].head().vc, 27);
  config.tin.switch_.vcs = 1;
  ports = make_traffic(config, t);
  for (const Generator& g : ports[0].generators) EXPECT_EQ(g.head().vc, 0);
}

TEST(TrafficVc, DestinationIsTheEndpointModuloVcs) {
  const Topology t = network(1, 1, {30}, 30);  // endpoints 5..34
  auto config = config_of("single", uniform_load(0.4));
  config.traffic[0].vc = TrafficVc::destination;
  for (unsigned vcs : {32u, 7u, 1u}) {
    config.tin.switch_.vcs = vcs;
    auto ports = make_traffic(config, t);
    for (const SourceCell& cell : take(ports[0].generators[0], 500)) {
      ASSERT_EQ(cell.vc, cell.dst % 64 % vcs);
    }
  }
}

TEST(TrafficCount, BornBetweenEqualsSteppingAndDoesNotMove) {
  const Topology t = network(1, 2, {1}, 1);
  for (const std::string process : {"poisson", "bernoulli", "onoff"}) {
    auto config = config_of("pair", uniform_load(0.7));
    config.traffic[0].process = Word{process};
    const auto ports = make_traffic(config, t);
    const Generator& generator = ports[0].generators[0];
    const auto before = keys(generator, 1);
    for (const auto& [from, until] :
         {std::pair<uint64_t, uint64_t>{0, 5000}, {1000, 1000}, {777, 4321}, {0, 0}}) {
      BornCount expected;
      for (const Key& cell : keys(generator, 20000)) {
        const bool inside = std::get<0>(cell) >= from && std::get<0>(cell) < until;
        expected.cells += inside;
        expected.words += inside ? std::get<2>(cell) : 0;
      }
      const BornCount got = generator.born_between(from, until);
      EXPECT_EQ(got.cells, expected.cells);
      EXPECT_EQ(got.words, expected.words);
    }
    EXPECT_EQ(keys(generator, 1), before);
  }
}

TEST(TrafficCount, AdjacentIntervalsAddUp) {
  const Topology t = network(1, 2, {1}, 1);
  const auto ports = make_traffic(config_of("pair", uniform_load(1.3)), t);
  const Generator& g = ports[1].generators[0];
  uint64_t sum = 0;
  for (uint64_t from = 0; from < 1000; ++from) sum += g.born_between(from, from + 1).words;
  EXPECT_GT(sum, 0u);
  EXPECT_EQ(sum, g.born_between(0, 1000).words);
}

}  // namespace
}  // namespace tinsim
