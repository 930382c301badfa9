// SPDX-License-Identifier: Apache-2.0
// Counters of one sender that have been seen, so that none counts twice.
#pragma once

#include <bitset>
#include <cstdint>

namespace tinsim {

/// Requests are reordered on their way, so what is asked is not that a counter is greater than the
/// one before, but that it is new: greater than all, or one of the 4096 before the greatest that
/// has not come yet. Older ones are refused whether they have come or not.
class ReplayWindow {
 public:
  static constexpr unsigned kSize = 4096;

  bool is_new(uint64_t counter) const {
    if (!any_ || counter > greatest_) return true;
    const uint64_t behind = greatest_ - counter;
    return behind != 0 && behind <= kSize && !seen_[behind - 1];
  }

  /// To be called only after the tag has been found right; `counter` is new.
  void keep(uint64_t counter) {
    if (!any_) {
      any_ = true;
      greatest_ = counter;
    } else if (counter > greatest_) {
      const uint64_t ahead = counter - greatest_;
      seen_ = ahead > kSize ? Seen() : seen_ << ahead;
      if (ahead <= kSize) seen_.set(ahead - 1);
      greatest_ = counter;
    } else {
      seen_.set(greatest_ - counter - 1);
    }
  }

 private:
  using Seen = std::bitset<kSize>;

  bool any_ = false;
  uint64_t greatest_ = 0;
  Seen seen_;  ///< bit k: the counter k + 1 before the greatest
};

}  // namespace tinsim
