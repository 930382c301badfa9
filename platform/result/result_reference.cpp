// SPDX-License-Identifier: Apache-2.0
// Reference of the result files, from the lists of their fields.
#include "platform/result/result_reference.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

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

/// A list of summary.json that is no ResultSection.
template <class R>
std::string rows_table(const std::string& name, const std::string& text) {
  FieldTexts texts;
  add_field_text(Rows<R>(), name, text, texts);
  return reference_table(heading_of(name), texts);
}

std::string section_table(const ResultSection& section) {
  FieldTexts texts = {{section.name(), section.text()}};
  for (const FieldText& of : section.fields())
    texts.push_back({section.name() + "." + of.name, of.text});
  return reference_table(heading_of(section.name()), texts);
}

/// `rma.ops.0.ended` as the reference writes it: `rma.ops[].ended`.
std::string reference_name(const std::string& name) {
  std::string text, part;
  std::istringstream parts(name);
  while (std::getline(parts, part, '.')) {
    const bool is_number = !part.empty() && part.find_first_not_of("0123456789") == part.npos;
    text += is_number ? "[]" : (text.empty() ? "" : ".") + part;
  }
  return text;
}

/// Names of all fields of summary.json.
std::set<std::string> figure_names(const ResultSections& all) {
  FieldTexts texts;
  add_field_texts<SummaryHead>("", texts);
  add_field_text(Part<LinkSum>(), "links", "", texts);
  add_field_text(Part<FailureResult>(), "failures", "", texts);
  for (const auto& section : all)
    for (const FieldText& of : section->fields())
      texts.push_back({section->name() + "." + of.name, ""});
  std::set<std::string> names;
  for (const FieldText& of : texts) names.insert(of.name);
  return names;
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
  sections += rows_table<BoundNote>("bounds", "bounds on the accepted traffic, ascending");
  sections += rows_table<PrecisionRow>("precision", "with `run.measure_us: auto`");
  tables += tables_of<RunResult>() + tables_of<FailureResult>();
  tables += reference_table("`links.csv`", column_texts<LinkLine>());
  tables += reference_table("`latency.csv`", column_texts<LatencyRow>());
  tables += reference_table("`batches.csv`", column_texts<BatchRow>());
  return "## Sections of summary.json\n" + sections + "\n## Tables\n" + tables;
}

bool is_figure(const ResultSections& all, const std::string& name) {
  static constexpr std::array kOfTimes = {"mean", "p50", "p99",    "p999",
                                          "max",  "min", "stddev", "ci95"};
  const std::set<std::string> names = figure_names(all);
  const std::string known = reference_name(name);
  if (names.count(known) != 0) return true;
  // Below a field are statistics of times, counts by cause, and reasons by name.
  constexpr int kLevels = 2;
  std::size_t dot = known.size();
  for (int level = 0; level < kLevels; ++level) {
    dot = dot == 0 ? known.npos : known.rfind('.', dot - 1);
    if (dot == known.npos) return false;
    const std::string field = known.substr(0, dot), part = known.substr(dot + 1);
    if (names.count(field) == 0) continue;
    if (field.back() == ']') return false;  // a list, of which all fields have names
    const bool is_time = field.size() > 3 && field.compare(field.size() - 3, 3, "_ns") == 0;
    return !is_time || std::find(kOfTimes.begin(), kOfTimes.end(), part) != kOfTimes.end();
  }
  return false;
}

}  // namespace tinsim
