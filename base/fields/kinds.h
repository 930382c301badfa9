// SPDX-License-Identifier: Apache-2.0
// Kinds of fields of a record: the type of the member, and how the values of two ranks merge.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/cause_counts.h"
#include "base/fields/record_list.h"
#include "base/histogram.h"

namespace tinsim {

/// Adds what `more` counted. Both are of one run, and `sum` of the lower rank.
template <class R>
void merge_fields(R& sum, const R& more) {
  static_assert(kListsAllMembers<R>, "a member has no TIN_FIELD");
  for_each_field<R>(
      [&](auto field) { decltype(field)::Kind::merge(sum.*field.member, more.*field.member); });
}

/// A kind for members of type `T` that are left as they are.
template <class T>
struct FieldKind {
  using Type = T;
  static constexpr bool kSent = true;         ///< to the first rank
  static constexpr bool kReported = true;     ///< in JSON and CSV
  static constexpr const char* kSuffix = "";  ///< of the name in files
  static constexpr const char* kUnit = "";    ///< of values in files; empty: none, or in the name
  static constexpr T initial() { return T{}; }
  static void merge(T&, const T&) {}
};

/// The same at all ranks.
template <class T>
struct Same : FieldKind<T> {};
/// Identifies a row, or is a property of what the row is of.
template <class T>
struct RowKey : FieldKind<T> {};
/// Follows from others, after they have been merged.
template <class T>
struct Derived : FieldKind<T> {};
/// A value of the first rank, for other parts of the program.
template <class T>
struct Local : FieldKind<T> {
  static constexpr bool kSent = false, kReported = false;
};
/// A derived number; NaN, and `null` or nothing in files, where nothing was measured.
struct Figure : Derived<double> {
  static constexpr double initial() { return std::numeric_limits<double>::quiet_NaN(); }
};
/// … in cycles; in files in ns.
struct TimeFigure : Figure {
  static constexpr const char* kSuffix = "_ns";
  static constexpr const char* kUnit = "ns";
};

template <class T>
struct BasicSum : FieldKind<T> {
  static void merge(T& sum, const T& more) { sum += more; }
};
using Sum = BasicSum<uint64_t>;

template <class T>
struct BasicPeak : FieldKind<T> {
  static void merge(T& peak, const T& more) { peak = std::max(peak, more); }
};
using Peak = BasicPeak<uint64_t>;
/// … in cycles; in files in ns.
struct PeakTime : Peak {
  static constexpr const char* kSuffix = "_ns";
  static constexpr const char* kUnit = "ns";
};

/// A peak with its place: of two records that with the higher `peak()`, of equals the first.
template <class R>
struct PlacedPeak : FieldKind<R> {
  using Record = R;
  static void merge(R& peak, const R& more) {
    if (more.peak() > peak.peak()) peak = more;
  }
};

/// Sums by name of a cause; a name that one rank has is in the result.
struct Causes : FieldKind<std::map<std::string, uint64_t>> {
  static void merge(Type& sum, const Type& more) {
    for (const auto& [cause, count] : more) sum[cause] += count;
  }
};

/// Sums by an enumeration of causes.
template <class E>
struct ByCause : FieldKind<CauseCounts<E>> {
  static void merge(CauseCounts<E>& sum, const CauseCounts<E>& more) { sum += more; }
};

/// A distribution of times in cycles; in files in ns.
struct Times : FieldKind<Histogram> {
  static constexpr const char* kSuffix = "_ns";
  static constexpr const char* kUnit = "ns";
  static void merge(Histogram& sum, const Histogram& more) { sum.merge(more); }
};

/// Distributions by name, the same names at all ranks.
struct NamedTimes {
  std::string name;
  Histogram times;
};
struct TimesByName : FieldKind<std::vector<NamedTimes>> {
  static constexpr const char* kSuffix = "_ns";
  static constexpr const char* kUnit = "ns";
  static void merge(Type& sum, const Type& more) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i].times.merge(more[i].times);
  }
};

/// A record inside another one.
template <class R>
struct Part : FieldKind<R> {
  using Record = R;
  static void merge(R& sum, const R& more) { merge_fields(sum, more); }
};
/// … whose fields stand among those of the outer one in files.
template <class R>
struct Inline : Part<R> {};
/// Sums that TIN_FIELDS lists.
template <class R>
struct Counts : FieldKind<R> {
  static void merge(R& sum, const R& more) {
    R::zip(sum, more, [](const char*, uint64_t& count, uint64_t also) { count += also; });
  }
};
/// … whose names in CSV are without that of the field.
template <class R>
struct ColumnCounts : Counts<R> {};

/// A record that may be absent, equally at all ranks; files then contain nothing of it.
template <class R>
struct Section : FieldKind<std::optional<R>> {
  using Record = R;
  static void merge(std::optional<R>& sum, const std::optional<R>& more) {
    if (sum && more) merge_fields(*sum, *more);
  }
};
/// … which is `null` in files where it is absent.
template <class R>
struct Maybe : Section<R> {};

/// Rows of all ranks, in their order.
template <class R>
struct Rows : FieldKind<std::vector<R>> {
  using Record = R;
  static void merge(std::vector<R>& rows, const std::vector<R>& more) {
    rows.insert(rows.end(), more.begin(), more.end());
  }
};
/// … which have a file of their own.
template <class R>
struct RowTable : Rows<R> {};

/// Rows ascend by `key()`; those with equal keys merge.
template <class R>
struct RowsByKey : Rows<R> {
  static void merge(std::vector<R>& rows, const std::vector<R>& more) {
    for (const R& row : more) {
      const auto at = std::lower_bound(rows.begin(), rows.end(), row,
                                       [](const R& a, const R& b) { return a.key() < b.key(); });
      if (at == rows.end() || row.key() < at->key()) {
        rows.insert(at, row);
      } else {
        merge_fields(*at, row);
      }
    }
  }
};

/// Row i of one rank merges with row i of another; the rank with fewer has zeros.
template <class R>
struct RowsByPlace : Rows<R> {
  static void merge(std::vector<R>& rows, const std::vector<R>& more) {
    if (rows.size() < more.size()) rows.resize(more.size());
    for (std::size_t i = 0; i < more.size(); ++i) merge_fields(rows[i], more[i]);
  }
};

/// Merged as `Kind`, but in no file.
template <class Kind>
struct Unreported : Kind {
  static constexpr bool kReported = false;
};

}  // namespace tinsim
