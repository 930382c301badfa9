// SPDX-License-Identifier: Apache-2.0
// A record with a field of every kind.
#pragma once

#include <string>

#include "base/fields/kinds.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

enum class Fault : uint8_t { kNone, kLate, kEarly };
/// kNone is not reported.
constexpr std::array<const char*, 3> cause_names(Fault) { return {nullptr, "late", "early"}; }

/// Listed without kinds, as the counters of links.
struct LineCounts {
  uint64_t up = 0, down = 0;
  TIN_FIELDS(up, down)
};

struct SampleBase {
  TIN_RECORD(SampleBase);
  TIN_FIELD(Sum, sum, "what adds up");
  TIN_FIELD(Peak, peak, "the highest");
};

struct SampleRow {
  TIN_RECORD(SampleRow);
  TIN_FIELD(RowKey<unsigned>, number, "of the row");
  TIN_FIELD(Sum, count, "in the row");
  unsigned key() const { return number; }
};

struct SamplePeak {
  TIN_RECORD(SamplePeak);
  TIN_FIELD(RowKey<uint64_t>, height, "of the peak");
  TIN_FIELD(RowKey<std::string>, place, "where it is");
  uint64_t peak() const { return height; }
};

struct Sample : SampleBase {
  TIN_RECORD(Sample);
  TIN_FIELD(RowKey<unsigned>, chip, "identifies");
  TIN_BASE(SampleBase);
  TIN_FIELD(Same<unsigned>, ranks, "known to all");
  TIN_FIELD(Local<std::string>, path, "of the first rank");
  TIN_FIELD(Figure, share, "derived");
  TIN_FIELD(TimeFigure, mean, "derived, in cycles");
  TIN_FIELD(PeakTime, slowest, "in cycles");
  TIN_FIELD(BasicSum<double>, seconds, "spent");
  TIN_FIELD(Causes, lost, "by cause");
  TIN_FIELD(ByCause<Fault>, faults, "by fault");
  TIN_FIELD(Times, wait, "in a queue");
  TIN_FIELD(Unreported<Sum>, hidden, "in no file");
  TIN_FIELD_AS(Part<SampleBase>, part, "inner", "another record");
  TIN_FIELD(Counts<LineCounts>, line, "of a line");
  TIN_FIELD(Section<SampleBase>, section, "may be absent");
  TIN_FIELD(Maybe<SampleBase>, maybe, "is null where it is absent");
  TIN_FIELD(PlacedPeak<SamplePeak>, top, "with its place");
  TIN_FIELD(Rows<SampleRow>, rows, "of all ranks");
  TIN_FIELD(RowsByKey<SampleRow>, by_key, "by number");
  TIN_FIELD(RowsByPlace<SampleRow>, by_place, "by place");
  TIN_FIELD(RowTable<SampleRow>, table, "a file of its own");
};

inline SampleRow sample_row(unsigned number, uint64_t count) { return {number, count}; }

}  // namespace tinsim
