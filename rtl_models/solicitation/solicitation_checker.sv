// SPDX-License-Identifier: Apache-2.0
// Solicitation of 1RMA, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind solicitation solicitation_checker i_checker (.*);`
/// The model behind `c_dpi_solicitation_4_*` has FifoDepth = 4;
/// so must the block.
module solicitation_checker
  import rma_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic [19:0]                window_i,
  input logic                       strict_i,
  input logic [1:0][7:0]            weight_i,
  input logic [15:0]                dispatch_limit_i,
  input logic                       push_valid_i,
  input logic                       push_class_i,
  input logic [SlotW-1:0]           push_slot_i,
  input logic [SizeW-1:0]           push_size_i,
  input logic                       refund_valid_i,
  input logic [SizeW-1:0]           refund_bytes_i,
  input logic                       hold_i,
  input logic [1:0]                 full_o,
  input logic                       grant_valid_o,
  input logic                       grant_class_o,
  input logic [SlotW-1:0]           grant_slot_o,
  input logic [SizeW-1:0]           grant_size_o,
  input logic                       expired_valid_o,
  input logic                       expired_class_o,
  input logic [SlotW-1:0]           expired_slot_o,
  input logic [19:0]                used_o,
  input logic [1:0][SlotCountW-1:0] waiting_o
);

  typedef struct packed {
    bit [19:0]      window_i;
    bit             strict_i;
    bit [1:0][7:0]  weight_i;
    bit [15:0]      dispatch_limit_i;
    bit             push_valid_i;
    bit             push_class_i;
    bit [SlotW-1:0] push_slot_i;
    bit [SizeW-1:0] push_size_i;
    bit             refund_valid_i;
    bit [SizeW-1:0] refund_bytes_i;
    bit             hold_i;
  } in_t;

  typedef struct packed {
    bit [1:0]                 full_o;
    bit                       grant_valid_o;
    bit                       grant_class_o;
    bit [SlotW-1:0]           grant_slot_o;
    bit [SizeW-1:0]           grant_size_o;
    bit                       expired_valid_o;
    bit                       expired_class_o;
    bit [SlotW-1:0]           expired_slot_o;
    bit [19:0]                used_o;
    bit [1:0][SlotCountW-1:0] waiting_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {window_i, strict_i, weight_i, dispatch_limit_i, push_valid_i, push_class_i,
      push_slot_i, push_size_i, refund_valid_i, refund_bytes_i, hold_i};
  assign actual = {full_o, grant_valid_o, grant_class_o, grant_slot_o, grant_size_o,
      expired_valid_o, expired_class_o, expired_slot_o, used_o, waiting_o};

  `TIN_GOLDEN(solicitation_4)
  `TIN_GOLDEN_PORT(full_o)
  `TIN_GOLDEN_PORT(grant_valid_o)
  `TIN_GOLDEN_PORT(grant_class_o)
  `TIN_GOLDEN_PORT(grant_slot_o)
  `TIN_GOLDEN_PORT(grant_size_o)
  `TIN_GOLDEN_PORT(expired_valid_o)
  `TIN_GOLDEN_PORT(expired_class_o)
  `TIN_GOLDEN_PORT(expired_slot_o)
  `TIN_GOLDEN_PORT(used_o)
  `TIN_GOLDEN_PORT(waiting_o)
  `TIN_GOLDEN_END(solicitation_4)

endmodule
