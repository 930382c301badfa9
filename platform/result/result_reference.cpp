// SPDX-License-Identifier: Apache-2.0
// Reference of the result files, from the lists of their fields.
#include "platform/result/result_reference.h"

#include "base/fields/field_reference.h"
#include "platform/result/csv_files.h"
#include "platform/statistics/result.h"

namespace tinsim {
namespace {

/// A section of summary.json.
template <class R>
std::string section_table(const std::string& name, const std::string& text) {
  FieldTexts texts;
  add_field_text(Part<R>(), name, text, texts);
  return reference_table(fmt::format("`{}`", name), texts);
}

template <class Kind>
std::string section_of(Kind, const char* name, const char* text) {
  return section_table<typename Kind::Record>(name, text);
}
std::string section_of(LinkRows, const char* name, const char* text) {
  return section_table<LinkSum>(name, text);
}
std::string section_of(FrameSection, const char* name, const char* text) {
  return section_table<FrameCounts>(fmt::format("ip.{}", name), text);
}

/// Tables of rows that are a field of `R`.
template <class Kind>
std::string table_of(Kind, const char*) {
  return "";
}
template <class R>
std::string table_of(RowTable<R>, const char* name) {
  return reference_table(fmt::format("`{}.csv`", name), column_texts<R>());
}
template <class R>
std::string tables_of() {
  std::string out;
  for_each_field<R>(
      [&](auto field) { out += table_of(typename decltype(field)::Kind(), field.name); });
  return out;
}

}  // namespace

std::string results_reference() {
  std::string sections, tables;
  for_each_field<ResultSections>([&](auto field) {
    using Kind = typename decltype(field)::Kind;
    sections += section_of(Kind(), field.name, field.text);
    tables += tables_of<typename Kind::Record>();
  });
  sections += section_table<FailureResult>("failures", "changes of the network and their cost");
  tables += tables_of<RunResult>() + tables_of<FailureResult>();
  tables += reference_table("`links.csv`", column_texts<LinkLine>());
  return "## Sections of summary.json\n" + sections + "\n## Tables\n" + tables;
}

}  // namespace tinsim
