// SPDX-License-Identifier: Apache-2.0
// SystemC ports of latency_meter, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/latency_meter/latency_meter.h"

namespace tinsim {

template <class B>
struct LatencyMeterPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::start_i)> start_i{"start_i"};
  InPin<decltype(I::set_valid_i)> set_valid_i{"set_valid_i"};
  InPin<decltype(I::set_sub_i)> set_sub_i{"set_sub_i"};
  InPin<decltype(I::set_residence_i)> set_residence_i{"set_residence_i"};
  InPin<decltype(I::sent_i)> sent_i{"sent_i"};
  InPin<decltype(I::sent_sub_i)> sent_sub_i{"sent_sub_i"};

  OutPin<decltype(O::lat_valid_o)> lat_valid_o{"lat_valid_o"};
  OutPin<decltype(O::lat_sub_o)> lat_sub_o{"lat_sub_o"};
  OutPin<decltype(O::lat_residence_o)> lat_residence_o{"lat_residence_o"};
  OutPin<decltype(O::delay_valid_o)> delay_valid_o{"delay_valid_o"};
  OutPin<decltype(O::delay_o)> delay_o{"delay_o"};
};

}  // namespace tinsim
