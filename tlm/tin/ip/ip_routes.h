// SPDX-License-Identifier: Apache-2.0
// Translation of IP addresses to GNet addresses: longest prefix, then one member of its group.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "rtl_models/parts/wcmp.h"
#include "tlm/ethernet/address.h"

namespace tinsim {

/// One entry, as in rtl_models/ip_lookup.
struct IpRoute {
  IpAddress prefix;
  unsigned length = 0;
  bool punt = false;
  std::vector<uint16_t> members;  ///< GNet addresses; one of weight w stands w times
};

/// What ip_lookup does, for tables of any size. Of equal prefixes the first holds.
class IpRoutes {
 public:
  struct Answer {
    bool punt = false;
    uint16_t dst = 0;
  };

  void add(IpRoute route);
  /// Nothing if no entry matches.
  std::optional<Answer> find(const IpAddress& address, uint16_t hash) const;
  /// In the order in which they were added.
  const std::vector<IpRoute>& routes() const { return routes_; }

 private:
  struct Key {
    uint64_t hi, lo;
    bool operator==(const Key& o) const { return hi == o.hi && lo == o.lo; }
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  using OfLength = std::unordered_map<Key, uint32_t, KeyHash>;
  static Key cut(const IpAddress& address, unsigned length);

  std::vector<IpRoute> routes_;
  /// By version, then length, the longest first: number of the entry.
  std::map<unsigned, OfLength, std::greater<>> tables_[2];
};

}  // namespace tinsim
