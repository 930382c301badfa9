// SPDX-License-Identifier: Apache-2.0
// Transmit physical coding sublayer, golden checker: every output against the C++ model.

`include "rtl_models/common/golden.svh"

/// Add it with `bind pcs_tx pcs_tx_checker i_checker (.*);`
module pcs_tx_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              valid_i,
  input logic              control_i,
  input logic [WordW-1:0]  word_i,
  input logic [BlockW-1:0] block_o
);

  typedef struct packed {
    bit             valid_i;
    bit             control_i;
    bit [WordW-1:0] word_i;
  } in_t;

  typedef struct packed {
    bit [BlockW-1:0] block_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {valid_i, control_i, word_i};
  assign actual = block_o;

  `TIN_GOLDEN(pcs_tx)
  `TIN_GOLDEN_PORT(block_o)
  `TIN_GOLDEN_END(pcs_tx)

endmodule
