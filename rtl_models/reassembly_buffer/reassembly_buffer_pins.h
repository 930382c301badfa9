// SPDX-License-Identifier: Apache-2.0
// SystemC ports of reassembly_buffer, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"

namespace tinsim {

template <class B>
struct ReassemblyBufferPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::reserve_valid_i)> reserve_valid_i{"reserve_valid_i"};
  InPin<decltype(I::reserve_bytes_i)> reserve_bytes_i{"reserve_bytes_i"};
  InPin<decltype(I::data_valid_i)> data_valid_i{"data_valid_i"};
  InPin<decltype(I::data_eptr_i)> data_eptr_i{"data_eptr_i"};
  InPin<decltype(I::data_idx_i)> data_idx_i{"data_idx_i"};
  InPin<decltype(I::data_vbytes_i)> data_vbytes_i{"data_vbytes_i"};
  InPin<decltype(I::release_valid_i)> release_valid_i{"release_valid_i"};
  InPin<decltype(I::release_eptr_i)> release_eptr_i{"release_eptr_i"};

  OutPin<decltype(O::can_reserve_o)> can_reserve_o{"can_reserve_o"};
  OutPin<decltype(O::reserve_eptr_o)> reserve_eptr_o{"reserve_eptr_o"};
  OutPin<decltype(O::free_slots_o)> free_slots_o{"free_slots_o"};
  OutPin<decltype(O::result_valid_o)> result_valid_o{"result_valid_o"};
  OutPin<decltype(O::result_stored_o)> result_stored_o{"result_stored_o"};
  OutPin<decltype(O::result_complete_o)> result_complete_o{"result_complete_o"};
  OutPin<decltype(O::result_eptr_o)> result_eptr_o{"result_eptr_o"};
  OutPin<decltype(O::result_aborted_o)> result_aborted_o{"result_aborted_o"};
};

}  // namespace tinsim
