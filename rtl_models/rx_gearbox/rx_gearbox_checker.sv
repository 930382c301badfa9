// SPDX-License-Identifier: Apache-2.0
// Receive gearbox, golden checker: every output against the C++ model.

`include "rtl_models/common/golden.svh"

/// Add it with `bind rx_gearbox rx_gearbox_checker i_checker (.*);`
module rx_gearbox_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              valid_i,
  input logic [LineW-1:0]  line_i,
  input logic              slip_i,
  input logic [1:0]        count_o,
  input logic [BlockW-1:0] block0_o,
  input logic [BlockW-1:0] block1_o
);

  typedef struct packed {
    bit             valid_i;
    bit [LineW-1:0] line_i;
    bit             slip_i;
  } in_t;

  typedef struct packed {
    bit [1:0]        count_o;
    bit [BlockW-1:0] block0_o;
    bit [BlockW-1:0] block1_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {valid_i, line_i, slip_i};
  assign actual = {count_o, block0_o, block1_o};

  `TIN_GOLDEN(rx_gearbox)
  `TIN_GOLDEN_PORT(count_o)
  `TIN_GOLDEN_PORT(block0_o)
  `TIN_GOLDEN_PORT(block1_o)
  `TIN_GOLDEN_END(rx_gearbox)

endmodule
