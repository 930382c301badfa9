// SPDX-License-Identifier: Apache-2.0
// Translation of IP addresses to GNet addresses: a hash table for each length in use.
#include "tlm/tin/ip/ip_routes.h"

#include <algorithm>
#include <utility>

#include "rtl_models/parts/route_choice.h"

namespace tinsim {

IpRoutes::Key IpRoutes::cut(const IpAddress& address, unsigned length) {
  const auto first = [](uint64_t word, unsigned bits) {
    return bits == 0 ? 0 : bits >= 64 ? word : word & ~uint64_t{0} << (64 - bits);
  };
  return {first(address.hi, length), first(address.lo, length > 64 ? length - 64 : 0)};
}

/// Where `key` is, or would be. `places` has a power of two, one of them not used.
std::size_t IpRoutes::place_of(const std::vector<Place>& places, const Key& key) {
  const std::size_t mask = places.size() - 1;
  std::size_t place = first_place(places, key);
  while (places[place].route != kNoRoute && !(places[place].key == key)) place = (place + 1) & mask;
  return place;
}

void IpRoutes::grow(OfLength& table) {
  constexpr std::size_t kFirst = 16;
  std::vector<Place> places(std::max(kFirst, 2 * table.places.size()));
  for (const Place& place : table.places) {
    if (place.route != kNoRoute) places[place_of(places, place.key)] = place;
  }
  table.places = std::move(places);
}

IpRoutes::OfLength& IpRoutes::table_of(bool v6, unsigned length) {
  auto& tables = tables_[v6];
  auto at = std::find_if(tables.begin(), tables.end(),
                         [&](const OfLength& table) { return table.length <= length; });
  if (at == tables.end() || at->length != length) {
    at = tables.insert(at, OfLength());
    at->length = length;
  }
  return *at;
}

void IpRoutes::add(IpRoute route) {
  OfLength& table = table_of(route.prefix.v6, route.length);
  if (2 * (table.used + 1) > table.places.size()) grow(table);
  const Key key = cut(route.prefix, route.length);
  Place& place = table.places[place_of(table.places, key)];
  if (place.route == kNoRoute) {  // of equal prefixes the first holds
    const bool is_single = !route.punt && route.members.size() == 1;
    place = {key, static_cast<uint32_t>(routes_.size()), is_single,
             is_single ? route.members[0] : uint16_t{0}};
    ++table.used;
  }
  routes_.push_back(std::move(route));
}

std::optional<IpRoutes::Answer> IpRoutes::find(const IpAddress& address, uint16_t hash) const {
  for (const OfLength& table : tables_[address.v6]) {
    const Place& place = table.places[place_of(table.places, cut(address, table.length))];
    if (place.route == kNoRoute) continue;
    if (place.is_single) return Answer{false, place.dst};
    const IpRoute& route = routes_[place.route];
    if (route.punt) return Answer{true, 0};
    const auto count = static_cast<unsigned>(route.members.size());
    return Answer{false, route.members[wcmp_member(hash, count)]};
  }
  return std::nullopt;
}

}  // namespace tinsim
