// SPDX-License-Identifier: Apache-2.0
// SystemC ports of ordered_set_codec, for PinPart.
#pragma once

#include "rtl_models/common/pin_module.h"
#include "rtl_models/ordered_set_codec/ordered_set_codec.h"

namespace tinsim {

template <class B>
struct OrderedSetCodecPins {
  using I = typename B::In;
  using O = typename B::Out;

  InPin<decltype(I::word_i)> word_i{"word_i"};
  InPin<decltype(I::code_i)> code_i{"code_i"};
  InPin<decltype(I::body_i)> body_i{"body_i"};

  OutPin<decltype(O::code_o)> code_o{"code_o"};
  OutPin<decltype(O::body_o)> body_o{"body_o"};
  OutPin<decltype(O::code_error_o)> code_error_o{"code_error_o"};
  OutPin<decltype(O::crc_error_o)> crc_error_o{"crc_error_o"};
  OutPin<decltype(O::word_o)> word_o{"word_o"};
};

}  // namespace tinsim
