// SPDX-License-Identifier: Apache-2.0
// Number of events a trace holds before it checks the progress of the chips.
#pragma once

#include <algorithm>
#include <cstddef>

namespace tinsim {

/// A batch lies between two calls of Trace::advance and may be long. A trace that holds many events
/// writes what it can in between.
class HeldLimit {
 public:
  /// Calls `write` if `sorter` is full.
  template <class Sorter, class Fn>
  void check(const Sorter& sorter, Fn&& write) {
    if (sorter.size() < check_at_size_) return;
    write();
    check_at_size_ = std::max(
        kCheckAtSize, 2 * sorter.size());  // the chips' times differ widely: check less often
  }

 private:
  static constexpr std::size_t kCheckAtSize = 1 << 16;
  std::size_t check_at_size_ = kCheckAtSize;
};

}  // namespace tinsim
