// SPDX-License-Identifier: Apache-2.0
// SystemC ports of tx_gearbox, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"

namespace tinsim {

template <class B>
struct TxGearboxPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::enable_i)> enable_i{"enable_i"};
  InPin<decltype(I::block0_i)> block0_i{"block0_i"};
  InPin<decltype(I::block1_i)> block1_i{"block1_i"};

  OutPin<decltype(O::take_o)> take_o{"take_o"};
  OutPin<decltype(O::valid_o)> valid_o{"valid_o"};
  OutPin<decltype(O::line_o)> line_o{"line_o"};
};

}  // namespace tinsim
