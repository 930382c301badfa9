// SPDX-License-Identifier: Apache-2.0
// The verdict on a run: what counts, from which number on.
#include "platform/statistics/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "platform/statistics/count_text.h"
#include "platform/statistics/result.h"

namespace tinsim {
namespace {

using CountsByName = std::map<std::string, uint64_t>;

/// Reasons that count from the first case on.
constexpr double kFirst = 0;

/// `cause 12, cause 3`; empty without any.
std::string list_of(const CountsByName& causes) {
  std::string text;
  for (const auto& [cause, count] : causes)
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", cause, grouped(count));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

uint64_t sum_of(const CountsByName& causes) {
  uint64_t sum = 0;
  for (const auto& [cause, count] : causes) sum += count;
  return sum;
}

class Reasons {
 public:
  /// `count` of `of` things: failing if the share is above zero and not below `limit`. Says
  /// nothing where none are.
  void add_count(std::string name, uint64_t count, uint64_t of, double limit,
                 const std::string& what, const std::string& causes = "") {
    if (count == 0) return;
    of = std::max(of, count);
    VerdictReason reason{Verdict::kHealthy, std::move(name), count, of, ""};
    if (reason.share() >= limit) reason.verdict = Verdict::kFailing;
    reason.text = fmt::format("{} of {} {} ({:.3g} %){}{}.", grouped(count), grouped(of), what,
                              100 * reason.share(), causes.empty() ? "" : ": ", causes);
    list_.push_back(std::move(reason));
  }
  void add(Verdict verdict, std::string name, std::string text) {
    list_.push_back({verdict, std::move(name), 0, 0, std::move(text)});
  }
  std::vector<VerdictReason> worst_first() {
    std::stable_sort(
        list_.begin(), list_.end(),
        [](const VerdictReason& a, const VerdictReason& b) { return a.verdict > b.verdict; });
    return std::move(list_);
  }

 private:
  std::vector<VerdictReason> list_;
};

void judge_balance(const RunVerdict& of, Reasons& reasons) {
  if (of.saturated) {
    reasons.add(Verdict::kSaturated, "balance", of.reason);
  } else if (!of.steady) {
    reasons.add(Verdict::kUnsteady, "balance", of.reason);
  }
}

void judge_cells(const RunResult& r, const FailureLimits& limits, Reasons& reasons) {
  reasons.add_count("cells_lost", r.cells.dropped(), r.cells.injected, limits.lost,
                    "cells were lost", list_of(r.cells.dropped_by_cause));
  reasons.add_count("cells_misrouted", r.failures.counts.misrouted, r.cells.delivered, kFirst,
                    "cells arrived at a TiN that was not their destination");
  if (r.failures.changes.empty()) return;
  const FailureChange& last = r.failures.changes.back();
  reasons.add_count("pairs_without_route", last.connected - last.reached_after, last.connected,
                    kFirst, "pairs of TiNs that live links join have no route");
}

void judge_packets(const IpResult& ip, const FailureLimits& limits, Reasons& reasons) {
  const CountsByName lost = ip.lost.by_name();
  reasons.add_count("packets_lost", sum_of(lost), ip.taken, limits.lost, "packets were lost",
                    list_of(lost));
  HostCounts hosts;
  for (const IpClassResult& c : ip.classes) merge_fields(hosts, c.hosts.counts);
  reasons.add_count("packets_repeated", hosts.sent_again, hosts.sent, limits.repeated,
                    "packets of messages were sent again",
                    hosts.timeouts == 0 ? "" : fmt::format("timeouts {}", grouped(hosts.timeouts)));
}

void judge_frames(const FrameCounts& frames, const FailureLimits& limits, Reasons& reasons) {
  const uint64_t malformed = sum_of(frames.malformed), unreadable = sum_of(frames.unreadable);
  const uint64_t on_wire = frames.ip + frames.punted + frames.encapsulated + frames.not_ip +
                           frames.mac_control + malformed;
  reasons.add_count("frames_malformed", malformed, on_wire, limits.lost,
                    "frames were refused as malformed", list_of(frames.malformed));
  reasons.add_count("frames_unreadable", unreadable, on_wire + unreadable, limits.lost,
                    "frames of capture files could not be sent", list_of(frames.unreadable));
}

/// Only the software of CliqueMap retries failed operations; other hosts do not.
void judge_operations(const RmaResult& rma, bool repeats, const FailureLimits& limits,
                      Reasons& reasons) {
  CountsByName failed;
  uint64_t ended = 0;
  for (const RmaOpResult& of : rma.ops)
    for (const auto& [status, count] : of.ended.by_name()) {
      ended += count;
      if (status != "ok") failed[status] += count;
    }
  reasons.add_count("operations_failed", sum_of(failed), ended, repeats ? limits.repeated : kFirst,
                    "operations of 1RMA failed", list_of(failed));
  reasons.add_count("completions_lost", rma.lost_completions, rma.ended, kFirst,
                    "completions of 1RMA had no valid queue");
}

void judge_pcie(const PcieResult& pcie, Reasons& reasons) {
  uint64_t errors = 0, requests = 0;
  for (const PcieRow& row : pcie.rows) {
    errors += row.errors;
    requests += row.reads + row.writes + row.atomics + row.stores + row.loads;
  }
  reasons.add_count("pcie_errors", errors, requests, kFirst,
                    "PCIe requests were outside memory and registers");
}

void judge_cliquemap(const CliqueResult& of, Reasons& reasons) {
  reasons.add_count("gets_failed", of.failed, of.gets, kFirst, "GETs failed");
  reasons.add_count(
      "gets_wrong", of.wrong_values + of.stale + of.wrong_ends, of.gets, kFirst,
      "GETs ended as they must not",
      list_of(
          {{"wrong_values", of.wrong_values}, {"stale", of.stale}, {"wrong_ends", of.wrong_ends}}));
  reasons.add_count("sets_refused", of.sets_refused, of.sets, kFirst, "SETs were refused");
}

}  // namespace

std::vector<VerdictReason> verdict_reasons(const RunResult& r, const FailureLimits& limits) {
  Reasons reasons;
  judge_cells(r, limits, reasons);
  if (r.ip) judge_packets(*r.ip, limits, reasons);
  if (r.frames) judge_frames(*r.frames, limits, reasons);
  if (r.rma) judge_operations(*r.rma, r.cliquemap.has_value(), limits, reasons);
  if (r.pcie) judge_pcie(*r.pcie, reasons);
  if (r.cliquemap) judge_cliquemap(*r.cliquemap, reasons);
  if (r.cut) reasons.add(Verdict::kUnsteady, kCutReason, cut_text(r));
  if (!r.cut || r.verdict.saturated) judge_balance(r.verdict, reasons);
  return reasons.worst_first();
}

Verdict verdict_of(const std::vector<VerdictReason>& reasons) {
  return reasons.empty() ? Verdict::kHealthy : reasons.front().verdict;
}

}  // namespace tinsim
