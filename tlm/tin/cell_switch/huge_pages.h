// SPDX-License-Identifier: Apache-2.0
// Memory for the state of chips: contiguous, in huge pages where the system has them.
#pragma once

#include <algorithm>
#include <memory_resource>

#include "base/prefetch.h"

namespace tinsim {

/// Whole 2 MB pages from the system, zeroed, returned one by one. A pod's window touches hundreds
/// of places once; with pages of 4 KB each of them costs an address translation from memory.
class HugePages final : public std::pmr::memory_resource {
 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

/// Memory with the lifetime of this object: deallocation before its end frees nothing.
class ChipMemory {
 public:
  /// The first `dense_bytes` that dense() allocates are contiguous.
  explicit ChipMemory(std::size_t dense_bytes = kBlock)
      : dense_(std::max(dense_bytes, kBlock) - 64, &pages_) {}

  /// For state of which each window reads most, chip after chip. The processor prefetches it as one
  /// stream, at a third of the cost of memory with gaps.
  std::pmr::memory_resource* dense() { return &dense_; }
  /// Address of the next allocation by dense().
  const char* dense_end() { return static_cast<const char*>(dense_.allocate(1, kCacheLine)); }
  /// For all other state.
  std::pmr::memory_resource* resource() { return &arena_; }

 private:
  static constexpr std::size_t kBlock = std::size_t{2} << 20;
  HugePages pages_;
  std::pmr::monotonic_buffer_resource dense_;
  std::pmr::monotonic_buffer_resource arena_{kBlock - 64, &pages_};
};

}  // namespace tinsim
