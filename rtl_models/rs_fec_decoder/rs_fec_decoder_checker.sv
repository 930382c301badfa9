// SPDX-License-Identifier: Apache-2.0
// RS(70,66) decoder, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind rs_fec_decoder rs_fec_decoder_checker i_checker (.*);`
module rs_fec_decoder_checker
  import tin_pkg::BlockW;
  import tin_pkg::LineW;
  import rs_fec_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              valid_i,
  input logic              first_i,
  input logic [LineW-1:0]  line_i,
  input logic              valid_o,
  input logic [BlockW-1:0] block_o,
  input logic              bad_o,
  input logic [1:0]        corrected_o,
  input logic              first_o
);

  typedef struct packed {
    bit             valid_i;
    bit             first_i;
    bit [LineW-1:0] line_i;
  } in_t;

  typedef struct packed {
    bit              valid_o;
    bit [BlockW-1:0] block_o;
    bit              bad_o;
    bit [1:0]        corrected_o;
    bit              first_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {valid_i, first_i, line_i};
  assign actual = {valid_o, block_o, bad_o, corrected_o, first_o};

  `TIN_GOLDEN(rs_fec_decoder)
  `TIN_GOLDEN_PORT(valid_o)
  `TIN_GOLDEN_PORT(block_o)
  `TIN_GOLDEN_PORT(bad_o)
  `TIN_GOLDEN_PORT(corrected_o)
  `TIN_GOLDEN_PORT(first_o)
  `TIN_GOLDEN_END(rs_fec_decoder)

endmodule
