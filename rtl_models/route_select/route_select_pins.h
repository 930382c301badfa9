// SPDX-License-Identifier: Apache-2.0
// SystemC ports of route_select, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/route_select/route_select.h"

namespace tinsim {

template <class B>
struct RouteSelectPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::minimal_count_i)> minimal_count_i{"minimal_count_i"};
  InPin<decltype(I::nonminimal_count_i)> nonminimal_count_i{"nonminimal_count_i"};
  InPin<decltype(I::minimal_weight_i)> minimal_weight_i{"minimal_weight_i"};
  InPin<decltype(I::nonminimal_weight_i)> nonminimal_weight_i{"nonminimal_weight_i"};
  InPin<decltype(I::minimal_bias_i)> minimal_bias_i{"minimal_bias_i"};
  InPin<decltype(I::nonminimal_bias_i)> nonminimal_bias_i{"nonminimal_bias_i"};
  InPin<decltype(I::valid_i)> valid_i{"valid_i"};
  InPin<decltype(I::hashed_i)> hashed_i{"hashed_i"};
  InPin<decltype(I::detour_i)> detour_i{"detour_i"};
  InPin<decltype(I::minimal_i)> minimal_i{"minimal_i"};
  InPin<decltype(I::minimal_valid_i)> minimal_valid_i{"minimal_valid_i"};
  InPin<decltype(I::nonminimal_i)> nonminimal_i{"nonminimal_i"};
  InPin<decltype(I::nonminimal_valid_i)> nonminimal_valid_i{"nonminimal_valid_i"};
  InPin<decltype(I::hash_i)> hash_i{"hash_i"};
  InPin<decltype(I::random_i)> random_i{"random_i"};
  InPin<decltype(I::up_i)> up_i{"up_i"};
  InPin<decltype(I::queue_i)> queue_i{"queue_i"};

  OutPin<decltype(O::valid_o)> valid_o{"valid_o"};
  OutPin<decltype(O::none_o)> none_o{"none_o"};
  OutPin<decltype(O::port_o)> port_o{"port_o"};
  OutPin<decltype(O::minimal_o)> minimal_o{"minimal_o"};
};

}  // namespace tinsim
