// SPDX-License-Identifier: Apache-2.0
// SystemC ports of crossbar, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/crossbar/crossbar.h"

namespace tinsim {

template <class B>
struct CrossbarPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::start_valid_i)> start_valid_i{"start_valid_i"};
  InPin<decltype(I::start_port_i)> start_port_i{"start_port_i"};
  InPin<decltype(I::start_len_i)> start_len_i{"start_len_i"};
  InPin<decltype(I::in_valid_i)> in_valid_i{"in_valid_i"};
  InPin<decltype(I::in_sop_i)> in_sop_i{"in_sop_i"};
  InPin<decltype(I::in_data_i)> in_data_i{"in_data_i"};

  OutPin<decltype(O::out_valid_o)> out_valid_o{"out_valid_o"};
  OutPin<decltype(O::out_sop_o)> out_sop_o{"out_sop_o"};
  OutPin<decltype(O::out_data_o)> out_data_o{"out_data_o"};
  OutPin<decltype(O::in_busy_o)> in_busy_o{"in_busy_o"};
  OutPin<decltype(O::out_busy_o)> out_busy_o{"out_busy_o"};
};

}  // namespace tinsim
