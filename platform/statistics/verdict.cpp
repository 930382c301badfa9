// SPDX-License-Identifier: Apache-2.0
// The verdict on a run: cells and balance, and what the sections add.
#include "platform/statistics/verdict.h"

#include <fmt/format.h>

#include <utility>

#include "platform/config/chip_words.h"
#include "platform/statistics/exanet_result.h"
#include "platform/statistics/reasons.h"
#include "platform/statistics/result.h"

namespace tinsim {
namespace {

void judge_balance(const RunVerdict& of, Reasons& reasons) {
  if (of.saturated) {
    reasons.add(Verdict::kSaturated, "balance", of.reason);
  } else if (!of.steady) {
    reasons.add(Verdict::kUnsteady, "balance", of.reason);
  }
}

void judge_cells(const RunResult& r, Reasons& reasons) {
  const ChipWords words = chip_words(chip_kind(r.sections));
  reasons.add_count("cells_lost", r.cells.dropped(), r.cells.injected, reasons.limits.lost,
                    fmt::format("{}s were lost", words.unit), list_of(r.cells.dropped_by_cause));
  reasons.add_count("cells_misrouted", r.failures.counts.misrouted, r.cells.delivered,
                    Reasons::kFirst, "cells arrived at a TiN that was not their destination");
  if (r.failures.changes.empty()) return;
  const FailureChange& last = r.failures.changes.back();
  reasons.add_count("pairs_without_route", last.connected - last.reached_after, last.connected,
                    Reasons::kFirst, "pairs of TiNs that live links join have no route");
}

}  // namespace

std::vector<VerdictReason> verdict_reasons(const RunResult& r, const FailureLimits& limits) {
  Reasons reasons(limits, r.sections.repeat_operations());
  judge_cells(r, reasons);
  for (const auto& section : r.sections) section->judge(reasons);
  if (r.cut) reasons.add(Verdict::kUnsteady, kCutReason, cut_text(r));
  if (!r.cut || r.verdict.saturated) judge_balance(r.verdict, reasons);
  const std::string unreached = unreached_text(r.precision);
  if (!r.cut && !unreached.empty()) reasons.add(Verdict::kUnsteady, "precision", unreached);
  return std::move(reasons).worst_first();
}

Verdict verdict_of(const std::vector<VerdictReason>& reasons) {
  return reasons.empty() ? Verdict::kHealthy : reasons.front().verdict;
}

}  // namespace tinsim
