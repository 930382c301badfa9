// SPDX-License-Identifier: Apache-2.0
// Credit counter, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind credit_counter credit_counter_checker i_checker (.*);`
/// The C++ model behind `c_dpi_credit_counter_4_*` has the shape below, so must the block.
module credit_counter_checker
  import tin_pkg::*;
#(
  /// Shape of the golden model.
  localparam int unsigned NumVcs = 4
) (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [NumVcs-1:0][CountW-1:0] init_limit_i,
  input logic                          fc_valid_i,
  input logic [VcW-1:0]                fc_vc_i,
  input logic [CountW-1:0]             fc_limit_i,
  input logic                          take_valid_i,
  input logic [VcW-1:0]                take_vc_i,
  input logic [LenW-1:0]               take_words_i,
  input logic [NumVcs-1:0][CountW-1:0] avail_o
);

  typedef struct packed {
    bit [NumVcs-1:0][CountW-1:0] init_limit_i;
    bit                          fc_valid_i;
    bit [VcW-1:0]                fc_vc_i;
    bit [CountW-1:0]             fc_limit_i;
    bit                          take_valid_i;
    bit [VcW-1:0]                take_vc_i;
    bit [LenW-1:0]               take_words_i;
  } in_t;

  typedef struct packed {
    bit [NumVcs-1:0][CountW-1:0] avail_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {init_limit_i, fc_valid_i, fc_vc_i, fc_limit_i, take_valid_i, take_vc_i,
      take_words_i};
  assign actual = {avail_o};

  `TIN_GOLDEN(credit_counter_4)
  `TIN_GOLDEN_PORT(avail_o)
  `TIN_GOLDEN_END(credit_counter_4)

endmodule
