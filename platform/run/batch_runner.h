// SPDX-License-Identifier: Apache-2.0
// One batch of a run: its simulation, its sums over all ranks, and the invariants at its end.
#pragma once

#include <functional>

#include "platform/run/progress_watch.h"
#include "platform/run/run_state.h"
#include "platform/run/run_traces.h"

namespace tinsim {

struct EndedBatch {
  Batch sums;      ///< without births, which are filled in at the end of the run
  int signal = 0;  ///< that requests an early end, the same at all ranks; 0: none
};

class BatchRunner {
 public:
  /// Before the platform is made. `state` and `cut_by` (RunOptions) outlive it.
  BatchRunner(const RunState& state, const std::function<int()>& cut_by);

  /// Simulates the next batch. Collective. Throws InvariantError, also where no cell has been
  /// delivered for run.progress_timeout_us.
  EndedBatch run(RunTraces& traces);

 private:
  void check_progress(uint64_t injected, uint64_t finished, bool may_wait);
  void audit_if_due();

  const RunState& state_;
  const std::function<int()>& cut_by_;
  ProgressWatch watch_;
  uint64_t finished_ = 0;  ///< delivered or dropped up to the last batch
  unsigned audits_ = 0;
};

}  // namespace tinsim
