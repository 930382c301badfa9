// SPDX-License-Identifier: Apache-2.0
// Request codec of 1RMA, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind request_codec request_codec_checker i_checker (.*);`
module request_codec_checker
  import tin_pkg::*;
  import rma_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic             clk_i,
  input logic             rst_ni,
  input logic             enc_valid_i,
  input logic [WordW-1:0] enc_header_i,
  input logic [OpW-1:0]   enc_op_i,
  input logic [3:0]       enc_flags_i,
  input logic [15:0]      enc_size_i,
  input logic [15:0]      enc_slot_i,
  input logic [23:0]      enc_region_i,
  input logic [47:0]      enc_offset_i,
  input logic [31:0]      enc_pid_i,
  input logic [47:0]      enc_counter_i,
  input logic [63:0]      enc_tag_hi_i,
  input logic [63:0]      enc_tag_lo_i,
  input logic             word_ready_i,
  input logic             rx_valid_i,
  input logic [WordW-1:0] rx_word_i,
  input logic             rx_first_i,
  input logic             rx_last_i,
  input logic [3:0]       rx_type_i,
  input logic             enc_ready_o,
  input logic             word_valid_o,
  input logic [WordW-1:0] word_o,
  input logic             word_first_o,
  input logic             word_last_o,
  input logic             dec_valid_o,
  input logic [2:0]       dec_error_o,
  input logic [3:0]       dec_type_o,
  input logic [OpW-1:0]   dec_op_o,
  input logic [3:0]       dec_flags_o,
  input logic [15:0]      dec_size_o,
  input logic [15:0]      dec_slot_o,
  input logic [23:0]      dec_region_o,
  input logic [47:0]      dec_offset_o,
  input logic [31:0]      dec_pid_o,
  input logic [47:0]      dec_counter_o,
  input logic [63:0]      dec_tag_hi_o,
  input logic [63:0]      dec_tag_lo_o
);

  typedef struct packed {
    bit             enc_valid_i;
    bit [WordW-1:0] enc_header_i;
    bit [OpW-1:0]   enc_op_i;
    bit [3:0]       enc_flags_i;
    bit [15:0]      enc_size_i;
    bit [15:0]      enc_slot_i;
    bit [23:0]      enc_region_i;
    bit [47:0]      enc_offset_i;
    bit [31:0]      enc_pid_i;
    bit [47:0]      enc_counter_i;
    bit [63:0]      enc_tag_hi_i;
    bit [63:0]      enc_tag_lo_i;
    bit             word_ready_i;
    bit             rx_valid_i;
    bit [WordW-1:0] rx_word_i;
    bit             rx_first_i;
    bit             rx_last_i;
    bit [3:0]       rx_type_i;
  } in_t;

  typedef struct packed {
    bit             enc_ready_o;
    bit             word_valid_o;
    bit [WordW-1:0] word_o;
    bit             word_first_o;
    bit             word_last_o;
    bit             dec_valid_o;
    bit [2:0]       dec_error_o;
    bit [3:0]       dec_type_o;
    bit [OpW-1:0]   dec_op_o;
    bit [3:0]       dec_flags_o;
    bit [15:0]      dec_size_o;
    bit [15:0]      dec_slot_o;
    bit [23:0]      dec_region_o;
    bit [47:0]      dec_offset_o;
    bit [31:0]      dec_pid_o;
    bit [47:0]      dec_counter_o;
    bit [63:0]      dec_tag_hi_o;
    bit [63:0]      dec_tag_lo_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {enc_valid_i, enc_header_i, enc_op_i, enc_flags_i, enc_size_i, enc_slot_i,
      enc_region_i, enc_offset_i, enc_pid_i, enc_counter_i, enc_tag_hi_i, enc_tag_lo_i,
      word_ready_i, rx_valid_i, rx_word_i, rx_first_i, rx_last_i, rx_type_i};
  assign actual = {enc_ready_o, word_valid_o, word_o, word_first_o, word_last_o, dec_valid_o,
      dec_error_o, dec_type_o, dec_op_o, dec_flags_o, dec_size_o, dec_slot_o, dec_region_o,
      dec_offset_o, dec_pid_o, dec_counter_o, dec_tag_hi_o, dec_tag_lo_o};

  `TIN_GOLDEN(request_codec)
  `TIN_GOLDEN_PORT(enc_ready_o)
  `TIN_GOLDEN_PORT(word_valid_o)
  `TIN_GOLDEN_PORT(word_o)
  `TIN_GOLDEN_PORT(word_first_o)
  `TIN_GOLDEN_PORT(word_last_o)
  `TIN_GOLDEN_PORT(dec_valid_o)
  `TIN_GOLDEN_PORT(dec_error_o)
  `TIN_GOLDEN_PORT(dec_type_o)
  `TIN_GOLDEN_PORT(dec_op_o)
  `TIN_GOLDEN_PORT(dec_flags_o)
  `TIN_GOLDEN_PORT(dec_size_o)
  `TIN_GOLDEN_PORT(dec_slot_o)
  `TIN_GOLDEN_PORT(dec_region_o)
  `TIN_GOLDEN_PORT(dec_offset_o)
  `TIN_GOLDEN_PORT(dec_pid_o)
  `TIN_GOLDEN_PORT(dec_counter_o)
  `TIN_GOLDEN_PORT(dec_tag_hi_o)
  `TIN_GOLDEN_PORT(dec_tag_lo_o)
  `TIN_GOLDEN_END(request_codec)

endmodule
