// SPDX-License-Identifier: Apache-2.0
// Field rules of any section: walks its keys and holds every value to the range of its key.
#pragma once

#include <fmt/format.h>

#include <string>

#include "platform/config/auto_or_number.h"
#include "platform/config/cell_bytes.h"
#include "platform/config/percentage.h"
#include "platform/config/range_text.h"
#include "platform/config/strict_yaml.h"
#include "platform/validate/rules.h"

namespace tinsim {

inline void check_value(RuleErrors& errors, const std::string& at, const KeyRange& range,
                        double value) {
  errors.expect(in_range(range, value), at,
                fmt::format("{} is out of range; expected {}", value, range_text(range)));
}

inline void check_value(RuleErrors& errors, const std::string& at, const KeyRange& range,
                        unsigned value) {
  check_value(errors, at, range, static_cast<double>(value));
}

inline void check_value(RuleErrors& errors, const std::string& at, const KeyRange& range,
                        const AutoOrNumber& value) {
  errors.expect(value.is_auto() || in_range(range, *value.number), at,
                fmt::format("{} is out of range; expected auto or a number from {}",
                            value.number.value_or(0), range_text(range)));
}

inline void check_value(RuleErrors& errors, const std::string& at, const KeyRange& range,
                        const Percentage& value) {
  errors.expect(in_range(range, value.percent), at,
                fmt::format("{} is out of range; expected {}, with a percent sign", text_of(value),
                            range_text(range)));
}

inline void check_value(RuleErrors& errors, const std::string& at, const KeyRange& range,
                        const Ratio& value) {
  errors.expect(in_range(range, value.value()), at,
                fmt::format("{} is out of range; expected {}", text_of(value), range_text(range)));
}

/// Texts and words, of which the reader lets pass what is good, and the seed, of which all is.
template <class T>
void check_value(RuleErrors&, const std::string&, const KeyRange&, const T&) {}

void check_value(RuleErrors& errors, const std::string& at, const KeyRange& range,
                 const CellBytes& value);

/// `at`: path of the value; all keys of a section below it.
template <class T>
void check_values(RuleErrors& errors, const std::string& at, const KeyRule& rule, const T& value) {
  if constexpr (IsOptional<T>::value) {
    if (value) check_values(errors, at, rule, *value);
  } else if constexpr (IsVector<T>::value) {
    for (size_t i = 0; i < value.size(); ++i)
      check_values(errors, join_path(at, std::to_string(i)), rule, value[i]);
  } else if constexpr (HasFields<T>::value) {
    T::walk_keys(value, [&](const char* name, const auto& field, const KeyRule& of_field) {
      check_values(errors, join_path(at, yaml_key(name)), of_field, field);
    });
  } else {
    check_value(errors, at, rule.range, value);
  }
}

}  // namespace tinsim
