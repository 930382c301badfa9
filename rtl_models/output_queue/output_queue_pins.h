// SPDX-License-Identifier: Apache-2.0
// SystemC ports of output_queue, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/output_queue/output_queue.h"

namespace tinsim {

template <class B>
struct OutputQueuePins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::queue_words_i)> queue_words_i{"queue_words_i"};
  InPin<decltype(I::strict_i)> strict_i{"strict_i"};
  InPin<decltype(I::weight_i)> weight_i{"weight_i"};
  InPin<decltype(I::reserve_valid_i)> reserve_valid_i{"reserve_valid_i"};
  InPin<decltype(I::reserve_vc_i)> reserve_vc_i{"reserve_vc_i"};
  InPin<decltype(I::reserve_words_i)> reserve_words_i{"reserve_words_i"};
  InPin<decltype(I::push_valid_i)> push_valid_i{"push_valid_i"};
  InPin<decltype(I::push_sop_i)> push_sop_i{"push_sop_i"};
  InPin<decltype(I::push_data_i)> push_data_i{"push_data_i"};
  InPin<decltype(I::tx_ready_i)> tx_ready_i{"tx_ready_i"};

  OutPin<decltype(O::space_o)> space_o{"space_o"};
  OutPin<decltype(O::tx_valid_o)> tx_valid_o{"tx_valid_o"};
  OutPin<decltype(O::tx_sop_o)> tx_sop_o{"tx_sop_o"};
  OutPin<decltype(O::tx_data_o)> tx_data_o{"tx_data_o"};
};

}  // namespace tinsim
