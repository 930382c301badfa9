// SPDX-License-Identifier: Apache-2.0
// Translation of IP addresses to GNet addresses: longest prefix, then one member of its group.
#pragma once

#include <optional>
#include <vector>

#include "base/prefetch.h"
#include "rtl_models/parts/route_choice.h"
#include "rtl_models/parts/wcmp.h"
#include "tlm/ethernet/address.h"

namespace tinsim {

/// One entry, as in rtl_models/ip_lookup.
struct IpRoute {
  IpAddress prefix;
  unsigned length = 0;
  bool punt = false;
  std::vector<uint16_t> members;  ///< GNet addresses; one of weight w is listed w times
};

/// As block ip_lookup, for tables of any size. Of equal prefixes the first one counts.
class IpRoutes {
 public:
  struct Answer {
    bool punt = false;
    uint16_t dst = 0;
  };

  void add(IpRoute route);
  /// Nothing if no entry matches.
  std::optional<Answer> find(const IpAddress& address, uint16_t hash) const;
  /// Begins to prefetch the first entry that find() reads for an address.
  void prefetch(const IpAddress& address) const {
    if (tables_[address.v6].empty()) return;
    const OfLength& longest = tables_[address.v6].front();
    const Key key = cut(address, longest.length);
    prefetch_soon(&longest.places[first_place(longest.places, key)], sizeof(Place));
  }
  /// In the order in which they were added.
  const std::vector<IpRoute>& routes() const { return routes_; }

 private:
  struct Key {
    uint64_t hi, lo;
    bool operator==(const Key& o) const { return hi == o.hi && lo == o.lo; }
  };
  /// Entries of one length, by open addressing: at most half of the places are used.
  struct Place {
    Key key{};
    uint32_t route = kNoRoute;
    bool is_single = false;  ///< the answer is `dst`
    uint16_t dst = 0;
  };
  struct OfLength {
    unsigned length = 0;
    std::size_t used = 0;
    std::vector<Place> places;
  };
  static constexpr uint32_t kNoRoute = ~0u;

  static Key cut(const IpAddress& address, unsigned length);
  static std::size_t first_place(const std::vector<Place>& places, const Key& key) {
    return mix64(key.hi ^ mix64(key.lo)) & (places.size() - 1);
  }
  static std::size_t place_of(const std::vector<Place>& places, const Key& key);
  static void grow(OfLength& table);
  OfLength& table_of(bool v6, unsigned length);

  std::vector<IpRoute> routes_;
  std::vector<OfLength> tables_[2];  ///< by version; the longest first
};

}  // namespace tinsim
