// SPDX-License-Identifier: Apache-2.0
// Command slots of 1RMA, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind command_slots command_slots_checker i_checker (.*);`
/// The model behind `c_dpi_command_slots_8_*` has NumSlots = 8;
/// so must the block.
module command_slots_checker
  import rma_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic [1:0]                 alloc_valid_i,
  input logic                       store_valid_i,
  input logic                       store_host_i,
  input logic [SlotW-1:0]           store_slot_i,
  input logic [1:0]                 store_part_i,
  input logic                       ready_pop_i,
  input logic                       done_valid_i,
  input logic [SlotW-1:0]           done_slot_i,
  input logic [1:0]                 alloc_ok_o,
  input logic [1:0][SlotW-1:0]      alloc_slot_o,
  input logic [1:0]                 store_error_o,
  input logic                       ready_valid_o,
  input logic [SlotW-1:0]           ready_slot_o,
  input logic [1:0][SlotCountW-1:0] free_o
);

  typedef struct packed {
    bit [1:0]       alloc_valid_i;
    bit             store_valid_i;
    bit             store_host_i;
    bit [SlotW-1:0] store_slot_i;
    bit [1:0]       store_part_i;
    bit             ready_pop_i;
    bit             done_valid_i;
    bit [SlotW-1:0] done_slot_i;
  } in_t;

  typedef struct packed {
    bit [1:0]                 alloc_ok_o;
    bit [1:0][SlotW-1:0]      alloc_slot_o;
    bit [1:0]                 store_error_o;
    bit                       ready_valid_o;
    bit [SlotW-1:0]           ready_slot_o;
    bit [1:0][SlotCountW-1:0] free_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {alloc_valid_i, store_valid_i, store_host_i, store_slot_i, store_part_i,
      ready_pop_i, done_valid_i, done_slot_i};
  assign actual = {alloc_ok_o, alloc_slot_o, store_error_o, ready_valid_o, ready_slot_o, free_o};

  `TIN_GOLDEN(command_slots_8)
  `TIN_GOLDEN_PORT(alloc_ok_o)
  `TIN_GOLDEN_PORT(alloc_slot_o)
  `TIN_GOLDEN_PORT(store_error_o)
  `TIN_GOLDEN_PORT(ready_valid_o)
  `TIN_GOLDEN_PORT(ready_slot_o)
  `TIN_GOLDEN_PORT(free_o)
  `TIN_GOLDEN_END(command_slots_8)

endmodule
