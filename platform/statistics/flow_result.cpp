// SPDX-License-Identifier: Apache-2.0
// Results of flows: figures that follow from the counts of all ranks.
#include "platform/statistics/flow_result.h"

#include "platform/statistics/reasons.h"

namespace tinsim {
namespace {

constexpr double kThousand = 1000;

void add_buckets(const char* quantity, const Histogram& h, double unit,
                 std::vector<FlowBucket>& rows) {
  h.for_each_bucket([&](uint64_t low, uint64_t high, uint64_t count) {
    rows.push_back(
        {quantity, static_cast<double>(low) * unit, static_cast<double>(high) * unit, count});
  });
}

}  // namespace

Json json_of(Ratios, const Histogram& ratios, double) {
  // A count of thousandths as cycles of a clock whose cycle is a thousandth of a nanosecond.
  return latency_json(ratios, 1'000'000);
}

void FlowResult::derive(const Measured& measured) {
  const auto us = [&](double cycles) { return cycles / measured.core_mhz; };
  if (completed == listed && last_end > first_start)
    makespan_us = us(static_cast<double>(last_end - first_start));
  completion_p50_us = us(completion.percentile(50));
  completion_p99_us = us(completion.percentile(99));
  slowdown_p50 = slowdown.percentile(50) / kThousand;
  slowdown_p99 = slowdown.percentile(99) / kThousand;
  buckets.clear();
  add_buckets("completion_ns", completion, kThousand / measured.core_mhz, buckets);
  add_buckets("slowdown", slowdown, 1 / kThousand, buckets);
}

void FlowResult::judge(Reasons& reasons) const {
  reasons.add_count("flows_failed", failed, started, Reasons::kFirst, "flows failed");
}

}  // namespace tinsim
