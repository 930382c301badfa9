// SPDX-License-Identifier: Apache-2.0
// SystemC ports of ecn_ctd, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/ecn_ctd/ecn_ctd.h"

namespace tinsim {

template <class B>
struct EcnCtdPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::drop_threshold_i)> drop_threshold_i{"drop_threshold_i"};
  InPin<decltype(I::mark_threshold_i)> mark_threshold_i{"mark_threshold_i"};
  InPin<decltype(I::rts_valid_i)> rts_valid_i{"rts_valid_i"};
  InPin<decltype(I::rts_queue_i)> rts_queue_i{"rts_queue_i"};
  InPin<decltype(I::pop_valid_i)> pop_valid_i{"pop_valid_i"};
  InPin<decltype(I::pop_queue_i)> pop_queue_i{"pop_queue_i"};
  InPin<decltype(I::ready_valid_i)> ready_valid_i{"ready_valid_i"};
  InPin<decltype(I::ready_queue_i)> ready_queue_i{"ready_queue_i"};
  InPin<decltype(I::ready_ecn_i)> ready_ecn_i{"ready_ecn_i"};

  OutPin<decltype(O::rts_result_o)> rts_result_o{"rts_result_o"};
  OutPin<decltype(O::accept_o)> accept_o{"accept_o"};
  OutPin<decltype(O::ctd_o)> ctd_o{"ctd_o"};
  OutPin<decltype(O::ready_result_o)> ready_result_o{"ready_result_o"};
  OutPin<decltype(O::ecn_o)> ecn_o{"ecn_o"};
  OutPin<decltype(O::marked_o)> marked_o{"marked_o"};
  OutPin<decltype(O::depth_o)> depth_o{"depth_o"};
};

}  // namespace tinsim
