// SPDX-License-Identifier: Apache-2.0
// Traffic patterns: sources, destinations and their rates.
#include <map>
#include <set>

#include "tests/platform/traffic_fixture.h"

namespace tinsim {
namespace {

TrafficConfig pattern(const std::string& name) {
  TrafficConfig entry;
  entry.pattern = Word{name};
  entry.load = 0.5;
  return entry;
}

/// The generators of one host, in port order.
std::vector<Generator*> of_host(std::vector<PortTraffic>& ports, const Topology& t, unsigned host) {
  std::vector<Generator*> result;
  for (PortTraffic& port : ports) {
    const HostInfo& h = t.hosts[host];
    const bool own =
        port.chip == h.chip && port.port >= h.first_port && port.port < h.first_port + h.ports;
    for (Generator& generator : port.generators) {
      if (own) result.push_back(&generator);
    }
  }
  return result;
}

/// How many of n cells of the host's first port go to each address.
std::map<uint16_t, double> destinations(const PlatformConfig& config, const Topology& t,
                                        unsigned host, size_t n) {
  auto ports = make_traffic(config, t);
  std::map<uint16_t, double> count;
  for (const SourceCell& cell : take(*of_host(ports, t, host).at(0), n)) ++count[cell.dst];
  return count;
}

/// The cells of `host` follow `law` (address -> share): nothing elsewhere, shares by chi-square.
void expect_law(const PlatformConfig& config, const Topology& t, unsigned host,
                const std::map<uint16_t, double>& law) {
  constexpr size_t kCells = 50000;
  auto count = destinations(config, t, host, kCells);
  std::vector<double> observed, expected;
  for (const auto& [address, share] : law) {
    observed.push_back(count[address]);
    expected.push_back(share * kCells);
  }
  EXPECT_EQ(count.size(), law.size()) << "cells of host " << host << " go astray";
  if (law.size() > 1) {
    EXPECT_GT(chi_square_p(observed, expected), kSignificance);
  }
}

/// Adds `share`, spread evenly over hosts and then over each host's ports.
void spread(std::map<uint16_t, double>& law, const Topology& t, const std::vector<unsigned>& hosts,
            double share) {
  for (unsigned host : hosts) {
    for (unsigned k = 0; k < t.hosts[host].ports; ++k) {
      law[address_of(t, host, k)] +=
          share / static_cast<double>(hosts.size()) / t.hosts[host].ports;
    }
  }
}

std::vector<unsigned> hosts_of_other_chips(const Topology& t, unsigned host) {
  std::vector<unsigned> result;
  for (unsigned other = 0; other < t.hosts.size(); ++other) {
    if (t.hosts[other].chip != t.hosts[host].chip) result.push_back(other);
  }
  return result;
}

TEST(TrafficPattern, UniformGoesToHostsOfAllOtherChips) {
  const Topology t = network(3, 2, {2, 2}, 4);
  for (unsigned host : {0u, 5u, 11u}) {
    std::map<uint16_t, double> law;
    spread(law, t, hosts_of_other_chips(t, host), 1);
    expect_law(config_of("dragonfly", pattern("uniform")), t, host, law);
  }
}

TEST(TrafficPattern, UniformDrawsHostsBeforePorts) {
  const Topology t = network(1, 3, {1, 3}, 4);
  std::map<uint16_t, double> law;
  spread(law, t, hosts_of_other_chips(t, 2), 1);
  ASSERT_EQ(law.at(address_of(t, 0, 0)), 3 * law.at(address_of(t, 1, 2)));
  expect_law(config_of("pair", pattern("uniform")), t, 2, law);
}

TEST(TrafficPattern, UniformOnASingleSwitchGoesToAllPortsItsOwnIncluded) {
  const Topology t = network(1, 1, {1, 3}, 4);
  std::map<uint16_t, double> law;
  for (unsigned host : {0u, 1u}) {
    for (unsigned k = 0; k < t.hosts[host].ports; ++k) law[address_of(t, host, k)] = 0.25;
  }
  expect_law(config_of("single", pattern("uniform")), t, 0, law);
  expect_law(config_of("single", pattern("uniform")), t, 1, law);
}

/// The one destination of each source port.
std::map<uint16_t, uint16_t> permutation_of(const PlatformConfig& config, const Topology& t) {
  std::map<uint16_t, uint16_t> image;
  auto ports = make_traffic(config, t);
  for (PortTraffic& port : ports) {
    Generator& generator = port.generators.at(0);
    const uint16_t dst = generator.head().dst;
    for (const SourceCell& cell : take(generator, 50)) EXPECT_EQ(cell.dst, dst);
    image[generator.src()] = dst;
  }
  return image;
}

TEST(TrafficPattern, PermutationPairsHostsOneToOneAndPortsInOrder) {
  const Topology t = network(3, 2, {2, 2}, 4);
  std::set<std::map<uint16_t, uint16_t>> different;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const auto image = permutation_of(config_of("dragonfly", pattern("permutation"), seed), t);
    ASSERT_EQ(image.size(), 24u);
    std::set<uint16_t> reached;
    for (unsigned host = 0; host < 12; ++host) {
      const unsigned peer = host_of(t, image.at(address_of(t, host, 0)));
      EXPECT_NE(peer, host);
      for (unsigned k = 0; k < 2; ++k) {
        EXPECT_EQ(image.at(address_of(t, host, k)), address_of(t, peer, k));
        reached.insert(image.at(address_of(t, host, k)));
      }
    }
    EXPECT_EQ(reached.size(), 24u);
    different.insert(image);
  }
  EXPECT_EQ(different.size(), 5u);
}

TEST(TrafficPattern, PermutationOnASingleSwitchPairsPorts) {
  const Topology t = network(1, 1, {1, 3, 4}, 8);
  const auto image = permutation_of(config_of("single", pattern("permutation")), t);
  std::set<uint16_t> reached;
  for (const auto& [src, dst] : image) {
    EXPECT_NE(src, dst);
    reached.insert(dst);
  }
  EXPECT_EQ(reached.size(), 8u);
}

// 4 members have 4! (1 - 1 + 1/2 - 1/6 + 1/24) = 9 derangements, all equally likely.
TEST(TrafficPattern, DerangementsAreEquallyLikely) {
  std::map<std::vector<uint16_t>, double> count;
  constexpr uint64_t kSeeds = 9000;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) ++count[random_derangement(4, seed, 3)];
  ASSERT_EQ(count.size(), 9u);
  std::vector<double> observed;
  for (const auto& [image, times] : count) observed.push_back(times);
  EXPECT_GT(chi_square_p(observed, std::vector<double>(9, kSeeds / 9.0)), kSignificance);
}

TEST(TrafficPattern, AdversarialGoesToThePodThatIsOffsetAway) {
  const Topology t = network(5, 2, {1, 1}, 2);
  for (unsigned offset : {1u, 3u, 6u}) {
    TrafficConfig entry = pattern("adversarial");
    entry.offset = offset;
    for (unsigned host : {0u, 7u, 18u}) {
      std::map<uint16_t, double> law;
      const unsigned pod = (host / 4 + offset) % 5;
      spread(law, t, {pod * 4, pod * 4 + 1, pod * 4 + 2, pod * 4 + 3}, 1);
      expect_law(config_of("dragonfly", entry), t, host, law);
    }
  }
}

TEST(TrafficPattern, LocalAdversarialGoesToTheTinThatIsOffsetAwayInThePod) {
  const Topology t = network(2, 3, {1, 1}, 2);
  for (unsigned offset : {1u, 2u, 4u}) {
    TrafficConfig entry = pattern("local_adversarial");
    entry.offset = offset;
    for (unsigned host : {0u, 5u, 10u}) {
      std::map<uint16_t, double> law;
      const unsigned chip = host / 6 * 3 + (host / 2 % 3 + offset) % 3;
      spread(law, t, {chip * 2, chip * 2 + 1}, 1);
      expect_law(config_of("dragonfly", entry), t, host, law);
    }
  }
}

TEST(TrafficPattern, HotspotSendsAShareToTargetsAndTheRestUniformly) {
  const Topology t = network(2, 2, {1, 2}, 2);
  TrafficConfig entry = pattern("hotspot");
  entry.fraction = 0.3;
  entry.targets = {7, 2};
  std::map<uint16_t, double> law;
  spread(law, t, hosts_of_other_chips(t, 0), 0.7);
  spread(law, t, {2, 7}, 0.3);
  expect_law(config_of("dragonfly", entry), t, 0, law);
}

TEST(TrafficPattern, AHotspotDoesNotTargetItself) {
  const Topology t = network(2, 2, {1, 2}, 2);
  TrafficConfig entry = pattern("hotspot");
  entry.fraction = 0.3;
  entry.targets = {7, 2};
  std::map<uint16_t, double> law;
  spread(law, t, hosts_of_other_chips(t, 2), 0.7);
  spread(law, t, {7}, 0.3);
  expect_law(config_of("dragonfly", entry), t, 2, law);

  entry.targets = {2};
  law.clear();
  spread(law, t, hosts_of_other_chips(t, 2), 1);
  expect_law(config_of("dragonfly", entry), t, 2, law);
}

TEST(TrafficPattern, HotspotFractionZeroAndOneAreTheExtremes) {
  const Topology t = network(2, 2, {1, 2}, 2);
  TrafficConfig entry = pattern("hotspot");
  entry.targets = {7};
  std::map<uint16_t, double> law;
  entry.fraction = 1;
  spread(law, t, {7}, 1);
  expect_law(config_of("dragonfly", entry), t, 0, law);
  entry.fraction = 0;
  law.clear();
  spread(law, t, hosts_of_other_chips(t, 0), 1);
  expect_law(config_of("dragonfly", entry), t, 0, law);
}

TEST(TrafficPattern, IncastGoesFromAllOthersToTheTargets) {
  const Topology t = network(2, 2, {1, 2}, 2);
  TrafficConfig entry = pattern("incast");
  entry.targets = {0, 5};
  auto ports = make_traffic(config_of("dragonfly", entry), t);
  for (unsigned host = 0; host < 8; ++host) {
    const bool target = host == 0 || host == 5;
    EXPECT_EQ(of_host(ports, t, host).size(), target ? 0u : t.hosts[host].ports) << host;
  }
  std::map<uint16_t, double> law;
  spread(law, t, {0, 5}, 1);
  expect_law(config_of("dragonfly", entry), t, 3, law);
}

TEST(TrafficPattern, OnlyListedSourcesSend) {
  const Topology t = network(2, 2, {1, 2}, 2);
  TrafficConfig entry = pattern("uniform");
  entry.sources = {1, 6};
  auto ports = make_traffic(config_of("dragonfly", entry), t);
  for (unsigned host = 0; host < 8; ++host) {
    const bool listed = host == 1 || host == 6;
    EXPECT_EQ(of_host(ports, t, host).size(), listed ? t.hosts[host].ports : 0u) << host;
  }
}

TEST(TrafficPattern, AHostWithoutDestinationIsAnError) {
  const auto error = [](const std::string& kind, const TrafficConfig& entry, const Topology& t) {
    return config_error([&] { make_traffic(config_of(kind, entry), t); });
  };
  TrafficConfig entry = pattern("adversarial");
  entry.offset = 4;
  EXPECT_EQ(error("dragonfly", entry, network(2, 2, {1}, 1)),
            "traffic[0].pattern: 'adversarial' gives host 0 no destination; expected at least one");
  EXPECT_EQ(error("dragonfly", pattern("local_adversarial"), network(2, 1, {1}, 1)),
            "traffic[0].pattern: 'local_adversarial' gives host 0 no destination; expected at "
            "least one");
  EXPECT_EQ(error("single", pattern("permutation"), network(1, 1, {1}, 1)),
            "traffic[0].pattern: 'permutation' gives host 0 no destination; expected at least one");
  EXPECT_EQ(error("dragonfly", pattern("uniform"), network(1, 1, {1, 1}, 1)),
            "traffic[0].pattern: 'uniform' gives host 0 no destination; expected at least one");
  EXPECT_EQ(error("pair", pattern("incast"), network(1, 2, {1}, 1)),
            "traffic[0].pattern: 'incast' gives host 0 no destination; expected at least one");
}

}  // namespace
}  // namespace tinsim
