// SPDX-License-Identifier: Apache-2.0
// A queue in one array, which grows when it is full and never shrinks: no allocation after it has
// reached its greatest length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <type_traits>

#include "base/prefetch.h"

namespace tinsim {

/// A ring of 2^n places, whose ends are found without a comparison; for types without a destructor.
template <class T>
class GrowingQueue {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingQueue() = default;
  GrowingQueue(const GrowingQueue&) = delete;
  GrowingQueue& operator=(const GrowingQueue&) = delete;
  ~GrowingQueue() { release_memory(); }

  /// Where the array is to be. Precondition: nothing has been pushed.
  void use(std::pmr::memory_resource* memory) { memory_ = memory; }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return ring_[first_]; }
  const T& front() const { return ring_[first_]; }
  const T& back() const { return ring_[(first_ + size_ - 1) & (places_ - 1)]; }
  void push_back(const T& value) {
    if (size_ == places_) grow();
    ring_[(first_ + size_) & (places_ - 1)] = value;
    ++size_;
  }
  /// A place for another element at the end. Its content is undefined.
  T& push() {
    if (size_ == places_) grow();
    return ring_[(first_ + size_++) & (places_ - 1)];
  }
  /// A place for another element, before those at the end for which `is_later` is true. Its content
  /// is undefined.
  template <class Later>
  T& insert(Later&& is_later) {
    if (size_ == places_) grow();
    uint32_t place = first_ + size_++;
    for (; place != first_ && is_later(ring_[(place - 1) & (places_ - 1)]); --place)
      ring_[place & (places_ - 1)] = ring_[(place - 1) & (places_ - 1)];
    return ring_[place & (places_ - 1)];
  }
  void pop_front() {
    first_ = (first_ + 1) & (places_ - 1);
    --size_;
  }
  /// Calls `see` for the elements from the front on, while it returns true.
  template <class See>
  void visit(See&& see) const {
    for (uint32_t n = 0; n < size_ && see(ring_[(first_ + n) & (places_ - 1)]);) ++n;
  }
  /// Prefetches the memory of the next calls.
  void prefetch() const {
    if (size_ == 0) return;
    prefetch_lines(&ring_[first_], sizeof(T));
    prefetch_lines(&ring_[(first_ + size_) & (places_ - 1)], sizeof(T));
  }

 private:
  static constexpr uint32_t kFirstSize = 4;

  void grow() {
    const uint32_t places = std::max(kFirstSize, 2 * places_);
    auto* larger = static_cast<T*>(memory_->allocate(places * sizeof(T), alignof(T)));
    std::uninitialized_value_construct_n(larger, places);
    for (uint32_t n = 0; n < size_; ++n) larger[n] = ring_[(first_ + n) & (places_ - 1)];
    release_memory();
    ring_ = larger;
    places_ = places;
    first_ = 0;
  }
  void release_memory() {
    if (ring_ != nullptr) memory_->deallocate(ring_, places_ * sizeof(T), alignof(T));
  }

  T* ring_ = nullptr;
  uint32_t places_ = 0, first_ = 0, size_ = 0;
  std::pmr::memory_resource* memory_ = std::pmr::get_default_resource();
};

}  // namespace tinsim
