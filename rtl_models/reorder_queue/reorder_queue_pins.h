// SPDX-License-Identifier: Apache-2.0
// SystemC ports of reorder_queue, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/reorder_queue/reorder_queue.h"

namespace tinsim {

template <class B>
struct ReorderQueuePins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::push_valid_i)> push_valid_i{"push_valid_i"};
  InPin<decltype(I::push_flow_i)> push_flow_i{"push_flow_i"};
  InPin<decltype(I::push_tag_i)> push_tag_i{"push_tag_i"};
  InPin<decltype(I::complete_valid_i)> complete_valid_i{"complete_valid_i"};
  InPin<decltype(I::complete_entry_i)> complete_entry_i{"complete_entry_i"};
  InPin<decltype(I::cancel_valid_i)> cancel_valid_i{"cancel_valid_i"};
  InPin<decltype(I::cancel_entry_i)> cancel_entry_i{"cancel_entry_i"};
  InPin<decltype(I::pop_i)> pop_i{"pop_i"};

  OutPin<decltype(O::push_entry_o)> push_entry_o{"push_entry_o"};
  OutPin<decltype(O::full_o)> full_o{"full_o"};
  OutPin<decltype(O::offer_valid_o)> offer_valid_o{"offer_valid_o"};
  OutPin<decltype(O::offer_entry_o)> offer_entry_o{"offer_entry_o"};
  OutPin<decltype(O::offer_tag_o)> offer_tag_o{"offer_tag_o"};
  OutPin<decltype(O::offer_flow_o)> offer_flow_o{"offer_flow_o"};
  OutPin<decltype(O::occupancy_o)> occupancy_o{"occupancy_o"};
};

}  // namespace tinsim
