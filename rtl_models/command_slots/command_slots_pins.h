// SPDX-License-Identifier: Apache-2.0
// SystemC ports of command_slots, for PinModule.
#pragma once

#include "rtl_models/command_slots/command_slots.h"
#include "rtl_models/common/pin_module.h"

namespace tinsim {

template <class B>
struct CommandSlotsPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::alloc_valid_i)> alloc_valid_i{"alloc_valid_i"};
  InPin<decltype(I::store_valid_i)> store_valid_i{"store_valid_i"};
  InPin<decltype(I::store_host_i)> store_host_i{"store_host_i"};
  InPin<decltype(I::store_slot_i)> store_slot_i{"store_slot_i"};
  InPin<decltype(I::store_part_i)> store_part_i{"store_part_i"};
  InPin<decltype(I::ready_pop_i)> ready_pop_i{"ready_pop_i"};
  InPin<decltype(I::done_valid_i)> done_valid_i{"done_valid_i"};
  InPin<decltype(I::done_slot_i)> done_slot_i{"done_slot_i"};

  OutPin<decltype(O::alloc_ok_o)> alloc_ok_o{"alloc_ok_o"};
  OutPin<decltype(O::alloc_slot_o)> alloc_slot_o{"alloc_slot_o"};
  OutPin<decltype(O::store_error_o)> store_error_o{"store_error_o"};
  OutPin<decltype(O::ready_valid_o)> ready_valid_o{"ready_valid_o"};
  OutPin<decltype(O::ready_slot_o)> ready_slot_o{"ready_slot_o"};
  OutPin<decltype(O::free_o)> free_o{"free_o"};
};

}  // namespace tinsim
