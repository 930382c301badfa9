// SPDX-License-Identifier: Apache-2.0
// Counters of one sender that have been seen, so that none counts twice.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

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
    return behind != 0 && behind <= kSize && !is_seen(counter);
  }

  /// To be called only after the tag has been found right; `counter` is new.
  void keep(uint64_t counter) {
    if (any_ && counter < greatest_) return add(counter);
    if (any_ && counter - greatest_ <= kSize) {
      for (uint64_t at = greatest_ + 1; at < counter && used_ != 0;) at = forget(at, counter);
      add(greatest_);
    } else {
      used_ = 0;
    }
    any_ = true;
    greatest_ = counter;
  }

 private:
  static constexpr unsigned kBits = 64, kWords = kSize / kBits;
  static_assert(kWords == 64);

  static unsigned word_of(uint64_t counter) { return counter / kBits % kWords; }
  static uint64_t bit_of(uint64_t counter) { return uint64_t{1} << counter % kBits; }

  bool is_seen(uint64_t counter) const {
    const unsigned word = word_of(counter);
    return (used_ >> word & 1) != 0 && ((*seen_)[word] & bit_of(counter)) != 0;
  }
  void add(uint64_t counter) {
    if (seen_ == nullptr) seen_ = std::make_unique<Seen>();
    const unsigned word = word_of(counter);
    if ((used_ >> word & 1) == 0) (*seen_)[word] = 0;
    used_ |= uint64_t{1} << word;
    (*seen_)[word] |= bit_of(counter);
  }
  /// Those from `at` on in its word, and before `end`. Returns the first that may be left.
  uint64_t forget(uint64_t at, uint64_t end) {
    const unsigned word = word_of(at);
    const uint64_t next = std::min(end, (at / kBits + 1) * kBits);
    if ((used_ >> word & 1) == 0) return next;
    if (next - at == kBits) {
      used_ &= ~(uint64_t{1} << word);
    } else {
      (*seen_)[word] &= ~(((uint64_t{1} << (next - at)) - 1) << at % kBits);
    }
    return next;
  }

  using Seen = std::array<uint64_t, kWords>;

  bool any_ = false;
  uint64_t greatest_ = 0;
  uint64_t used_ = 0;  ///< words of seen_ that count; all others are zero
  std::unique_ptr<Seen>
      seen_;  ///< by counter, modulo kSize; made with the first that is to be kept
};

}  // namespace tinsim
