// SPDX-License-Identifier: Apache-2.0
// Parked cells in the memory of a chip: their number, its peak, and their hops before parking.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// Hop count of a cell that is sent from memory: as that of a new one, with failures.
constexpr unsigned kHopsFromMemory = 31;

/// The cells themselves are in a VC queue of the chip core, in the same order.
class ParkedCells {
 public:
  /// `cell` is read into memory, and complete in cycle `complete`. Its hop count starts again.
  void enter(Cell& cell, Cycle complete) {
    parked_.push_back({complete, static_cast<uint8_t>(kHopsFromMemory - cell.hop)});
    cell.hop = kHopsFromMemory;
    words_ += cell.words;
    peak_words_ = std::max(peak_words_, words_);
    peak_cells_ = std::max<uint64_t>(peak_cells_, parked_.size());
  }
  /// The first cell begins to leave.
  void leave(unsigned words) {
    hops_sent_ += parked_.front().hops;
    parked_.pop_front();
    words_ -= words;
  }
  /// The first cell will not be sent, but dropped.
  void expire_front() { parked_.front().hops = 0; }
  /// First cycle in which the first cell is complete in memory; 0 if memory is empty.
  Cycle first_complete() const { return parked_.empty() ? 0 : parked_.front().complete; }

  /// hops_sent() counts from here on.
  void restart_hops() { hops_sent_ = 0; }

  /// Of the cells in memory now.
  uint64_t words() const { return words_; }

  /// In the whole run. A cell is in memory from the cycle in which it begins to be read into it to
  /// that in which it begins to leave.
  uint64_t peak_cells() const { return peak_cells_; }
  uint64_t peak_words() const { return peak_words_; }
  /// Chips that the cells sent from memory had passed before it.
  uint64_t hops_sent() const { return hops_sent_; }

 private:
  struct Parked {
    Cycle complete;
    uint8_t hops;  ///< chips that it had passed
  };
  std::deque<Parked> parked_;
  uint64_t words_ = 0;
  uint64_t peak_cells_ = 0, peak_words_ = 0;
  uint64_t hops_sent_ = 0;
};

}  // namespace tinsim
