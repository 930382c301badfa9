// SPDX-License-Identifier: Apache-2.0
// Frames of TAP devices: reasons of the verdict.
#include "platform/statistics/tap_result.h"

#include "platform/statistics/reasons.h"

namespace tinsim {

void TapResult::judge(Reasons& reasons) const {
  reasons.add_count("tap_malformed", sum_of(malformed), frames_in, reasons.limits.lost,
                    "frames of devices were refused as malformed", list_of(malformed));
  reasons.add_count("tap_replay_differs", differing, replayed, Reasons::kFirst,
                    "recorded frames left otherwise than recorded, or not at all");
}

}  // namespace tinsim
