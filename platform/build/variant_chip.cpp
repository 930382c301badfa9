// SPDX-License-Identifier: Apache-2.0
// Chips with a variant of the switch on pins.
#include "platform/build/variant_chip.h"

#include <utility>

#include "base/errors.h"
#include "rtl_models/cell_switch/shapes.h"
#include "rtl_models/variant_switch/variant_switch.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"
#include "tlm/tin/cell_switch/on_pins.h"
#ifdef TINSIM_RTL
#include "Vvariant_switch_50.h"
#include "rtl_models/common/rtl.h"
#endif

namespace tinsim {

namespace {

using Model = VariantSwitch<full_shape::kPorts, full_shape::kVcs, full_shape::kPortWords>;

template <class Block>
std::unique_ptr<SwitchEngine> make(bool lockstep, const SwitchParams& params, RouteUnit route,
                                   unsigned ring_cycles) {
  using Pins = SwitchOnPins<Block, full_shape::kPorts, full_shape::kVcs>;
  if (lockstep) return std::make_unique<LockstepSwitch<Pins>>(params, route, ring_cycles);
  return std::make_unique<Pins>(params, std::move(route), ring_cycles);
}

}  // namespace

bool is_variant(const SwitchParams& params) {
  if (params.crossbar_speedup != 1 || params.arbiter != ArbiterKind::islip) return true;
  // The peers of a port that shares words may have none to share.
  for (unsigned port = 0; port < params.ports; ++port)
    if (params.tx_shared[port] != 0 || params.rx_depth[port] > full_shape::kFifoWords) return true;
  return false;
}

std::unique_ptr<SwitchEngine> make_variant_switch(bool rtl, bool lockstep,
                                                  const SwitchParams& params, RouteUnit route,
                                                  unsigned ring_cycles) {
  if (!rtl) return make<Model>(lockstep, params, std::move(route), ring_cycles);
#ifdef TINSIM_RTL
  return make<Rtl<Model, Vvariant_switch_50>>(lockstep, params, std::move(route), ring_cycles);
#else
  throw InvariantError(params.name + ": RTL in a build without Verilator");
#endif
}

}  // namespace tinsim
