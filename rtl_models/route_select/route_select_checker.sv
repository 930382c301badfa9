// SPDX-License-Identifier: Apache-2.0
// Route selection, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind route_select route_select_checker i_checker (.*);`
/// The C++ model behind `c_dpi_route_select_4_*` has the shape below, so must the block.
module route_select_checker
  import tin_pkg::*;
#(
  /// Shape of the golden model.
  localparam int unsigned NumPorts = 4
) (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                      clk_i,
  input logic                      rst_ni,
  input logic [3:0]                minimal_count_i,
  input logic [3:0]                nonminimal_count_i,
  input logic [7:0]                minimal_weight_i,
  input logic [7:0]                nonminimal_weight_i,
  input logic [15:0]               minimal_bias_i,
  input logic [15:0]               nonminimal_bias_i,
  input logic                      valid_i,
  input logic                      hashed_i,
  input logic                      detour_i,
  input logic [7:0][PortW-1:0]     minimal_i,
  input logic [7:0]                minimal_valid_i,
  input logic [23:0][PortW-1:0]    nonminimal_i,
  input logic [23:0]               nonminimal_valid_i,
  input logic [4:0]                hash_i,
  input logic [15:0][11:0]         random_i,
  input logic [NumPorts-1:0]       up_i,
  input logic [NumPorts-1:0][19:0] queue_i,
  input logic                      valid_o,
  input logic                      none_o,
  input logic [PortW-1:0]          port_o,
  input logic                      minimal_o
);

  typedef struct packed {
    bit [3:0]                minimal_count_i;
    bit [3:0]                nonminimal_count_i;
    bit [7:0]                minimal_weight_i;
    bit [7:0]                nonminimal_weight_i;
    bit [15:0]               minimal_bias_i;
    bit [15:0]               nonminimal_bias_i;
    bit                      valid_i;
    bit                      hashed_i;
    bit                      detour_i;
    bit [7:0][PortW-1:0]     minimal_i;
    bit [7:0]                minimal_valid_i;
    bit [23:0][PortW-1:0]    nonminimal_i;
    bit [23:0]               nonminimal_valid_i;
    bit [4:0]                hash_i;
    bit [15:0][11:0]         random_i;
    bit [NumPorts-1:0]       up_i;
    bit [NumPorts-1:0][19:0] queue_i;
  } in_t;

  typedef struct packed {
    bit                      valid_o;
    bit                      none_o;
    bit [PortW-1:0]          port_o;
    bit                      minimal_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {minimal_count_i, nonminimal_count_i, minimal_weight_i, nonminimal_weight_i,
      minimal_bias_i, nonminimal_bias_i, valid_i, hashed_i, detour_i, minimal_i, minimal_valid_i,
      nonminimal_i, nonminimal_valid_i, hash_i, random_i, up_i, queue_i};
  assign actual = {valid_o, none_o, port_o, minimal_o};

  `TIN_GOLDEN(route_select_4)
  `TIN_GOLDEN_PORT(valid_o)
  `TIN_GOLDEN_PORT(none_o)
  `TIN_GOLDEN_PORT(port_o)
  `TIN_GOLDEN_PORT(minimal_o)
  `TIN_GOLDEN_END(route_select_4)

endmodule
