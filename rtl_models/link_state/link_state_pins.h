// SPDX-License-Identifier: Apache-2.0
// SystemC ports of link_state, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/link_state/link_state.h"

namespace tinsim {

template <class B>
struct LinkStatePins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::start_up_i)> start_up_i{"start_up_i"};
  InPin<decltype(I::enable_i)> enable_i{"enable_i"};
  InPin<decltype(I::lock_i)> lock_i{"lock_i"};
  InPin<decltype(I::phy_valid_i)> phy_valid_i{"phy_valid_i"};
  InPin<decltype(I::phy_state_i)> phy_state_i{"phy_state_i"};
  InPin<decltype(I::phy_sent_i)> phy_sent_i{"phy_sent_i"};

  OutPin<decltype(O::state_o)> state_o{"state_o"};
  OutPin<decltype(O::phy_valid_o)> phy_valid_o{"phy_valid_o"};
  OutPin<decltype(O::cells_enable_o)> cells_enable_o{"cells_enable_o"};
  OutPin<decltype(O::rx_enable_o)> rx_enable_o{"rx_enable_o"};
};

}  // namespace tinsim
