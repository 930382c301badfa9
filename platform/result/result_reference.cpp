// SPDX-License-Identifier: Apache-2.0
// Reference of the result files, from the lists of their fields.
#include "platform/result/result_reference.h"

#include "base/fields/field_reference.h"
#include "platform/result/summary_record.h"
#include "platform/statistics/section_tables.h"

namespace tinsim {
namespace {

std::string heading_of(const std::string& section) { return fmt::format("`{}`", section); }

/// A part of summary.json that is no ResultSection.
template <class R>
std::string part_table(const std::string& name, const std::string& text) {
  FieldTexts texts;
  add_field_text(Part<R>(), name, text, texts);
  return reference_table(heading_of(name), texts);
}

std::string section_table(const ResultSection& section) {
  FieldTexts texts = {{section.name(), section.text()}};
  for (const FieldText& of : section.fields())
    texts.push_back({section.name() + "." + of.name, of.text});
  return reference_table(heading_of(section.name()), texts);
}

std::string head_table() {
  FieldTexts texts;
  add_field_texts<SummaryHead>("", texts);
  return reference_table("The whole run", texts);
}

}  // namespace

std::string results_reference(const ResultSections& all) {
  std::string sections =
      head_table() + part_table<LinkSum>("links", "directions of links, whole run");
  std::string tables;
  for (const auto& section : all) {
    sections += section_table(*section);
    tables += section->table_reference();
  }
  sections += part_table<FailureResult>("failures", "changes of the network and their cost");
  tables += tables_of<RunResult>() + tables_of<FailureResult>();
  tables += reference_table("`links.csv`", column_texts<LinkLine>());
  tables += reference_table("`latency.csv`", column_texts<LatencyRow>());
  tables += reference_table("`batches.csv`", column_texts<BatchRow>());
  return "## Sections of summary.json\n" + sections + "\n## Tables\n" + tables;
}

}  // namespace tinsim
