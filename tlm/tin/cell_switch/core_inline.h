// SPDX-License-Identifier: Apache-2.0
// Steps of the chip core's parts that the parts share, for its one compilation.
#pragma once

#include "tlm/tin/cell_switch/arbiter_inline.h"
#include "tlm/tin/cell_switch/core_parts.h"
#include "tlm/tin/cell_switch/input_queues_inline.h"
#include "tlm/tin/cell_switch/link_slots_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

inline void WakeWheel::schedule_outputs(Cycle at, PortMask outputs) {
  slots_[at & kMask].outputs |= outputs;
  records().mailbox().wake(at);
}

inline void WakeWheel::schedule_outputs_if_any(Cycle at, PortMask outputs) {
  slots_[at & kMask].outputs |= outputs;
  records().mailbox().wake_if(at, outputs != 0);
}

inline void WakeWheel::schedule_link(Cycle at, unsigned port) {
  slots_[at & kMask].links |= port_bit(port);
  records().mailbox().wake(at);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
