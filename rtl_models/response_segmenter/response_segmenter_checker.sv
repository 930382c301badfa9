// SPDX-License-Identifier: Apache-2.0
// Response segmenter of 1RMA, golden checker: every output against the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind response_segmenter response_segmenter_checker i_checker (.*);`
/// The model behind `c_dpi_response_segmenter_4_*` has NumContexts = 4;
/// so must the block.
module response_segmenter_checker
  import rma_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic             clk_i,
  input logic             rst_ni,
  input logic [7:0]       max_data_i,
  input logic             open_valid_i,
  input logic [15:0]      open_slot_i,
  input logic [SizeW-1:0] open_size_i,
  input logic             cpl_valid_i,
  input logic [5:0]       cpl_context_i,
  input logic [11:0]      cpl_offset_i,
  input logic [8:0]       cpl_length_i,
  input logic             cpl_error_i,
  input logic             seg_ready_i,
  input logic             open_ok_o,
  input logic [5:0]       open_context_o,
  input logic             cpl_ready_o,
  input logic             seg_valid_o,
  input logic [5:0]       seg_context_o,
  input logic [15:0]      seg_slot_o,
  input logic [11:0]      seg_offset_o,
  input logic [7:0]       seg_length_o,
  input logic [4:0]       seg_words_o,
  input logic [3:0]       seg_status_o,
  input logic [47:0]      seg_counter_o,
  input logic             seg_last_o,
  input logic [6:0]       contexts_o
);

  typedef struct packed {
    bit [7:0]       max_data_i;
    bit             open_valid_i;
    bit [15:0]      open_slot_i;
    bit [SizeW-1:0] open_size_i;
    bit             cpl_valid_i;
    bit [5:0]       cpl_context_i;
    bit [11:0]      cpl_offset_i;
    bit [8:0]       cpl_length_i;
    bit             cpl_error_i;
    bit             seg_ready_i;
  } in_t;

  typedef struct packed {
    bit        open_ok_o;
    bit [5:0]  open_context_o;
    bit        cpl_ready_o;
    bit        seg_valid_o;
    bit [5:0]  seg_context_o;
    bit [15:0] seg_slot_o;
    bit [11:0] seg_offset_o;
    bit [7:0]  seg_length_o;
    bit [4:0]  seg_words_o;
    bit [3:0]  seg_status_o;
    bit [47:0] seg_counter_o;
    bit        seg_last_o;
    bit [6:0]  contexts_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {max_data_i, open_valid_i, open_slot_i, open_size_i, cpl_valid_i,
      cpl_context_i, cpl_offset_i, cpl_length_i, cpl_error_i, seg_ready_i};
  assign actual = {open_ok_o, open_context_o, cpl_ready_o, seg_valid_o, seg_context_o, seg_slot_o,
      seg_offset_o, seg_length_o, seg_words_o, seg_status_o, seg_counter_o, seg_last_o, contexts_o};

  `TIN_GOLDEN(response_segmenter_4)
  `TIN_GOLDEN_PORT(open_ok_o)
  `TIN_GOLDEN_PORT(open_context_o)
  `TIN_GOLDEN_PORT(cpl_ready_o)
  `TIN_GOLDEN_PORT(seg_valid_o)
  `TIN_GOLDEN_PORT(seg_context_o)
  `TIN_GOLDEN_PORT(seg_slot_o)
  `TIN_GOLDEN_PORT(seg_offset_o)
  `TIN_GOLDEN_PORT(seg_length_o)
  `TIN_GOLDEN_PORT(seg_words_o)
  `TIN_GOLDEN_PORT(seg_status_o)
  `TIN_GOLDEN_PORT(seg_counter_o)
  `TIN_GOLDEN_PORT(seg_last_o)
  `TIN_GOLDEN_PORT(contexts_o)
  `TIN_GOLDEN_END(response_segmenter_4)

endmodule
