// SPDX-License-Identifier: Apache-2.0
// SystemC ports of cts_scheduler, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/cts_scheduler/cts_scheduler.h"

namespace tinsim {

template <class B>
struct CtsSchedulerPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::window_i)> window_i{"window_i"};
  InPin<decltype(I::strict_i)> strict_i{"strict_i"};
  InPin<decltype(I::weight_i)> weight_i{"weight_i"};
  InPin<decltype(I::head_valid_i)> head_valid_i{"head_valid_i"};
  InPin<decltype(I::head_bytes_i)> head_bytes_i{"head_bytes_i"};
  InPin<decltype(I::space_i)> space_i{"space_i"};
  InPin<decltype(I::done_valid_i)> done_valid_i{"done_valid_i"};
  InPin<decltype(I::done_port_i)> done_port_i{"done_port_i"};
  InPin<decltype(I::done_bytes_i)> done_bytes_i{"done_bytes_i"};
  InPin<decltype(I::hold_i)> hold_i{"hold_i"};

  OutPin<decltype(O::grant_valid_o)> grant_valid_o{"grant_valid_o"};
  OutPin<decltype(O::grant_queue_o)> grant_queue_o{"grant_queue_o"};
  OutPin<decltype(O::outstanding_o)> outstanding_o{"outstanding_o"};
};

}  // namespace tinsim
