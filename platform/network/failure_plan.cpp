// SPDX-License-Identifier: Apache-2.0
// Failure plan: times of failing links and TiNs, and the live network after each change.
#include "platform/network/failure_plan.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

/// The named end of each link, once: of two named ends the first.
std::vector<LinkEnd> named_links(const Topology& topology, const std::string& selector) {
  std::vector<LinkEnd> links;
  std::set<LinkEnd> seen;
  for (const LinkEnd& end : named_ends(topology, selector)) {
    if (!seen.insert(end).second || !seen.insert(far_end(topology, end)).second) continue;
    links.push_back(end);
  }
  return links;
}

template <class Item>
std::vector<Item> share_of(const std::vector<Item>& items, const FailureConfig& config) {
  std::vector<Item> share;
  for (std::size_t place : draw_share(items.size(), config.percent, config.seed))
    share.push_back(items[place]);
  return share;
}

void add_directions(const Topology& topology, const LinkEnd& end, LinkDirection direction,
                    std::vector<LinkEnd>& to) {
  if (direction != LinkDirection::to) to.push_back(end);
  if (direction != LinkDirection::from) to.push_back(far_end(topology, end));
}

Failure make_failure(const PlatformConfig& config, const FailureConfig& entry,
                     const Topology& topology) {
  Failure failure;
  failure.at = cycles_of_us(entry.at_us, config.tin.core_mhz);
  if (entry.for_us) failure.until = cycles_of_us(entry.at_us + *entry.for_us, config.tin.core_mhz);
  if (!entry.links.empty()) failure.links = share_of(named_links(topology, entry.links), entry);
  if (!entry.tins.empty()) failure.chips = share_of(select_chips(topology, entry.tins), entry);
  for (const LinkEnd& end : failure.links)
    add_directions(topology, end, entry.direction, failure.dark);
  for (unsigned chip : failure.chips) {
    const auto& ports = topology.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      if (!is_link(ports[port])) continue;
      add_directions(topology, {static_cast<uint16_t>(chip), static_cast<uint8_t>(port)},
                     LinkDirection::both, failure.dark);
    }
  }
  std::sort(failure.dark.begin(), failure.dark.end());
  failure.dark.erase(std::unique(failure.dark.begin(), failure.dark.end()), failure.dark.end());
  return failure;
}

}  // namespace

FailurePlan::FailurePlan(const PlatformConfig& config, const Topology& topology) {
  std::set<Cycle> times;
  for (const FailureConfig& entry : config.failures.events) {
    failures_.push_back(make_failure(config, entry, topology));
    times.insert(failures_.back().at);
    if (failures_.back().until != kNoCycle) times.insert(failures_.back().until);
  }
  const Cycle repair = cycles_of_us(config.failures.repair_tables_us, config.tin.core_mhz);
  for (Cycle at : times) {
    LiveNetwork live(topology);
    for (const Failure& failure : failures_) {
      if (at < failure.at || at >= failure.until) continue;
      for (unsigned chip : failure.chips) live.fail_chip(chip);
      for (const LinkEnd& end : failure.dark) live.fail_link(end);
    }
    changes_.push_back({at, saturated(static_cast<double>(at) + repair), std::move(live)});
  }
}

std::vector<std::size_t> draw_share(std::size_t items, double percent, uint64_t seed) {
  const auto wanted =
      static_cast<std::size_t>(std::llround(percent / 100 * static_cast<double>(items)));
  std::vector<std::pair<uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < items; ++i) order.emplace_back(mix64(mix64(seed) ^ i), i);
  std::sort(order.begin(), order.end());
  order.resize(std::min(items, std::max<std::size_t>(wanted, 1)));
  std::vector<std::size_t> places;
  for (const auto& [random, place] : order) places.push_back(place);
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace tinsim
