// SPDX-License-Identifier: Apache-2.0
// A ratio in YAML: `2`, `1.5` or `4/3`.
#pragma once

#include <string>

#include "base/ratio.h"

namespace YAML {
class Node;
}  // namespace YAML

namespace tinsim {

class StrictYaml;
/// The reader's hook for this type.
void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path, Ratio& value);

}  // namespace tinsim
