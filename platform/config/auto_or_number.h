// SPDX-License-Identifier: Apache-2.0
// A number, or the word `auto` where the program finds the value.
#pragma once

#include <optional>
#include <string>

namespace YAML {
class Node;
}  // namespace YAML

namespace tinsim {

struct AutoOrNumber {
  AutoOrNumber() = default;
  AutoOrNumber(double value) : number(value) {}  // NOLINT: stands for the number
  bool is_auto() const { return !number; }
  bool operator==(const AutoOrNumber& o) const { return number == o.number; }

  std::optional<double> number;  ///< nothing: auto
};

class StrictYaml;
/// The reader's hook for this type.
void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               AutoOrNumber& value);

}  // namespace tinsim
