// SPDX-License-Identifier: Apache-2.0
// SystemC ports of request_codec, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/request_codec/request_codec.h"

namespace tinsim {

template <class B>
struct RequestCodecPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::enc_valid_i)> enc_valid_i{"enc_valid_i"};
  InPin<decltype(I::enc_header_i)> enc_header_i{"enc_header_i"};
  InPin<decltype(I::enc_op_i)> enc_op_i{"enc_op_i"};
  InPin<decltype(I::enc_flags_i)> enc_flags_i{"enc_flags_i"};
  InPin<decltype(I::enc_size_i)> enc_size_i{"enc_size_i"};
  InPin<decltype(I::enc_slot_i)> enc_slot_i{"enc_slot_i"};
  InPin<decltype(I::enc_region_i)> enc_region_i{"enc_region_i"};
  InPin<decltype(I::enc_offset_i)> enc_offset_i{"enc_offset_i"};
  InPin<decltype(I::enc_pid_i)> enc_pid_i{"enc_pid_i"};
  InPin<decltype(I::enc_counter_i)> enc_counter_i{"enc_counter_i"};
  InPin<decltype(I::enc_tag_hi_i)> enc_tag_hi_i{"enc_tag_hi_i"};
  InPin<decltype(I::enc_tag_lo_i)> enc_tag_lo_i{"enc_tag_lo_i"};
  InPin<decltype(I::word_ready_i)> word_ready_i{"word_ready_i"};
  InPin<decltype(I::rx_valid_i)> rx_valid_i{"rx_valid_i"};
  InPin<decltype(I::rx_word_i)> rx_word_i{"rx_word_i"};
  InPin<decltype(I::rx_first_i)> rx_first_i{"rx_first_i"};
  InPin<decltype(I::rx_last_i)> rx_last_i{"rx_last_i"};
  InPin<decltype(I::rx_type_i)> rx_type_i{"rx_type_i"};

  OutPin<decltype(O::enc_ready_o)> enc_ready_o{"enc_ready_o"};
  OutPin<decltype(O::word_valid_o)> word_valid_o{"word_valid_o"};
  OutPin<decltype(O::word_o)> word_o{"word_o"};
  OutPin<decltype(O::word_first_o)> word_first_o{"word_first_o"};
  OutPin<decltype(O::word_last_o)> word_last_o{"word_last_o"};
  OutPin<decltype(O::dec_valid_o)> dec_valid_o{"dec_valid_o"};
  OutPin<decltype(O::dec_error_o)> dec_error_o{"dec_error_o"};
  OutPin<decltype(O::dec_type_o)> dec_type_o{"dec_type_o"};
  OutPin<decltype(O::dec_op_o)> dec_op_o{"dec_op_o"};
  OutPin<decltype(O::dec_flags_o)> dec_flags_o{"dec_flags_o"};
  OutPin<decltype(O::dec_size_o)> dec_size_o{"dec_size_o"};
  OutPin<decltype(O::dec_slot_o)> dec_slot_o{"dec_slot_o"};
  OutPin<decltype(O::dec_region_o)> dec_region_o{"dec_region_o"};
  OutPin<decltype(O::dec_offset_o)> dec_offset_o{"dec_offset_o"};
  OutPin<decltype(O::dec_pid_o)> dec_pid_o{"dec_pid_o"};
  OutPin<decltype(O::dec_counter_o)> dec_counter_o{"dec_counter_o"};
  OutPin<decltype(O::dec_tag_hi_o)> dec_tag_hi_o{"dec_tag_hi_o"};
  OutPin<decltype(O::dec_tag_lo_o)> dec_tag_lo_o{"dec_tag_lo_o"};
};

}  // namespace tinsim
