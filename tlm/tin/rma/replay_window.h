// SPDX-License-Identifier: Apache-2.0
// Received counters of one sender, so that none is accepted twice.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace tinsim {

/// The network reorders requests, so a counter need not be greater than the previous one. It is
/// accepted if it is greater than all, or one of the 4096 before the greatest and not received yet.
/// Older ones are always refused.
class ReplayWindow {
 public:
  static constexpr unsigned kSize = 4096;

  bool is_new(uint64_t counter) const {
    if (!any_ || counter > greatest_) return true;
    const uint64_t behind = greatest_ - counter;
    return behind != 0 && behind <= kSize && !is_received(counter);
  }

  /// Records `counter`. Precondition: it is new, and its tag has been verified.
  void keep(uint64_t counter) {
    if (any_ && counter < greatest_) return add(counter);
    if (any_ && counter - greatest_ <= kSize) {
      for (uint64_t at = greatest_ + 1; at < counter && used_ != 0;) at = clear_words(at, counter);
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

  bool is_received(uint64_t counter) const {
    const unsigned word = word_of(counter);
    return (used_ >> word & 1) != 0 && ((*received_)[word] & bit_of(counter)) != 0;
  }
  void add(uint64_t counter) {
    if (received_ == nullptr) received_ = std::make_unique<Received>();
    const unsigned word = word_of(counter);
    if ((used_ >> word & 1) == 0) (*received_)[word] = 0;
    used_ |= uint64_t{1} << word;
    (*received_)[word] |= bit_of(counter);
  }
  /// Clears the bits from `at` on, before `end` and in one word. Returns the first one not cleared.
  uint64_t clear_words(uint64_t at, uint64_t end) {
    const unsigned word = word_of(at);
    const uint64_t next = std::min(end, (at / kBits + 1) * kBits);
    if ((used_ >> word & 1) == 0) return next;
    if (next - at == kBits) {
      used_ &= ~(uint64_t{1} << word);
    } else {
      (*received_)[word] &= ~(((uint64_t{1} << (next - at)) - 1) << at % kBits);
    }
    return next;
  }

  using Received = std::array<uint64_t, kWords>;

  bool any_ = false;
  uint64_t greatest_ = 0;
  uint64_t used_ = 0;                   ///< words of received_ in use; the others count as zero
  std::unique_ptr<Received> received_;  ///< by counter, modulo kSize; null until first used
};

}  // namespace tinsim
