// SPDX-License-Identifier: Apache-2.0
// `tin.impl`: which implementations of the switch this build offers besides the chip core.
#pragma once

#include <memory>
#include <string>

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {

/// A switch driven through its pins: the block model (`pins`) or the Verilated RTL (`rtl`), alone
/// or in lockstep with the chip core (`lockstep_pins`, `lockstep`). Throws ConfigError where the
/// build has no RTL. Precondition: validate() found that the switch fits the full shape.
std::unique_ptr<SwitchEngine> make_switch_on_pins(const std::string& impl,
                                                  const SwitchParams& params, RouteUnit route,
                                                  unsigned ring_cycles);

}  // namespace tinsim
