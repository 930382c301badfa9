// SPDX-License-Identifier: Apache-2.0
// The verdict on a run: each reason counts from its limit on and not before, the worst gives the
// word, and table and summary.json show the list as it is.
#include "platform/statistics/verdict.h"

#include <gtest/gtest.h>

#include <sstream>

#include "platform/result/writer.h"
#include "platform/statistics/cliquemap_result.h"
#include "platform/statistics/ethernet_clos_result.h"
#include "platform/statistics/frame_counts.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/pcie_result.h"
#include "platform/statistics/rma_result.h"
#include "platform/statistics/section_of.h"
#include "tests/platform/stats_sample.h"

namespace tinsim {
namespace {

RunResult healthy() {
  RunResult r = sample();
  r.cells = {1'000'000, 1'000'000, 0, {}};
  return r;
}

const VerdictReason* find(const std::vector<VerdictReason>& reasons, const std::string& name) {
  for (const VerdictReason& reason : reasons)
    if (reason.name == name) return &reason;
  return nullptr;
}

/// `lose(result, n)` makes n of `of` things go wrong; n = `first` is the first number that counts.
template <class Lose>
void expect_limit(const std::string& name, uint64_t of, uint64_t first, const Lose& lose) {
  RunResult none = healthy(), below = healthy(), at = healthy();
  lose(none, 0);
  EXPECT_EQ(find(verdict_reasons(none), name), nullptr) << name;
  EXPECT_EQ(verdict_of(verdict_reasons(none)), Verdict::kHealthy) << name;
  if (first > 1) {
    lose(below, first - 1);
    const auto reasons = verdict_reasons(below);
    ASSERT_NE(find(reasons, name), nullptr) << name;
    EXPECT_EQ(find(reasons, name)->count, first - 1) << name;
    EXPECT_EQ(verdict_of(reasons), Verdict::kHealthy) << name;
  }
  lose(at, first);
  const auto reasons = verdict_reasons(at);
  ASSERT_NE(find(reasons, name), nullptr) << name;
  EXPECT_EQ(find(reasons, name)->count, first) << name;
  EXPECT_EQ(find(reasons, name)->of, of) << name;
  EXPECT_EQ(verdict_of(reasons), Verdict::kFailing) << name;
}

TEST(Verdict, IsHealthyWhereNothingWasLostAndTheNetworkWasInBalance) {
  EXPECT_TRUE(verdict_reasons(healthy()).empty());
}

TEST(Verdict, OneCellOfAThousandLostIsFailing) {
  expect_limit("cells_lost", 1'000'000, 1000,
               [](RunResult& r, uint64_t n) { r.cells.dropped_by_cause["no_lock"] = n; });
}

TEST(Verdict, OnePacketOfAThousandLostIsFailing) {
  expect_limit("packets_lost", 20'000, 20, [](RunResult& r, uint64_t n) {
    r.sections.add<IpResult>();
    r.sections.get<IpResult>().taken = 20'000;
    r.sections.get<IpResult>().lost = {{"ingress_full", n}, {"cleared_to_drop", 0}};
  });
}

TEST(Verdict, OnePacketOfAHundredSentAgainIsFailing) {
  expect_limit("packets_repeated", 5000, 50, [](RunResult& r, uint64_t n) {
    r.sections.add<IpResult>();
    r.sections.get<IpResult>().classes.resize(2);
    r.sections.get<IpResult>().classes[0].hosts.counts.sent = 4000;
    r.sections.get<IpResult>().classes[1].hosts.counts.sent = 1000;
    r.sections.get<IpResult>().classes[1].hosts.counts.sent_again = n;
  });
}

TEST(Verdict, OneFrameOfAThousandRefusedIsFailing) {
  const auto frames = [](RunResult& r, uint64_t whole) {
    r.sections.add<FrameCounts>();
    r.sections.get<FrameCounts>().ip = whole;
  };
  expect_limit("frames_malformed", 1000, 1, [&](RunResult& r, uint64_t n) {
    frames(r, 1000 - n);
    r.sections.get<FrameCounts>().malformed["bad_fcs"] = n;
  });
  expect_limit("frames_unreadable", 1000, 1, [&](RunResult& r, uint64_t n) {
    frames(r, 1000 - n);
    r.sections.get<FrameCounts>().unreadable["cut"] = n;
  });
}

RmaOpResult operations(uint64_t ok, const std::string& status, uint64_t failed) {
  RmaOpResult of;
  of.op = "read";
  of.class_ = "H";
  of.ended = {{"ok", ok}, {status, failed}};
  return of;
}

TEST(Verdict, OneOperationThatFailsIsFailing) {
  for (const char* status : {"timeout", "dispatch_timeout", "nack", "authentication_failure"})
    expect_limit("operations_failed", 1'000'000, 1, [&](RunResult& r, uint64_t n) {
      r.sections.add<RmaResult>();
      r.sections.get<RmaResult>().ops = {operations(999'000 - n, status, n),
                                         operations(1000, status, 0)};
    });
}

TEST(Verdict, OperationsThatSoftwareRepeatsCountFromOneOfAHundredOn) {
  expect_limit("operations_failed", 1000, 10, [](RunResult& r, uint64_t n) {
    r.sections.add<RmaResult>();
    r.sections.get<RmaResult>().ops = {operations(1000 - n, "nack", n)};
    r.sections.add<CliqueResult>();
  });
}

TEST(Verdict, OneRequestOfCliqueMapThatFailsIsFailing) {
  const auto one = [](uint64_t CliqueResult::*field) {
    return [field](RunResult& r, uint64_t n) {
      r.sections.add<CliqueResult>();
      r.sections.get<CliqueResult>().gets = r.sections.get<CliqueResult>().sets = 1'000'000;
      (r.sections.get<CliqueResult>()).*field = n;
    };
  };
  expect_limit("gets_failed", 1'000'000, 1, one(&CliqueResult::failed));
  expect_limit("gets_wrong", 1'000'000, 1, one(&CliqueResult::stale));
  expect_limit("gets_wrong", 1'000'000, 1, one(&CliqueResult::wrong_values));
  expect_limit("gets_wrong", 1'000'000, 1, one(&CliqueResult::wrong_ends));
  expect_limit("sets_refused", 1'000'000, 1, one(&CliqueResult::sets_refused));
}

TEST(Verdict, OneLookupOverEthernetThatFailsIsFailing) {
  const auto one = [](uint64_t ClosLookupResult::*field) {
    return [field](RunResult& r, uint64_t n) {
      r.sections.add<EthernetClosResult>();
      auto& lookups = r.sections.get<EthernetClosResult>().lookups;
      lookups.emplace();
      lookups->gets = 1'000'000;
      (*lookups).*field = n;
    };
  };
  expect_limit("ethernet_gets_failed", 1'000'000, 1, one(&ClosLookupResult::failed));
  expect_limit("ethernet_gets_failed", 1'000'000, 1, one(&ClosLookupResult::wrong));
}

TEST(Verdict, WhatNoTransportRepairsIsFailingFromTheFirstOn) {
  expect_limit("completions_lost", 1'000'000, 1, [](RunResult& r, uint64_t n) {
    r.sections.add<RmaResult>();
    r.sections.get<RmaResult>().ended = 1'000'000;
    r.sections.get<RmaResult>().lost_completions = n;
  });
  expect_limit("pcie_errors", 10, 1, [](RunResult& r, uint64_t n) {
    r.sections.add<PcieResult>();
    PcieRow row;
    row.reads = 7, row.stores = 3, row.errors = n;
    r.sections.get<PcieResult>().rows = {row};
  });
  expect_limit("cells_misrouted", 1'000'000, 1,
               [](RunResult& r, uint64_t n) { r.failures.counts.misrouted = n; });
  expect_limit("pairs_without_route", 12, 1, [](RunResult& r, uint64_t n) {
    FailureChange change;
    change.connected = 12;
    change.reached_after = 12 - n;
    r.failures.changes = {change};
  });
}

TEST(Verdict, TheWorstReasonIsTheWordAndComesFirst) {
  RunResult r = healthy();
  r.verdict = {false, false, "Too short."};
  EXPECT_EQ(verdict_of(verdict_reasons(r)), Verdict::kUnsteady);
  r.verdict = {false, true, "Too much."};
  EXPECT_EQ(verdict_of(verdict_reasons(r)), Verdict::kSaturated);
  r.cells.dropped_by_cause["damaged"] = 1;
  auto reasons = verdict_reasons(r);
  EXPECT_EQ(verdict_of(reasons), Verdict::kSaturated);
  ASSERT_EQ(reasons.size(), 2u);
  EXPECT_EQ(reasons[1].verdict, Verdict::kHealthy);
  r.cells.dropped_by_cause["damaged"] = 2000;
  reasons = verdict_reasons(r);
  EXPECT_EQ(reasons[0].name, "cells_lost");
  EXPECT_EQ(reasons[0].text, "2,000 of 1,000,000 cells were lost (0.2 %): damaged 2,000.");
  EXPECT_EQ(reasons[1].text, "Too much.");
}

TEST(Verdict, SummaryHasTheListByName) {
  RunResult r = healthy();
  EXPECT_EQ(make_summary(r).at("verdict"), "healthy");
  EXPECT_TRUE(make_summary(r).at("verdict_reasons").empty());
  r.verdict = {false, true, "Too much."};
  r.cells.dropped_by_cause = {{"no_lock", 3000}, {"unreachable", 1000}};
  EXPECT_EQ(make_summary(r).at("verdict"), "failing");
  EXPECT_EQ(make_summary(r).at("verdict_reasons"), nlohmann::ordered_json::parse(R"({
      "cells_lost": {"verdict": "failing", "count": 4000, "of": 1000000, "share": 0.004,
        "text": "4,000 of 1,000,000 cells were lost (0.4 %): no lock 3,000, unreachable 1,000."},
      "balance": {"verdict": "saturated", "text": "Too much."}})"));
}

TEST(Verdict, TableSaysTheWordAndEachReason) {
  const auto table = [](const RunResult& r) {
    std::ostringstream out;
    print_table(out, r, false);
    return out.str();
  };
  RunResult r = healthy();
  EXPECT_TRUE(contains(table(r), "\n  verdict       healthy\n"));
  r.cells.dropped_by_cause["damaged"] = 1;
  EXPECT_TRUE(contains(table(r), "\n  verdict       healthy\n"));
  EXPECT_TRUE(contains(table(r), "note        1 of 1,000,000 cells were lost"));
  r.verdict = {false, false, "Too short."};
  EXPECT_TRUE(contains(table(r), "\n  verdict       unsteady\n"));
  EXPECT_TRUE(contains(table(r), "NOT STEADY    Too short."));
  r.sections.add<RmaResult>();
  r.sections.get<RmaResult>().ops = {operations(90, "timeout", 10)};
  EXPECT_TRUE(contains(table(r), "\n  verdict       failing\n"));
  EXPECT_TRUE(
      contains(table(r), "FAILING       10 of 100 operations of 1RMA failed (10 %): timeout"));
  EXPECT_TRUE(contains(table(r), "NOT STEADY    Too short."));
}

}  // namespace
}  // namespace tinsim
