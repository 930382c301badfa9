// SPDX-License-Identifier: Apache-2.0
// Errors of clocks and the failure of the primary, from the counts of all ranks.
#include "platform/statistics/time_sync_result.h"

#include <algorithm>

#include "platform/statistics/reasons.h"

namespace tinsim {

void TimeSyncResult::derive(const Measured& /*measured*/) {
  if (errors.count() != 0) {
    error_max = static_cast<double>(errors.max());
    error_p99 = errors.percentile(99);
    error_p999 = errors.percentile(99.9);
  }
  failed_chips = 0;
  std::size_t moved = 0;
  for (const TimeSyncRow& row : rows) {
    if (row.failed_us) {
      ++failed_chips;
      noticed_us = std::min(noticed_us.value_or(*row.failed_us), *row.failed_us);
    }
    if (row.moved_us) {
      ++moved;
      rerooted_us = std::max(rerooted_us.value_or(0), *row.moved_us);
    }
  }
  if (moved + 1 < rows.size()) rerooted_us.reset();  // the clock of the old primary stays
}

void TimeSyncResult::judge(Reasons& reasons) const {
  reasons.add_count("clock_errors", beyond, samples, Reasons::kFirst,
                    "errors between clocks were larger than allowed");
  reasons.add_count("interrupted_cells", interrupted_cells, wait.count(), Reasons::kFirst,
                    "TIMESYNC sets took slots inside cells");
}

}  // namespace tinsim
