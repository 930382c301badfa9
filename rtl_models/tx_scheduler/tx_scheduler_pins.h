// SPDX-License-Identifier: Apache-2.0
// SystemC ports of tx_scheduler, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"

namespace tinsim {

template <class B>
struct TxSchedulerPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::cells_enable_i)> cells_enable_i{"cells_enable_i"};
  InPin<decltype(I::tx_valid_i)> tx_valid_i{"tx_valid_i"};
  InPin<decltype(I::tx_sop_i)> tx_sop_i{"tx_sop_i"};
  InPin<decltype(I::tx_data_i)> tx_data_i{"tx_data_i"};
  InPin<decltype(I::fc_request_i)> fc_request_i{"fc_request_i"};
  InPin<decltype(I::fc_urgent_i)> fc_urgent_i{"fc_urgent_i"};
  InPin<decltype(I::fc_body_i)> fc_body_i{"fc_body_i"};
  InPin<decltype(I::timesync_valid_i)> timesync_valid_i{"timesync_valid_i"};
  InPin<decltype(I::timesync_status_i)> timesync_status_i{"timesync_status_i"};
  InPin<decltype(I::timesync_time_i)> timesync_time_i{"timesync_time_i"};
  InPin<decltype(I::lat_valid_i)> lat_valid_i{"lat_valid_i"};
  InPin<decltype(I::lat_sub_i)> lat_sub_i{"lat_sub_i"};
  InPin<decltype(I::lat_residence_i)> lat_residence_i{"lat_residence_i"};
  InPin<decltype(I::phy_valid_i)> phy_valid_i{"phy_valid_i"};
  InPin<decltype(I::phy_state_i)> phy_state_i{"phy_state_i"};
  InPin<decltype(I::mos_valid_i)> mos_valid_i{"mos_valid_i"};
  InPin<decltype(I::mos_sub_i)> mos_sub_i{"mos_sub_i"};
  InPin<decltype(I::mos_payload_i)> mos_payload_i{"mos_payload_i"};
  InPin<decltype(I::mos_gap_i)> mos_gap_i{"mos_gap_i"};

  OutPin<decltype(O::tx_ready_o)> tx_ready_o{"tx_ready_o"};
  OutPin<decltype(O::control_o)> control_o{"control_o"};
  OutPin<decltype(O::word_o)> word_o{"word_o"};
  OutPin<decltype(O::kind_o)> kind_o{"kind_o"};
};

}  // namespace tinsim
