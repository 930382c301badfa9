// SPDX-License-Identifier: Apache-2.0
// Makes a recording that shows a difference as small as it can be.
#pragma once

#include <cstdint>

#include "rtl_models/replay/run_recording.h"

namespace tinsim {

/// Bound of one shrink(): words of inputs in all repetitions together, some ten seconds. A
/// repetition counts kShrinkStart cycles more than it has.
inline constexpr std::uint64_t kShrinkWords = 400'000'000;
inline constexpr std::uint64_t kShrinkStart = 8;

struct Shrunk {
  Recording recording;
  ReplayOutcome outcome;     ///< of the recording
  std::vector<bool> held;    ///< held_inputs() of what it was made of
  std::uint64_t runs = 0;    ///< repetitions that were made
  bool is_complete = false;  ///< no single cycle, element, register or bit can be left out
};

/// Leaves out cycles (from the first on, those without a transaction, then spans by delta
/// debugging), resets and presets. Clears inputs: fields, transactions of one VC (or of another
/// narrow field with a valid bit), elements in all cycles, in spans, in one cycle, then single
/// bits. It begins again until nothing changes or the bound is met. Where the rest breaks a rule,
/// the transaction (valid bit) that does so is left out too, such as the pop of a cell whose push
/// went. Inputs that keep their value between resets do so in the rest, too. The rest shows a
/// difference of the same field, whose index may be another, and breaks no rule that the reference
/// checks. Precondition: the recording shows a difference of `field`. The result depends on nothing
/// else.
Shrunk shrink(const ReplayShape& shape, const Recording& recording, const std::string& field,
              std::uint64_t most_words = kShrinkWords);

}  // namespace tinsim
