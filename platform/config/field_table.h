// SPDX-License-Identifier: Apache-2.0
// Field table: meaning, unit and range of every configuration field, once, for validate(), the
// JSON Schema and the reference page.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tinsim {

struct FieldRule {
  std::string path;  ///< dotted YAML path; `*` stands for the index in a list of mappings
  std::string text;  ///< meaning and unit, one sentence without full stop
  double min = 0;
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;            ///< `min` itself is out of range
  std::vector<std::string> choices;  ///< of a string; empty: any
  bool or_number = false;            ///< a string that may instead be a number in min..max
};

const std::vector<FieldRule>& field_table();

/// The rule of a path pattern. Throws std::out_of_range when the field is not in the table.
const FieldRule& field_rule(std::string_view pattern);

/// The rule's range in words: `0 to 4`, `more than 0 and at most 9`; empty when unbounded.
std::string range_text(const FieldRule& rule);

/// True when the number is finite and within the rule's range.
bool in_range(const FieldRule& rule, double number);

}  // namespace tinsim
