// SPDX-License-Identifier: Apache-2.0
// The fields of a record for the reference: names as in files, and what they are.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/fields/field_csv.h"

namespace tinsim {

/// A row of the reference.
struct FieldText {
  std::string name, text;
  std::string unit = {};  ///< empty: none, or in the name
};
using FieldTexts = std::vector<FieldText>;

/// The fields of `R` in JSON; those of records inside it follow the name of their field.
template <class R>
void add_field_texts(const std::string& prefix, FieldTexts& to);

inline void add_field_text(const std::string& name, const std::string& text, FieldTexts& to,
                           const char* unit = "") {
  to.push_back({name, text, unit});
}
/// `text`, and the names that stand below the field.
inline void add_names(std::string& text, const char* name) {
  text += fmt::format("{}`{}`", text.find(": `") == text.npos ? ": " : ", ", name);
}

// A field of each kind.
template <class Kind>
void add_field_text(Kind, const std::string& name, const std::string& text, FieldTexts& to) {
  if constexpr (Kind::kReported) add_field_text(name + Kind::kSuffix, text, to, Kind::kUnit);
}
template <class R>
void add_field_text(Part<R>, const std::string& name, const std::string& text, FieldTexts& to) {
  add_field_text(name, text, to);
  add_field_texts<R>(name + ".", to);
}
template <class R>
void add_field_text(PlacedPeak<R>, const std::string& name, const std::string& text,
                    FieldTexts& to) {
  add_field_text(Part<R>(), name, text, to);
}
template <class R>
void add_field_text(Section<R>, const std::string& name, const std::string& text, FieldTexts& to) {
  add_field_text(Part<R>(), name, text, to);
}
template <class R>
void add_field_text(Maybe<R>, const std::string& name, const std::string& text, FieldTexts& to) {
  add_field_text(Part<R>(), name, text, to);
}
template <class R>
void add_field_text(Inline<R>, const std::string& name, const std::string&, FieldTexts& to) {
  add_field_texts<R>(name.substr(0, name.rfind('.') + 1), to);
}
template <class R>
void add_field_text(Rows<R>, const std::string& name, const std::string& text, FieldTexts& to) {
  add_field_text(Part<R>(), name + "[]", text, to);
}
template <class R>
void add_field_text(RowsByKey<R>, const std::string& name, const std::string& text,
                    FieldTexts& to) {
  add_field_text(Rows<R>(), name, text, to);
}
template <class R>
void add_field_text(RowsByPlace<R>, const std::string& name, const std::string& text,
                    FieldTexts& to) {
  add_field_text(Rows<R>(), name, text, to);
}
template <class R>
void add_field_text(RowTable<R>, const std::string&, const std::string&, FieldTexts&) {}
template <class R>
void add_field_text(Counts<R>, const std::string& name, std::string text, FieldTexts& to) {
  R::walk(R(), [&](const char* of, uint64_t) { add_names(text, of); });
  add_field_text(name, text, to);
}
template <class R>
void add_field_text(ColumnCounts<R>, const std::string& name, const std::string& text,
                    FieldTexts& to) {
  add_field_text(Counts<R>(), name, text, to);
}
template <class E>
void add_field_text(ByCause<E>, const std::string& name, std::string text, FieldTexts& to) {
  for (const auto& [cause, count] : CauseCounts<E>().by_name()) add_names(text, cause.c_str());
  add_field_text(name, text, to);
}

template <class R>
void add_field_texts(const std::string& prefix, FieldTexts& to) {
  for_each_field<R>([&](auto field) {
    add_field_text(typename decltype(field)::Kind(), prefix + field.name, field.text, to);
  });
}

/// The columns of a CSV file of `R`; those of one field share a row.
template <class R>
FieldTexts column_texts() {
  FieldTexts texts;
  const R row;
  for_each_field<R>([&](auto field) {
    std::string names;
    add_cells(typename decltype(field)::Kind(), ColumnName{"", field.name, ""}, row.*field.member,
              1, [&](const ColumnName& name, const std::string&) {
                names += (names.empty() ? "" : "`, `") + name.text();
              });
    if (!names.empty()) texts.push_back({names, field.text});
  });
  return texts;
}

/// A table in Markdown.
inline std::string reference_table(const std::string& heading, const FieldTexts& texts) {
  std::string out = fmt::format("\n### {}\n\n| name | meaning |\n|---|---|\n", heading);
  for (const FieldText& of : texts) out += fmt::format("| `{}` | {} |\n", of.name, of.text);
  return out;
}

}  // namespace tinsim
