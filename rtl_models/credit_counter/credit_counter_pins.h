// SPDX-License-Identifier: Apache-2.0
// SystemC ports of credit_counter, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/credit_counter/credit_counter.h"

namespace tinsim {

template <class B>
struct CreditCounterPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::init_limit_i)> init_limit_i{"init_limit_i"};
  InPin<decltype(I::fc_valid_i)> fc_valid_i{"fc_valid_i"};
  InPin<decltype(I::fc_vc_i)> fc_vc_i{"fc_vc_i"};
  InPin<decltype(I::fc_limit_i)> fc_limit_i{"fc_limit_i"};
  InPin<decltype(I::take_valid_i)> take_valid_i{"take_valid_i"};
  InPin<decltype(I::take_vc_i)> take_vc_i{"take_vc_i"};
  InPin<decltype(I::take_words_i)> take_words_i{"take_words_i"};

  OutPin<decltype(O::avail_o)> avail_o{"avail_o"};
};

}  // namespace tinsim
