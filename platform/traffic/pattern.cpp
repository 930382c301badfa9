// SPDX-License-Identifier: Apache-2.0
// Traffic patterns: every pattern is a range of destination groups, chosen per source port.
#include "platform/traffic/pattern.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/errors.h"
#include "base/random.h"

namespace tinsim {
namespace {

/// Streams of cells are numbered from 0; this one is out of their way.
constexpr uint32_t kPermutationStream = 0xffffffff;

}  // namespace

bool contains(const std::vector<unsigned>& list, unsigned value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

Destinations make_destinations(const Topology& topology, const TrafficConfig& entry) {
  Destinations d;
  for (const HostInfo& host : topology.hosts) {
    const ChipInfo& chip = topology.chips[host.chip];
    d.first_port.push_back(static_cast<uint32_t>(d.addresses.size()));
    const unsigned first_endpoint = chip.ports[host.first_port].endpoint;
    const uint16_t first = topology.address(host.chip, first_endpoint);
    d.groups.push_back({first, host.ports});
    for (unsigned k = 0; k < host.ports; ++k) {
      const unsigned endpoint = chip.ports[host.first_port + k].endpoint;
      if (endpoint != first_endpoint + k) {
        throw std::logic_error("the endpoints of a host do not follow each other");
      }
      d.addresses.push_back(static_cast<uint16_t>(first + k));
    }
  }
  if (d.groups.size() + d.addresses.size() + entry.targets.size() >= 0xffff) {
    throw ConfigError(
        "traffic: too many hosts and terminal ports; expected at most 65534 together");
  }
  d.hosts = static_cast<uint16_t>(d.groups.size());
  d.ports = static_cast<uint16_t>(d.addresses.size());
  d.targets = static_cast<uint16_t>(entry.targets.size());
  for (const uint16_t address : d.addresses) d.groups.push_back({address, 1});
  for (unsigned target : entry.targets) d.groups.push_back(Group(d.groups[target]));
  return d;
}

Pattern::Pattern(const PlatformConfig& config, const Topology& topology,
                 const Destinations& destinations, size_t entry_index)
    : entry_(config.traffic[entry_index]),
      topology_(topology),
      destinations_(destinations),
      single_(config.topology.kind == TopologyKind::single),
      first_host_(topology.chips.size() + 1),
      first_of_group_(first_hosts_of_groups(topology)) {
  first_of_group_.push_back(static_cast<unsigned>(topology.hosts.size()));
  for (const HostInfo& host : topology.hosts) ++first_host_[host.chip + 1u];
  std::partial_sum(first_host_.begin(), first_host_.end(), first_host_.begin());

  for (unsigned host = 0; host < topology.hosts.size(); ++host) {
    if (!entry_.sources.empty() && !contains(entry_.sources, host)) continue;
    if (entry_.pattern == TrafficPattern::incast && contains(entry_.targets, host)) continue;
    sources_.push_back(host);
  }
  const uint16_t members = single_ ? destinations.ports : destinations.hosts;
  if (entry_.pattern == TrafficPattern::permutation && members > 1) {
    permutation_ = random_derangement(members, config.run.seed, static_cast<uint32_t>(entry_index));
  }
}

PortPattern Pattern::of(unsigned host, unsigned port) const {
  switch (entry_.pattern) {
    case TrafficPattern::permutation:
      return {permuted(host, port), {}};
    case TrafficPattern::adversarial:
    case TrafficPattern::local_adversarial:
      return {shifted(host), {}};
    case TrafficPattern::incast:
      return {destinations_.all_targets(), {}};
    case TrafficPattern::hotspot:
      return {uniform(host), other_targets(host)};
    default:
      return {uniform(host), {}};
  }
}

GroupRange Pattern::uniform(unsigned host) const {
  if (single_) return destinations_.all_ports();
  const unsigned chip = topology_.hosts[host].chip;
  GroupRange range = destinations_.all_hosts();
  range.hole = static_cast<uint16_t>(first_host_[chip]);
  range.hole_size = static_cast<uint16_t>(first_host_[chip + 1] - first_host_[chip]);
  range.count = static_cast<uint16_t>(range.count - range.hole_size);
  return range;
}

GroupRange Pattern::permuted(unsigned host, unsigned port) const {
  if (permutation_.empty()) return {};
  const uint32_t own = destinations_.first_port[host] + port;
  if (single_) return {static_cast<uint16_t>(destinations_.hosts + permutation_[own]), 1};
  const unsigned peer = permutation_[host];
  const uint32_t peer_port = destinations_.first_port[peer] + port % topology_.hosts[peer].ports;
  return {static_cast<uint16_t>(destinations_.hosts + peer_port), 1};
}

GroupRange Pattern::shifted(unsigned host) const {
  const unsigned tins = topology_.tins_per_pod;
  const ChipInfo& chip = topology_.chips[topology_.hosts[host].chip];
  if (entry_.pattern == TrafficPattern::adversarial) return hosts_of_next_group(host);
  const unsigned tin = (chip.tin + entry_.offset) % tins;
  return tin == chip.tin ? GroupRange{} : hosts_of_chips(chip.pod * tins + tin, 1);
}

GroupRange Pattern::hosts_of_next_group(unsigned host) const {
  const auto groups = static_cast<unsigned>(first_of_group_.size() - 1);
  const auto next = std::upper_bound(first_of_group_.begin(), first_of_group_.end(), host);
  const auto own = static_cast<unsigned>(next - first_of_group_.begin() - 1);
  const unsigned to = (own + entry_.offset) % groups;
  if (to == own) return {};
  return {static_cast<uint16_t>(first_of_group_[to]),
          static_cast<uint16_t>(first_of_group_[to + 1] - first_of_group_[to])};
}

GroupRange Pattern::other_targets(unsigned host) const {
  GroupRange range = destinations_.all_targets();
  const auto self = std::find(entry_.targets.begin(), entry_.targets.end(), host);
  if (self == entry_.targets.end()) return range;
  range.hole = static_cast<uint16_t>(range.first + (self - entry_.targets.begin()));
  range.hole_size = 1;
  --range.count;
  return range;
}

GroupRange Pattern::hosts_of_chips(unsigned first_chip, unsigned chips) const {
  const unsigned first = first_host_[first_chip];
  return {static_cast<uint16_t>(first),
          static_cast<uint16_t>(first_host_[first_chip + chips] - first)};
}

std::vector<uint16_t> random_derangement(uint16_t n, uint64_t seed, uint32_t entry) {
  std::vector<uint16_t> image(n);
  uint64_t number = 0;
  bool fixed_point = true;
  // Shuffles are drawn until one has no fixed point (one in e has none): uniform over derangements.
  while (fixed_point) {
    std::iota(image.begin(), image.end(), uint16_t{0});
    fixed_point = false;
    for (unsigned i = n; i-- > 0;) {
      uint32_t rest = 0;
      const uint32_t random = draw(seed, entry, kPermutationStream, number++).destination;
      std::swap(image[i], image[pick(random, i + 1, rest)]);
      fixed_point |= image[i] == i;
    }
  }
  return image;
}

}  // namespace tinsim
