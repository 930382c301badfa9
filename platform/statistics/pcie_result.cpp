// SPDX-License-Identifier: Apache-2.0
// Reasons of the verdict that follow from the counts of PCIe links.
#include "platform/statistics/pcie_result.h"

#include "platform/statistics/reasons.h"

namespace tinsim {

void PcieResult::judge(Reasons& reasons) const {
  PcieCounters sums;
  for (const PcieRow& row : rows) merge_fields<PcieCounters>(sums, row);
  reasons.add_count("pcie_errors", sums.errors,
                    sums.reads + sums.writes + sums.atomics + sums.stores + sums.loads,
                    Reasons::kFirst, "PCIe requests were outside memory and registers");
}

}  // namespace tinsim
