// SPDX-License-Identifier: Apache-2.0
// The cells that chips hold: nodes in one array, linked by index into queues.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "base/prefetch.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// No node. Index 0 is never used, so that zeroed memory is an empty queue.
constexpr uint32_t kNil = 0;

/// Pool of cell nodes, of one chip or of all of a pod. Indices stay valid when it grows, references
/// do not.
class CellPool {
 public:
  explicit CellPool(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : nodes_(memory) {
    grow();
  }

  struct alignas(32) Node {
    Cell cell;
    uint32_t next = kNil;
    uint8_t port = 0;    ///< on a link: the input port at its end
    uint8_t out = 0;     ///< route: output port
    uint8_t out_vc = 0;  ///< route: VC on the output link
    uint64_t draws = 0;  ///< random bits of the route choice at the next chip
  };

  Node& operator[](uint32_t index) { return nodes_[index]; }
  const Node& operator[](uint32_t index) const { return nodes_[index]; }

  uint32_t allocate() {
    if (free_ == kNil) grow();
    const uint32_t index = free_;
    free_ = nodes_[index].next;
    ++used_;
    peak_ = std::max(peak_, used_);
    return index;
  }
  void release(uint32_t index) {
    nodes_[index].next = free_;
    free_ = index;
    --used_;
  }
  /// Prefetches the nodes that have been in use: released nodes are taken first.
  void prefetch() const {
    const std::size_t count = std::min<std::size_t>(nodes_.size(), peak_ + 1);
    prefetch_lines(nodes_.data(), count * sizeof(Node));
  }
  uint32_t used() const { return used_; }

 private:
  static constexpr uint32_t kInitialSize = 128;

  void grow();

  std::pmr::vector<Node> nodes_;
  uint32_t free_ = kNil;
  uint32_t used_ = 0;
  uint32_t peak_ = 0;  ///< maximum number in use
};

}  // namespace tinsim
