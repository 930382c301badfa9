// SPDX-License-Identifier: Apache-2.0
// RTL of the user, from a shared object made by tinsim_add_dut(): a switch, or a block of a chip.
#pragma once

#include <memory>
#include <string>

#include "rtl_models/common/dut_plugin.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {

/// From now on chips with `tin.impl` rtl or lockstep or, where it is another block, with this block
/// in `tin.blocks` are made from this shared object. Throws ConfigError if it cannot be loaded or
/// holds a switch in a shape that this program does not know.
void use_dut(const std::string& path);

/// Throws ConfigError if the RTL in use is a block that no chip has in its shape. Call when all
/// chips of the network are made.
void check_dut_is_used();

/// What the last use_dut() loaded, else null.
const DutPlugin* dut_in_use();

/// Precondition: dut_in_use() is a switch. Throws ConfigError where the chip is larger than the
/// RTL.
std::unique_ptr<SwitchEngine> make_switch_of_dut(bool lockstep, const SwitchParams& params,
                                                 RouteUnit route, unsigned ring_cycles);

}  // namespace tinsim
