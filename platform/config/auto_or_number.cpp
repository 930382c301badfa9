// SPDX-License-Identifier: Apache-2.0
// A number or the word `auto` in YAML.
#include "platform/config/auto_or_number.h"

#include "platform/config/nearest_name.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               AutoOrNumber& value) {
  double number = 0;
  if (node.IsScalar() && node.Scalar() == "auto") {
    value = {};
  } else if (node.IsScalar() && !YAML::convert<double>::decode(node, number)) {
    const std::string& text = node.Scalar();
    yaml.fail(
        node, path,
        "'" + text + "' is unknown" + did_you_mean(text, {"auto"}) + "; expected auto or a number");
  } else {
    const size_t errors = yaml.error_count();
    yaml.read(node, path, number);
    if (yaml.error_count() == errors) value = number;
  }
}

}  // namespace tinsim
