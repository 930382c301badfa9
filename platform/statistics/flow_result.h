// SPDX-License-Identifier: Apache-2.0
// Results of flows, whole run.
#pragma once

#include <cstdint>

#include "base/fields/field_json.h"
#include "platform/statistics/section.h"

namespace tinsim {

/// A distribution of numbers that are counted in thousandths.
struct Ratios : FieldKind<Histogram> {
  static void merge(Histogram& sum, const Histogram& more) { sum.merge(more); }
};
Json json_of(Ratios, const Histogram& ratios, double core_mhz);

/// Values of one bucket of a histogram, both ends included.
struct FlowBucket {
  TIN_RECORD(FlowBucket);
  TIN_FIELD(RowKey<std::string>, quantity, "`completion_ns` or `slowdown`");
  TIN_FIELD(RowKey<double>, from, "least value of the bucket");
  TIN_FIELD(RowKey<double>, to, "largest value of the bucket");
  TIN_FIELD(RowKey<uint64_t>, flows, "flows with a value in it");
};

struct FlowResult : SectionRecord {
  static constexpr const char* kSection = "flows";
  static constexpr const char* kSectionText = "flows of a list, whole run";
  static constexpr bool kMakesCells = true;
  static constexpr bool kRepeatsOperations = true;
  static constexpr const char* kLine =
      "{completed} of {listed} completed, {started} started, {failed} failed; all within "
      "{makespan_us:.6g} us; completion p50 {completion_p50_us:.5g} us, p99 "
      "{completion_p99_us:.5g} "
      "us; slowdown p50 {slowdown_p50:.4g}, p99 {slowdown_p99:.4g}";
  TIN_RECORD(FlowResult);
  TIN_FIELD(Same<uint64_t>, listed, "flows of the list");
  TIN_FIELD(Same<uint64_t>, listed_bytes, "their bytes");
  TIN_FIELD(Sum, started, "flows that hosts have started");
  TIN_FIELD(Sum, started_bytes, "their bytes");
  TIN_FIELD(Sum, completed, "flows that are complete");
  TIN_FIELD(Sum, completed_bytes, "their bytes");
  TIN_FIELD(Sum, failed, "flows of which an operation of 1RMA was given up");
  TIN_FIELD(Unreported<Same<uint64_t>>, first_start, "earliest start of the list, in cycles");
  TIN_FIELD(Unreported<Peak>, last_end, "end of the last flow that completed, in cycles");
  TIN_FIELD(Figure, makespan_us,
            "earliest start of the list to the end of the last flow that completed, in us: for a "
            "collective operation its completion time; null: not all have completed");
  TIN_FIELD(Times, completion, "start of a flow to its end, where its completion is observed");
  TIN_FIELD(Ratios, slowdown, "completion time, divided by that of the flow alone");
  TIN_FIELD(Unreported<Figure>, completion_p50_us, "for the table");
  TIN_FIELD(Unreported<Figure>, completion_p99_us, "for the table");
  TIN_FIELD(Unreported<Figure>, slowdown_p50, "for the table");
  TIN_FIELD(Unreported<Figure>, slowdown_p99, "for the table");
  TIN_FIELD_AS(RowTable<FlowBucket>, buckets, "flow_histograms",
               "`flow_histograms.csv`: a row per bucket");

  void derive(const Measured& measured);
  void judge(Reasons& reasons) const;
};

}  // namespace tinsim
