// SPDX-License-Identifier: Apache-2.0
// A switch on pins whose chip has the links of its ports as well.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "platform/network/link_plan.h"
#include "rtl_models/tin_switch/tin_switch.h"
#include "tlm/tin/cell_switch/linked_switch.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"
#include "tlm/tin/cell_switch/on_pins.h"

namespace tinsim {

/// The shape of tin_switch in networks.
struct LinkedShape {
  static constexpr unsigned kPorts = 4, kVcs = 4, kWords = 64;
  using Model = TinSwitch<kPorts, kVcs, kWords>;
};

/// Throw ConfigError if a chip is too large for it, or its link from `port` on has what tin_switch
/// has not.
void check_linked(const SwitchParams& params);
void check_linked(const std::string& port, const LinkSpec& link);

/// `chip` is LinkedShape::Model or has its ports.
template <class Chip>
std::unique_ptr<SwitchEngine> make_linked(std::unique_ptr<Chip> chip, bool lockstep,
                                          const SwitchParams& params, RouteUnit route,
                                          unsigned ring_cycles) {
  using Shape = LinkedShape;
  using Block = LinkedSwitch<Chip, Shape::kPorts, Shape::kVcs, Shape::kWords>;
  using Pins = SwitchOnPins<Block, Shape::kPorts, Shape::kVcs>;
  check_linked(params);
  auto block = std::make_unique<Block>(params.name, std::move(chip));
  if (lockstep)
    return std::make_unique<LockstepSwitch<Pins>>(params, route, ring_cycles, std::move(block));
  return std::make_unique<Pins>(params, std::move(route), ring_cycles, std::move(block));
}

}  // namespace tinsim
