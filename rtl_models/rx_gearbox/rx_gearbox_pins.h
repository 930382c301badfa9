// SPDX-License-Identifier: Apache-2.0
// SystemC ports of rx_gearbox, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/rx_gearbox/rx_gearbox.h"

namespace tinsim {

template <class B>
struct RxGearboxPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::valid_i)> valid_i{"valid_i"};
  InPin<decltype(I::line_i)> line_i{"line_i"};
  InPin<decltype(I::slip_i)> slip_i{"slip_i"};

  OutPin<decltype(O::count_o)> count_o{"count_o"};
  OutPin<decltype(O::block0_o)> block0_o{"block0_o"};
  OutPin<decltype(O::block1_o)> block1_o{"block1_o"};
};

}  // namespace tinsim
