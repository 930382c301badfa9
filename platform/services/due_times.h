// SPDX-License-Identifier: Apache-2.0
// When each of a chip's sources is due, and which of them is first.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "base/errors.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// A tournament of fours: three steps for any times, and no branch that depends on them.
class DueTimes {
 public:
  static constexpr unsigned kMaxLeaves = 64;

  explicit DueTimes(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : nodes_(kLeaves, kNever, memory) {}

  /// Room for so many, kMaxLeaves at most.
  void reserve(std::size_t count) { nodes_.reserve(kLeaves + (count + 3) / 4 * 4); }
  /// One more, due in `cycle`. Throws InvariantError if there are kMaxLeaves.
  void add(Cycle cycle) {
    if (count_ == kMaxLeaves) {
      throw InvariantError("a chip has more than 64 sources of cells; expected one for each port");
    }
    if (count_ % 4 == 0) nodes_.resize(nodes_.size() + 4, kNever);
    set(count_++, cycle);
  }
  /// Precondition: `index` has been added.
  void set(unsigned index, Cycle cycle) {
    uint64_t* const nodes = nodes_.data();
    nodes[kLeaves + index] = uint64_t{cycle} << 32 | index;
    nodes[kFours + index / 4] = least(nodes + kLeaves + index / 4 * 4);
    nodes[index / 16] = least(nodes + kFours + index / 16 * 4);
    first_ = least(nodes);
  }
  Cycle of(unsigned index) const { return cycle_of(nodes_[kLeaves + index]); }
  /// The earliest; kNoCycle if there is none.
  Cycle first() const { return cycle_of(first_); }
  /// Which one that is; of those that are due together, the lowest. Precondition: there is one.
  unsigned first_index() const { return static_cast<uint32_t>(first_); }

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};
  static constexpr unsigned kFours = kMaxLeaves / 16;  ///< where the least of each four begin
  static constexpr unsigned kLeaves = kFours + kMaxLeaves / 4;  ///< and the times themselves

  static Cycle cycle_of(uint64_t node) { return static_cast<Cycle>(node >> 32); }
  static uint64_t least(const uint64_t* four) {
    return std::min(std::min(four[0], four[1]), std::min(four[2], four[3]));
  }

  uint64_t first_ = kNever;
  unsigned count_ = 0;
  std::pmr::vector<uint64_t> nodes_;  ///< the least of each sixteen, of each four, and all
};

}  // namespace tinsim
