// SPDX-License-Identifier: Apache-2.0
// ECN and CTD, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind ecn_ctd ecn_ctd_checker i_checker (.*);`
module ecn_ctd_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                                clk_i,
  input logic                                rst_ni,
  input logic [NumClasses-1:0][CountW-1:0]   drop_threshold_i,
  input logic [NumClasses-1:0][CountW-1:0]   mark_threshold_i,
  input logic                                rts_valid_i,
  input logic [RtsQueueW-1:0]                rts_queue_i,
  input logic                                pop_valid_i,
  input logic [RtsQueueW-1:0]                pop_queue_i,
  input logic                                ready_valid_i,
  input logic [RtsQueueW-1:0]                ready_queue_i,
  input logic [1:0]                          ready_ecn_i,
  input logic                                rts_result_o,
  input logic                                accept_o,
  input logic                                ctd_o,
  input logic                                ready_result_o,
  input logic [1:0]                          ecn_o,
  input logic                                marked_o,
  input logic [NumRtsQueues-1:0][CountW-1:0] depth_o
);

  typedef struct packed {
    bit [NumClasses-1:0][CountW-1:0] drop_threshold_i;
    bit [NumClasses-1:0][CountW-1:0] mark_threshold_i;
    bit                              rts_valid_i;
    bit [RtsQueueW-1:0]              rts_queue_i;
    bit                              pop_valid_i;
    bit [RtsQueueW-1:0]              pop_queue_i;
    bit                              ready_valid_i;
    bit [RtsQueueW-1:0]              ready_queue_i;
    bit [1:0]                        ready_ecn_i;
  } in_t;

  typedef struct packed {
    bit                                rts_result_o;
    bit                                accept_o;
    bit                                ctd_o;
    bit                                ready_result_o;
    bit [1:0]                          ecn_o;
    bit                                marked_o;
    bit [NumRtsQueues-1:0][CountW-1:0] depth_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {drop_threshold_i, mark_threshold_i, rts_valid_i, rts_queue_i, pop_valid_i,
      pop_queue_i, ready_valid_i, ready_queue_i, ready_ecn_i};
  assign actual = {rts_result_o, accept_o, ctd_o, ready_result_o, ecn_o, marked_o, depth_o};

  `TIN_GOLDEN(ecn_ctd)
  `TIN_GOLDEN_PORT(rts_result_o)
  `TIN_GOLDEN_PORT(accept_o)
  `TIN_GOLDEN_PORT(ctd_o)
  `TIN_GOLDEN_PORT(ready_result_o)
  `TIN_GOLDEN_PORT(ecn_o)
  `TIN_GOLDEN_PORT(marked_o)
  `TIN_GOLDEN_PORT(depth_o)
  `TIN_GOLDEN_END(ecn_ctd)

endmodule
