// SPDX-License-Identifier: Apache-2.0
// Reasons of the verdict that follow from the counts of the Ethernet Clos network.
#include "platform/statistics/ethernet_clos_result.h"

#include <fmt/format.h>

#include "platform/statistics/count_text.h"
#include "platform/statistics/reasons.h"

namespace tinsim {

void EthernetClosResult::judge(Reasons& reasons) const {
  reasons.add_count("ethernet_packets_dropped", dropped, sent, reasons.limits.lost,
                    "packets were dropped by Ethernet switches");
  HostCounts sums;
  for (const ClosClassResult& c : classes) merge_fields(sums, c.hosts.counts);
  reasons.add_count("ethernet_packets_repeated", sums.sent_again, sums.sent,
                    reasons.limits.repeated, "packets of messages were sent again over Ethernet",
                    sums.timeouts == 0 ? "" : fmt::format("timeouts {}", grouped(sums.timeouts)));
  if (!lookups) return;
  reasons.add_count("ethernet_gets_failed", lookups->failed + lookups->wrong, lookups->gets,
                    Reasons::kFirst, "GETs over Ethernet failed, or ended as they must not");
}

std::optional<HostService> EthernetClosResult::host_service(const HostBatches& batches) const {
  if (service.empty()) return {};
  HostService of{"messages over Ethernet", batches.with(service), 0, "", ""};
  if (sent != 0) of.refused = static_cast<double>(dropped) / static_cast<double>(sent);
  of.refused_text =
      fmt::format("{:.4g} % of the packets were dropped by switches", 100 * of.refused);
  return of;
}

}  // namespace tinsim
