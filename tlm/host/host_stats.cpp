// SPDX-License-Identifier: Apache-2.0
// Statistics of hosts: adding up.
#include "tlm/host/host_stats.h"

namespace tinsim {

void HostStats::merge(const HostStats& other) {
  for (unsigned cos = 0; cos < kClasses; ++cos) {
    if (other.classes_[cos]) merge_fields(of_class(cos), *other.classes_[cos]);
  }
}

}  // namespace tinsim
