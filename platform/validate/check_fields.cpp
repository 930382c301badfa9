// SPDX-License-Identifier: Apache-2.0
// Field rules of the whole configuration.
#include "platform/validate/field_rules.h"

namespace tinsim {

void check(RuleErrors& errors, const std::string& at, const KeyRange& range, double value) {
  errors.expect(in_range(range, value), at,
                fmt::format("{} is out of range; expected {}", value, range_text(range)));
}

void check(RuleErrors& errors, const std::string& at, const KeyRange& range, unsigned value) {
  check(errors, at, range, static_cast<double>(value));
}

void check(RuleErrors& errors, const std::string& at, const KeyRange& range,
           const AutoOrNumber& value) {
  errors.expect(value.is_auto() || in_range(range, *value.number), at,
                fmt::format("{} is out of range; expected auto or a number from {}",
                            value.number.value_or(0), range_text(range)));
}

void check(RuleErrors& errors, const std::string& at, const KeyRange& range,
           const Percentage& value) {
  errors.expect(in_range(range, value.percent), at,
                fmt::format("{} is out of range; expected {}, with a percent sign", text_of(value),
                            range_text(range)));
}

/// Texts and words, of which the reader lets pass what is good, and the seed, of which all is.
template <class T>
void check(RuleErrors&, const std::string&, const KeyRange&, const T&) {}

void check(RuleErrors& errors, const std::string& at, const KeyRange&, const CellBytes& value) {
void check_value(RuleErrors& errors, const std::string& at, const KeyRange&,
                 const CellBytes& value) {
  errors.expect(!value.items.empty(), at, "is an empty list; expected at least one size");
  for (const CellBytes::Item& item : value.items) {
    errors.expect(is_cell_size(item.bytes), at,
                  fmt::format("{} bytes is not a cell size; expected a multiple of {} from {} to "
                              "{}, because the wire carries whole 8-byte words",
                              item.bytes, kCellWordBytes, kMinCellBytes, kMaxCellBytes));
    errors.expect(
        item.weight >= 1 && item.weight <= kMaxCellWeight, at,
        fmt::format("weight {} is out of range; expected 1 to {}", item.weight, kMaxCellWeight));
  }
}

void check_fields(const PlatformConfig& config, RuleErrors& errors) {
  check_values(errors, "", KeyRule(), config);
}

}  // namespace tinsim
