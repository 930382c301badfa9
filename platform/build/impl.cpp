// SPDX-License-Identifier: Apache-2.0
// `tin.impl`: the table of implementations.
#include "platform/build/impl.h"

#include <fmt/format.h>

#include <utility>

#include "base/errors.h"
#include "platform/build/dut_switch.h"
#include "platform/build/variant_chip.h"
#include "platform/config/chip_impl.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/cell_switch/shapes.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"
#include "tlm/tin/cell_switch/on_pins.h"
#ifdef TINSIM_RTL
#include "Vcell_switch_50.h"
#include "Vcell_switch_50___024root.h"
#include "rtl_models/common/rtl.h"
#endif

namespace tinsim {

namespace {

using Model = CellSwitch<full_shape::kPorts, full_shape::kVcs, full_shape::kFifoWords>;

#ifdef TINSIM_RTL
/// A rising edge by one evaluation instead of two: Verilator 5.006 keeps the clock of the last
/// evaluation in this member. Of a version that names it otherwise both are made. That outputs do
/// not follow inputs is for the lockstep tests to check.
template <class Root, class = void>
struct QuickEdge : CheckedEdge {};
template <class Root>
struct QuickEdge<Root, std::void_t<decltype(Root::__Vtrigrprev__TOP__clk_i)>> {
  template <class V>
  static bool rearm(V& dut) {
    dut.rootp->__Vtrigrprev__TOP__clk_i = 0;
    return true;
  }
};
using SwitchRtl = Rtl<Model, Vcell_switch_50, QuickEdge<Vcell_switch_50___024root>>;
#endif

template <class Block>
std::unique_ptr<SwitchEngine> make(bool lockstep, const SwitchParams& params, RouteUnit route,
                                   unsigned ring_cycles) {
  using Pins = SwitchOnPins<Block, full_shape::kPorts, full_shape::kVcs>;
  if (lockstep) return std::make_unique<LockstepSwitch<Pins>>(params, route, ring_cycles);
  return std::make_unique<Pins>(params, std::move(route), ring_cycles);
}

std::unique_ptr<SwitchEngine> make_variant(SwitchImpl impl, const SwitchParams& params,
                                           RouteUnit route, unsigned ring_cycles) {
  const bool rtl = impl == SwitchImpl::rtl || impl == SwitchImpl::lockstep;
  const bool lockstep = impl == SwitchImpl::lockstep || impl == SwitchImpl::lockstep_pins;
  if (rtl && dut_in_use() != nullptr && std::string(dut_in_use()->block) == "cell_switch")
    throw ConfigError(fmt::format(
        "--dut: {} is a cell_switch; expected chips with tin.switch.crossbar_speedup 1, "
        "arbiter islip and no shared words in tin.vc_fifo",
        dut_in_use()->top));
#ifndef TINSIM_RTL
  if (rtl) fail_without_rtl(impl);
#endif
  return make_variant_switch(rtl, lockstep, params, std::move(route), ring_cycles);
}

}  // namespace

bool on_pins(const PlatformConfig& config, std::size_t chip) {
  return switch_impl(config) != SwitchImpl::model && is_impl_chip(config, chip);
}

void fail_without_rtl(SwitchImpl impl) {
  throw ConfigError(
      fmt::format("tin.impl: {} is not in this build, which was made without Verilator; expected "
                  "model, pins or lockstep_pins",
                  word_of(impl)));
}

std::unique_ptr<SwitchEngine> make_switch_on_pins(SwitchImpl impl, const SwitchParams& params,
                                                  RouteUnit route, unsigned ring_cycles) {
  if (is_variant(params)) return make_variant(impl, params, std::move(route), ring_cycles);
  if (impl == SwitchImpl::pins) return make<Model>(false, params, std::move(route), ring_cycles);
  if (impl == SwitchImpl::lockstep_pins)
    return make<Model>(true, params, std::move(route), ring_cycles);
  if (dut_in_use() != nullptr && std::string(dut_in_use()->block) == "cell_switch")
    return make_switch_of_dut(impl == SwitchImpl::lockstep, params, std::move(route), ring_cycles);
#ifdef TINSIM_RTL
  return make<SwitchRtl>(impl == SwitchImpl::lockstep, params, std::move(route), ring_cycles);
#else
  fail_without_rtl(impl);
#endif
}

}  // namespace tinsim
