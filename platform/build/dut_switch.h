// SPDX-License-Identifier: Apache-2.0
// A switch in RTL of the user, from a shared object made by tinsim_add_dut().
#pragma once

#include <memory>
#include <string>

#include "rtl_models/common/dut_plugin.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {

/// From now on chips with `tin.impl` rtl or lockstep are made from this shared object. Throws
/// ConfigError if it cannot be loaded or holds no switch in a shape that this program knows.
void use_dut(const std::string& path);

/// What the last use_dut() loaded, else null.
const DutPlugin* dut_in_use();

/// Precondition: dut_in_use(). Throws ConfigError where the chip is larger than the RTL.
std::unique_ptr<SwitchEngine> make_switch_of_dut(bool lockstep, const SwitchParams& params,
                                                 RouteUnit route, unsigned ring_cycles);

}  // namespace tinsim
