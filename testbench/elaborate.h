// SPDX-License-Identifier: Apache-2.0
// Elaborates the modules of a test without letting time pass, so that sockets can be called.
#pragma once

#include <systemc>

namespace tinsim {

inline void elaborate() {
  // It is meant that nothing happens.
  sc_core::sc_report_handler::set_actions("no activity or clock movement for sc_start() invocation",
                                          sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

}  // namespace tinsim
