// SPDX-License-Identifier: Apache-2.0
// VC FIFO, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind vc_fifo vc_fifo_checker i_checker (.*);`
/// The C++ model behind `c_dpi_vc_fifo_4_*` has the shape below, so must the block.
module vc_fifo_checker
  import tin_pkg::*;
#(
  /// Shape of the golden model.
  localparam int unsigned NumVcs = 4
) (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [NumVcs-1:0][CountW-1:0] depth_words_i,
  input logic                          push_valid_i,
  input logic                          push_sop_i,
  input logic [VcW-1:0]                push_vc_i,
  input logic [LenW-1:0]               push_len_i,
  input logic [MetaW-1:0]              push_meta_i,
  input logic [WordW-1:0]              push_data_i,
  input logic                          pop_valid_i,
  input logic [VcW-1:0]                pop_vc_i,
  input logic [NumVcs-1:0]             head_valid_o,
  input logic [NumVcs-1:0][LenW-1:0]   head_len_o,
  input logic [NumVcs-1:0][MetaW-1:0]  head_meta_o,
  input logic                          pop_valid_o,
  input logic                          pop_sop_o,
  input logic [WordW-1:0]              pop_data_o,
  input logic                          credit_valid_o,
  input logic [VcW-1:0]                credit_vc_o,
  input logic [LenW-1:0]               credit_words_o,
  input logic [CountW-1:0]             credit_limit_o
);

  typedef struct packed {
    bit [NumVcs-1:0][CountW-1:0] depth_words_i;
    bit                          push_valid_i;
    bit                          push_sop_i;
    bit [VcW-1:0]                push_vc_i;
    bit [LenW-1:0]               push_len_i;
    bit [MetaW-1:0]              push_meta_i;
    bit [WordW-1:0]              push_data_i;
    bit                          pop_valid_i;
    bit [VcW-1:0]                pop_vc_i;
  } in_t;

  typedef struct packed {
    bit [NumVcs-1:0]             head_valid_o;
    bit [NumVcs-1:0][LenW-1:0]   head_len_o;
    bit [NumVcs-1:0][MetaW-1:0]  head_meta_o;
    bit                          pop_valid_o;
    bit                          pop_sop_o;
    bit [WordW-1:0]              pop_data_o;
    bit                          credit_valid_o;
    bit [VcW-1:0]                credit_vc_o;
    bit [LenW-1:0]               credit_words_o;
    bit [CountW-1:0]             credit_limit_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {depth_words_i, push_valid_i, push_sop_i, push_vc_i, push_len_i, push_meta_i,
      push_data_i, pop_valid_i, pop_vc_i};
  assign actual = {head_valid_o, head_len_o, head_meta_o, pop_valid_o, pop_sop_o, pop_data_o,
      credit_valid_o, credit_vc_o, credit_words_o, credit_limit_o};

  `TIN_GOLDEN(vc_fifo_4)
  `TIN_GOLDEN_PORT(head_valid_o)
  `TIN_GOLDEN_PORT(head_len_o)
  `TIN_GOLDEN_PORT(head_meta_o)
  `TIN_GOLDEN_PORT(pop_valid_o)
  `TIN_GOLDEN_PORT(pop_sop_o)
  `TIN_GOLDEN_PORT(pop_data_o)
  `TIN_GOLDEN_PORT(credit_valid_o)
  `TIN_GOLDEN_PORT(credit_vc_o)
  `TIN_GOLDEN_PORT(credit_words_o)
  `TIN_GOLDEN_PORT(credit_limit_o)
  `TIN_GOLDEN_END(vc_fifo_4)

endmodule
