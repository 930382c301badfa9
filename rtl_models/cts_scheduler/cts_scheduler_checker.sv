// SPDX-License-Identifier: Apache-2.0
// CTS scheduler, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind cts_scheduler cts_scheduler_checker i_checker (.*);`
module cts_scheduler_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic                                clk_i,
  input logic                                rst_ni,
  input logic [NumEgress-1:0][WindowW-1:0]   window_i,
  input logic [NumClasses-1:0]               strict_i,
  input logic [NumClasses-1:0][7:0]          weight_i,
  input logic [NumRtsQueues-1:0]             head_valid_i,
  input logic [NumRtsQueues-1:0][BytesW-1:0] head_bytes_i,
  input logic [NumEgress-1:0][7:0]           space_i,
  input logic                                done_valid_i,
  input logic [1:0]                          done_port_i,
  input logic [BytesW-1:0]                   done_bytes_i,
  input logic                                hold_i,
  input logic                                grant_valid_o,
  input logic [RtsQueueW-1:0]                grant_queue_o,
  input logic [NumEgress-1:0][WindowW-1:0]   outstanding_o
);

  typedef struct packed {
    bit [NumEgress-1:0][WindowW-1:0]   window_i;
    bit [NumClasses-1:0]               strict_i;
    bit [NumClasses-1:0][7:0]          weight_i;
    bit [NumRtsQueues-1:0]             head_valid_i;
    bit [NumRtsQueues-1:0][BytesW-1:0] head_bytes_i;
    bit [NumEgress-1:0][7:0]           space_i;
    bit                                done_valid_i;
    bit [1:0]                          done_port_i;
    bit [BytesW-1:0]                   done_bytes_i;
    bit                                hold_i;
  } in_t;

  typedef struct packed {
    bit                              grant_valid_o;
    bit [RtsQueueW-1:0]              grant_queue_o;
    bit [NumEgress-1:0][WindowW-1:0] outstanding_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {window_i, strict_i, weight_i, head_valid_i, head_bytes_i, space_i,
      done_valid_i, done_port_i, done_bytes_i, hold_i};
  assign actual = {grant_valid_o, grant_queue_o, outstanding_o};

  `TIN_GOLDEN(cts_scheduler)
  `TIN_GOLDEN_PORT(grant_valid_o)
  `TIN_GOLDEN_PORT(grant_queue_o)
  `TIN_GOLDEN_PORT(outstanding_o)
  `TIN_GOLDEN_END(cts_scheduler)

endmodule
