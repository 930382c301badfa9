// SPDX-License-Identifier: Apache-2.0
// Sides of a comparison: runs, repeated runs, and sweeps.
#pragma once

#include <string>
#include <vector>

#include "platform/compare/compared_run.h"

namespace tinsim {

/// Runs of one configuration with different seeds.
struct RunGroup {
  std::string point;  ///< values of a sweep's parameters without the seed; empty for runs
  std::vector<ComparedRun> runs;
};

struct Side {
  std::string name;  ///< as the user wrote it
  std::vector<RunGroup> groups;
};

/// `argument`: a result folder, several with commas between them, or the folder of a sweep. Throws
/// UsageError if one is neither, ConfigError if runs of a group differ in more than the seed, or do
/// not differ in it.
Side read_side(const std::string& argument);

}  // namespace tinsim
