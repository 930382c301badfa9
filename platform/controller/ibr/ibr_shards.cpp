// SPDX-License-Identifier: Apache-2.0
// Inter-Block Routing.
#include "platform/controller/ibr/ibr_shards.h"

#include <algorithm>

#include "platform/controller/clique/nib_tables.h"
#include "rtl_models/parts/route_draws.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim::control {

IbrShard::IbrShard(Nib& nib, unsigned number) : nib_(&nib), number_(number) { load(); }

/// Numbers of the records that the instance before has written.
void IbrShard::load() {
  const auto records = nib_->read(block(NibTable::kExternalRoutes, number_));
  for (const auto& [number, bytes] : *records) {
    numbers_[external_of(bytes).prefix] = number;
    used_.insert(number);
  }
}

std::uint32_t IbrShard::number_of(const IpPrefix& prefix) {
  const auto found = numbers_.find(prefix);
  if (found != numbers_.end()) return found->second;
  std::uint32_t number = 0;
  for (const std::uint32_t used : used_) {
    if (used != number) break;
    ++number;
  }
  used_.insert(number);
  numbers_[prefix] = number;
  return number;
}

void IbrShard::set(const ExternalRoute& route) {
  routes_[route.prefix] = route;
  nib_->commit({{block(NibTable::kExternalRoutes, number_), number_of(route.prefix),
                 external_bytes(route)}});
}

void IbrShard::remove(const IpPrefix& prefix) {
  routes_.erase(prefix);
  const auto found = numbers_.find(prefix);
  if (found == numbers_.end()) return;
  nib_->commit({{block(NibTable::kExternalRoutes, number_), found->second, std::nullopt}});
  used_.erase(found->second);
  numbers_.erase(found);
}

std::size_t IbrShard::complete() {
  std::vector<IpPrefix> stale;
  for (const auto& known : numbers_)
    if (routes_.count(known.first) == 0) stale.push_back(known.first);
  for (const IpPrefix& prefix : stale) remove(prefix);
  return stale.size();
}

void IbrShard::attach(Nib& nib) {
  nib_ = &nib;
  numbers_.clear();
  used_.clear();
  std::vector<NibWrite> writes;
  for (const auto& [prefix, route] : routes_)
    writes.push_back(
        {block(NibTable::kExternalRoutes, number_), number_of(prefix), external_bytes(route)});
  nib_->commit(writes);
}

IbrShards::IbrShards(const CliquePlan& plan, Nib& nib, unsigned shards) : plan_(plan), nib_(&nib) {
  for (unsigned number = 0; number < std::max(1u, shards); ++number)
    shards_.emplace_back(nib, number);
}

unsigned IbrShards::shard_of(const IpPrefix& prefix) const {
  const IpAddress& address = prefix.address;
  const std::uint64_t hash =
      mix64(address.hi ^ mix64(address.lo ^ mix64(prefix.length * 2u + address.v6)));
  return static_cast<unsigned>(hash % shards_.size());
}

std::optional<std::uint16_t> IbrShards::tin_of(const IpAddress& next_hop) const {
  const auto known = next_hops_.find(key(next_hop));
  if (known != next_hops_.end()) return static_cast<std::uint16_t>(known->second);
  const auto place = tinsim::place_of(next_hop);
  if (!place || place->host != kMacEport) return std::nullopt;
  const Topology& topology = plan_.topology;
  const std::size_t tin = std::size_t{place->pod} * topology.tins_per_pod + place->tin;
  if (place->tin >= topology.tins_per_pod || tin >= plan_.tins()) return std::nullopt;
  return static_cast<std::uint16_t>(tin);
}

void IbrShards::announce(const IpPrefix& prefix, const std::vector<IpAddress>& next_hops) {
  std::set<std::uint16_t> egress;
  for (const IpAddress& next_hop : next_hops) {
    const auto tin = tin_of(next_hop);
    tin ? static_cast<void>(egress.insert(*tin)) : static_cast<void>(++counts_.unresolved);
  }
  if (egress.empty()) return withdraw(prefix);
  ++counts_.announced;
  shards_[shard_of(prefix)].set({prefix, {egress.begin(), egress.end()}});
}

void IbrShards::withdraw(const IpPrefix& prefix) {
  ++counts_.withdrawn;
  shards_[shard_of(prefix)].remove(prefix);
}

void IbrShards::restart(unsigned shard) {
  ++counts_.restarts;
  shards_[shard] = IbrShard(*nib_, shard);
  if (on_restart) on_restart(shard);
}

void IbrShards::complete(unsigned shard) { counts_.swept += shards_[shard].complete(); }

void IbrShards::attach(Nib& nib) {
  nib_ = &nib;
  for (IbrShard& shard : shards_) shard.attach(nib);
}

std::size_t IbrShards::routes() const {
  std::size_t routes = 0;
  for (const IbrShard& shard : shards_) routes += shard.routes();
  return routes;
}

std::map<IpPrefix, std::vector<std::uint16_t>> external_routes(const Nib& nib) {
  std::map<IpPrefix, std::vector<std::uint16_t>> routes;
  for (const BlockId& shard : nib.changed_after(NibTable::kExternalRoutes, 0)) {
    const auto records = nib.read(shard);
    for (const auto& record : *records) {
      ExternalRoute route = external_of(record.second);
      routes[route.prefix] = std::move(route.egress);
    }
  }
  return routes;
}

}  // namespace tinsim::control
