// SPDX-License-Identifier: Apache-2.0
// Any section of a result as a plain table: names, values, units and meanings from its list of
// fields.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/fields/field_reference.h"

namespace tinsim {

struct SectionRow {
  std::string name;  ///< as in summary.json, `rows[3].mean_ns`
  nlohmann::ordered_json value;
  std::string unit;  ///< empty: none, or in the name
  std::string text;  ///< meaning of the field that has the value; empty: no field has
};

/// A row for each number and text of `json`, of which `fields` are the fields. Of more than 1000
/// rows those behind are left out, and so is what lies deeper than 16 levels.
std::vector<SectionRow> section_rows(const FieldTexts& fields, const nlohmann::ordered_json& json);

/// Counts grouped, figures with four digits, `–` for null.
std::string value_text(const nlohmann::ordered_json& value);

}  // namespace tinsim
