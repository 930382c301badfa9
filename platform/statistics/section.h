// SPDX-License-Identifier: Apache-2.0
// Sections of a result: a record of counts for each use of the network, declared by the service
// that fills it.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/fields/kinds.h"
#include "platform/statistics/host_service.h"
#include "platform/statistics/rate.h"

namespace tinsim {

class Reasons;
struct FieldText;

/// Base of the records of sections. A record has a list of fields, the constants `kSection`, its
/// key in summary.json (`ip.frames`: the key `frames` of section `ip`), and `kSectionText`, what it
/// counts; it hides those of the following that concern it.
struct SectionRecord {
  /// Its line in the result table, with names of fields in braces; null: a line for each field.
  static constexpr const char* kLine = nullptr;
  /// Engines make cells when they need them: no traffic is offered, and cells have no latency.
  static constexpr bool kMakesCells = false;
  /// Software repeats operations of 1RMA that failed.
  static constexpr bool kRepeatsOperations = false;

  /// Computes what follows from the counts of all ranks.
  void derive(const Measured& /*measured*/) {}
  /// Adds what was lost, failed or was repeated.
  void judge(Reasons& /*reasons*/) const {}
  /// Demand and service of hosts; empty where none had a demand.
  std::optional<HostService> host_service(const HostBatches& /*batches*/) const { return {}; }
};

/// A record, whatever it counts. SectionOf (section_of.h) implements all from its list of fields.
class ResultSection {
 public:
  virtual ~ResultSection() = default;

  virtual std::string name() const = 0;
  virtual std::string text() const = 0;
  virtual bool makes_cells() const = 0;
  virtual bool repeats_operations() const = 0;
  virtual std::unique_ptr<ResultSection> copy() const = 0;

  // Of the other ranks.
  virtual void put(Bytes& to) const = 0;
  virtual void take(ByteReader& from) = 0;
  /// Precondition: `more` has a record of the same type.
  virtual void merge(const ResultSection& more) = 0;

  // As those of SectionRecord.
  virtual void derive(const Measured& measured) = 0;
  virtual void judge(Reasons& reasons) const = 0;
  virtual std::optional<HostService> host_service(const HostBatches& batches) const = 0;

  // For files and people.
  virtual nlohmann::ordered_json json(double core_mhz) const = 0;
  /// Writes a CSV file for each list of rows, named as the list, and for named times, named as the
  /// section. Throws OutputError when a file cannot be written.
  virtual void write_tables(const std::filesystem::path& folder, double core_mhz) const = 0;
  /// kLine with its values; empty: there is none.
  virtual std::string line() const = 0;
  /// Fields of json(), with names relative to the section.
  virtual std::vector<FieldText> fields() const = 0;
  /// Columns of its CSV files, in Markdown.
  virtual std::string table_reference() const = 0;
};

/// Has the record.
template <class R>
class RecordSection : public ResultSection {
 public:
  R record;
};

/// The sections of a result, in the order in which they were added; at most one of a type.
class ResultSections {
 public:
  ResultSections() = default;
  ResultSections(const ResultSections& other);
  ResultSections(ResultSections&&) = default;
  ResultSections& operator=(ResultSections other);
  ~ResultSections() = default;

  /// The record, which is added where there is none (section_of.h).
  template <class R>
  R& add();
  template <class R>
  void remove();
  /// Null: there is none.
  template <class R>
  const R* find() const {
    for (const auto& section : list_)
      if (auto* found = dynamic_cast<const RecordSection<R>*>(section.get())) return &found->record;
    return nullptr;
  }
  /// Throws InvariantError where there is none.
  template <class R>
  const R& get() const {
    const R* const found = find<R>();
    if (found == nullptr) fail_missing(R::kSection);
    return *found;
  }
  template <class R>
  R& get() {
    return const_cast<R&>(std::as_const(*this).get<R>());
  }

  bool empty() const { return list_.empty(); }
  // std::unique_ptr<ResultSection> each.
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

  bool make_cells() const;
  bool repeat_operations() const;
  void derive(const Measured& measured);

  void put(Bytes& to) const;
  /// Precondition: the same types have been added as at the rank that put them.
  void take(ByteReader& from);
  void merge(const ResultSections& more);

 private:
  [[noreturn]] static void fail_missing(const char* name);

  std::vector<std::unique_ptr<ResultSection>> list_;
};

/// Sections of all ranks, which have the same.
struct SectionList : FieldKind<ResultSections> {
  static void merge(ResultSections& sum, const ResultSections& more) { sum.merge(more); }
};
inline void put_value(Bytes& to, const ResultSections& sections) { sections.put(to); }
inline void take_value(ByteReader& from, ResultSections& sections) { sections.take(from); }

}  // namespace tinsim
