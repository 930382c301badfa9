// SPDX-License-Identifier: Apache-2.0
// When each of a chip's sources is due, and which of them is first.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// A tournament: each node holds the earlier of the two below it, so that a change costs one step
/// per level whatever the other times are, and no branch that depends on them.
class DueTimes {
 public:
  explicit DueTimes(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : nodes_(2, kNever, memory) {}

  /// Room for so many.
  void reserve(std::size_t count) {
    std::size_t leaves = 1;
    while (leaves < count) leaves *= 2;
    nodes_.reserve(2 * leaves);
  }
  /// One more, due in `cycle`.
  void add(Cycle cycle) {
    if (count_ == leaves()) grow();
    set(count_++, cycle);
  }
  /// Precondition: `index` has been added.
  void set(unsigned index, Cycle cycle) {
    std::size_t at = leaves() + index;
    nodes_[at] = uint64_t{cycle} << 32 | index;
    for (; at > 1; at /= 2) nodes_[at / 2] = std::min(nodes_[at], nodes_[at ^ 1]);
  }
  Cycle of(unsigned index) const { return cycle_of(nodes_[leaves() + index]); }
  /// The earliest; kNoCycle if there is none.
  Cycle first() const { return cycle_of(nodes_[1]); }
  /// Which one that is; of those that are due together, the lowest. Precondition: there is one.
  unsigned first_index() const { return static_cast<uint32_t>(nodes_[1]); }

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};

  static Cycle cycle_of(uint64_t node) { return static_cast<Cycle>(node >> 32); }
  unsigned leaves() const { return static_cast<unsigned>(nodes_.size() / 2); }
  void grow() {
    const std::pmr::vector<uint64_t> before = nodes_;
    nodes_.assign(2 * before.size(), kNever);
    for (unsigned i = 0; i < count_; ++i) set(i, cycle_of(before[before.size() / 2 + i]));
  }

  std::pmr::vector<uint64_t> nodes_;  ///< [1]: the root; [n]: above [2 n] and [2 n + 1]
  unsigned count_ = 0;
};

}  // namespace tinsim
