// SPDX-License-Identifier: Apache-2.0
// The receive buffer between the clock of a neighbour, which writes words to it, and that of a
// chip, which reads them: how far it is from its centre, and which idle words it removes and
// inserts.
#pragma once

#include <cstdint>

#include "tlm/tin/time_sync/oscillator.h"

namespace tinsim {

/// Of one direction of a link. It is at its centre in cycle 0. At a removable idle set the receiver
/// drops the set if the buffer holds half a word more than that, and repeats the set if it holds
/// half a word less. Cycles are those in which slots leave the transmit pins.
class ElasticBuffer {
 public:
  /// Slots that this end has removed or inserted.
  struct Slips {
    uint64_t removed = 0, inserted = 0;
  };

  /// Both clocks are nominal.
  ElasticBuffer() = default;
  ElasticBuffer(const Oscillator& writer, const Oscillator& reader, Cycle link_cycles)
      : writer_(writer), reader_(reader), link_cycles_(link_cycles), centre_(difference(0)) {}

  /// A removable set, which was due in cycle `due`, passes. Call in order of `due`.
  void pass_removable(Cycle due) {
    last_due_ = due;
    last_ = fill(due) > kHalf ? -1 : fill(due) < -kHalf ? 1 : 0;
    slips_.removed += last_ < 0;
    slips_.inserted += last_ > 0;
    slipped_ += last_ * kWord;
  }

  /// Cycles that a word of slot `slot` waits here longer than at the centre, rounded: it may be
  /// negative.
  int delay(Cycle slot) const { return static_cast<int>((fill(slot) + kHalf) >> kBits); }

  /// Due before cycle `end`, with a removable set every `interval` cycles, of which those before
  /// `next_due` have passed.
  Slips slips(Cycle end, Cycle next_due, Cycle interval) const {
    ElasticBuffer ahead = *this;
    for (Cycle due = next_due; due < end; due += interval) ahead.pass_removable(due);
    if (ahead.last_due_ >= end) {
      ahead.slips_.removed -= ahead.last_ < 0;
      ahead.slips_.inserted -= ahead.last_ > 0;
    }
    return ahead.slips_;
  }

 private:
  static constexpr unsigned kBits = Oscillator::kFractionBits;
  static constexpr int64_t kWord = int64_t{1} << kBits, kHalf = kWord / 2;

  /// Of the edges of both clocks when a word is written, but for a constant.
  int64_t difference(Cycle slot) const {
    return writer_.gained(slot) - reader_.gained(slot + link_cycles_);
  }
  /// Words more than at the centre, in 2^-40 words.
  int64_t fill(Cycle slot) const { return difference(slot) - centre_ + slipped_; }

  Oscillator writer_, reader_;
  Cycle link_cycles_ = 0;
  int64_t centre_ = 0;
  int64_t slipped_ = 0;  ///< words inserted - removed, in 2^-40 words
  int last_ = 0;         ///< change by the last removable set, in words
  Cycle last_due_ = 0;
  Slips slips_;
};

}  // namespace tinsim
