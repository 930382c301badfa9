// SPDX-License-Identifier: Apache-2.0
// SystemC ports of cellifier, for PinModule.
#pragma once

#include "rtl_models/cellifier/cellifier.h"
#include "rtl_models/common/pin_module.h"

namespace tinsim {

template <class B>
struct CellifierPins {
  using I = typename B::In;
  using O = typename B::Out;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  InPin<decltype(I::job_valid_i)> job_valid_i{"job_valid_i"};
  InPin<decltype(I::job_bytes_i)> job_bytes_i{"job_bytes_i"};
  InPin<decltype(I::job_eptr_i)> job_eptr_i{"job_eptr_i"};
  InPin<decltype(I::job_dst_i)> job_dst_i{"job_dst_i"};
  InPin<decltype(I::job_src_i)> job_src_i{"job_src_i"};
  InPin<decltype(I::job_vc_i)> job_vc_i{"job_vc_i"};
  InPin<decltype(I::data_valid_i)> data_valid_i{"data_valid_i"};
  InPin<decltype(I::data_i)> data_i{"data_i"};
  InPin<decltype(I::start_ok_i)> start_ok_i{"start_ok_i"};

  OutPin<decltype(O::job_ready_o)> job_ready_o{"job_ready_o"};
  OutPin<decltype(O::data_ready_o)> data_ready_o{"data_ready_o"};
  OutPin<decltype(O::cell_valid_o)> cell_valid_o{"cell_valid_o"};
  OutPin<decltype(O::cell_sop_o)> cell_sop_o{"cell_sop_o"};
  OutPin<decltype(O::cell_eop_o)> cell_eop_o{"cell_eop_o"};
  OutPin<decltype(O::cell_data_o)> cell_data_o{"cell_data_o"};
  OutPin<decltype(O::last_o)> last_o{"last_o"};
};

}  // namespace tinsim
