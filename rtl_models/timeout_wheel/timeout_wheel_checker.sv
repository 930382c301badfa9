// SPDX-License-Identifier: Apache-2.0
// Timeout wheel of 1RMA, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind timeout_wheel timeout_wheel_checker i_checker (.*);`
/// The model behind `c_dpi_timeout_wheel_8_*` has NumTimers = 8;
/// so must the block.
module timeout_wheel_checker
  import rma_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  start_valid_i,
  input logic [SlotW-1:0]      start_id_i,
  input logic [15:0]           start_cycles_i,
  input logic                  stop_valid_i,
  input logic [SlotW-1:0]      stop_id_i,
  input logic                  hold_i,
  input logic                  fired_valid_o,
  input logic [SlotW-1:0]      fired_id_o,
  input logic [SlotCountW-1:0] running_o
);

  typedef struct packed {
    bit             start_valid_i;
    bit [SlotW-1:0] start_id_i;
    bit [15:0]      start_cycles_i;
    bit             stop_valid_i;
    bit [SlotW-1:0] stop_id_i;
    bit             hold_i;
  } in_t;

  typedef struct packed {
    bit                  fired_valid_o;
    bit [SlotW-1:0]      fired_id_o;
    bit [SlotCountW-1:0] running_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {start_valid_i, start_id_i, start_cycles_i, stop_valid_i, stop_id_i, hold_i};
  assign actual = {fired_valid_o, fired_id_o, running_o};

  `TIN_GOLDEN(timeout_wheel_8)
  `TIN_GOLDEN_PORT(fired_valid_o)
  `TIN_GOLDEN_PORT(fired_id_o)
  `TIN_GOLDEN_PORT(running_o)
  `TIN_GOLDEN_END(timeout_wheel_8)

endmodule
