// SPDX-License-Identifier: Apache-2.0
// Receive side of a link, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind link_rx link_rx_checker i_checker (.*);`
/// The C++ model behind `c_dpi_link_rx_4_*` has the shape 4, so must the block.
module link_rx_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic             clk_i,
  input logic             rst_ni,
  input logic             enable_i,
  input logic             lock_i,
  input logic             valid_i,
  input logic             control_i,
  input logic [WordW-1:0] word_i,
  input logic             violation_i,
  input logic             bad_i,
  input logic             rx_valid_o,
  input logic             rx_sop_o,
  input logic [WordW-1:0] rx_data_o,
  input logic             cell_valid_o,
  input logic [VcW-1:0]   cell_vc_o,
  input logic [LenW-1:0]  cell_words_o,
  input logic             set_valid_o,
  input logic [3:0]       set_code_o,
  input logic [51:0]      set_body_o,
  input logic             header_error_o,
  input logic             set_error_o,
  input logic             lost_slot_o,
  input logic             stray_o,
  input logic             filled_o,
  input logic             control_in_cell_o
);

  typedef struct packed {
    bit             enable_i;
    bit             lock_i;
    bit             valid_i;
    bit             control_i;
    bit [WordW-1:0] word_i;
    bit             violation_i;
    bit             bad_i;
  } in_t;

  typedef struct packed {
    bit             rx_valid_o;
    bit             rx_sop_o;
    bit [WordW-1:0] rx_data_o;
    bit             cell_valid_o;
    bit [VcW-1:0]   cell_vc_o;
    bit [LenW-1:0]  cell_words_o;
    bit             set_valid_o;
    bit [3:0]       set_code_o;
    bit [51:0]      set_body_o;
    bit             header_error_o;
    bit             set_error_o;
    bit             lost_slot_o;
    bit             stray_o;
    bit             filled_o;
    bit             control_in_cell_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {enable_i, lock_i, valid_i, control_i, word_i, violation_i, bad_i};
  assign actual = {rx_valid_o, rx_sop_o, rx_data_o, cell_valid_o, cell_vc_o, cell_words_o,
      set_valid_o, set_code_o, set_body_o, header_error_o, set_error_o, lost_slot_o, stray_o,
      filled_o, control_in_cell_o};

  `TIN_GOLDEN(link_rx_4)
  `TIN_GOLDEN_PORT(rx_valid_o)
  `TIN_GOLDEN_PORT(rx_sop_o)
  `TIN_GOLDEN_PORT(rx_data_o)
  `TIN_GOLDEN_PORT(cell_valid_o)
  `TIN_GOLDEN_PORT(cell_vc_o)
  `TIN_GOLDEN_PORT(cell_words_o)
  `TIN_GOLDEN_PORT(set_valid_o)
  `TIN_GOLDEN_PORT(set_code_o)
  `TIN_GOLDEN_PORT(set_body_o)
  `TIN_GOLDEN_PORT(header_error_o)
  `TIN_GOLDEN_PORT(set_error_o)
  `TIN_GOLDEN_PORT(lost_slot_o)
  `TIN_GOLDEN_PORT(stray_o)
  `TIN_GOLDEN_PORT(filled_o)
  `TIN_GOLDEN_PORT(control_in_cell_o)
  `TIN_GOLDEN_END(link_rx_4)

endmodule
