// SPDX-License-Identifier: Apache-2.0
// Crossbar, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind crossbar crossbar_checker i_checker (.*);`
/// The C++ model behind `c_dpi_crossbar_4_*` has the shape below, so must the block.
module crossbar_checker
  import tin_pkg::*;
#(
  /// Shape of the golden model.
  localparam int unsigned NumPorts = 4
) (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                           clk_i,
  input logic                           rst_ni,
  input logic [NumPorts-1:0]            start_valid_i,
  input logic [NumPorts-1:0][PortW-1:0] start_port_i,
  input logic [NumPorts-1:0][LenW-1:0]  start_len_i,
  input logic [NumPorts-1:0]            in_valid_i,
  input logic [NumPorts-1:0]            in_sop_i,
  input logic [NumPorts-1:0][WordW-1:0] in_data_i,
  input logic [NumPorts-1:0]            out_valid_o,
  input logic [NumPorts-1:0]            out_sop_o,
  input logic [NumPorts-1:0][WordW-1:0] out_data_o,
  input logic [NumPorts-1:0]            in_busy_o,
  input logic [NumPorts-1:0]            out_busy_o
);

  typedef struct packed {
    bit [NumPorts-1:0]            start_valid_i;
    bit [NumPorts-1:0][PortW-1:0] start_port_i;
    bit [NumPorts-1:0][LenW-1:0]  start_len_i;
    bit [NumPorts-1:0]            in_valid_i;
    bit [NumPorts-1:0]            in_sop_i;
    bit [NumPorts-1:0][WordW-1:0] in_data_i;
  } in_t;

  typedef struct packed {
    bit [NumPorts-1:0]            out_valid_o;
    bit [NumPorts-1:0]            out_sop_o;
    bit [NumPorts-1:0][WordW-1:0] out_data_o;
    bit [NumPorts-1:0]            in_busy_o;
    bit [NumPorts-1:0]            out_busy_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {start_valid_i, start_port_i, start_len_i, in_valid_i, in_sop_i, in_data_i};
  assign actual = {out_valid_o, out_sop_o, out_data_o, in_busy_o, out_busy_o};

  `TIN_GOLDEN(crossbar_4)
  `TIN_GOLDEN_PORT(out_valid_o)
  `TIN_GOLDEN_PORT(out_sop_o)
  `TIN_GOLDEN_PORT(out_data_o)
  `TIN_GOLDEN_PORT(in_busy_o)
  `TIN_GOLDEN_PORT(out_busy_o)
  `TIN_GOLDEN_END(crossbar_4)

endmodule
