// SPDX-License-Identifier: Apache-2.0
// SystemC ports of cell_switch, for PinModule.
#pragma once

#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/common/pin_module.h"

namespace tinsim {

template <class B>
struct CellSwitchPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::iterations_i)> iterations_i{"iterations_i"};
  InPin<decltype(I::rx_depth_i)> rx_depth_i{"rx_depth_i"};
  InPin<decltype(I::tx_limit_i)> tx_limit_i{"tx_limit_i"};
  InPin<decltype(I::tx_credited_i)> tx_credited_i{"tx_credited_i"};
  InPin<decltype(I::queue_words_i)> queue_words_i{"queue_words_i"};
  InPin<decltype(I::strict_i)> strict_i{"strict_i"};
  InPin<decltype(I::weight_i)> weight_i{"weight_i"};
  InPin<decltype(I::rx_valid_i)> rx_valid_i{"rx_valid_i"};
  InPin<decltype(I::rx_sop_i)> rx_sop_i{"rx_sop_i"};
  InPin<decltype(I::rx_data_i)> rx_data_i{"rx_data_i"};
  InPin<decltype(I::route_port_i)> route_port_i{"route_port_i"};
  InPin<decltype(I::route_vc_i)> route_vc_i{"route_vc_i"};
  InPin<decltype(I::fc_valid_i)> fc_valid_i{"fc_valid_i"};
  InPin<decltype(I::fc_vc_i)> fc_vc_i{"fc_vc_i"};
  InPin<decltype(I::fc_limit_i)> fc_limit_i{"fc_limit_i"};
  InPin<decltype(I::tx_ready_i)> tx_ready_i{"tx_ready_i"};

  OutPin<decltype(O::lookup_valid_o)> lookup_valid_o{"lookup_valid_o"};
  OutPin<decltype(O::lookup_word_o)> lookup_word_o{"lookup_word_o"};
  OutPin<decltype(O::rx_error_o)> rx_error_o{"rx_error_o"};
  OutPin<decltype(O::match_valid_o)> match_valid_o{"match_valid_o"};
  OutPin<decltype(O::match_port_o)> match_port_o{"match_port_o"};
  OutPin<decltype(O::match_vc_o)> match_vc_o{"match_vc_o"};
  OutPin<decltype(O::xbar_valid_o)> xbar_valid_o{"xbar_valid_o"};
  OutPin<decltype(O::xbar_sop_o)> xbar_sop_o{"xbar_sop_o"};
  OutPin<decltype(O::tx_valid_o)> tx_valid_o{"tx_valid_o"};
  OutPin<decltype(O::tx_sop_o)> tx_sop_o{"tx_sop_o"};
  OutPin<decltype(O::tx_data_o)> tx_data_o{"tx_data_o"};
  OutPin<decltype(O::fc_valid_o)> fc_valid_o{"fc_valid_o"};
  OutPin<decltype(O::fc_vc_o)> fc_vc_o{"fc_vc_o"};
  OutPin<decltype(O::fc_limit_o)> fc_limit_o{"fc_limit_o"};
};

}  // namespace tinsim
