// SPDX-License-Identifier: Apache-2.0
// SystemC ports of timeout_wheel, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/timeout_wheel/timeout_wheel.h"

namespace tinsim {

template <class B>
struct TimeoutWheelPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::start_valid_i)> start_valid_i{"start_valid_i"};
  InPin<decltype(I::start_id_i)> start_id_i{"start_id_i"};
  InPin<decltype(I::start_cycles_i)> start_cycles_i{"start_cycles_i"};
  InPin<decltype(I::stop_valid_i)> stop_valid_i{"stop_valid_i"};
  InPin<decltype(I::stop_id_i)> stop_id_i{"stop_id_i"};
  InPin<decltype(I::hold_i)> hold_i{"hold_i"};

  OutPin<decltype(O::fired_valid_o)> fired_valid_o{"fired_valid_o"};
  OutPin<decltype(O::fired_id_o)> fired_id_o{"fired_id_o"};
  OutPin<decltype(O::running_o)> running_o{"running_o"};
};

}  // namespace tinsim
