// SPDX-License-Identifier: Apache-2.0
// SystemC ports of fc_receiver, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/fc_receiver/fc_receiver.h"

namespace tinsim {

template <class B>
struct FcReceiverPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::set_valid_i)> set_valid_i{"set_valid_i"};
  InPin<decltype(I::set_body_i)> set_body_i{"set_body_i"};
  InPin<decltype(I::cell_valid_i)> cell_valid_i{"cell_valid_i"};
  InPin<decltype(I::cell_vc_i)> cell_vc_i{"cell_vc_i"};
  InPin<decltype(I::cell_words_i)> cell_words_i{"cell_words_i"};

  OutPin<decltype(O::fc_valid_o)> fc_valid_o{"fc_valid_o"};
  OutPin<decltype(O::fc_vc_o)> fc_vc_o{"fc_vc_o"};
  OutPin<decltype(O::fc_limit_o)> fc_limit_o{"fc_limit_o"};
  OutPin<decltype(O::lost_valid_o)> lost_valid_o{"lost_valid_o"};
  OutPin<decltype(O::lost_vc_o)> lost_vc_o{"lost_vc_o"};
  OutPin<decltype(O::lost_words_o)> lost_words_o{"lost_words_o"};
};

}  // namespace tinsim
