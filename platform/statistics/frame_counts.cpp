// SPDX-License-Identifier: Apache-2.0
// Reasons of the verdict that follow from the counts of frames.
#include "platform/statistics/frame_counts.h"

#include "platform/statistics/reasons.h"

namespace tinsim {

void FrameCounts::judge(Reasons& reasons) const {
  const uint64_t refused = sum_of(malformed), not_sent = sum_of(unreadable);
  const uint64_t on_wire = ip + punted + encapsulated + not_ip + mac_control + refused;
  reasons.add_count("frames_malformed", refused, on_wire, reasons.limits.lost,
                    "frames were refused as malformed", list_of(malformed));
  reasons.add_count("frames_unreadable", not_sent, on_wire + not_sent, reasons.limits.lost,
                    "frames of capture files could not be sent", list_of(unreadable));
}

}  // namespace tinsim
