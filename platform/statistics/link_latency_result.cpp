// SPDX-License-Identifier: Apache-2.0
// Delays of links as their ports measured them.
#include "platform/statistics/link_latency_result.h"

#include "platform/statistics/reasons.h"

namespace tinsim {

void LinkLatencyResult::judge(Reasons& reasons) const {
  reasons.add_count("link_delays", wrong, ports, Reasons::kFirst,
                    "ports measured another delay than by the length of the cable");
}

}  // namespace tinsim
