// SPDX-License-Identifier: Apache-2.0
// A section of a result, from the list of fields of its record.
#pragma once

#include <fmt/args.h>

#include <algorithm>

#include "base/fields/field_bytes.h"
#include "base/fields/field_json.h"
#include "base/fields/field_reference.h"
#include "platform/statistics/count_text.h"
#include "platform/statistics/section.h"
#include "platform/statistics/section_tables.h"

namespace tinsim {

/// `format` with the fields of `record` by their names in files: counts grouped, figures as the
/// format says.
template <class R>
std::string fields_text(const char* format, const R& record) {
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for_each_field<R>([&](auto field) {
    using Type = typename decltype(field)::Type;
    if constexpr (std::is_integral_v<Type>) {
      values.push_back(fmt::arg(field.name, grouped(record.*field.member)));
    } else if constexpr (std::is_floating_point_v<Type>) {
      values.push_back(fmt::arg(field.name, record.*field.member));
    }
  });
  return fmt::vformat(format, values);
}

template <class R>
class SectionOf final : public RecordSection<R> {
 public:
  using RecordSection<R>::record;
  static_assert(std::is_base_of_v<SectionRecord, R>);

  std::string name() const override { return R::kSection; }
  std::string text() const override { return R::kSectionText; }
  bool makes_cells() const override { return R::kMakesCells; }
  bool repeats_operations() const override { return R::kRepeatsOperations; }
  std::unique_ptr<ResultSection> copy() const override {
    return std::make_unique<SectionOf<R>>(*this);
  }

  void put(Bytes& to) const override { put_fields(to, record); }
  void take(ByteReader& from) override { take_fields(from, record); }
  void merge(const ResultSection& more) override {
    merge_fields(record, dynamic_cast<const SectionOf<R>&>(more).record);
  }

  void derive(const Measured& measured) override { record.derive(measured); }
  void judge(Reasons& reasons) const override { record.judge(reasons); }
  std::optional<HostService> host_service(const HostBatches& batches) const override {
    return record.host_service(batches);
  }

  nlohmann::ordered_json json(double core_mhz) const override {
    return fields_json(record, core_mhz);
  }
  void write_tables(const std::filesystem::path& folder, double core_mhz) const override {
    SectionTables(folder, R::kSection, core_mhz).write(record);
  }
  std::string line() const override {
    if constexpr (R::kLine == nullptr) return "";
    return fields_text(R::kLine, record);
  }
  std::vector<FieldText> fields() const override {
    FieldTexts texts;
    add_field_texts<R>("", texts);
    return texts;
  }
  std::string table_reference() const override { return tables_of<R>(); }
};

template <class R>
R& ResultSections::add() {
  if (find<R>() == nullptr) list_.push_back(std::make_unique<SectionOf<R>>());
  return get<R>();
}

template <class R>
void ResultSections::remove() {
  const auto is_of_type = [](const auto& section) {
    return dynamic_cast<const RecordSection<R>*>(section.get()) != nullptr;
  };
  list_.erase(std::remove_if(list_.begin(), list_.end(), is_of_type), list_.end());
}

}  // namespace tinsim
