// SPDX-License-Identifier: Apache-2.0
// Latency meter, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind latency_meter latency_meter_checker i_checker (.*);`
module latency_meter_checker (
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic        clk_i,
  input logic        rst_ni,
  input logic        start_i,
  input logic        set_valid_i,
  input logic [3:0]  set_sub_i,
  input logic [47:0] set_residence_i,
  input logic        sent_i,
  input logic [3:0]  sent_sub_i,
  input logic        lat_valid_o,
  input logic [3:0]  lat_sub_o,
  input logic [47:0] lat_residence_o,
  input logic        delay_valid_o,
  input logic [47:0] delay_o
);

  typedef struct packed {
    bit        start_i;
    bit        set_valid_i;
    bit [3:0]  set_sub_i;
    bit [47:0] set_residence_i;
    bit        sent_i;
    bit [3:0]  sent_sub_i;
  } in_t;

  typedef struct packed {
    bit        lat_valid_o;
    bit [3:0]  lat_sub_o;
    bit [47:0] lat_residence_o;
    bit        delay_valid_o;
    bit [47:0] delay_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {start_i, set_valid_i, set_sub_i, set_residence_i, sent_i, sent_sub_i};
  assign actual = {lat_valid_o, lat_sub_o, lat_residence_o, delay_valid_o, delay_o};

  `TIN_GOLDEN(latency_meter)
  `TIN_GOLDEN_PORT(lat_valid_o)
  `TIN_GOLDEN_PORT(lat_sub_o)
  `TIN_GOLDEN_PORT(lat_residence_o)
  `TIN_GOLDEN_PORT(delay_valid_o)
  `TIN_GOLDEN_PORT(delay_o)
  `TIN_GOLDEN_END(latency_meter)

endmodule
