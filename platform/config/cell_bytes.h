// SPDX-License-Identifier: Apache-2.0
// Cell sizes in YAML: one value, a uniform range, or a weighted list.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

#include "platform/config/platform_config.h"

namespace tinsim {

constexpr unsigned kWordCellBytes = 8;  ///< no TiN has it: for comparison with other simulators
constexpr unsigned kMinCellBytes = 16;
constexpr unsigned kMaxCellBytes = 160;
constexpr unsigned kCellWordBytes = 8;
constexpr unsigned kMaxCellWeight = 65535;  ///< keeps the sum of a list's weights in 32 bits

/// The wire carries whole 8-byte words (Aquila 3.1: cells of 16 to 160 bytes). A single word takes
/// more than this; see check_credits().
constexpr bool is_cell_size(unsigned bytes) {
  return bytes >= kWordCellBytes && bytes <= kMaxCellBytes && bytes % kCellWordBytes == 0;
}

class StrictYaml;
/// Reads any of the three forms; the reader's hook for this type.
void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path, CellBytes& value);

/// Writes the shortest of the three forms that reads back as the same value.
void print_yaml(YAML::Emitter& out, const CellBytes& value);

}  // namespace tinsim
