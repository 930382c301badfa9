// SPDX-License-Identifier: Apache-2.0
// SystemC ports of pcs_tx, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/pcs_tx/pcs_tx.h"

namespace tinsim {

template <class B>
struct PcsTxPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::valid_i)> valid_i{"valid_i"};
  InPin<decltype(I::control_i)> control_i{"control_i"};
  InPin<decltype(I::word_i)> word_i{"word_i"};

  OutPin<decltype(O::block_o)> block_o{"block_o"};
};

}  // namespace tinsim
