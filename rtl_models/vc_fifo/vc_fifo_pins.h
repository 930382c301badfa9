// SPDX-License-Identifier: Apache-2.0
// SystemC ports of vc_fifo, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/vc_fifo/vc_fifo.h"

namespace tinsim {

template <class B>
struct VcFifoPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::depth_words_i)> depth_words_i{"depth_words_i"};
  InPin<decltype(I::push_valid_i)> push_valid_i{"push_valid_i"};
  InPin<decltype(I::push_sop_i)> push_sop_i{"push_sop_i"};
  InPin<decltype(I::push_vc_i)> push_vc_i{"push_vc_i"};
  InPin<decltype(I::push_len_i)> push_len_i{"push_len_i"};
  InPin<decltype(I::push_meta_i)> push_meta_i{"push_meta_i"};
  InPin<decltype(I::push_data_i)> push_data_i{"push_data_i"};
  InPin<decltype(I::pop_valid_i)> pop_valid_i{"pop_valid_i"};
  InPin<decltype(I::pop_vc_i)> pop_vc_i{"pop_vc_i"};

  OutPin<decltype(O::head_valid_o)> head_valid_o{"head_valid_o"};
  OutPin<decltype(O::head_len_o)> head_len_o{"head_len_o"};
  OutPin<decltype(O::head_meta_o)> head_meta_o{"head_meta_o"};
  OutPin<decltype(O::pop_valid_o)> pop_valid_o{"pop_valid_o"};
  OutPin<decltype(O::pop_sop_o)> pop_sop_o{"pop_sop_o"};
  OutPin<decltype(O::pop_data_o)> pop_data_o{"pop_data_o"};
  OutPin<decltype(O::credit_valid_o)> credit_valid_o{"credit_valid_o"};
  OutPin<decltype(O::credit_vc_o)> credit_vc_o{"credit_vc_o"};
  OutPin<decltype(O::credit_words_o)> credit_words_o{"credit_words_o"};
  OutPin<decltype(O::credit_limit_o)> credit_limit_o{"credit_limit_o"};
};

}  // namespace tinsim
