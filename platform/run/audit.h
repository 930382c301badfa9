// SPDX-License-Identifier: Apache-2.0
// Invariants of a platform between windows: no cell lost, no credit leaked, somebody makes
// progress.
#pragma once

#include <string>

#include "platform/build/platform.h"

namespace tinsim {

/// Checks every link and VC: the sender's credit, cells on the wire, words in the receiver's FIFO
/// and credits on the way back make up the FIFO's depth; and that injected cells are delivered or
/// found somewhere. Throws InvariantError naming chip, port, VC and cycle. All ranks take part.
void audit(Platform& platform, const Topology& topology);

/// Follows the waits for credit from each blocked cell and describes the first cycle that they
/// close, or says that there is none. For the report when nothing has been delivered for too long.
/// All ranks take part; only the first gets the text.
std::string describe_deadlock(Platform& platform, const Topology& topology);

/// Notices when a network with cells in it stands still.
class ProgressWatch {
 public:
  explicit ProgressWatch(Cycle timeout) : timeout_(timeout) {}

  /// `gone`: cells of all ranks that were delivered or dropped since the last look; `in_flight`: of
  /// all ranks now. Throws InvariantError with describe_deadlock() when none has been delivered for
  /// the timeout, with some in flight all the time.
  void look(Platform& platform, const Topology& topology, uint64_t gone, uint64_t in_flight);

  /// A standstill up to now has another reason.
  void excuse(Cycle now) { last_progress_ = now; }

 private:
  Cycle timeout_;
  Cycle last_progress_ = 0;
};

}  // namespace tinsim
