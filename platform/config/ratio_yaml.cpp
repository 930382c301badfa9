// SPDX-License-Identifier: Apache-2.0
// A ratio in YAML.
#include "platform/config/ratio_yaml.h"

#include "platform/config/strict_yaml.h"

namespace tinsim {

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path, Ratio& value) {
  const std::string text = node.IsScalar() ? node.Scalar() : "";
  if (const std::optional<Ratio> ratio = parse_ratio(text)) {
    value = *ratio;
    return;
  }
  yaml.fail(node, path,
            (node.IsScalar() ? "'" + text + "' is" : std::string("is")) +
                " no ratio; expected a number of up to three decimals, or two whole numbers up to "
                "1000 as in 4/3");
}

}  // namespace tinsim
