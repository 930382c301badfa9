// SPDX-License-Identifier: Apache-2.0
// IP lookup, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind ip_lookup ip_lookup_checker i_checker (.*);`
/// The model behind `c_dpi_ip_lookup_64_*` has NumEntries = 64, NumMembers = 64;
/// so must the block.
module ip_lookup_checker
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic        clk_i,
  input logic        rst_ni,
  input logic        write_entry_i,
  input logic        write_member_i,
  input logic [11:0] write_index_i,
  input logic        entry_live_i,
  input logic        entry_v6_i,
  input logic [63:0] entry_prefix_hi_i,
  input logic [63:0] entry_prefix_lo_i,
  input logic [7:0]  entry_length_i,
  input logic        entry_punt_i,
  input logic [11:0] entry_base_i,
  input logic [11:0] entry_count_i,
  input logic [15:0] member_i,
  input logic        valid_i,
  input logic        v6_i,
  input logic [63:0] address_hi_i,
  input logic [63:0] address_lo_i,
  input logic [15:0] hash_i,
  input logic        valid_o,
  input logic        hit_o,
  input logic        punt_o,
  input logic [15:0] dst_o
);

  typedef struct packed {
    bit        write_entry_i;
    bit        write_member_i;
    bit [11:0] write_index_i;
    bit        entry_live_i;
    bit        entry_v6_i;
    bit [63:0] entry_prefix_hi_i;
    bit [63:0] entry_prefix_lo_i;
    bit [7:0]  entry_length_i;
    bit        entry_punt_i;
    bit [11:0] entry_base_i;
    bit [11:0] entry_count_i;
    bit [15:0] member_i;
    bit        valid_i;
    bit        v6_i;
    bit [63:0] address_hi_i;
    bit [63:0] address_lo_i;
    bit [15:0] hash_i;
  } in_t;

  typedef struct packed {
    bit        valid_o;
    bit        hit_o;
    bit        punt_o;
    bit [15:0] dst_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {write_entry_i, write_member_i, write_index_i, entry_live_i, entry_v6_i,
      entry_prefix_hi_i, entry_prefix_lo_i, entry_length_i, entry_punt_i, entry_base_i,
      entry_count_i, member_i, valid_i, v6_i, address_hi_i, address_lo_i, hash_i};
  assign actual = {valid_o, hit_o, punt_o, dst_o};

  `TIN_GOLDEN(ip_lookup_64)
  `TIN_GOLDEN_PORT(valid_o)
  `TIN_GOLDEN_PORT(hit_o)
  `TIN_GOLDEN_PORT(punt_o)
  `TIN_GOLDEN_PORT(dst_o)
  `TIN_GOLDEN_END(ip_lookup_64)

endmodule
