// SPDX-License-Identifier: Apache-2.0
// Reasons of the verdict that follow from the counts of packets.
#include "platform/statistics/ip_result.h"

#include <fmt/format.h>

#include "platform/statistics/count_text.h"
#include "platform/statistics/reasons.h"

namespace tinsim {

void IpResult::judge(Reasons& reasons) const {
  const CountsByName causes = lost.by_name();
  reasons.add_count("packets_lost", sum_of(causes), taken, reasons.limits.lost, "packets were lost",
                    list_of(causes));
  HostCounts sums;
  for (const IpClassResult& c : classes) merge_fields(sums, c.hosts.counts);
  reasons.add_count("packets_repeated", sums.sent_again, sums.sent, reasons.limits.repeated,
                    "packets of messages were sent again",
                    sums.timeouts == 0 ? "" : fmt::format("timeouts {}", grouped(sums.timeouts)));
}

std::optional<HostService> IpResult::host_service(const HostBatches& batches) const {
  if (service.empty()) return {};
  const uint64_t dropped =
      sum_of(lost.by_name(), {"ingress_full", "cleared_to_drop", "rts_timeout", "fetch_timeout"});
  HostService of{"messages", batches.with(service), batches.refused_share(dropped, taken), "", ""};
  of.refused_text = fmt::format("{:.4g} % of the packets were dropped for want of room or time",
                                100 * of.refused);
  return of;
}

}  // namespace tinsim
