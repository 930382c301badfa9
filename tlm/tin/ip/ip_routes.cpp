// SPDX-License-Identifier: Apache-2.0
// Translation of IP addresses to GNet addresses: a hash table for each length in use.
#include "tlm/tin/ip/ip_routes.h"

#include <utility>

#include "rtl_models/parts/route_choice.h"

namespace tinsim {

std::size_t IpRoutes::KeyHash::operator()(const Key& key) const {
  return mix64(key.hi ^ mix64(key.lo));
}

IpRoutes::Key IpRoutes::cut(const IpAddress& address, unsigned length) {
  const auto first = [](uint64_t word, unsigned bits) {
    return bits == 0 ? 0 : bits >= 64 ? word : word & ~uint64_t{0} << (64 - bits);
  };
  return {first(address.hi, length), first(address.lo, length > 64 ? length - 64 : 0)};
}

void IpRoutes::add(IpRoute route) {
  const auto number = static_cast<uint32_t>(routes_.size());
  tables_[route.prefix.v6][route.length].try_emplace(cut(route.prefix, route.length), number);
  routes_.push_back(std::move(route));
}

std::optional<IpRoutes::Answer> IpRoutes::find(const IpAddress& address, uint16_t hash) const {
  for (const auto& [length, table] : tables_[address.v6]) {
    const auto found = table.find(cut(address, length));
    if (found == table.end()) continue;
    const IpRoute& route = routes_[found->second];
    if (route.punt) return Answer{true, 0};
    const auto count = static_cast<unsigned>(route.members.size());
    return Answer{false, route.members[wcmp_member(hash, count)]};
  }
  return std::nullopt;
}

}  // namespace tinsim
