// SPDX-License-Identifier: Apache-2.0
// `tin.impl_block: tin_switch`: a switch on pins whose chip has the links of its ports as well.
#pragma once

#include <memory>
#include <utility>

#include "platform/build/impl.h"
#include "rtl_models/tin_switch/network_shape.h"
#include "rtl_models/tin_switch/tin_switch.h"
#include "tlm/tin/cell_switch/linked_switch.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"
#include "tlm/tin/cell_switch/on_pins.h"

namespace tinsim {

using LinkedModel =
    TinSwitch<tin_switch_shape::kPorts, tin_switch_shape::kVcs, tin_switch_shape::kFifoWords>;

/// `chip` is a LinkedModel or has its ports; alone or in lockstep with the chip core. Precondition:
/// validate() found that the switch fits the shape.
template <class Chip>
std::unique_ptr<SwitchEngine> put_on_pins(std::unique_ptr<Chip> chip, bool lockstep,
                                          const SwitchParams& params, RouteUnit route,
                                          unsigned ring_cycles) {
  using namespace tin_switch_shape;
  using Block = LinkedSwitch<Chip, kPorts, kVcs, kFifoWords>;
  using Pins = SwitchOnPins<Block, kPorts, kVcs>;
  auto block = std::make_unique<Block>(params.name, std::move(chip));
  if (lockstep)
    return std::make_unique<LockstepSwitch<Pins>>(params, route, ring_cycles, std::move(block));
  return std::make_unique<Pins>(params, std::move(route), ring_cycles, std::move(block));
}

}  // namespace tinsim
