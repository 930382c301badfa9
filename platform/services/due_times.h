// SPDX-License-Identifier: Apache-2.0
// When each of a chip's sources is due, and which of them is first.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "base/errors.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// A tournament of fours: three steps for any times, and no branch that depends on them. Chips with
/// more than kBlock sources have a tournament for each kBlock of them.
class DueTimes {
 public:
  static constexpr unsigned kMaxSources = 256;
  static constexpr unsigned kBlock = 64;

  explicit DueTimes(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : nodes_(kLeaves, kNever, memory) {}

  /// Room for so many, kMaxSources at most.
  void reserve(std::size_t count) {
    const std::size_t blocks = (count + kBlock - 1) / kBlock;
    nodes_.reserve(blocks > 1 ? blocks * kBlockNodes : kLeaves + (count + 3) / 4 * 4);
  }
  /// One more, due in `cycle`. Throws InvariantError if there are kMaxSources.
  void add(Cycle cycle) {
    if (count_ == kMaxSources)
      throw InvariantError("a chip has more than 256 sources of cells; expected one for each port");
    if (count_ < kBlock && count_ % 4 == 0) nodes_.resize(nodes_.size() + 4, kNever);
    if (count_ >= kBlock && count_ % kBlock == 0)
      nodes_.resize(nodes_.size() + kBlockNodes, kNever);
    ++count_;
    set(count_ - 1, cycle);
  }
  /// Precondition: `index` has been added.
  void set(unsigned index, Cycle cycle) {
    if (count_ > kBlock) return set_in_blocks(index, cycle);
    first_ = set_in(nodes_.data(), index, uint64_t{cycle} << 32 | index);
  }
  Cycle of(unsigned index) const {
    return cycle_of(nodes_[index / kBlock * kBlockNodes + kLeaves + index % kBlock]);
  }
  /// The earliest; kNoCycle if there is none.
  Cycle first() const { return cycle_of(first_); }
  /// Which one that is; of those that are due together, the lowest. Precondition: there is one.
  unsigned first_index() const { return static_cast<uint32_t>(first_); }

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};
  static constexpr unsigned kFours = kBlock / 16;           ///< where the least of each four begin
  static constexpr unsigned kLeaves = kFours + kBlock / 4;  ///< and the times themselves
  static constexpr unsigned kBlockNodes = kLeaves + kBlock;

  static Cycle cycle_of(uint64_t node) { return static_cast<Cycle>(node >> 32); }
  static uint64_t least(const uint64_t* four) {
    return std::min(std::min(four[0], four[1]), std::min(four[2], four[3]));
  }
  /// Enters leaf `at` of a tournament. Returns the least of all.
  static uint64_t set_in(uint64_t* nodes, unsigned at, uint64_t leaf) {
    nodes[kLeaves + at] = leaf;
    nodes[kFours + at / 4] = least(nodes + kLeaves + at / 4 * 4);
    nodes[at / 16] = least(nodes + kFours + at / 16 * 4);
    return least(nodes);
  }
  void set_in_blocks(unsigned index, Cycle cycle) {
    uint64_t* const nodes = nodes_.data();
    set_in(nodes + index / kBlock * kBlockNodes, index % kBlock, uint64_t{cycle} << 32 | index);
    first_ = kNever;
    for (unsigned block = 0; block * kBlock < count_; ++block)
      first_ = std::min(first_, least(nodes + block * kBlockNodes));
  }

  uint64_t first_ = kNever;
  unsigned count_ = 0;
  std::pmr::vector<uint64_t> nodes_;  ///< the least of each sixteen, of each four, and all
};

}  // namespace tinsim
