// SPDX-License-Identifier: Apache-2.0
// SystemC ports of islip_arbiter, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"

namespace tinsim {

template <class B>
struct IslipArbiterPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::iterations_i)> iterations_i{"iterations_i"};
  InPin<decltype(I::strict_i)> strict_i{"strict_i"};
  InPin<decltype(I::req_valid_i)> req_valid_i{"req_valid_i"};
  InPin<decltype(I::req_port_i)> req_port_i{"req_port_i"};
  InPin<decltype(I::in_busy_i)> in_busy_i{"in_busy_i"};
  InPin<decltype(I::out_busy_i)> out_busy_i{"out_busy_i"};

  OutPin<decltype(O::match_valid_o)> match_valid_o{"match_valid_o"};
  OutPin<decltype(O::match_port_o)> match_port_o{"match_port_o"};
  OutPin<decltype(O::match_vc_o)> match_vc_o{"match_vc_o"};
};

}  // namespace tinsim
