// SPDX-License-Identifier: Apache-2.0
// Sweep runner: runs the points that are missing.
#pragma once

#include <functional>

#include "platform/sweep/folder.h"
#include "platform/sweep/points.h"
#include "platform/sweep/process_pool.h"
#include "platform/sweep/sweep_table.h"

namespace tinsim {

/// Progress of a sweep.
struct SweepProgress {
  size_t points = 0;
  size_t ended = 0;  ///< failed ones included
  size_t failed = 0;
};

struct RunnerHooks {
  std::function<void(const SweepProgress&)> progress;  ///< at the start and after each point
  std::function<void(size_t number, const PointState&)> ended;  ///< a point has a new state
  /// The folder of a point had been changed; it has this name now.
  std::function<void(const std::filesystem::path& aside)> set_aside;
};

/// State of a point whose process has ended; a failure is recorded.
PointState state_after(const SweepFolder& folder, const std::string& name, const Ended& ended);

/// State of each point, without a run.
States states_of(const Sweep& sweep, const SweepFolder& folder);

/// Runs those of `wanted` that are not done, `jobs` at a time; points of equal configuration run
/// once. `states` are the states before and become those after. Throws only if files or processes
/// fail, not for a point that fails. Points that share a start run in one `tinsim sweep
/// --start-of`.
void run_points(const Sweep& sweep, const SweepFolder& folder, const std::vector<size_t>& wanted,
                unsigned jobs, const RunnerHooks& hooks, States& states);

/// The status with which the program ends: the worst of all points, 3 being the worst; 0: none
/// failed.
int worst_status(const States& states);

}  // namespace tinsim
