// SPDX-License-Identifier: Apache-2.0
// Memory for the state of chips: side by side, in huge pages where the system has them.
#pragma once

#include <algorithm>
#include <memory_resource>

#include "base/prefetch.h"

namespace tinsim {

/// Whole 2 MB pages from the system, zeroed, given back one by one. A pod's window touches hundreds
/// of places once; with pages of 4 KB each of them costs an address translation from memory.
class HugePages final : public std::pmr::memory_resource {
 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

/// Memory that lives as long as this: what is given back is lost until then.
class ChipMemory {
 public:
  /// The first `dense_bytes` of what dense() gives are side by side.
  explicit ChipMemory(std::size_t dense_bytes = kBlock)
      : dense_(std::max(dense_bytes, kBlock) - 64, &pages_) {}

  /// For what a window touches most of, chip after chip: fetched as a whole, it is one stream for
  /// the processor, and costs a third of what it does with gaps.
  std::pmr::memory_resource* dense() { return &dense_; }
  /// Where dense() goes on.
  const char* dense_end() { return static_cast<const char*>(dense_.allocate(1, kCacheLine)); }
  /// For all else.
  std::pmr::memory_resource* resource() { return &arena_; }

 private:
  static constexpr std::size_t kBlock = std::size_t{2} << 20;
  HugePages pages_;
  std::pmr::monotonic_buffer_resource dense_;
  std::pmr::monotonic_buffer_resource arena_{kBlock - 64, &pages_};
};

}  // namespace tinsim
