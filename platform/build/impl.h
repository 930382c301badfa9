// SPDX-License-Identifier: Apache-2.0
// `tin.impl`: which implementations of the switch this build offers besides the chip core.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "platform/config/platform_config.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {

/// The chip runs on pins, of the block model or of RTL, alone or in lockstep with the chip core.
bool on_pins(const PlatformConfig& config, std::size_t chip);

/// A switch driven through its pins: the block model (`pins`) or the Verilated RTL (`rtl`), alone
/// or in lockstep with the chip core (`lockstep_pins`, `lockstep`). The RTL is that of
/// dut_switch.h, if one is in use. Throws ConfigError where the build has no RTL. Precondition:
/// validate() found that the switch fits the full shape.
std::unique_ptr<SwitchEngine> make_switch_on_pins(SwitchImpl impl, const SwitchParams& params,
                                                  RouteUnit route, unsigned ring_cycles);

/// The same for `tin.impl_block: tin_switch`: the chip has the links of its ports as well.
std::unique_ptr<SwitchEngine> make_linked_switch(SwitchImpl impl, const SwitchParams& params,
                                                 RouteUnit route, unsigned ring_cycles);

/// Makes a tin_switch from RTL (linked_chip.h), alone or in lockstep with the chip core.
using LinkedSwitchMaker = std::unique_ptr<SwitchEngine> (*)(bool lockstep, const SwitchParams&,
                                                            RouteUnit, unsigned ring_cycles);
/// From now on the RTL of tin_switch is made by this one, until it is null again: for tests with
/// RTL that has planted bugs.
void use_linked_rtl(LinkedSwitchMaker maker);

/// Throws ConfigError: the build was made without Verilator.
[[noreturn]] void fail_without_rtl(SwitchImpl impl);

}  // namespace tinsim
