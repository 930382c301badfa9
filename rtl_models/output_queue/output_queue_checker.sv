// SPDX-License-Identifier: Apache-2.0
// Output queue, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind output_queue output_queue_checker i_checker (.*);`
/// The C++ model behind `c_dpi_output_queue_4_*` has the shape below, so must the block.
module output_queue_checker
  import tin_pkg::*;
#(
  /// Shape of the golden model.
  localparam int unsigned NumVcs = 4
) (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic [7:0]             queue_words_i,
  input logic [NumVcs-1:0]      strict_i,
  input logic [NumVcs-1:0][7:0] weight_i,
  input logic                   reserve_valid_i,
  input logic [VcW-1:0]         reserve_vc_i,
  input logic [LenW-1:0]        reserve_words_i,
  input logic                   push_valid_i,
  input logic                   push_sop_i,
  input logic [WordW-1:0]       push_data_i,
  input logic                   tx_ready_i,
  input logic [NumVcs-1:0][7:0] space_o,
  input logic                   tx_valid_o,
  input logic                   tx_sop_o,
  input logic [WordW-1:0]       tx_data_o
);

  typedef struct packed {
    bit [7:0]             queue_words_i;
    bit [NumVcs-1:0]      strict_i;
    bit [NumVcs-1:0][7:0] weight_i;
    bit                   reserve_valid_i;
    bit [VcW-1:0]         reserve_vc_i;
    bit [LenW-1:0]        reserve_words_i;
    bit                   push_valid_i;
    bit                   push_sop_i;
    bit [WordW-1:0]       push_data_i;
    bit                   tx_ready_i;
  } in_t;

  typedef struct packed {
    bit [NumVcs-1:0][7:0] space_o;
    bit                   tx_valid_o;
    bit                   tx_sop_o;
    bit [WordW-1:0]       tx_data_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {queue_words_i, strict_i, weight_i, reserve_valid_i, reserve_vc_i,
      reserve_words_i, push_valid_i, push_sop_i, push_data_i, tx_ready_i};
  assign actual = {space_o, tx_valid_o, tx_sop_o, tx_data_o};

  `TIN_GOLDEN(output_queue_4)
  `TIN_GOLDEN_PORT(space_o)
  `TIN_GOLDEN_PORT(tx_valid_o)
  `TIN_GOLDEN_PORT(tx_sop_o)
  `TIN_GOLDEN_PORT(tx_data_o)
  `TIN_GOLDEN_END(output_queue_4)

endmodule
