// SPDX-License-Identifier: Apache-2.0
// SystemC ports of cell_header_codec, for PinPart.
#pragma once

#include "rtl_models/cell_header_codec/cell_header_codec.h"
#include "rtl_models/common/pin_module.h"

namespace tinsim {

template <class B>
struct CellHeaderCodecPins {
  using I = typename B::In;
  using O = typename B::Out;

  InPin<decltype(I::word_i)> word_i{"word_i"};
  InPin<decltype(I::dst_i)> dst_i{"dst_i"};
  InPin<decltype(I::src_i)> src_i{"src_i"};
  InPin<decltype(I::len_i)> len_i{"len_i"};
  InPin<decltype(I::cell_type_i)> cell_type_i{"cell_type_i"};
  InPin<decltype(I::vc_i)> vc_i{"vc_i"};
  InPin<decltype(I::hop_i)> hop_i{"hop_i"};
  InPin<decltype(I::trace_i)> trace_i{"trace_i"};

  OutPin<decltype(O::dst_o)> dst_o{"dst_o"};
  OutPin<decltype(O::src_o)> src_o{"src_o"};
  OutPin<decltype(O::len_o)> len_o{"len_o"};
  OutPin<decltype(O::cell_type_o)> cell_type_o{"cell_type_o"};
  OutPin<decltype(O::vc_o)> vc_o{"vc_o"};
  OutPin<decltype(O::hop_o)> hop_o{"hop_o"};
  OutPin<decltype(O::trace_o)> trace_o{"trace_o"};
  OutPin<decltype(O::soc_error_o)> soc_error_o{"soc_error_o"};
  OutPin<decltype(O::crc_error_o)> crc_error_o{"crc_error_o"};
  OutPin<decltype(O::len_error_o)> len_error_o{"len_error_o"};
  OutPin<decltype(O::type_error_o)> type_error_o{"type_error_o"};
  OutPin<decltype(O::word_o)> word_o{"word_o"};
};

}  // namespace tinsim
