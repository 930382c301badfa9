// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler, golden checker: every output against the C++ model.

`include "rtl_models/common/golden.svh"

/// Add it with `bind tx_scheduler tx_scheduler_checker i_checker (.*);`
module tx_scheduler_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic             clk_i,
  input logic             rst_ni,
  input logic             cells_enable_i,
  input logic             tx_valid_i,
  input logic             tx_sop_i,
  input logic [WordW-1:0] tx_data_i,
  input logic             fc_request_i,
  input logic             fc_urgent_i,
  input logic [BodyW-1:0] fc_body_i,
  input logic             timesync_valid_i,
  input logic [3:0]       timesync_status_i,
  input logic [47:0]      timesync_time_i,
  input logic             lat_valid_i,
  input logic [3:0]       lat_sub_i,
  input logic [47:0]      lat_residence_i,
  input logic             phy_valid_i,
  input logic [3:0]       phy_state_i,
  input logic             mos_valid_i,
  input logic [3:0]       mos_sub_i,
  input logic [47:0]      mos_payload_i,
  input logic [7:0]       mos_gap_i,
  input logic             tx_ready_o,
  input logic             control_o,
  input logic [WordW-1:0] word_o,
  input logic [2:0]       kind_o
);

  typedef struct packed {
    bit             cells_enable_i;
    bit             tx_valid_i;
    bit             tx_sop_i;
    bit [WordW-1:0] tx_data_i;
    bit             fc_request_i;
    bit             fc_urgent_i;
    bit [BodyW-1:0] fc_body_i;
    bit             timesync_valid_i;
    bit [3:0]       timesync_status_i;
    bit [47:0]      timesync_time_i;
    bit             lat_valid_i;
    bit [3:0]       lat_sub_i;
    bit [47:0]      lat_residence_i;
    bit             phy_valid_i;
    bit [3:0]       phy_state_i;
    bit             mos_valid_i;
    bit [3:0]       mos_sub_i;
    bit [47:0]      mos_payload_i;
    bit [7:0]       mos_gap_i;
  } in_t;

  typedef struct packed {
    bit             tx_ready_o;
    bit             control_o;
    bit [WordW-1:0] word_o;
    bit [2:0]       kind_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {cells_enable_i, tx_valid_i, tx_sop_i, tx_data_i, fc_request_i, fc_urgent_i,
      fc_body_i, timesync_valid_i, timesync_status_i, timesync_time_i, lat_valid_i, lat_sub_i,
      lat_residence_i, phy_valid_i, phy_state_i, mos_valid_i, mos_sub_i, mos_payload_i, mos_gap_i};
  assign actual = {tx_ready_o, control_o, word_o, kind_o};

  `TIN_GOLDEN(tx_scheduler)
  `TIN_GOLDEN_PORT(tx_ready_o)
  `TIN_GOLDEN_PORT(control_o)
  `TIN_GOLDEN_PORT(word_o)
  `TIN_GOLDEN_PORT(kind_o)
  `TIN_GOLDEN_END(tx_scheduler)

endmodule
