// SPDX-License-Identifier: Apache-2.0
// The cells a chip holds: growth.
#include "tlm/tin/cell_switch/cell_pool.h"

#include <algorithm>

namespace tinsim {

void CellPool::grow() {
  const uint32_t old = static_cast<uint32_t>(nodes_.size());
  const uint32_t size = old == 0 ? kInitialSize : old * 2;
  nodes_.resize(size);
  // Last in, first out from the low end: the cells of a lightly loaded chip stay in a few cache
  // lines.
  for (uint32_t i = size; i-- > std::max(old, kNil + 1);) {
    nodes_[i].next = free_;
    free_ = i;
  }
}

}  // namespace tinsim
