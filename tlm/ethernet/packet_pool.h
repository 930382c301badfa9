// SPDX-License-Identifier: Apache-2.0
// Memory for the packets of a network: places of one size, the one given back last first.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <new>
#include <utility>

namespace tinsim {

/// A packet with its reference count fits two cache lines. Packets in flight lie close together if
/// `places` has huge pages. Longer objects are allocated from the heap.
class PacketPool final : public std::pmr::memory_resource {
 public:
  /// `places` must outlive the pool, which gives nothing back to it.
  explicit PacketPool(std::pmr::memory_resource* places) : places_(places) {}

 private:
  static constexpr std::size_t kPlace = 128;
  struct Free {
    Free* next;
  };

  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > kPlace) return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    if (free_ == nullptr) return places_->allocate(kPlace, kPlace);
    return std::exchange(free_, free_->next);
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    if (bytes > kPlace)
      return std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
    free_ = new (memory) Free{free_};
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::pmr::memory_resource* places_;
  Free* free_ = nullptr;
};

}  // namespace tinsim
