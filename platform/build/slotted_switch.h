// SPDX-License-Identifier: Apache-2.0
// `tin.blocks`: a switch on pins some of whose blocks are RTL.
#pragma once

#include <memory>

#include "rtl_models/common/block_choices.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {

/// The block models behind pins, and the chosen ones of them as RTL or in lockstep with it. Throws
/// ConfigError where the build has no RTL. Precondition: validate() found that the switch fits the
/// full shape.
std::unique_ptr<SwitchEngine> make_slotted_switch(const BlockChoices& choices,
                                                  const SwitchParams& params, RouteUnit route,
                                                  unsigned ring_cycles);

}  // namespace tinsim
