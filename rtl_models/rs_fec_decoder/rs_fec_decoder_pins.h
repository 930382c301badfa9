// SPDX-License-Identifier: Apache-2.0
// SystemC ports of rs_fec_decoder, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"

namespace tinsim {

template <class B>
struct RsFecDecoderPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::valid_i)> valid_i{"valid_i"};
  InPin<decltype(I::first_i)> first_i{"first_i"};
  InPin<decltype(I::line_i)> line_i{"line_i"};

  OutPin<decltype(O::valid_o)> valid_o{"valid_o"};
  OutPin<decltype(O::block_o)> block_o{"block_o"};
  OutPin<decltype(O::bad_o)> bad_o{"bad_o"};
  OutPin<decltype(O::corrected_o)> corrected_o{"corrected_o"};
  OutPin<decltype(O::first_o)> first_o{"first_o"};
};

}  // namespace tinsim
