// SPDX-License-Identifier: Apache-2.0
// Queues in one shared array: queued elements of a chip's IP path cost no allocation.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <utility>
#include <vector>

#include "base/prefetch.h"

namespace tinsim {

/// Elements in queues, linked by index. Indices stay valid when the pool grows, references do not.
template <class T>
class NodePool {
 public:
  static constexpr uint32_t kNil = ~0u;

  struct Queue {
    uint32_t first = kNil, last = kNil;
    bool empty() const { return first == kNil; }
  };

  explicit NodePool(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : nodes_(memory) {}

  void push_back(Queue& queue, T value) {
    const uint32_t index = take();
    nodes_[index].value = std::move(value);
    nodes_[index].next = kNil;
    (queue.empty() ? queue.first : nodes_[queue.last].next) = index;
    queue.last = index;
  }
  T& front(const Queue& queue) { return nodes_[queue.first].value; }
  const T& front(const Queue& queue) const { return nodes_[queue.first].value; }
  T pop_front(Queue& queue) {
    const uint32_t index = queue.first;
    Node& node = nodes_[index];
    queue.first = node.next;
    node.next = free_;
    free_ = index;
    return std::move(node.value);
  }

  /// Prefetches all nodes that have been in use.
  void prefetch() const { prefetch_lines(nodes_.data(), nodes_.size() * sizeof(Node)); }

 private:
  struct Node {
    T value{};
    uint32_t next = kNil;
  };

  uint32_t take() {
    if (free_ == kNil) {
      nodes_.emplace_back();
      return static_cast<uint32_t>(nodes_.size() - 1);
    }
    const uint32_t index = free_;
    free_ = nodes_[index].next;
    return index;
  }

  std::pmr::vector<Node> nodes_;
  uint32_t free_ = kNil;
};

}  // namespace tinsim
