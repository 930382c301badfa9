// SPDX-License-Identifier: Apache-2.0
// Cell switch of four ports and VCs on a bench.
#pragma once

#include <gtest/gtest.h>

#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/parts/cell_header.h"
#include "testbench/bench.h"

namespace tinsim {

class CellSwitchTest : public ::testing::Test {
 public:
  using Switch = CellSwitch<4, 4, 64>;

 protected:
  static Switch::In straps() {
    Switch::In in;
    in.rx_depth_i.fill(64);
    in.tx_limit_i.fill(40);
    in.tx_credited_i.fill(true);
    in.queue_words_i = 60;
    in.weight_i.fill(1);
    return in;
  }
  static CellHeader header(unsigned len = 2, unsigned vc = 1) {
    CellHeader h;
    h.dst = 0x1234;
    h.len = static_cast<std::uint8_t>(len);
    h.vc = static_cast<std::uint8_t>(vc);
    h.hop = 12;
    return h;
  }
  void word(unsigned port, bool first, std::uint64_t data) {
    bench_.in.rx_valid_i[port] = true;
    bench_.in.rx_sop_i[port] = first;
    bench_.in.rx_data_i[port] = data;
  }
  void ready() { bench_.in.tx_ready_i.fill(true); }
  void route(unsigned port, unsigned to, unsigned vc) {
    bench_.in.route_port_i[port] = to;
    bench_.in.route_vc_i[port] = vc;
  }
  /// Sends a cell from cycle 0 of now on and runs `cycles` cycles with the link ready.
  void run_cell(unsigned port, CellHeader h, unsigned to, unsigned vc, unsigned cycles) {
    for (unsigned n = 0; n < cycles; ++n) {
      if (n < h.len) word(port, n == 0, n == 0 ? encode_header(h) : n);
      if (n == 3) route(port, to, vc);
      ready();
      bench_.clock();
    }
  }
  const Switch::Out& out() { return bench_.out(); }

  Bench<Switch> bench_{straps()};
};

}  // namespace tinsim
