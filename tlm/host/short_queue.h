// SPDX-License-Identifier: Apache-2.0
// A queue that is empty most of the time, and takes no memory of its own with one element.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace tinsim {

/// There are a million of them in a large network: std::deque keeps a block of 512 bytes for each.
/// Elements are copied freely; the first one needs no allocation.
template <class T>
class ShortQueue {
 public:
  bool empty() const { return size() == 0; }
  std::size_t size() const { return many_ ? many_->items.size() - many_->first : has_one_; }
  T* begin() { return many_ ? many_->items.data() + many_->first : &one_; }
  T* end() { return begin() + size(); }
  T& operator[](std::size_t n) { return begin()[n]; }
  T& front() { return *begin(); }
  const T& front() const { return many_ ? many_->items[many_->first] : one_; }
  T& back() { return end()[-1]; }

  void push_back(const T& item) {
    if (many_ == nullptr && !has_one_) {
      one_ = item;
      has_one_ = true;
      return;
    }
    if (many_ == nullptr) {
      many_ = std::make_unique<Many>();
      many_->items.push_back(one_);
      has_one_ = false;
    }
    many_->items.push_back(item);
  }
  void pop_front() {
    if (many_ == nullptr) {
      has_one_ = false;
      return;
    }
    auto& [items, first] = *many_;
    if (++first == items.size()) {
      many_.reset();
    } else if (2 * first > items.size()) {  // each item moves once on average
      items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(first));
      first = 0;
    }
  }

 private:
  struct Many {
    std::vector<T> items;  ///< elements before `first` were popped
    std::size_t first = 0;
  };

  T one_{};  ///< the only one, if has_one_
  bool has_one_ = false;
  std::unique_ptr<Many> many_;  ///< all of them, unless null
};

}  // namespace tinsim
