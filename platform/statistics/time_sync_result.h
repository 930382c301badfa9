// SPDX-License-Identifier: Apache-2.0
// How far apart the clocks of the chips were, and what keeping them together took.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/statistics/section.h"

namespace tinsim {

/// The clock of one chip.
struct TimeSyncRow {
  TIN_RECORD(TimeSyncRow);
  TIN_FIELD(RowKey<uint16_t>, chip, "number of the chip");
  TIN_FIELD(RowKey<uint16_t>, pod, "its pod");
  TIN_FIELD(RowKey<uint16_t>, tin, "its number in the pod");
  TIN_FIELD(RowKey<uint16_t>, parent, "chip that it follows; its own number for the primary");
  TIN_FIELD(RowKey<uint16_t>, depth, "links from the primary");
  TIN_FIELD(RowKey<double>, offset_ppm, "by how much its clock is fast at the start");
  TIN_FIELD(RowKey<uint64_t>, channel_delay_cycles, "measured delay of the link to the parent");
  TIN_FIELD(Sum, accepted, "TIMESYNC sets that set the clock");
  TIN_FIELD(Sum, refused, "… that were invalid");
  TIN_FIELD(Sum, sent, "TIMESYNC sets on its links");
  TIN_FIELD(Derived<std::optional<double>>, failed_us, "first failure of the clock; empty: none");
  TIN_FIELD(Derived<std::optional<double>>, moved_us,
            "valid since then in the tree of the standby; empty: is not");
};

/// The clocks of all chips at one time.
struct TimeSyncSample {
  TIN_RECORD(TimeSyncSample);
  TIN_FIELD(RowKey<double>, time_us, "from the start of the run");
  TIN_FIELD(RowKey<uint64_t>, valid, "clocks that are valid and have not failed");
  TIN_FIELD(RowKey<double>, error_ns, "largest difference between two of them");
  TIN_FIELD(RowKey<bool>, steady, "all clocks are valid and in one tree, and its primary works");
};

struct TimeSyncResult : SectionRecord {
  static constexpr const char* kSection = "timesync";
  static constexpr const char* kSectionText = "hardware clocks of the chips";
  static constexpr const char* kLine =
      "{samples} samples, {steady} steady; {beyond} errors and {interrupted_cells} interruptions "
      "that are not allowed";
  TIN_RECORD(TimeSyncResult);
  TIN_FIELD(Same<uint64_t>, depth, "links from the primary to the farthest chip");
  TIN_FIELD(Same<double>, allowed_ns, "error between the two farthest clocks that is allowed");
  TIN_FIELD(Local<Histogram>, errors, "largest difference between two clocks, by sample");
  TIN_FIELD(Sum, samples, "times in the measurement at which all clocks were compared");
  TIN_FIELD(Sum, steady, "… with all clocks valid in one tree, and its primary at work");
  TIN_FIELD(TimeFigure, error_max, "largest difference between two clocks in those");
  TIN_FIELD(TimeFigure, error_p99, "… exceeded in one of a hundred");
  TIN_FIELD(TimeFigure, error_p999, "… exceeded in one of a thousand");
  TIN_FIELD(Sum, beyond, "pairs of depths and samples whose error is not allowed: must be 0");
  TIN_FIELD(BasicPeak<double>, holdover_error_ns,
            "largest difference between two valid clocks in all other samples");
  TIN_FIELD(Times, wait, "of TIMESYNC sets from the transmit scheduler to the link, whole run");
  TIN_FIELD(PeakTime, wait_max, "longest of them");
  TIN_FIELD(Sum, interrupted_cells, "cells that a TIMESYNC interrupted: must be 0");
  TIN_FIELD(Sum, skips, "removable sets for elastic buffers, whole run");
  TIN_FIELD(Sum, slots_removed, "… that receivers removed, since the sender's clock is faster");
  TIN_FIELD(Sum, slots_inserted, "slots that receivers inserted, since it is slower");
  TIN_FIELD(Derived<uint64_t>, failed_chips, "clocks that noticed the failure of the primary");
  TIN_FIELD(Derived<std::optional<double>>, noticed_us, "time of the first that did; null: none");
  TIN_FIELD(Derived<std::optional<double>>, rerooted_us,
            "all clocks are valid since then in the tree of the standby; null: not all are");
  TIN_FIELD_AS(RowTable<TimeSyncRow>, rows, "timesync", "`timesync.csv`: a row per chip");
  TIN_FIELD_AS(RowTable<TimeSyncSample>, sample_rows, "timesync_error",
               "`timesync_error.csv`: a row per sample");

  void derive(const Measured& measured);
  void judge(Reasons& reasons) const;
};

}  // namespace tinsim
