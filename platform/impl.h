// SPDX-License-Identifier: Apache-2.0
// `tin.impl`: which implementations of the switch this build offers besides the chip core.
#pragma once

#include <memory>
#include <string>

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {

/// A switch driven through its pins. `impl`: rtl | lockstep (chip core and RTL, compared event by
/// event). Throws ConfigError where the build has no RTL or no shape large enough.
std::unique_ptr<SwitchEngine> make_switch_on_pins(const std::string& impl,
                                                  const SwitchParams& params, RouteUnit route,
                                                  unsigned ring_cycles);

}  // namespace tinsim
