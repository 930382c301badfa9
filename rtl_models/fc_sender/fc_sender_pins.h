// SPDX-License-Identifier: Apache-2.0
// SystemC ports of fc_sender, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/fc_sender/fc_sender.h"

namespace tinsim {

template <class B>
struct FcSenderPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::depth_i)> depth_i{"depth_i"};
  InPin<decltype(I::hold_cycles_i)> hold_cycles_i{"hold_cycles_i"};
  InPin<decltype(I::refresh_cycles_i)> refresh_cycles_i{"refresh_cycles_i"};
  InPin<decltype(I::refresh_phase_i)> refresh_phase_i{"refresh_phase_i"};
  InPin<decltype(I::limit_valid_i)> limit_valid_i{"limit_valid_i"};
  InPin<decltype(I::limit_vc_i)> limit_vc_i{"limit_vc_i"};
  InPin<decltype(I::limit_i)> limit_i{"limit_i"};
  InPin<decltype(I::lost_valid_i)> lost_valid_i{"lost_valid_i"};
  InPin<decltype(I::lost_vc_i)> lost_vc_i{"lost_vc_i"};
  InPin<decltype(I::lost_words_i)> lost_words_i{"lost_words_i"};
  InPin<decltype(I::sent_valid_i)> sent_valid_i{"sent_valid_i"};
  InPin<decltype(I::sent_vc_i)> sent_vc_i{"sent_vc_i"};
  InPin<decltype(I::sent_words_i)> sent_words_i{"sent_words_i"};
  InPin<decltype(I::take_i)> take_i{"take_i"};

  OutPin<decltype(O::request_o)> request_o{"request_o"};
  OutPin<decltype(O::urgent_o)> urgent_o{"urgent_o"};
  OutPin<decltype(O::body_o)> body_o{"body_o"};
};

}  // namespace tinsim
