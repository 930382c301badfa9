// SPDX-License-Identifier: Apache-2.0
// A queue in one array, which grows when it is full and never shrinks: no allocation once it has
// been as long as it gets.
#pragma once

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <utility>

namespace tinsim {

template <class T>
class GrowingQueue {
 public:
  bool empty() const { return ring_.empty(); }
  std::size_t size() const { return ring_.size(); }
  T& front() { return ring_.front(); }
  const T& front() const { return ring_.front(); }
  const T& back() const { return ring_.back(); }
  void push_back(T value) {
    if (ring_.full()) ring_.set_capacity(std::max<std::size_t>(4, 2 * ring_.size()));
    ring_.push_back(std::move(value));
  }
  void pop_front() { ring_.pop_front(); }

 private:
  boost::circular_buffer<T> ring_;
};

}  // namespace tinsim
