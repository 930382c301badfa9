// SPDX-License-Identifier: Apache-2.0
// How a network was brought up: reasons of the verdict.
#include "platform/statistics/bring_up_result.h"

namespace tinsim {

void BringUpResult::judge(Reasons& reasons) const {
  reasons.add_count("chips_not_read", chips - read, chips, Reasons::kFirst,
                    "chips were not read over TCP");
  reasons.add_count("chips_given_up", given_up, chips, Reasons::kFirst,
                    "chips were given up after repeated failures");
  reasons.add_count("chips_not_rebooted", to_reboot - reboots, to_reboot, Reasons::kFirst,
                    "control processors were not rebooted and read again");
  reasons.add_count("registers_differ", differing, registers_written, Reasons::kFirst,
                    "registers differed after a reboot");
}

}  // namespace tinsim
