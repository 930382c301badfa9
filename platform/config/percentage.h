// SPDX-License-Identifier: Apache-2.0
// A share that YAML writes in percent: `2 %`.
#pragma once

#include <string>

namespace YAML {
class Node;
}  // namespace YAML

namespace tinsim {

struct Percentage {
  double percent = 0;
  double share() const { return percent / 100; }
  bool operator==(const Percentage& o) const { return percent == o.percent; }
};

/// As YAML writes it.
std::string text_of(const Percentage& value);

class StrictYaml;
/// The reader's hook for this type.
void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               Percentage& value);

}  // namespace tinsim
