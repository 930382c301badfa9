// SPDX-License-Identifier: Apache-2.0
// SystemC ports of response_segmenter, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/response_segmenter/response_segmenter.h"

namespace tinsim {

template <class B>
struct ResponseSegmenterPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::max_data_i)> max_data_i{"max_data_i"};
  InPin<decltype(I::open_valid_i)> open_valid_i{"open_valid_i"};
  InPin<decltype(I::open_slot_i)> open_slot_i{"open_slot_i"};
  InPin<decltype(I::open_size_i)> open_size_i{"open_size_i"};
  InPin<decltype(I::cpl_valid_i)> cpl_valid_i{"cpl_valid_i"};
  InPin<decltype(I::cpl_context_i)> cpl_context_i{"cpl_context_i"};
  InPin<decltype(I::cpl_offset_i)> cpl_offset_i{"cpl_offset_i"};
  InPin<decltype(I::cpl_length_i)> cpl_length_i{"cpl_length_i"};
  InPin<decltype(I::cpl_error_i)> cpl_error_i{"cpl_error_i"};
  InPin<decltype(I::seg_ready_i)> seg_ready_i{"seg_ready_i"};

  OutPin<decltype(O::open_ok_o)> open_ok_o{"open_ok_o"};
  OutPin<decltype(O::open_context_o)> open_context_o{"open_context_o"};
  OutPin<decltype(O::cpl_ready_o)> cpl_ready_o{"cpl_ready_o"};
  OutPin<decltype(O::seg_valid_o)> seg_valid_o{"seg_valid_o"};
  OutPin<decltype(O::seg_context_o)> seg_context_o{"seg_context_o"};
  OutPin<decltype(O::seg_slot_o)> seg_slot_o{"seg_slot_o"};
  OutPin<decltype(O::seg_offset_o)> seg_offset_o{"seg_offset_o"};
  OutPin<decltype(O::seg_length_o)> seg_length_o{"seg_length_o"};
  OutPin<decltype(O::seg_words_o)> seg_words_o{"seg_words_o"};
  OutPin<decltype(O::seg_status_o)> seg_status_o{"seg_status_o"};
  OutPin<decltype(O::seg_counter_o)> seg_counter_o{"seg_counter_o"};
  OutPin<decltype(O::seg_last_o)> seg_last_o{"seg_last_o"};
  OutPin<decltype(O::contexts_o)> contexts_o{"contexts_o"};
};

}  // namespace tinsim
