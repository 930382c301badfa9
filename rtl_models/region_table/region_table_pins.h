// SPDX-License-Identifier: Apache-2.0
// SystemC ports of region_table, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/region_table/region_table.h"

namespace tinsim {

template <class B>
struct RegionTablePins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::write_valid_i)> write_valid_i{"write_valid_i"};
  InPin<decltype(I::write_kind_i)> write_kind_i{"write_kind_i"};
  InPin<decltype(I::write_region_i)> write_region_i{"write_region_i"};
  InPin<decltype(I::write_base_i)> write_base_i{"write_base_i"};
  InPin<decltype(I::write_length_i)> write_length_i{"write_length_i"};
  InPin<decltype(I::write_perms_i)> write_perms_i{"write_perms_i"};
  InPin<decltype(I::write_host_i)> write_host_i{"write_host_i"};
  InPin<decltype(I::write_key_hi_i)> write_key_hi_i{"write_key_hi_i"};
  InPin<decltype(I::write_key_lo_i)> write_key_lo_i{"write_key_lo_i"};
  InPin<decltype(I::check_valid_i)> check_valid_i{"check_valid_i"};
  InPin<decltype(I::check_op_i)> check_op_i{"check_op_i"};
  InPin<decltype(I::check_region_i)> check_region_i{"check_region_i"};
  InPin<decltype(I::check_offset_i)> check_offset_i{"check_offset_i"};
  InPin<decltype(I::check_size_i)> check_size_i{"check_size_i"};

  OutPin<decltype(O::result_valid_o)> result_valid_o{"result_valid_o"};
  OutPin<decltype(O::result_reason_o)> result_reason_o{"result_reason_o"};
  OutPin<decltype(O::result_address_o)> result_address_o{"result_address_o"};
  OutPin<decltype(O::result_host_o)> result_host_o{"result_host_o"};
  OutPin<decltype(O::result_key_hi_o)> result_key_hi_o{"result_key_hi_o"};
  OutPin<decltype(O::result_key_lo_o)> result_key_lo_o{"result_key_lo_o"};
};

}  // namespace tinsim
