// SPDX-License-Identifier: Apache-2.0
// Receive physical coding sublayer, golden checker: every output against the C++ model.

`include "rtl_models/common/golden.svh"

/// Add it with `bind pcs_rx pcs_rx_checker i_checker (.*);`
module pcs_rx_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              block_valid_i,
  input logic [BlockW-1:0] block_i,
  input logic              slip_o,
  input logic              lock_o,
  input logic              valid_o,
  input logic              control_o,
  input logic [WordW-1:0]  word_o,
  input logic              violation_o
);

  typedef struct packed {
    bit              block_valid_i;
    bit [BlockW-1:0] block_i;
  } in_t;

  typedef struct packed {
    bit             slip_o;
    bit             lock_o;
    bit             valid_o;
    bit             control_o;
    bit [WordW-1:0] word_o;
    bit             violation_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {block_valid_i, block_i};
  assign actual = {slip_o, lock_o, valid_o, control_o, word_o, violation_o};

  `TIN_GOLDEN(pcs_rx)
  `TIN_GOLDEN_PORT(slip_o)
  `TIN_GOLDEN_PORT(lock_o)
  `TIN_GOLDEN_PORT(valid_o)
  `TIN_GOLDEN_PORT(control_o)
  `TIN_GOLDEN_PORT(word_o)
  `TIN_GOLDEN_PORT(violation_o)
  `TIN_GOLDEN_END(pcs_rx)

endmodule
