// SPDX-License-Identifier: Apache-2.0
// How many events a trace holds before it asks how far the chips are.
#pragma once

#include <algorithm>
#include <cstddef>

namespace tinsim {

/// Between two calls of Trace::advance lies a batch, which may be long. A trace that holds many
/// events settles in between what it can.
class HeldLimit {
 public:
  /// Calls `settle` if `sorter` is full.
  template <class Sorter, class Fn>
  void look(const Sorter& sorter, Fn&& settle) {
    if (sorter.size() < look_at_) return;
    settle();
    look_at_ = std::max(kLookAt, 2 * sorter.size());  // chips far apart: look less often
  }

 private:
  static constexpr std::size_t kLookAt = 1 << 16;
  std::size_t look_at_ = kLookAt;
};

}  // namespace tinsim
