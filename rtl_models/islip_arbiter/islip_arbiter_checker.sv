// SPDX-License-Identifier: Apache-2.0
// iSLIP arbiter, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind islip_arbiter islip_arbiter_checker i_checker (.*);`
/// The C++ model behind `c_dpi_islip_arbiter_4_*` has the shape below, so must the block.
module islip_arbiter_checker
  import tin_pkg::*;
#(
  /// Shape of the golden model.
  localparam int unsigned NumPorts = 4,
  /// Shape of the golden model.
  localparam int unsigned NumVcs = 4
) (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                                       clk_i,
  input logic                                       rst_ni,
  input logic [2:0]                                 iterations_i,
  input logic [NumVcs-1:0]                          strict_i,
  input logic [NumPorts-1:0][NumVcs-1:0]            req_valid_i,
  input logic [NumPorts-1:0][NumVcs-1:0][PortW-1:0] req_port_i,
  input logic [NumPorts-1:0]                        in_busy_i,
  input logic [NumPorts-1:0]                        out_busy_i,
  input logic [NumPorts-1:0]                        match_valid_o,
  input logic [NumPorts-1:0][PortW-1:0]             match_port_o,
  input logic [NumPorts-1:0][VcW-1:0]               match_vc_o
);

  typedef struct packed {
    bit [2:0]                                 iterations_i;
    bit [NumVcs-1:0]                          strict_i;
    bit [NumPorts-1:0][NumVcs-1:0]            req_valid_i;
    bit [NumPorts-1:0][NumVcs-1:0][PortW-1:0] req_port_i;
    bit [NumPorts-1:0]                        in_busy_i;
    bit [NumPorts-1:0]                        out_busy_i;
  } in_t;

  typedef struct packed {
    bit [NumPorts-1:0]                        match_valid_o;
    bit [NumPorts-1:0][PortW-1:0]             match_port_o;
    bit [NumPorts-1:0][VcW-1:0]               match_vc_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {iterations_i, strict_i, req_valid_i, req_port_i, in_busy_i, out_busy_i};
  assign actual = {match_valid_o, match_port_o, match_vc_o};

  `TIN_GOLDEN(islip_arbiter_4)
  `TIN_GOLDEN_PORT(match_valid_o)
  `TIN_GOLDEN_PORT(match_port_o)
  `TIN_GOLDEN_PORT(match_vc_o)
  `TIN_GOLDEN_END(islip_arbiter_4)

endmodule
