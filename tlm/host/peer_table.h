// SPDX-License-Identifier: Apache-2.0
// What a host keeps for each of those it talks to: found by a number in two cache lines, and made
// when it is first asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory_resource>
#include <utility>
#include <vector>

namespace tinsim {

/// Elements stay where they are as long as the table. Places by open addressing, at most half of
/// them used; the elements themselves stand side by side in the order in which they were made.
template <class T>
class PeerTable {
 public:
  explicit PeerTable(std::pmr::memory_resource* memory) : places_(memory), items_(memory) {}

  /// Null: there is none.
  const T* find(uint32_t key) const {
    if (places_.empty()) return nullptr;
    const Place& place = places_[place_of(key)];
    return place.number != 0 ? &items_[place.number - 1] : nullptr;
  }

  /// The element of `key`; make(), which returns one, is called if there is none.
  template <class Make>
  T& find_or_make(uint32_t key, Make&& make) {
    if (2 * (items_.size() + 1) > places_.size()) grow();
    Place& place = places_[place_of(key)];
    if (place.number == 0) {
      items_.push_back(make());
      place = {key, static_cast<uint32_t>(items_.size())};
    }
    return items_[place.number - 1];
  }

  /// Begins to fetch what a search for `key` looks at first.
  void prefetch(uint32_t key) const {
    if (!places_.empty()) __builtin_prefetch(&places_[start_of(key)]);
  }

 private:
  struct Place {
    uint32_t key = 0;
    uint32_t number = 0;  ///< of the element, from 1 on; 0: free
  };

  /// Fibonacci hashing: the upper bits of the product.
  std::size_t start_of(uint32_t key) const { return key * 2654435769u >> shift_; }

  /// Where `key` is, or would be.
  std::size_t place_of(uint32_t key) const {
    std::size_t at = start_of(key);
    while (places_[at].number != 0 && places_[at].key != key) at = (at + 1) & (places_.size() - 1);
    return at;
  }

  void grow() {
    constexpr std::size_t kFirst = 16;
    constexpr unsigned kFirstShift = 28;
    std::pmr::vector<Place> old(places_.get_allocator());
    old.swap(places_);
    shift_ = old.empty() ? kFirstShift : shift_ - 1;
    places_.resize(old.empty() ? kFirst : 2 * old.size());
    for (const Place& place : old) {
      if (place.number != 0) places_[place_of(place.key)] = place;
    }
  }

  std::pmr::vector<Place> places_;  ///< a power of two
  unsigned shift_ = 32;             ///< 32 less the bits of their number
  std::pmr::deque<T> items_;
};

}  // namespace tinsim
