// SPDX-License-Identifier: Apache-2.0
// Flow-control receiver, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind fc_receiver fc_receiver_checker i_checker (.*);`
/// The C++ model behind `c_dpi_fc_receiver_4_*` has the shape 4, so must the block.
module fc_receiver_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              set_valid_i,
  input logic [51:0]       set_body_i,
  input logic              cell_valid_i,
  input logic [VcW-1:0]    cell_vc_i,
  input logic [LenW-1:0]   cell_words_i,
  input logic              fc_valid_o,
  input logic [VcW-1:0]    fc_vc_o,
  input logic [CountW-1:0] fc_limit_o,
  input logic              lost_valid_o,
  input logic [VcW-1:0]    lost_vc_o,
  input logic [CountW-1:0] lost_words_o
);

  typedef struct packed {
    bit            set_valid_i;
    bit [51:0]     set_body_i;
    bit            cell_valid_i;
    bit [VcW-1:0]  cell_vc_i;
    bit [LenW-1:0] cell_words_i;
  } in_t;

  typedef struct packed {
    bit              fc_valid_o;
    bit [VcW-1:0]    fc_vc_o;
    bit [CountW-1:0] fc_limit_o;
    bit              lost_valid_o;
    bit [VcW-1:0]    lost_vc_o;
    bit [CountW-1:0] lost_words_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {set_valid_i, set_body_i, cell_valid_i, cell_vc_i, cell_words_i};
  assign actual = {fc_valid_o, fc_vc_o, fc_limit_o, lost_valid_o, lost_vc_o, lost_words_o};

  `TIN_GOLDEN(fc_receiver_4)
  `TIN_GOLDEN_PORT(fc_valid_o)
  `TIN_GOLDEN_PORT(fc_vc_o)
  `TIN_GOLDEN_PORT(fc_limit_o)
  `TIN_GOLDEN_PORT(lost_valid_o)
  `TIN_GOLDEN_PORT(lost_vc_o)
  `TIN_GOLDEN_PORT(lost_words_o)
  `TIN_GOLDEN_END(fc_receiver_4)

endmodule
