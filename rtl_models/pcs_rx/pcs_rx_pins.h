// SPDX-License-Identifier: Apache-2.0
// SystemC ports of pcs_rx, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/pcs_rx/pcs_rx.h"

namespace tinsim {

template <class B>
struct PcsRxPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::block_valid_i)> block_valid_i{"block_valid_i"};
  InPin<decltype(I::block_i)> block_i{"block_i"};

  OutPin<decltype(O::slip_o)> slip_o{"slip_o"};
  OutPin<decltype(O::lock_o)> lock_o{"lock_o"};
  OutPin<decltype(O::valid_o)> valid_o{"valid_o"};
  OutPin<decltype(O::control_o)> control_o{"control_o"};
  OutPin<decltype(O::word_o)> word_o{"word_o"};
  OutPin<decltype(O::violation_o)> violation_o{"violation_o"};
};

}  // namespace tinsim
