// SPDX-License-Identifier: Apache-2.0
// The chip core in the shape of variants of the switch (shape.h), for programs that use the base
// shape.
#pragma once

#include <cstdint>
#include <memory>

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// A switch with up to 256 ports and 64 VCs, pipeline depths of its own and links slower than the
/// core. It knows neither failures nor links run cycle by cycle, nor MOS, nor changes by registers.
std::shared_ptr<SwitchEngine> make_variant_core(const SwitchParams& params, const RouteTable& table,
                                                const RouteParams& route_params, unsigned chip,
                                                unsigned ring_cycles);

}  // namespace tinsim
