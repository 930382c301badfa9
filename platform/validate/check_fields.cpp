// SPDX-License-Identifier: Apache-2.0
// Field rules of the whole configuration.
#include "platform/validate/field_rules.h"

namespace tinsim {

void check_value(RuleErrors& errors, const std::string& at, const KeyRange&,
                 const CellBytes& value) {
  errors.expect(!value.items.empty(), at, "is an empty list; expected at least one size");
  for (const CellBytes::Item& item : value.items) {
    errors.expect(
        item.weight >= 1 && item.weight <= kMaxCellWeight, at,
        fmt::format("weight {} is out of range; expected 1 to {}", item.weight, kMaxCellWeight));
  }
}

void check_fields(const PlatformConfig& config, RuleErrors& errors) {
  check_values(errors, "", KeyRule(), config);
}

}  // namespace tinsim
