// SPDX-License-Identifier: Apache-2.0
// Cell switch, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind cell_switch cell_switch_checker i_checker (.*);`
/// The C++ model behind `c_dpi_cell_switch_4_*` has the shape below, so must the block.
module cell_switch_checker
  import tin_pkg::*;
#(
  /// Shape of the golden model.
  localparam int unsigned NumPorts = 4,
  /// Shape of the golden model.
  localparam int unsigned NumVcs = 4
) (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                            clk_i,
  input logic                            rst_ni,
  input logic [2:0]                      iterations_i,
  input logic [NumPorts-1:0][CountW-1:0] rx_depth_i,
  input logic [NumPorts-1:0][CountW-1:0] tx_limit_i,
  input logic [NumPorts-1:0]             tx_credited_i,
  input logic [7:0]                      queue_words_i,
  input logic [NumVcs-1:0]               strict_i,
  input logic [NumVcs-1:0][7:0]          weight_i,
  input logic [NumPorts-1:0]             rx_valid_i,
  input logic [NumPorts-1:0]             rx_sop_i,
  input logic [NumPorts-1:0][WordW-1:0]  rx_data_i,
  input logic [NumPorts-1:0][PortW-1:0]  route_port_i,
  input logic [NumPorts-1:0][VcW-1:0]    route_vc_i,
  input logic [NumPorts-1:0]             fc_valid_i,
  input logic [NumPorts-1:0][VcW-1:0]    fc_vc_i,
  input logic [NumPorts-1:0][CountW-1:0] fc_limit_i,
  input logic [NumPorts-1:0]             tx_ready_i,
  input logic [NumPorts-1:0]             lookup_valid_o,
  input logic [NumPorts-1:0][WordW-1:0]  lookup_word_o,
  input logic [NumPorts-1:0]             rx_error_o,
  input logic [NumPorts-1:0]             match_valid_o,
  input logic [NumPorts-1:0][PortW-1:0]  match_port_o,
  input logic [NumPorts-1:0][VcW-1:0]    match_vc_o,
  input logic [NumPorts-1:0]             xbar_valid_o,
  input logic [NumPorts-1:0]             xbar_sop_o,
  input logic [NumPorts-1:0]             tx_valid_o,
  input logic [NumPorts-1:0]             tx_sop_o,
  input logic [NumPorts-1:0][WordW-1:0]  tx_data_o,
  input logic [NumPorts-1:0]             fc_valid_o,
  input logic [NumPorts-1:0][VcW-1:0]    fc_vc_o,
  input logic [NumPorts-1:0][CountW-1:0] fc_limit_o
);

  typedef struct packed {
    bit [2:0]                      iterations_i;
    bit [NumPorts-1:0][CountW-1:0] rx_depth_i;
    bit [NumPorts-1:0][CountW-1:0] tx_limit_i;
    bit [NumPorts-1:0]             tx_credited_i;
    bit [7:0]                      queue_words_i;
    bit [NumVcs-1:0]               strict_i;
    bit [NumVcs-1:0][7:0]          weight_i;
    bit [NumPorts-1:0]             rx_valid_i;
    bit [NumPorts-1:0]             rx_sop_i;
    bit [NumPorts-1:0][WordW-1:0]  rx_data_i;
    bit [NumPorts-1:0][PortW-1:0]  route_port_i;
    bit [NumPorts-1:0][VcW-1:0]    route_vc_i;
    bit [NumPorts-1:0]             fc_valid_i;
    bit [NumPorts-1:0][VcW-1:0]    fc_vc_i;
    bit [NumPorts-1:0][CountW-1:0] fc_limit_i;
    bit [NumPorts-1:0]             tx_ready_i;
  } in_t;

  typedef struct packed {
    bit [NumPorts-1:0]             lookup_valid_o;
    bit [NumPorts-1:0][WordW-1:0]  lookup_word_o;
    bit [NumPorts-1:0]             rx_error_o;
    bit [NumPorts-1:0]             match_valid_o;
    bit [NumPorts-1:0][PortW-1:0]  match_port_o;
    bit [NumPorts-1:0][VcW-1:0]    match_vc_o;
    bit [NumPorts-1:0]             xbar_valid_o;
    bit [NumPorts-1:0]             xbar_sop_o;
    bit [NumPorts-1:0]             tx_valid_o;
    bit [NumPorts-1:0]             tx_sop_o;
    bit [NumPorts-1:0][WordW-1:0]  tx_data_o;
    bit [NumPorts-1:0]             fc_valid_o;
    bit [NumPorts-1:0][VcW-1:0]    fc_vc_o;
    bit [NumPorts-1:0][CountW-1:0] fc_limit_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {iterations_i, rx_depth_i, tx_limit_i, tx_credited_i, queue_words_i, strict_i,
      weight_i, rx_valid_i, rx_sop_i, rx_data_i, route_port_i, route_vc_i, fc_valid_i, fc_vc_i,
      fc_limit_i, tx_ready_i};
  assign actual = {lookup_valid_o, lookup_word_o, rx_error_o, match_valid_o, match_port_o,
      match_vc_o, xbar_valid_o, xbar_sop_o, tx_valid_o, tx_sop_o, tx_data_o, fc_valid_o, fc_vc_o,
      fc_limit_o};

  `TIN_GOLDEN(cell_switch_4)
  `TIN_GOLDEN_PORT(lookup_valid_o)
  `TIN_GOLDEN_PORT(lookup_word_o)
  `TIN_GOLDEN_PORT(rx_error_o)
  `TIN_GOLDEN_PORT(match_valid_o)
  `TIN_GOLDEN_PORT(match_port_o)
  `TIN_GOLDEN_PORT(match_vc_o)
  `TIN_GOLDEN_PORT(xbar_valid_o)
  `TIN_GOLDEN_PORT(xbar_sop_o)
  `TIN_GOLDEN_PORT(tx_valid_o)
  `TIN_GOLDEN_PORT(tx_sop_o)
  `TIN_GOLDEN_PORT(tx_data_o)
  `TIN_GOLDEN_PORT(fc_valid_o)
  `TIN_GOLDEN_PORT(fc_vc_o)
  `TIN_GOLDEN_PORT(fc_limit_o)
  `TIN_GOLDEN_END(cell_switch_4)

endmodule
