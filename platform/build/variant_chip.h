// SPDX-License-Identifier: Apache-2.0
// `tin.impl` of chips with a variant of the switch: a faster crossbar, round-robin matching, shared
// buffers.
#pragma once

#include <memory>

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/route_unit.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// The switch is not that of rtl_models/cell_switch, but one of rtl_models/variant_switch.
bool is_variant(const SwitchParams& params);

/// A variant_switch driven through its pins: the block model, or with `rtl` the Verilated RTL;
/// alone, or in lockstep with the chip core. Precondition: validate() found that it fits the shape,
/// and the build has RTL if that is asked for.
std::unique_ptr<SwitchEngine> make_variant_switch(bool rtl, bool lockstep,
                                                  const SwitchParams& params, RouteUnit route,
                                                  unsigned ring_cycles);

}  // namespace tinsim
