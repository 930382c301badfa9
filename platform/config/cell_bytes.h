// SPDX-License-Identifier: Apache-2.0
// Cell sizes in YAML: one value, a uniform range, or a weighted list.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

#include "platform/config/platform_config.h"

namespace tinsim {

constexpr unsigned kCellByteStep = 4;  ///< of the narrowest word
constexpr unsigned kMaxCellBytes = 4096;
constexpr unsigned kRangeStep = 8;          ///< of a range that names none
constexpr unsigned kMaxCellWeight = 65535;  ///< keeps the sum of a list's weights in 32 bits

/// With any words; chip_shape.h has the sizes of a configuration.
constexpr bool is_cell_size(unsigned bytes) {
  return bytes >= kCellByteStep && bytes <= kMaxCellBytes && bytes % kCellByteStep == 0;
}

class StrictYaml;
/// Reads any of the three forms; the reader's hook for this type.
void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path, CellBytes& value);

/// Writes the shortest of the three forms that reads back as the same value.
void print_yaml(YAML::Emitter& out, const CellBytes& value);

}  // namespace tinsim
