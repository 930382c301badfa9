// SPDX-License-Identifier: Apache-2.0
// State that a host keeps per peer: found by a number in two cache lines, and made at the first
// use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <utility>
#include <vector>

#include "base/prefetch.h"

namespace tinsim {

/// Elements do not move. The index uses open addressing, at most half full; the elements themselves
/// lie in rows, in the order of their creation.
template <class T>
class PeerTable {
 public:
  explicit PeerTable(std::pmr::memory_resource* memory) : places_(memory), rows_(memory) {}
  PeerTable(const PeerTable&) = delete;
  PeerTable& operator=(const PeerTable&) = delete;
  ~PeerTable() {
    while (count_ > 0) item(--count_).~T();
    for (T* row : rows_) memory()->deallocate(row, kRow * sizeof(T), alignof(T));
  }

  /// Null: there is none.
  const T* find(uint32_t key) const {
    if (places_.empty()) return nullptr;
    const Place& place = places_[place_of(key)];
    return place.number != 0 ? &item(place.number - 1) : nullptr;
  }

  /// The element of `key`; make(), which returns one, is called if there is none. It is made where
  /// it stays.
  template <class Make>
  T& find_or_make(uint32_t key, Make&& make) {
    if (2 * (count_ + 1) > places_.size()) grow();
    Place& place = places_[place_of(key)];
    if (place.number == 0) {
      if (count_ % kRow == 0) add_row();
      new (&item(count_)) T(make());
      place = {key, ++count_};
    }
    return item(place.number - 1);
  }

  /// Begins to fetch the first place that a search for `key` reads.
  void prefetch(uint32_t key) const {
    if (!places_.empty()) __builtin_prefetch(&places_[start_of(key)]);
  }
  /// Prefetches the place of the next new element, if its row exists.
  void prefetch_next() const {
    if (count_ % kRow != 0) prefetch_soon(&item(count_), sizeof(T));
  }

 private:
  struct Place {
    uint32_t key = 0;
    uint32_t number = 0;  ///< of the element, from 1 on; 0: free
  };

  static constexpr uint32_t kRow = 8;

  T& item(uint32_t number) const { return rows_[number / kRow][number % kRow]; }
  std::pmr::memory_resource* memory() const { return rows_.get_allocator().resource(); }
  void add_row() {
    rows_.push_back(static_cast<T*>(memory()->allocate(kRow * sizeof(T), alignof(T))));
  }

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
  std::pmr::vector<T*> rows_;       ///< of kRow elements, which are made one by one
  uint32_t count_ = 0;              ///< of elements
};

}  // namespace tinsim
