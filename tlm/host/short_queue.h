// SPDX-License-Identifier: Apache-2.0
// A queue that is empty most of the time, and takes no memory then.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace tinsim {

/// There are a million of them in a large network: std::deque keeps a block of 512 bytes for each.
template <class T>
class ShortQueue {
 public:
  bool empty() const { return first_ == items_.size(); }
  std::size_t size() const { return items_.size() - first_; }
  T* begin() { return items_.data() + first_; }
  T* end() { return items_.data() + items_.size(); }
  T& operator[](std::size_t n) { return items_[first_ + n]; }
  T& front() { return items_[first_]; }
  const T& front() const { return items_[first_]; }
  T& back() { return items_.back(); }

  void push_back(T item) { items_.push_back(std::move(item)); }
  void pop_front() {
    if (++first_ == items_.size()) {
      items_ = {};
      first_ = 0;
    } else if (2 * first_ > items_.size()) {  // each item moves once on average
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
  }

 private:
  std::vector<T> items_;  ///< those before first_ are gone
  std::size_t first_ = 0;
};

}  // namespace tinsim
