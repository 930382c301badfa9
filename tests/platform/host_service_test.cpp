// SPDX-License-Identifier: Apache-2.0
// Demand of hosts against their service: a lasting shortfall is saturation where hosts wait longer
// and longer, or where the network refuses; not where operations fail for other reasons.
#include "platform/statistics/host_service.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "platform/statistics/cliquemap_result.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/rma_result.h"
#include "platform/statistics/section_of.h"
#include "tests/platform/stats_sample.h"

namespace tinsim {
namespace {

constexpr unsigned kBatches = 100;

/// Hosts request 1000 per batch, more or less, and get `share` of it.
std::vector<ServiceBatch> service(double share) {
  std::vector<ServiceBatch> batches(kBatches);
  for (unsigned i = 0; i < kBatches; ++i) {
    batches[i].asked = 1000 + i * 37 % 100;
    batches[i].done = static_cast<uint64_t>(share * (1000 + i * 61 % 100));
    batches[i].ended = 10;
    batches[i].time = 10 * (400 + i * 53 % 50);
  }
  return batches;
}

RunResult of_operations(double share, const std::string& status, uint64_t failed) {
  RunResult r = sample();
  r.cells = {10'000, 10'000, 0, {}};
  r.batches.assign(kBatches, {});
  for (Batch& batch : r.batches) batch.cycles = 400;
  r.sections.add<RmaResult>();
  r.sections.get<RmaResult>().service = service(share);
  r.sections.get<RmaResult>().ops.resize(1);
  r.sections.get<RmaResult>().ops[0].ended = {{"ok", 1000 - failed}, {status, failed}};
  return r;
}

RunVerdict judge(const RunResult& r) {
  const auto services = host_services(r);
  EXPECT_EQ(services.size(), 1u);
  return judge_service(services.at(0));
}

TEST(HostService, OfferedAndCompletedWorkIsSteady) {
  EXPECT_FALSE(judge(of_operations(1, "timeout", 0)).saturated);
  EXPECT_TRUE(judge(of_operations(1, "timeout", 0)).steady);
}

TEST(HostService, OperationsThatAreLateSaturateFromTheShareOnThatCountsAsAShortfall) {
  for (const char* status : {"timeout", "dispatch_timeout", "nack"}) {
    EXPECT_TRUE(judge(of_operations(0.85, status, 21)).saturated) << status;
    EXPECT_FALSE(judge(of_operations(0.85, status, 20)).saturated) << status;
  }
}

TEST(HostService, OperationsThatFailOtherwiseDoNot) {
  for (const char* status : {"authentication_failure", "local_error"})
    EXPECT_FALSE(judge(of_operations(0.5, status, 500)).saturated) << status;
}

TEST(HostService, EachLostCellMayBeTheReasonOfATimeout) {
  RunResult r = of_operations(0.85, "timeout", 150);
  r.cells.dropped_by_cause["tin_down"] = 130;
  EXPECT_FALSE(judge(r).saturated);
  r.cells.dropped_by_cause["tin_down"] = 129;
  EXPECT_TRUE(judge(r).saturated);
}

TEST(HostService, AShortfallWithHostsThatWaitLongerAndLongerSaturates) {
  RunResult r = of_operations(0.85, "ok", 0);
  EXPECT_FALSE(judge(r).saturated);
  for (unsigned i = 0; i < kBatches; ++i) r.batches[i].source_wait_cycles = 60 * i;
  EXPECT_TRUE(judge(r).saturated);
  r.sections.get<RmaResult>().service = service(1);
  EXPECT_FALSE(judge(r).saturated);
}

TEST(HostService, AShortfallWhereNothingEndsSaturates) {
  RunResult r = of_operations(0, "timeout", 1000);
  for (ServiceBatch& batch : r.sections.get<RmaResult>().service) batch.ended = batch.time = 0;
  EXPECT_TRUE(judge(r).saturated);
}

TEST(HostService, PacketsThatFindNoRoomCountAndLostOnesDoNot) {
  for (const auto& [cause, saturated] : {std::pair{"cleared_to_drop", true},
                                         {"ingress_full", true},
                                         {"unroutable", false},
                                         {"bad_fcs", false}}) {
    RunResult r = of_operations(1, "ok", 0);
    r.sections.remove<RmaResult>();
    r.sections.add<IpResult>();
    r.sections.get<IpResult>().service = service(0.85);
    r.sections.get<IpResult>().taken = 1000;
    r.sections.get<IpResult>().lost = {{cause, 150}};
    EXPECT_EQ(judge(r).saturated, saturated) << cause;
  }
}

TEST(HostService, RequestsOfCliqueMapAreJudgedToo) {
  RunResult r = of_operations(1, "ok", 0);
  r.sections.get<RmaResult>().service.clear();
  r.sections.add<CliqueResult>();
  r.sections.get<CliqueResult>().service = service(0.8);
  for (unsigned i = 0; i < kBatches; ++i) r.batches[i].source_wait_cycles = 60 * i;
  const RunVerdict verdict = judge(r);
  EXPECT_TRUE(verdict.saturated);
  uint64_t asked = 0, done = 0;
  for (const ServiceBatch& batch : r.sections.get<CliqueResult>().service)
    asked += batch.asked, done += batch.done;
  const double share = 100 * static_cast<double>(done) / static_cast<double>(asked);
  EXPECT_TRUE(
      contains(verdict.reason, fmt::format("Hosts got only {:.4g} % of the requests", share)))
      << verdict.reason;
}

TEST(ServiceSeries, CountsWhatIsInTheMeasurementByBatches) {
  ServiceSeries series;
  series.asked(5, 1);  // nothing counts before measure()
  series.measure(100, 200, 25);
  for (Cycle at : {99u, 100u, 124u, 175u, 130u, 199u, 200u}) {
    series.asked(at, 10);
    series.done(at, at);
    series.ended(at, 7);
  }
  const auto& batches = series.batches();
  ASSERT_EQ(batches.size(), 4u);
  const uint64_t ended[] = {2, 1, 0, 2}, done[] = {224, 130, 0, 374};
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(batches[i].ended, ended[i]) << i;
    EXPECT_EQ(batches[i].asked, 10 * ended[i]) << i;
    EXPECT_EQ(batches[i].time, 7 * ended[i]) << i;
    EXPECT_EQ(batches[i].done, done[i]) << i;
  }
  auto sum = batches;
  sum.pop_back();
  RowsByPlace<ServiceBatch>::merge(sum, batches);
  ASSERT_EQ(sum.size(), 4u);
  EXPECT_EQ(sum[0].done, 448u);
  EXPECT_EQ(sum[3].done, 374u);
}

}  // namespace
}  // namespace tinsim
