// SPDX-License-Identifier: Apache-2.0
// Reasons of the verdict that follow from the counts of requests of CliqueMap.
#include "platform/statistics/cliquemap_result.h"

#include "platform/statistics/reasons.h"

namespace tinsim {

void CliqueResult::judge(Reasons& reasons) const {
  reasons.add_count("gets_failed", failed, gets, Reasons::kFirst, "GETs failed");
  reasons.add_count(
      "gets_wrong", wrong_values + stale + wrong_ends, gets, Reasons::kFirst,
      "GETs ended as they must not",
      list_of({{"wrong_values", wrong_values}, {"stale", stale}, {"wrong_ends", wrong_ends}}));
  reasons.add_count("sets_refused", sets_refused, sets, Reasons::kFirst, "SETs were refused");
}

std::optional<HostService> CliqueResult::host_service(const HostBatches& batches) const {
  if (service.empty()) return {};
  return HostService{"requests", batches.with(service), 0, "", ""};
}

}  // namespace tinsim
