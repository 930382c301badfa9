// SPDX-License-Identifier: Apache-2.0
// SystemC ports of link_rx, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/link_rx/link_rx.h"

namespace tinsim {

template <class B>
struct LinkRxPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::enable_i)> enable_i{"enable_i"};
  InPin<decltype(I::lock_i)> lock_i{"lock_i"};
  InPin<decltype(I::valid_i)> valid_i{"valid_i"};
  InPin<decltype(I::control_i)> control_i{"control_i"};
  InPin<decltype(I::word_i)> word_i{"word_i"};
  InPin<decltype(I::violation_i)> violation_i{"violation_i"};
  InPin<decltype(I::bad_i)> bad_i{"bad_i"};

  OutPin<decltype(O::rx_valid_o)> rx_valid_o{"rx_valid_o"};
  OutPin<decltype(O::rx_sop_o)> rx_sop_o{"rx_sop_o"};
  OutPin<decltype(O::rx_data_o)> rx_data_o{"rx_data_o"};
  OutPin<decltype(O::cell_valid_o)> cell_valid_o{"cell_valid_o"};
  OutPin<decltype(O::cell_vc_o)> cell_vc_o{"cell_vc_o"};
  OutPin<decltype(O::cell_words_o)> cell_words_o{"cell_words_o"};
  OutPin<decltype(O::set_valid_o)> set_valid_o{"set_valid_o"};
  OutPin<decltype(O::set_code_o)> set_code_o{"set_code_o"};
  OutPin<decltype(O::set_body_o)> set_body_o{"set_body_o"};
  OutPin<decltype(O::header_error_o)> header_error_o{"header_error_o"};
  OutPin<decltype(O::set_error_o)> set_error_o{"set_error_o"};
  OutPin<decltype(O::lost_slot_o)> lost_slot_o{"lost_slot_o"};
  OutPin<decltype(O::stray_o)> stray_o{"stray_o"};
  OutPin<decltype(O::filled_o)> filled_o{"filled_o"};
  OutPin<decltype(O::control_in_cell_o)> control_in_cell_o{"control_in_cell_o"};
};

}  // namespace tinsim
