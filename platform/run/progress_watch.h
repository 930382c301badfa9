// SPDX-License-Identifier: Apache-2.0
// Detection of a network that stands still.
#pragma once

#include <string>

#include "platform/build/platform.h"

namespace tinsim {

/// Follows the waits for credit from each blocked cell and describes the first cycle that they
/// close, or says that there is none. For the report when nothing has been delivered for too long.
/// All ranks take part; only the first receives the text.
std::string describe_deadlock(Platform& platform, const Topology& topology);

/// Detects that a network with cells in it stands still.
class ProgressWatch {
 public:
  explicit ProgressWatch(Cycle timeout, ChipKind chips = ChipKind::tin)
      : timeout_(timeout), chips_(chips) {}

  /// `finished`: cells of all ranks that were delivered or dropped since the last check;
  /// `in_flight`: of all ranks now. Throws InvariantError with describe_deadlock() when none has
  /// been delivered for the timeout, with some in flight all the time.
  void check(Platform& platform, const Topology& topology, uint64_t finished, uint64_t in_flight);

  /// A standstill up to `now` has another reason.
  void restart(Cycle now) { last_progress_ = now; }

 private:
  Cycle timeout_;
  ChipKind chips_;
  Cycle last_progress_ = 0;
};

}  // namespace tinsim
