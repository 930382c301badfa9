// SPDX-License-Identifier: Apache-2.0
// `tin.blocks`: a switch on pins some of whose blocks are RTL.
#include "platform/build/slotted_switch.h"

#include <utility>

#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/cell_switch/shapes.h"
#include "tlm/tin/cell_switch/on_pins.h"

namespace tinsim {

namespace {

/// validate() accepts iSLIP, round-robin matching and the wave front only.
ArbiterBlock arbiter_of(const BlockChoices& choices, ArbiterKind kind) {
  if (kind == ArbiterKind::wavefront) return ArbiterBlock::wavefront;
  if (kind == ArbiterKind::rrm) return ArbiterBlock::round_rrm;
  return any_chosen(choices.round_arbiter) ? ArbiterBlock::round_islip : ArbiterBlock::islip;
}

}  // namespace

std::unique_ptr<SwitchEngine> make_slotted_switch(const BlockChoices& choices,
                                                  const SwitchParams& params, RouteUnit route,
                                                  unsigned ring_cycles) {
  using namespace full_shape;
  using Block = CellSwitch<kPorts, kVcs, kFifoWords, BlockSlot>;
  auto block = std::make_unique<Block>();
  block->place_blocks(choices, arbiter_of(choices, params.arbiter), params.name, params.ports);
  using Pins = SwitchOnPins<Block, kPorts, kVcs>;
  auto pins = std::make_unique<Pins>(params, std::move(route), ring_cycles, std::move(block));
  if (any_chosen(choices.route_select))
    pins->choose_routes_by(std::make_unique<RoutePins>(choices.route_select, params.name));
  return pins;
}

}  // namespace tinsim
