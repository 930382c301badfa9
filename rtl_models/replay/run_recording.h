// SPDX-License-Identifier: Apache-2.0
// Repeats a recording with the reference and, where there is one, the implementation held to it.
#pragma once

#include <functional>

#include "rtl_models/replay/recording.h"
#include "rtl_models/replay/replay_block.h"

namespace tinsim {

struct ReplayOutcome {
  enum class Kind { kEqual, kDiffers, kRefused, kNoRegister };
  Kind kind = Kind::kEqual;
  std::size_t index = 0;  ///< of the recorded cycle in which it differs or is refused
  Difference difference;
  /// All differences, a line each; or the rule that the inputs break; or the register that the
  /// implementation held to the reference does not show.
  std::string text;
};

/// One cycle as it was repeated. `got` is empty without a second implementation.
struct ReplayedCycle {
  std::size_t index;
  std::uint64_t cycle;  ///< after the last reset
  const Words &in, &want, &got;
  const ReplayBlock& reference;
};

/// Compares as Lockstep does. kRefused: the reference refuses the inputs (a rule of the block).
/// kNoRegister: a register that the recording sets is none that can be set in the other.
ReplayOutcome run_recording(const ReplayShape& shape, const Recording& recording,
                            const std::function<void(const ReplayedCycle&)>& observer = {});

/// Name of a field without its indices.
inline std::string field_name(const std::string& element) {
  return element.substr(0, element.find('['));
}

}  // namespace tinsim
