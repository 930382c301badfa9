// SPDX-License-Identifier: Apache-2.0
// `tin.impl_block: tin_switch`: the block model and the Verilated RTL.
#include "platform/build/linked_chip.h"

#ifdef TINSIM_RTL
#include "Vtin_switch_4.h"
#include "rtl_models/common/rtl.h"
#endif

namespace tinsim {

namespace {

LinkedSwitchMaker rtl_maker = nullptr;

}  // namespace

void use_linked_rtl(LinkedSwitchMaker maker) { rtl_maker = maker; }

std::unique_ptr<SwitchEngine> make_linked_switch(SwitchImpl impl, const SwitchParams& params,
                                                 RouteUnit route, unsigned ring_cycles) {
  const bool lockstep = impl == SwitchImpl::lockstep || impl == SwitchImpl::lockstep_pins;
  if (impl == SwitchImpl::pins || impl == SwitchImpl::lockstep_pins)
    return put_on_pins(std::make_unique<LinkedModel>(), lockstep, params, std::move(route),
                       ring_cycles);
  if (rtl_maker != nullptr) return rtl_maker(lockstep, params, std::move(route), ring_cycles);
#ifdef TINSIM_RTL
  return put_on_pins(std::make_unique<Rtl<LinkedModel, Vtin_switch_4>>(params.name), lockstep,
                     params, std::move(route), ring_cycles);
#else
  fail_without_rtl(impl);
#endif
}

}  // namespace tinsim
