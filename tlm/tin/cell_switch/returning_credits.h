// SPDX-License-Identifier: Apache-2.0
// Credit on its way from a switch to the sources behind its terminal inputs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// In the order of their cycles.
class ReturningCredits {
 public:
  struct Entry {
    Cycle due = 0;
    uint16_t words = 0;
    uint8_t vc = 0;
    uint8_t port = 0;  ///< of the switch
  };

  explicit ReturningCredits(std::pmr::memory_resource* memory) : entries_(memory) {
    entries_.reserve(kInitialSize);
  }

  /// `entry` is not due before the entries already there.
  void push(const Entry& entry) { entries_.push_back(entry); }
  /// When the first is due; kNoCycle if there is none.
  Cycle next() const { return taken_ < entries_.size() ? entries_[taken_].due : kNoCycle; }
  /// Removes all entries that are due up to cycle `upto`, in order, and calls fn(entry).
  template <class Fn>
  void take(Cycle upto, Fn&& fn) {
    for (; taken_ < entries_.size() && entries_[taken_].due <= upto; ++taken_) fn(entries_[taken_]);
    if (taken_ == entries_.size()) {
      entries_.clear();
      taken_ = 0;
    } else if (taken_ >= kInitialSize) {
      entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(taken_));
      taken_ = 0;
    }
  }

  /// When the first of these switch ports' is due; kNoCycle if there is none. A bit stands for the
  /// ports with its number modulo 64.
  Cycle next_of(uint64_t ports) const {
    const Entry* const found = std::find_if(
        begin(), end(), [&](const Entry& e) { return (ports >> (e.port & 63u) & 1) != 0; });
    return found != end() ? found->due : kNoCycle;
  }
  /// Words that are on their way back to a port's VC.
  unsigned words(unsigned port, unsigned vc) const {
    unsigned sum = 0;
    for (const Entry& e : *this) sum += e.port == port && e.vc == vc ? e.words : 0;
    return sum;
  }

  const Entry* begin() const { return entries_.data() + taken_; }
  const Entry* end() const { return entries_.data() + entries_.size(); }

 private:
  static constexpr std::size_t kInitialSize = 32;

  std::pmr::vector<Entry> entries_;
  std::size_t taken_ = 0;  ///< of these
};

}  // namespace tinsim
