// SPDX-License-Identifier: Apache-2.0
// All parts of the chip core in one object; see core_part.h.
#pragma once

#include "tlm/tin/cell_switch/arbiter.h"
#include "tlm/tin/cell_switch/core_records.h"
#include "tlm/tin/cell_switch/core_terminals.h"
#include "tlm/tin/cell_switch/input_queues.h"
#include "tlm/tin/cell_switch/link_slots.h"
#include "tlm/tin/cell_switch/observation.h"
#include "tlm/tin/cell_switch/routes.h"
#include "tlm/tin/cell_switch/wake_wheel.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

struct CoreParts : CoreRecords,
                   WakeWheel,
                   Arbiter,
                   LinkSlots,
                   InputQueues,
                   CoreTerminals,
                   Observation,
                   Routes {
  CoreParts(const SwitchParams& params, RouteUnit route, unsigned ring_cycles);
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
