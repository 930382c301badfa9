// SPDX-License-Identifier: Apache-2.0
// Any section of a result as a plain table.
#include "platform/statistics/section_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/statistics/count_text.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxRows = 1000;
constexpr unsigned kMaxLevels = 16;

class RowList {
 public:
  explicit RowList(const FieldTexts& fields) : fields_(fields) {}

  /// `name`: as it is shown; `field`: as the reference names it.
  void add(const Json& value, const std::string& name, const std::string& field, unsigned level) {
    if (level > kMaxLevels) return;
    if (value.is_object()) {
      for (const auto& [key, inner] : value.items())
        add(inner, below(name, key), below(field, key), level + 1);
    } else if (value.is_array()) {
      for (std::size_t i = 0; i < value.size() && rows_.size() < kMaxRows; ++i)
        add(value[i], fmt::format("{}[{}]", name, i), field + "[]", level + 1);
    } else if (rows_.size() < kMaxRows) {
      const FieldText* const of = field_of(field);
      rows_.push_back({name, value, of == nullptr ? "" : of->unit, of == nullptr ? "" : of->text});
    }
  }
  std::vector<SectionRow> rows() && { return std::move(rows_); }

 private:
  static std::string below(const std::string& name, const std::string& key) {
    return name.empty() ? key : name + "." + key;
  }
  /// The field itself, or that whose value is an object with this part: p99 of times, a cause.
  const FieldText* field_of(std::string name) const {
    while (true) {
      const auto found = std::find_if(fields_.begin(), fields_.end(),
                                      [&](const FieldText& of) { return of.name == name; });
      if (found != fields_.end()) return &*found;
      const std::size_t dot = name.rfind('.');
      if (dot == name.npos) return nullptr;
      name.resize(dot);
    }
  }

  const FieldTexts& fields_;
  std::vector<SectionRow> rows_;
};

}  // namespace

std::vector<SectionRow> section_rows(const FieldTexts& fields, const Json& json) {
  RowList list(fields);
  list.add(json, "", "", 0);
  return std::move(list).rows();
}

std::string value_text(const Json& value) {
  if (value.is_null()) return "–";
  if (value.is_number_unsigned()) return grouped(value.get<uint64_t>());
  if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace tinsim
