// SPDX-License-Identifier: Apache-2.0
// SystemC ports of rs_fec_encoder, for PinModule.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"

namespace tinsim {

template <class B>
struct RsFecEncoderPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::valid_i)> valid_i{"valid_i"};
  InPin<decltype(I::block_i)> block_i{"block_i"};

  OutPin<decltype(O::valid_o)> valid_o{"valid_o"};
  OutPin<decltype(O::first_o)> first_o{"first_o"};
  OutPin<decltype(O::line_o)> line_o{"line_o"};
};

}  // namespace tinsim
