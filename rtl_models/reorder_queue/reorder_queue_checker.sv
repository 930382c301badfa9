// SPDX-License-Identifier: Apache-2.0
// Reorder queue, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind reorder_queue reorder_queue_checker i_checker (.*);`
/// The model behind `c_dpi_reorder_queue_16_*` has NumEntries = 16;
/// so must the block.
module reorder_queue_checker
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic        clk_i,
  input logic        rst_ni,
  input logic        push_valid_i,
  input logic [31:0] push_flow_i,
  input logic [15:0] push_tag_i,
  input logic        complete_valid_i,
  input logic [5:0]  complete_entry_i,
  input logic        cancel_valid_i,
  input logic [5:0]  cancel_entry_i,
  input logic        pop_i,
  input logic [5:0]  push_entry_o,
  input logic        full_o,
  input logic        offer_valid_o,
  input logic [5:0]  offer_entry_o,
  input logic [15:0] offer_tag_o,
  input logic [31:0] offer_flow_o,
  input logic [6:0]  occupancy_o
);

  typedef struct packed {
    bit        push_valid_i;
    bit [31:0] push_flow_i;
    bit [15:0] push_tag_i;
    bit        complete_valid_i;
    bit [5:0]  complete_entry_i;
    bit        cancel_valid_i;
    bit [5:0]  cancel_entry_i;
    bit        pop_i;
  } in_t;

  typedef struct packed {
    bit [5:0]  push_entry_o;
    bit        full_o;
    bit        offer_valid_o;
    bit [5:0]  offer_entry_o;
    bit [15:0] offer_tag_o;
    bit [31:0] offer_flow_o;
    bit [6:0]  occupancy_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {push_valid_i, push_flow_i, push_tag_i, complete_valid_i, complete_entry_i,
      cancel_valid_i, cancel_entry_i, pop_i};
  assign actual = {push_entry_o, full_o, offer_valid_o, offer_entry_o, offer_tag_o, offer_flow_o,
      occupancy_o};

  `TIN_GOLDEN(reorder_queue_16)
  `TIN_GOLDEN_PORT(push_entry_o)
  `TIN_GOLDEN_PORT(full_o)
  `TIN_GOLDEN_PORT(offer_valid_o)
  `TIN_GOLDEN_PORT(offer_entry_o)
  `TIN_GOLDEN_PORT(offer_tag_o)
  `TIN_GOLDEN_PORT(offer_flow_o)
  `TIN_GOLDEN_PORT(occupancy_o)
  `TIN_GOLDEN_END(reorder_queue_16)

endmodule
