// SPDX-License-Identifier: Apache-2.0
// Link state, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind link_state link_state_checker i_checker (.*);`
module link_state_checker (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic       clk_i,
  input logic       rst_ni,
  input logic       start_up_i,
  input logic       enable_i,
  input logic       lock_i,
  input logic       phy_valid_i,
  input logic [3:0] phy_state_i,
  input logic       phy_sent_i,
  input logic [2:0] state_o,
  input logic       phy_valid_o,
  input logic       cells_enable_o,
  input logic       rx_enable_o
);

  typedef struct packed {
    bit       start_up_i;
    bit       enable_i;
    bit       lock_i;
    bit       phy_valid_i;
    bit [3:0] phy_state_i;
    bit       phy_sent_i;
  } in_t;

  typedef struct packed {
    bit [2:0] state_o;
    bit       phy_valid_o;
    bit       cells_enable_o;
    bit       rx_enable_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {start_up_i, enable_i, lock_i, phy_valid_i, phy_state_i, phy_sent_i};
  assign actual = {state_o, phy_valid_o, cells_enable_o, rx_enable_o};

  `TIN_GOLDEN(link_state)
  `TIN_GOLDEN_PORT(state_o)
  `TIN_GOLDEN_PORT(phy_valid_o)
  `TIN_GOLDEN_PORT(cells_enable_o)
  `TIN_GOLDEN_PORT(rx_enable_o)
  `TIN_GOLDEN_END(link_state)

endmodule
