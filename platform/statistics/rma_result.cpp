// SPDX-License-Identifier: Apache-2.0
// Reasons of the verdict that follow from the counts of operations of 1RMA.
#include "platform/statistics/rma_result.h"

#include <fmt/format.h>

#include "platform/statistics/reasons.h"

namespace tinsim {

void RmaResult::judge(Reasons& reasons) const {
  CountsByName failed;
  uint64_t all = 0;
  for (const RmaOpResult& of : ops)
    for (const auto& [status, count] : of.ended.by_name()) {
      all += count;
      if (status != "ok") failed[status] += count;
    }
  const double limit = reasons.operations_repeated ? reasons.limits.repeated : Reasons::kFirst;
  reasons.add_count("operations_failed", sum_of(failed), all, limit, "operations of 1RMA failed",
                    list_of(failed));
  reasons.add_count("completions_lost", lost_completions, ended, Reasons::kFirst,
                    "completions of 1RMA had no valid queue");
}

std::optional<HostService> RmaResult::host_service(const HostBatches& batches) const {
  if (service.empty()) return {};
  uint64_t not_done = 0, all = 0;
  for (const RmaOpResult& op : ops) {
    not_done += sum_of(op.ended.by_name(), {"timeout", "dispatch_timeout", "nack"});
    for (uint64_t count : op.ended) all += count;
  }
  HostService of{"operations", batches.with(service), batches.refused_share(not_done, all), "", ""};
  of.refused_text =
      fmt::format("{:.4g} % of the operations timed out or were refused", 100 * of.refused);
  if (demand)
    of.demand_text =
        fmt::format("All that they asked for would load the busiest of the {} to {:.4g} %.",
                    demand->kind, 100 * demand->busiest_link);
  return of;
}

}  // namespace tinsim
