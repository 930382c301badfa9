// SPDX-License-Identifier: Apache-2.0
// Congestion control of 1RMA against its closed forms; in a loop: rma_aimd_loop_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "tlm/host/rma/aimd.h"

namespace tinsim {
namespace {

constexpr RmaDirection kRead = RmaDirection::kRead, kWrite = RmaDirection::kWrite;
constexpr Cycle kRtt = 2000;  // 5 us

TEST(RmaAimd, BelowOneAnOperationAddsAQuarterAndAboveAQuarterOfItsShare) {
  const RmaAimdParams params;
  EXPECT_DOUBLE_EQ(aimd_increased(params, 0.1), 0.35);
  EXPECT_DOUBLE_EQ(aimd_increased(params, 1), 1.25);
  EXPECT_DOUBLE_EQ(aimd_increased(params, 10), 10.025);
  EXPECT_DOUBLE_EQ(aimd_increased(params, 128), 128);
  // dw/dn = 1 / (4 w): w^2 = w0^2 + n / 2.
  double window = 4;
  for (unsigned n = 0; n < 400; ++n) window = aimd_increased(params, window);
  EXPECT_NEAR(window, std::sqrt(16 + 200.0), 0.02);
}

TEST(RmaAimd, DecreasesWithTheExcessDelayDownToAHalf) {
  const RmaAimdParams params;
  EXPECT_DOUBLE_EQ(aimd_decreased(params, 10, 1000, 1000), 10);
  EXPECT_DOUBLE_EQ(aimd_decreased(params, 10, 1250, 1000), 10 * (1 - 0.8 * 0.2));
  EXPECT_DOUBLE_EQ(aimd_decreased(params, 10, 2000, 1000), 6);
  // 1 - 0.8 (d - t) / d = 0.5 at d = t / 0.375.
  EXPECT_GT(aimd_decreased(params, 10, 2660, 1000), 5);
  EXPECT_DOUBLE_EQ(aimd_decreased(params, 10, 2670, 1000), 5);
  EXPECT_DOUBLE_EQ(aimd_decreased(params, 10, 1e9, 1000), 5);
  EXPECT_DOUBLE_EQ(aimd_decreased(params, 0.011, 1e9, 1000), 0.01);
}

TEST(RmaAimd, DecreasesOncePerRoundTrip) {
  const RmaAimdParams params;
  RmaWindow window(params, 16);
  window.ended(100, 1e9, 1000, kRtt);
  EXPECT_DOUBLE_EQ(window.ops(), 8);
  window.ended(100 + kRtt - 1, 1e9, 1000, kRtt);
  window.collapse(100 + kRtt - 1, kRtt);
  EXPECT_DOUBLE_EQ(window.ops(), 8);
  window.collapse(100 + kRtt, kRtt);
  EXPECT_DOUBLE_EQ(window.ops(), 0.8);
}

/// Windows after one operation to host 7 has ended so.
struct After {
  explicit After(RmaStatus status, Cycle issue = 0, Cycle total = 1000) : congestion(with()) {
    congestion.issued(0, 7, kRead);
    congestion.ended(total, 7, kRead, status, issue, total);
  }
  static RmaAimdParams with() {
    RmaAimdParams params;
    params.initial_remote = 4;
    params.remote_target = 2400;
    return params;
  }
  double local() const { return congestion.local().ops(); }
  double remote() const { return congestion.remote_window(7, kRead); }
  RmaCongestion congestion;
};

TEST(RmaCongestion, EachStatusHitsTheWindowOfItsCause) {
  EXPECT_DOUBLE_EQ(After(RmaStatus::kOk).local(), 15 + 0.25 / 15);
  EXPECT_DOUBLE_EQ(After(RmaStatus::kOk).remote(), 4 + 0.25 / 4);
  EXPECT_DOUBLE_EQ(After(RmaStatus::kDispatchTimeout).local(), 1.5);
  EXPECT_DOUBLE_EQ(After(RmaStatus::kDispatchTimeout).remote(), 4);
  for (RmaStatus status : {RmaStatus::kNack, RmaStatus::kTimeout}) {
    EXPECT_DOUBLE_EQ(After(status).local(), 15);
    EXPECT_DOUBLE_EQ(After(status).remote(), 0.4);
  }
  EXPECT_DOUBLE_EQ(After(RmaStatus::kAuthentication).local(), 15);
  EXPECT_DOUBLE_EQ(After(RmaStatus::kAuthentication).remote(), 4);
}

TEST(RmaCongestion, IssueDelayIsLocalAndTheRestRemote) {
  // Targets 800 and 2400; factor 1 - 0.8 (d - t) / d.
  const After here(RmaStatus::kOk, 1000, 3000);
  EXPECT_DOUBLE_EQ(here.local(), 15 * (1 - 0.8 * 0.2));
  EXPECT_DOUBLE_EQ(here.remote(), 4 + 0.25 / 4);
  const After there(RmaStatus::kOk, 500, 3500);
  EXPECT_DOUBLE_EQ(there.local(), 15 + 0.25 / 15);
  EXPECT_DOUBLE_EQ(there.remote(), 4 * (1 - 0.8 * 0.2));
}

TEST(RmaCongestion, BothWindowsHoldOperationsBack) {
  RmaAimdParams params;
  params.initial_local = 3;
  params.initial_remote = 2;
  RmaCongestion congestion(params);
  congestion.issued(0, 1, kRead);
  EXPECT_EQ(congestion.may_issue(5, 1, kRead), 5u);
  congestion.issued(0, 1, kRead);
  EXPECT_EQ(congestion.may_issue(5, 1, kRead), kNoCycle);  // the remote one
  EXPECT_EQ(congestion.may_issue(5, 1, kWrite), 5u);       // has others for other directions
  EXPECT_EQ(congestion.may_issue(5, 2, kRead), 5u);        // and hosts
  congestion.issued(0, 2, kRead);
  EXPECT_EQ(congestion.may_issue(5, 3, kRead), kNoCycle);  // the local one
  congestion.ended(2000, 2, kRead, RmaStatus::kAuthentication, 0, 2000);
  EXPECT_EQ(congestion.may_issue(2000, 3, kRead), 2000u);
}

TEST(RmaCongestion, BelowOneTheyArePaced) {
  RmaAimdParams params;
  params.initial_remote = 0.25;
  RmaCongestion congestion(params);
  EXPECT_EQ(congestion.may_issue(100, 1, kRead), 100u);
  congestion.issued(100, 1, kRead);
  EXPECT_EQ(congestion.may_issue(150, 1, kRead), kNoCycle);  // one in flight
  congestion.ended(1100, 1, kRead, RmaStatus::kAuthentication, 0, 1000);
  // No round trip is known yet: 2000 cycles, of which a quarter of an operation comes.
  EXPECT_EQ(congestion.may_issue(1100, 1, kRead), 100u + 4 * 2000);
  EXPECT_EQ(congestion.may_issue(8101, 1, kRead), 8101u);
}

}  // namespace
}  // namespace tinsim
