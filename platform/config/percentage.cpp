// SPDX-License-Identifier: Apache-2.0
#include "platform/config/percentage.h"

#include <fmt/format.h>

#include "platform/config/strict_yaml.h"

namespace tinsim {

std::string text_of(const Percentage& value) { return fmt::format("{} %", value.percent); }

void read_yaml(StrictYaml& yaml, const YAML::Node& node, const std::string& path,
               Percentage& value) {
  const std::string text = node.IsScalar() ? node.Scalar() : "";
  const size_t sign = text.find_last_not_of(' ');
  double percent = 0;
  const bool has_sign = sign != text.npos && text[sign] == '%';
  if (has_sign && YAML::convert<double>::decode(YAML::Node(text.substr(0, sign)), percent)) {
    value.percent = percent;
  } else {
    yaml.fail(node, path,
              (node.IsScalar() ? "'" + text + "' is" : std::string("is")) +
                  " no percentage; expected a number and a percent sign, such as 2 %");
  }
}

}  // namespace tinsim
