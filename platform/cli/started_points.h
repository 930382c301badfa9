// SPDX-License-Identifier: Apache-2.0
// Points of a sweep that share their start: simulated once, then forked.
#pragma once

#include <filesystem>

#include "platform/sweep/points.h"

namespace tinsim {

/// Simulates the start of point `number` and, from there, that point and all others with the same
/// start that are not done in `folder`, `jobs` at a time. The process that holds the folder calls
/// it; failures of points are recorded there. Throws the exceptions of a run in its start.
void run_started_points(const Sweep& sweep, const std::filesystem::path& folder, size_t number,
                        unsigned jobs);

}  // namespace tinsim
