// SPDX-License-Identifier: Apache-2.0
// Routes to external prefixes, and the best of each.
#include "platform/controller/ibr/external_rib.h"

#include <tuple>

namespace tinsim::control {

std::optional<ExternalRib::Route> ExternalRib::usable(const BgpAttributes& attributes) const {
  if (attributes.visits(own_as_)) return std::nullopt;
  for (std::size_t peer = 0; peer < peers_.size(); ++peer) {
    if (peers_[peer].address == attributes.next_hop)
      return Route{peer, attributes.path_length(), attributes.origin};
  }
  return std::nullopt;
}

void ExternalRib::update(std::size_t peer, const BgpUpdate& update) {
  for (const BgpPrefix& prefix : update.withdrawn) withdraw(peer, prefix);
  if (update.reachable.empty()) return;
  const std::optional<Route> route = usable(*update.attributes);
  for (const BgpPrefix& prefix : update.reachable) {
    withdraw(peer, prefix);  // the new route replaces the one before, usable or not
    if (!route) continue;
    routes_[prefix][peer] = *route;
    changed_.insert(prefix);
  }
}

void ExternalRib::withdraw(std::size_t peer, const BgpPrefix& prefix) {
  const auto found = routes_.find(prefix);
  if (found == routes_.end() || found->second.erase(peer) == 0) return;
  if (found->second.empty()) routes_.erase(found);
  changed_.insert(prefix);
}

void ExternalRib::withdraw_all(std::size_t peer) {
  for (const BgpPrefix& prefix : prefixes()) withdraw(peer, prefix);
}

std::optional<std::size_t> ExternalRib::best(const BgpPrefix& prefix) const {
  const auto found = routes_.find(prefix);
  if (found == routes_.end()) return std::nullopt;
  const auto rank = [this](const auto& each) {
    return std::tuple(each.second.path_length, each.second.origin, peers_[each.first].address);
  };
  auto best = found->second.begin();
  for (auto each = best; each != found->second.end(); ++each)
    if (rank(*each) < rank(*best)) best = each;
  return best->second.port_of;
}

std::set<BgpPrefix> ExternalRib::prefixes() const {
  std::set<BgpPrefix> all;
  for (const auto& [prefix, routes] : routes_) all.insert(prefix);
  return all;
}

}  // namespace tinsim::control
