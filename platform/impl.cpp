// SPDX-License-Identifier: Apache-2.0
// `tin.impl`: the table of implementations.
#include "platform/impl.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/errors.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"
#include "tlm/tin/cell_switch/on_pins.h"
#ifdef TINSIM_RTL
#include "Vcell_switch_50.h"
#include "rtl_models/common/rtl.h"
#endif

namespace tinsim {

namespace {

// The one shape that the build offers; smaller switches run on it exactly.
constexpr unsigned kPorts = 50;
constexpr unsigned kVcs = 32;
constexpr unsigned kFifoWords = 512;
using Model = CellSwitch<kPorts, kVcs, kFifoWords>;

void require_shape(const std::string& impl, const SwitchParams& params) {
  const unsigned deepest = *std::max_element(params.rx_depth.begin(), params.rx_depth.end());
  if (params.ports <= kPorts && params.vcs <= kVcs && deepest <= kFifoWords) return;
  throw ConfigError(fmt::format(
      "tin.impl: {} has no shape for {} ports, {} VCs and {} words per VC FIFO; expected at most "
      "{} ports, {} VCs and {} words",
      impl, params.ports, params.vcs, deepest, kPorts, kVcs, kFifoWords));
}

template <class Block>
std::unique_ptr<SwitchEngine> make(bool lockstep, const SwitchParams& params, RouteUnit route,
                                   unsigned ring_cycles) {
  using Pins = SwitchOnPins<Block, kPorts, kVcs>;
  if (lockstep) return std::make_unique<LockstepSwitch<Pins>>(params, route, ring_cycles);
  return std::make_unique<Pins>(params, std::move(route), ring_cycles);
}

}  // namespace

std::unique_ptr<SwitchEngine> make_switch_on_pins(const std::string& impl,
                                                  const SwitchParams& params, RouteUnit route,
                                                  unsigned ring_cycles) {
  require_shape(impl, params);
  if (impl == "pins") return make<Model>(false, params, std::move(route), ring_cycles);
  if (impl == "lockstep_pins") return make<Model>(true, params, std::move(route), ring_cycles);
#ifdef TINSIM_RTL
  return make<Rtl<Model, Vcell_switch_50>>(impl == "lockstep", params, std::move(route),
                                           ring_cycles);
#else
  throw ConfigError(fmt::format(
      "tin.impl: {} is not in this build, which was made without Verilator; expected model, pins or "
      "lockstep_pins",
      impl));
#endif
}

}  // namespace tinsim
