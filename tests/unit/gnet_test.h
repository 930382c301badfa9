// SPDX-License-Identifier: Apache-2.0
// For the GNet tests: fresh SystemC kernels, and errors as text.
#pragma once

#include <string>
#include <systemc>

#include "testbench/fresh_kernel.h"
#include "tlm/sockets/gnet_socket.h"

namespace tinsim {

/// The error of `fn`, "" if there is none.
template <class Fn>
std::string error_of(Fn&& fn) {
  try {
    fn();
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  return "";
}

constexpr double kCyclePs = 2500;
inline sc_core::sc_time cycles(unsigned n) { return {n * kCyclePs, sc_core::SC_PS}; }
inline void run_cycles(unsigned n) { sc_core::sc_start(cycles(n)); }

inline Cell cell_of(unsigned words, unsigned vc = 0, unsigned seq = 0) {
  Cell cell;
  cell.words = static_cast<uint8_t>(words);
  cell.vc = static_cast<uint8_t>(vc);
  cell.hop = kInitialHop;
  cell.seq = seq;
  return cell;
}

}  // namespace tinsim
