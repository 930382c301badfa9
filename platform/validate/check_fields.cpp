// SPDX-License-Identifier: Apache-2.0
// Field rules: walks the configuration and holds every value to its entry in the field table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "platform/config/cell_bytes.h"
#include "platform/config/field_table.h"
#include "platform/config/nearest_name.h"
#include "platform/config/strict_yaml.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

struct Place {
  std::string path;     ///< with list indices
  std::string pattern;  ///< with `*` for the index in a list of mappings
};

void check(RuleErrors&, const Place&, bool) {}

void check(RuleErrors& errors, const Place& at, double value) {
  const FieldRule& rule = field_rule(at.pattern);
  errors.expect(in_range(rule, value), at.path,
                fmt::format("{} is out of range; expected {}", value, range_text(rule)));
}

void check(RuleErrors& errors, const Place& at, unsigned value) {
  check(errors, at, static_cast<double>(value));
}

// The only 64-bit field is the seed, of which every value is good.
void check(RuleErrors&, const Place&, uint64_t) {}

bool is_number_in_range(const FieldRule& rule, const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && in_range(rule, number);
}

void check(RuleErrors& errors, const Place& at, const std::string& value) {
  const FieldRule& rule = field_rule(at.pattern);
  const auto& choices = rule.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  if (rule.or_number && is_number_in_range(rule, value)) return;
  errors.add(at.path,
             fmt::format("'{}' is unknown{}; expected {}{}{}", value, did_you_mean(value, choices),
                         choices.size() > 1 ? "one of: " : "", fmt::join(choices, ", "),
                         rule.or_number ? " or a number from " + range_text(rule) : ""));
}

void check(RuleErrors& errors, const Place& at, const CellBytes& value) {
  errors.expect(!value.items.empty(), at.path, "is an empty list; expected at least one size");
  for (const CellBytes::Item& item : value.items) {
    errors.expect(is_cell_size(item.bytes), at.path,
                  fmt::format("{} bytes is not a cell size; expected a multiple of {} from {} to "
                              "{}, because the wire carries whole 8-byte words",
                              item.bytes, kCellWordBytes, kMinCellBytes, kMaxCellBytes));
    errors.expect(
        item.weight >= 1 && item.weight <= kMaxCellWeight, at.path,
        fmt::format("weight {} is out of range; expected 1 to {}", item.weight, kMaxCellWeight));
  }
}

template <class T>
void check_all(RuleErrors& errors, const Place& at, const T& value) {
  if constexpr (IsOptional<T>::value) {
    if (value) check_all(errors, at, *value);
  } else if constexpr (IsVector<T>::value) {
    // Entries that are scalars share the rule of their list.
    const bool of_mappings = HasFields<typename T::value_type>::value;
    for (size_t i = 0; i < value.size(); ++i) {
      check_all(errors,
                {join_path(at.path, std::to_string(i)),
                 of_mappings ? join_path(at.pattern, "*") : at.pattern},
                value[i]);
    }
  } else if constexpr (HasFields<T>::value) {
    T::walk(value, [&](const char* name, const auto& field) {
      const std::string key = yaml_key(name);
      check_all(errors, {join_path(at.path, key), join_path(at.pattern, key)}, field);
    });
  } else {
    check(errors, at, value);
  }
}

}  // namespace

void check_fields(const PlatformConfig& config, RuleErrors& errors) {
  check_all(errors, {}, config);
}

}  // namespace tinsim
