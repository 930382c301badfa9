// SPDX-License-Identifier: Apache-2.0
// Reassembly buffer, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind reassembly_buffer reassembly_buffer_checker i_checker (.*);`
/// The model behind `c_dpi_reassembly_buffer_4_*` has NumContexts = 4, NumSlots = 20;
/// so must the block.
module reassembly_buffer_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              reserve_valid_i,
  input logic [BytesW-1:0] reserve_bytes_i,
  input logic              data_valid_i,
  input logic [15:0]       data_eptr_i,
  input logic [7:0]        data_idx_i,
  input logic [7:0]        data_vbytes_i,
  input logic              release_valid_i,
  input logic [15:0]       release_eptr_i,
  input logic              can_reserve_o,
  input logic [15:0]       reserve_eptr_o,
  input logic [11:0]       free_slots_o,
  input logic              result_valid_o,
  input logic              result_stored_o,
  input logic              result_complete_o,
  input logic [15:0]       result_eptr_o,
  input logic              result_aborted_o
);

  typedef struct packed {
    bit              reserve_valid_i;
    bit [BytesW-1:0] reserve_bytes_i;
    bit              data_valid_i;
    bit [15:0]       data_eptr_i;
    bit [7:0]        data_idx_i;
    bit [7:0]        data_vbytes_i;
    bit              release_valid_i;
    bit [15:0]       release_eptr_i;
  } in_t;

  typedef struct packed {
    bit        can_reserve_o;
    bit [15:0] reserve_eptr_o;
    bit [11:0] free_slots_o;
    bit        result_valid_o;
    bit        result_stored_o;
    bit        result_complete_o;
    bit [15:0] result_eptr_o;
    bit        result_aborted_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {reserve_valid_i, reserve_bytes_i, data_valid_i, data_eptr_i, data_idx_i,
      data_vbytes_i, release_valid_i, release_eptr_i};
  assign actual = {can_reserve_o, reserve_eptr_o, free_slots_o, result_valid_o, result_stored_o,
      result_complete_o, result_eptr_o, result_aborted_o};

  `TIN_GOLDEN(reassembly_buffer_4)
  `TIN_GOLDEN_PORT(can_reserve_o)
  `TIN_GOLDEN_PORT(reserve_eptr_o)
  `TIN_GOLDEN_PORT(free_slots_o)
  `TIN_GOLDEN_PORT(result_valid_o)
  `TIN_GOLDEN_PORT(result_stored_o)
  `TIN_GOLDEN_PORT(result_complete_o)
  `TIN_GOLDEN_PORT(result_eptr_o)
  `TIN_GOLDEN_PORT(result_aborted_o)
  `TIN_GOLDEN_END(reassembly_buffer_4)

endmodule
