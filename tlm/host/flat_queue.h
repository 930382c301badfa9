// SPDX-License-Identifier: Apache-2.0
// A queue of a few contiguous elements.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <utility>
#include <vector>

namespace tinsim {

/// For the many queues of a host: std::deque takes three cache lines for one element, far from each
/// other and from the host. Elements move when others are pushed or popped.
template <class T>
class FlatQueue {
 public:
  using const_iterator = const T*;

  explicit FlatQueue(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : items_(memory) {}

  bool empty() const { return first_ == items_.size(); }
  std::size_t size() const { return items_.size() - first_; }
  T* begin() { return items_.data() + first_; }
  T* end() { return items_.data() + items_.size(); }
  const T* begin() const { return items_.data() + first_; }
  const T* end() const { return items_.data() + items_.size(); }
  T& front() { return items_[first_]; }
  const T& front() const { return items_[first_]; }
  const T& back() const { return items_.back(); }

  void push_back(T item) { items_.push_back(std::move(item)); }
  void pop_front() {
    if (++first_ == items_.size()) {
      items_.clear();
      first_ = 0;
    } else if (first_ >= kGap && 2 * first_ >= items_.size()) {  // each moves once on average
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
  }
  void erase(const T* item) {
    if (item == begin()) return pop_front();
    items_.erase(items_.begin() + (item - items_.data()));
  }

 private:
  static constexpr std::size_t kGap = 8;

  std::pmr::vector<T> items_;  ///< elements before `first_` were popped
  std::size_t first_ = 0;
};

}  // namespace tinsim
