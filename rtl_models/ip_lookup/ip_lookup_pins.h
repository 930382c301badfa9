// SPDX-License-Identifier: Apache-2.0
// SystemC ports of ip_lookup, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/ip_lookup/ip_lookup.h"

namespace tinsim {

template <class B>
struct IpLookupPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::write_entry_i)> write_entry_i{"write_entry_i"};
  InPin<decltype(I::write_member_i)> write_member_i{"write_member_i"};
  InPin<decltype(I::write_index_i)> write_index_i{"write_index_i"};
  InPin<decltype(I::entry_live_i)> entry_live_i{"entry_live_i"};
  InPin<decltype(I::entry_v6_i)> entry_v6_i{"entry_v6_i"};
  InPin<decltype(I::entry_prefix_hi_i)> entry_prefix_hi_i{"entry_prefix_hi_i"};
  InPin<decltype(I::entry_prefix_lo_i)> entry_prefix_lo_i{"entry_prefix_lo_i"};
  InPin<decltype(I::entry_length_i)> entry_length_i{"entry_length_i"};
  InPin<decltype(I::entry_punt_i)> entry_punt_i{"entry_punt_i"};
  InPin<decltype(I::entry_base_i)> entry_base_i{"entry_base_i"};
  InPin<decltype(I::entry_count_i)> entry_count_i{"entry_count_i"};
  InPin<decltype(I::member_i)> member_i{"member_i"};
  InPin<decltype(I::valid_i)> valid_i{"valid_i"};
  InPin<decltype(I::v6_i)> v6_i{"v6_i"};
  InPin<decltype(I::address_hi_i)> address_hi_i{"address_hi_i"};
  InPin<decltype(I::address_lo_i)> address_lo_i{"address_lo_i"};
  InPin<decltype(I::hash_i)> hash_i{"hash_i"};

  OutPin<decltype(O::valid_o)> valid_o{"valid_o"};
  OutPin<decltype(O::hit_o)> hit_o{"hit_o"};
  OutPin<decltype(O::punt_o)> punt_o{"punt_o"};
  OutPin<decltype(O::dst_o)> dst_o{"dst_o"};
};

}  // namespace tinsim
