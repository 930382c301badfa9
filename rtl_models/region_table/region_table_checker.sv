// SPDX-License-Identifier: Apache-2.0
// Region table of 1RMA, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind region_table region_table_checker i_checker (.*);`
/// The model behind `c_dpi_region_table_16_*` has NumRegions = 16;
/// so must the block.
module region_table_checker
  import rma_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic           clk_i,
  input logic           rst_ni,
  input logic           write_valid_i,
  input logic [1:0]     write_kind_i,
  input logic [11:0]    write_region_i,
  input logic [63:0]    write_base_i,
  input logic [47:0]    write_length_i,
  input logic [3:0]     write_perms_i,
  input logic           write_host_i,
  input logic [63:0]    write_key_hi_i,
  input logic [63:0]    write_key_lo_i,
  input logic           check_valid_i,
  input logic [OpW-1:0] check_op_i,
  input logic [23:0]    check_region_i,
  input logic [47:0]    check_offset_i,
  input logic [15:0]    check_size_i,
  input logic           result_valid_o,
  input logic [3:0]     result_reason_o,
  input logic [63:0]    result_address_o,
  input logic           result_host_o,
  input logic [63:0]    result_key_hi_o,
  input logic [63:0]    result_key_lo_o
);

  typedef struct packed {
    bit           write_valid_i;
    bit [1:0]     write_kind_i;
    bit [11:0]    write_region_i;
    bit [63:0]    write_base_i;
    bit [47:0]    write_length_i;
    bit [3:0]     write_perms_i;
    bit           write_host_i;
    bit [63:0]    write_key_hi_i;
    bit [63:0]    write_key_lo_i;
    bit           check_valid_i;
    bit [OpW-1:0] check_op_i;
    bit [23:0]    check_region_i;
    bit [47:0]    check_offset_i;
    bit [15:0]    check_size_i;
  } in_t;

  typedef struct packed {
    bit        result_valid_o;
    bit [3:0]  result_reason_o;
    bit [63:0] result_address_o;
    bit        result_host_o;
    bit [63:0] result_key_hi_o;
    bit [63:0] result_key_lo_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {write_valid_i, write_kind_i, write_region_i, write_base_i, write_length_i,
      write_perms_i, write_host_i, write_key_hi_i, write_key_lo_i, check_valid_i, check_op_i,
      check_region_i, check_offset_i, check_size_i};
  assign actual = {result_valid_o, result_reason_o, result_address_o, result_host_o,
      result_key_hi_o, result_key_lo_o};

  `TIN_GOLDEN(region_table_16)
  `TIN_GOLDEN_PORT(result_valid_o)
  `TIN_GOLDEN_PORT(result_reason_o)
  `TIN_GOLDEN_PORT(result_address_o)
  `TIN_GOLDEN_PORT(result_host_o)
  `TIN_GOLDEN_PORT(result_key_hi_o)
  `TIN_GOLDEN_PORT(result_key_lo_o)
  `TIN_GOLDEN_END(region_table_16)

endmodule
