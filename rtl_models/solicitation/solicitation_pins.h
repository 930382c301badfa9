// SPDX-License-Identifier: Apache-2.0
// SystemC ports of solicitation, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/solicitation/solicitation.h"

namespace tinsim {

template <class B>
struct SolicitationPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::window_i)> window_i{"window_i"};
  InPin<decltype(I::strict_i)> strict_i{"strict_i"};
  InPin<decltype(I::weight_i)> weight_i{"weight_i"};
  InPin<decltype(I::dispatch_limit_i)> dispatch_limit_i{"dispatch_limit_i"};
  InPin<decltype(I::push_valid_i)> push_valid_i{"push_valid_i"};
  InPin<decltype(I::push_class_i)> push_class_i{"push_class_i"};
  InPin<decltype(I::push_slot_i)> push_slot_i{"push_slot_i"};
  InPin<decltype(I::push_size_i)> push_size_i{"push_size_i"};
  InPin<decltype(I::refund_valid_i)> refund_valid_i{"refund_valid_i"};
  InPin<decltype(I::refund_bytes_i)> refund_bytes_i{"refund_bytes_i"};
  InPin<decltype(I::hold_i)> hold_i{"hold_i"};

  OutPin<decltype(O::full_o)> full_o{"full_o"};
  OutPin<decltype(O::grant_valid_o)> grant_valid_o{"grant_valid_o"};
  OutPin<decltype(O::grant_class_o)> grant_class_o{"grant_class_o"};
  OutPin<decltype(O::grant_slot_o)> grant_slot_o{"grant_slot_o"};
  OutPin<decltype(O::grant_size_o)> grant_size_o{"grant_size_o"};
  OutPin<decltype(O::expired_valid_o)> expired_valid_o{"expired_valid_o"};
  OutPin<decltype(O::expired_class_o)> expired_class_o{"expired_class_o"};
  OutPin<decltype(O::expired_slot_o)> expired_slot_o{"expired_slot_o"};
  OutPin<decltype(O::used_o)> used_o{"used_o"};
  OutPin<decltype(O::waiting_o)> waiting_o{"waiting_o"};
};

}  // namespace tinsim
