// SPDX-License-Identifier: Apache-2.0
// Flow-control sender, golden checker: every output against the C++ model.

`include "rtl_models/common/golden.svh"

/// Add it with `bind fc_sender fc_sender_checker i_checker (.*);`
/// The C++ model behind `c_dpi_fc_sender_4_*` has four VCs, so must the block.
module fc_sender_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic [CountW-1:0] depth_i,
  input logic [7:0]        hold_cycles_i,
  input logic [11:0]       refresh_cycles_i,
  input logic [11:0]       refresh_phase_i,
  input logic              limit_valid_i,
  input logic [VcW-1:0]    limit_vc_i,
  input logic [CountW-1:0] limit_i,
  input logic              lost_valid_i,
  input logic [VcW-1:0]    lost_vc_i,
  input logic [CountW-1:0] lost_words_i,
  input logic              sent_valid_i,
  input logic [VcW-1:0]    sent_vc_i,
  input logic [LenW-1:0]   sent_words_i,
  input logic              take_i,
  input logic              request_o,
  input logic              urgent_o,
  input logic [BodyW-1:0]  body_o
);

  typedef struct packed {
    bit [CountW-1:0] depth_i;
    bit [7:0]        hold_cycles_i;
    bit [11:0]       refresh_cycles_i;
    bit [11:0]       refresh_phase_i;
    bit              limit_valid_i;
    bit [VcW-1:0]    limit_vc_i;
    bit [CountW-1:0] limit_i;
    bit              lost_valid_i;
    bit [VcW-1:0]    lost_vc_i;
    bit [CountW-1:0] lost_words_i;
    bit              sent_valid_i;
    bit [VcW-1:0]    sent_vc_i;
    bit [LenW-1:0]   sent_words_i;
    bit              take_i;
  } in_t;

  typedef struct packed {
    bit             request_o;
    bit             urgent_o;
    bit [BodyW-1:0] body_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {depth_i, hold_cycles_i, refresh_cycles_i, refresh_phase_i, limit_valid_i,
      limit_vc_i, limit_i, lost_valid_i, lost_vc_i, lost_words_i, sent_valid_i, sent_vc_i,
      sent_words_i, take_i};
  assign actual = {request_o, urgent_o, body_o};

  `TIN_GOLDEN(fc_sender_4)
  `TIN_GOLDEN_PORT(request_o)
  `TIN_GOLDEN_PORT(urgent_o)
  `TIN_GOLDEN_PORT(body_o)
  `TIN_GOLDEN_END(fc_sender_4)

endmodule
