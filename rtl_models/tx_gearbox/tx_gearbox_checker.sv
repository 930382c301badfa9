// SPDX-License-Identifier: Apache-2.0
// Transmit gearbox, golden checker: every output against the C++ model.

`include "rtl_models/common/golden.svh"

/// Add it with `bind tx_gearbox tx_gearbox_checker i_checker (.*);`
module tx_gearbox_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              enable_i,
  input logic [BlockW-1:0] block0_i,
  input logic [BlockW-1:0] block1_i,
  input logic [1:0]        take_o,
  input logic              valid_o,
  input logic [LineW-1:0]  line_o
);

  typedef struct packed {
    bit              enable_i;
    bit [BlockW-1:0] block0_i;
    bit [BlockW-1:0] block1_i;
  } in_t;

  typedef struct packed {
    bit [1:0]       take_o;
    bit             valid_o;
    bit [LineW-1:0] line_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {enable_i, block0_i, block1_i};
  assign actual = {take_o, valid_o, line_o};

  `TIN_GOLDEN(tx_gearbox)
  `TIN_GOLDEN_PORT(take_o)
  `TIN_GOLDEN_PORT(valid_o)
  `TIN_GOLDEN_PORT(line_o)
  `TIN_GOLDEN_END(tx_gearbox)

endmodule
