// SPDX-License-Identifier: Apache-2.0
// RS(70,66) encoder, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind rs_fec_encoder rs_fec_encoder_checker i_checker (.*);`
module rs_fec_encoder_checker
  import tin_pkg::BlockW;
  import tin_pkg::LineW;
  import rs_fec_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              valid_i,
  input logic [BlockW-1:0] block_i,
  input logic              valid_o,
  input logic              first_o,
  input logic [LineW-1:0]  line_o
);

  typedef struct packed {
    bit              valid_i;
    bit [BlockW-1:0] block_i;
  } in_t;

  typedef struct packed {
    bit             valid_o;
    bit             first_o;
    bit [LineW-1:0] line_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {valid_i, block_i};
  assign actual = {valid_o, first_o, line_o};

  `TIN_GOLDEN(rs_fec_encoder)
  `TIN_GOLDEN_PORT(valid_o)
  `TIN_GOLDEN_PORT(first_o)
  `TIN_GOLDEN_PORT(line_o)
  `TIN_GOLDEN_END(rs_fec_encoder)

endmodule
