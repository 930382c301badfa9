// SPDX-License-Identifier: Apache-2.0
// The head of summary.json, which every run has, and the rows of latency.csv and batches.csv.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields/field_json.h"
#include "platform/statistics/result.h"
#include "platform/statistics/verdict.h"

namespace tinsim {

/// Latencies, with the half width of the 95 % interval on their mean.
struct LatencyInterval {
  Histogram times;
  std::optional<double> half_width_cycles;
  bool reliable = false;
};
struct IntervalTimes : FieldKind<LatencyInterval> {
  static constexpr const char* kSuffix = Times::kSuffix;
  static constexpr const char* kUnit = Times::kUnit;
};
Json json_of(IntervalTimes, const LatencyInterval& latency, double core_mhz);

/// By name, for in a list the number of a reason would not say which it is.
struct ReasonList : FieldKind<std::vector<VerdictReason>> {};
Json json_of(ReasonList, const std::vector<VerdictReason>& reasons, double core_mhz);

/// A clock in MHz: written without a fraction where it has none.
struct ClockMhz : Same<double> {};
Json json_of(ClockMhz, double mhz, double core_mhz);

struct CellSummary {
  TIN_RECORD(CellSummary);
  TIN_FIELD(Sum, injected, "cells that entered: delivered + dropped + in flight");
  TIN_FIELD(Sum, delivered, "cells whose last word was delivered");
  TIN_FIELD(Sum, dropped, "cells lost on a link, or damaged there");
  TIN_FIELD(Sum, in_flight, "cells in the network at the end of the run");
  TIN_FIELD(Causes, dropped_by_cause,
            "link losses by cause of `links.csv`, `damaged`, `unreachable`, `tin_down`");
};

struct ClassSummary {
  TIN_RECORD(ClassSummary);
  TIN_FIELD_AS(RowKey<unsigned>, class_, "class", "traffic class");
  TIN_FIELD(Sum, cells, "delivered in the measurement");
  TIN_FIELD(Times, latency, "of these");
};

struct SummaryHead {
  TIN_RECORD(SummaryHead);
  TIN_FIELD(Same<std::string>, config, "the configuration, as the user named it");
  TIN_FIELD(Same<std::string>, network, "one line, e.g. dragonfly, 4 pods of 12 TiNs");
  TIN_FIELD(Same<uint64_t>, seed, "seed of all random streams");
  TIN_FIELD(ClockMhz, core_mhz, "clock of the chips");
  TIN_FIELD(Same<uint64_t>, chips, "TiNs of the network");
  TIN_FIELD(Same<uint64_t>, cycles, "whole run, warm-up included");
  TIN_FIELD(TimeFigure, simulated, "the same in ns");
  TIN_FIELD(Same<double>, warmup_us, "up to the measurement");
  TIN_FIELD(Same<double>, measure_us, "length of the measurement");
  TIN_FIELD(Same<double>, wall_s, "wall time of the simulation");
  TIN_FIELD(Sum, cell_hops, "chips that cells passed, whole run");
  TIN_FIELD(Figure, cell_hops_per_s, "… per second of wall time");
  TIN_FIELD(Sum, peak_rss_bytes, "memory of all ranks");
  TIN_FIELD(Part<CellSummary>, cells, "cells, whole run");
  TIN_FIELD(Figure, offered_gbps_per_tin,
            "born in the measurement, headers included; raw cells if any");
  TIN_FIELD(Figure, accepted_gbps_per_tin, "delivered in the measurement, headers included");
  TIN_FIELD(Figure, payload_gbps_per_tin, "… without headers of cells; raw cells alone");
  TIN_FIELD(Sum, measured_cells, "cells delivered in the measurement that have a latency");
  TIN_FIELD(IntervalTimes, latency,
            "of these; `ci95`: half width of the 95 % interval on the mean; `ci95_reliable`");
  TIN_FIELD(Figure, hops_mean, "TiNs per delivered cell, those before parking included");
  TIN_FIELD(Same<std::string>, verdict, "`healthy`, `unsteady`, `saturated` or `failing`");
  TIN_FIELD(ReasonList, verdict_reasons,
            "by name {`verdict`, `count`, `of`, `share`, `text`}: what was lost, failed, was "
            "repeated or out of balance");
  TIN_FIELD(Same<bool>, steady, "whether the means are those of a steady network");
  TIN_FIELD(Same<bool>, saturated, "more is offered than the network accepts");
  TIN_FIELD(Same<std::optional<std::string>>, saturated_reason, "a sentence");
  TIN_FIELD(Same<std::optional<std::string>>, unsteady_reason, "a sentence");
  TIN_FIELD(Rows<ClassSummary>, classes, "traffic classes in the measurement");
  TIN_FIELD(Same<std::string>, state_hash, "hash over every delivery, 16 hexadecimal digits");
};
SummaryHead summary_head(const RunResult& result);

/// A row of latency.csv: a bucket of a histogram.
struct LatencyRow {
  TIN_RECORD(LatencyRow);
  TIN_FIELD(RowKey<std::string>, scope, "`all` cells, `class N`, or terminal `port CHIP/PORT`");
  TIN_FIELD(TimeFigure, low, "lowest latency of the bucket");
  TIN_FIELD(TimeFigure, high, "highest latency of the bucket");
  TIN_FIELD(Sum, count, "cells");
  TIN_FIELD(Derived<double>, cumulative_fraction, "share of cells that took at most so long");
};

/// A row of batches.csv.
struct BatchRow {
  TIN_RECORD(BatchRow);
  TIN_FIELD(RowKey<std::string>, phase, "`warmup` or `measure`");
  TIN_FIELD(RowKey<uint64_t>, batch, "number in the phase");
  TIN_FIELD(Same<uint64_t>, cycles, "length");
  TIN_FIELD(Sum, cells, "delivered in the batch");
  TIN_FIELD(TimeFigure, latency_mean, "of these; empty where none has a latency");
  TIN_FIELD(Figure, offered_gbps_per_tin, "born in the batch");
  TIN_FIELD(Figure, accepted_gbps_per_tin, "delivered in the batch");
  TIN_FIELD(TimeFigure, source_wait, "mean age of the oldest cell that waits at a source");
};
BatchRow batch_row(const char* phase, std::size_t number, const Batch& batch,
                   const RunResult& result);

}  // namespace tinsim
