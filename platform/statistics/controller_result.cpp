// SPDX-License-Identifier: Apache-2.0
// Work of a controller: reasons of the verdict.
#include "platform/statistics/controller_result.h"

namespace tinsim {

void ControllerResult::judge(Reasons& reasons) const {
  reasons.add_count("controller_unsettled", tins != 0 && settled == 0, 1, Reasons::kFirst,
                    "controller had writes left");
  reasons.add_count("registers_differ", registers_differ, registers_compared, Reasons::kFirst,
                    "registers differ from the tables for the links that are UP");
  reasons.add_count("pairs_not_joined", pairs - pairs_joined, pairs, Reasons::kFirst,
                    "pairs of TiNs are joined by links, and not by registers");
  reasons.add_count("changes_not_followed", changes - changes_followed, changes, Reasons::kFirst,
                    "failures, repairs and operations were not followed by new tables");
}

}  // namespace tinsim
