// SPDX-License-Identifier: Apache-2.0
// Statistics of hosts: adding up.
#include "tlm/host/host_stats.h"

namespace tinsim {

void HostClassStats::merge(const HostClassStats& other) {
  HostCounts::zip(counts, other.counts,
                  [](const char*, uint64_t& sum, uint64_t more) { sum += more; });
  fabric_rtt.merge(other.fabric_rtt);
  one_way.merge(other.one_way);
  completion.merge(other.completion);
}

void HostStats::merge(const HostStats& other) {
  for (unsigned cos = 0; cos < kClasses; ++cos) {
    if (other.classes_[cos]) of_class(cos).merge(*other.classes_[cos]);
  }
}

}  // namespace tinsim
