// SPDX-License-Identifier: Apache-2.0
// Figure 9 of the paper in one pod, and at length as it is: what bulk IP traffic does to 1RMA in
// VCs of its own, and to 1RMA that shares the bulk traffic's.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "platform/statistics/ip_result.h"
#include "platform/statistics/rma_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

struct Tails {
  double high, low, ip;  ///< p99 in us: class H, class L, fabric RTT of values over IP
};

PlatformConfig with_bulk(double gbps, std::vector<std::string> sets) {
  sets.push_back("ip_traffic.0.gbps=" + std::to_string(gbps));
  return load_config(TINSIM_SOURCE_DIR "/configs/isolation.yaml", sets);
}

Tails tails_of(const PlatformConfig& config) {
  const RunResult r = run_fresh(config);
  const auto p99 = [&](const Histogram& times) {
    EXPECT_GT(times.count(), 500u);
    return cycles_to_ns(times.percentile(99), r.core_mhz) / 1000;
  };
  for (const RmaPlanResult& entry : r.sections.get<RmaResult>().entries)
    EXPECT_EQ(entry.failed, 0u);
  for (const auto& [cause, packets] : r.sections.get<IpResult>().lost.by_name())
    EXPECT_EQ(packets, 0u) << cause;
  EXPECT_EQ(r.sections.get<IpResult>().classes.back().cos, 5u);
  return {p99(r.sections.get<RmaResult>().entries.at(0).completion),
          p99(r.sections.get<RmaResult>().entries.at(1).completion),
          p99(r.sections.get<IpResult>().classes.back().hosts.fabric_rtt)};
}

constexpr double kNoBulk = 1e-3, kBulk = 10;

/// The example in one pod, where all hosts ask, as three of those of the example each.
Tails in_a_pod(double bulk_gbps, const std::string& low_class_vcs = "shared") {
  const std::string gbps = std::to_string(3 * 0.32768);
  return tails_of(with_bulk(
      bulk_gbps,
      {"topology.pods=1", "ip_traffic.1.sources=[]", "ip_traffic.1.gbps=" + gbps,
       "rma_traffic.0.sources=[]", "rma_traffic.0.gbps=" + gbps, "rma_traffic.1.sources=[]",
       "rma_traffic.1.gbps=" + gbps, "rma.low_class_vcs=" + low_class_vcs, "run.measure_us=1000"}));
}

TEST(Isolation, BulkTrafficMovesTheHighClassByLessThanAFifth) {
  const Tails without = in_a_pod(kNoBulk), with = in_a_pod(kBulk);
  EXPECT_LT(with.high, 1.2 * without.high);
  EXPECT_LT(with.high, 5);
  EXPECT_GT(with.low, 1.2 * without.low) << "sharing VCs shows nothing";
}

TEST(Isolation, TheOrderIsHighThenLowThenIp) {
  const Tails with = in_a_pod(kBulk);
  EXPECT_GT(with.low, 1.2 * with.high);
  EXPECT_GT(with.ip, with.low);
  EXPECT_LT(with.low, 15);
}

/// It is the sharing that costs class L its time.
TEST(Isolation, VcsOfItsOwnIsolateTheLowClassToo) {
  const Tails own = in_a_pod(kBulk, "own"), shared = in_a_pod(kBulk);
  EXPECT_LT(own.low, 1.2 * own.high);
  EXPECT_GT(shared.low, 1.2 * own.low);
}

/// Figure 9 itself, with three times as many reads for their tails; `make soak` only.
TEST(Isolation, InTheWholeCliqueTheLowClassTakesEightToFifteenMicroseconds) {
  if (std::getenv("TINSIM_SOAK_FACTOR") == nullptr) GTEST_SKIP() << "half a minute: make soak";
  const std::vector<std::string> sets = {"rma_traffic.0.gbps=0.98304", "rma_traffic.1.gbps=0.98304",
                                         "ip_traffic.1.gbps=0.98304", "run.measure_us=120"};
  const Tails without = tails_of(with_bulk(kNoBulk, sets)), with = tails_of(with_bulk(kBulk, sets));
  EXPECT_LT(with.high, 1.2 * without.high);
  EXPECT_LT(with.high, 5);
  EXPECT_GT(with.low, 8);
  EXPECT_LT(with.low, 15);
  EXPECT_GT(with.ip, with.low);
}

}  // namespace
}  // namespace tinsim
