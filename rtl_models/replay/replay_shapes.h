// SPDX-License-Identifier: Apache-2.0
// All blocks of this program in their shapes.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/replay/replay_block.h"

namespace tinsim {

/// A block in one shape. `make`: with its RTL, where the program has it.
struct ReplayShapeEntry {
  const char* block;
  const char* parameters;  ///< "NumPorts=4,NumVcs=4"
  ReplayShape (*make)();
};

const std::vector<ReplayShapeEntry>& replay_shapes();

/// Throws ConfigError that lists the shapes, if the program has none of this name.
ReplayShape find_replay_shape(const std::string& file, const std::string& block,
                              const std::string& parameters);

}  // namespace tinsim
