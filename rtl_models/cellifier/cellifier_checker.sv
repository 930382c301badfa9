// SPDX-License-Identifier: Apache-2.0
// Cellifier, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Add it with `bind cellifier cellifier_checker i_checker (.*);`
module cellifier_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic              clk_i,
  input logic              rst_ni,
  input logic              job_valid_i,
  input logic [BytesW-1:0] job_bytes_i,
  input logic [15:0]       job_eptr_i,
  input logic [15:0]       job_dst_i,
  input logic [15:0]       job_src_i,
  input logic [VcW-1:0]    job_vc_i,
  input logic              data_valid_i,
  input logic [WordW-1:0]  data_i,
  input logic              start_ok_i,
  input logic              job_ready_o,
  input logic              data_ready_o,
  input logic              cell_valid_o,
  input logic              cell_sop_o,
  input logic              cell_eop_o,
  input logic [WordW-1:0]  cell_data_o,
  input logic              last_o
);

  typedef struct packed {
    bit              job_valid_i;
    bit [BytesW-1:0] job_bytes_i;
    bit [15:0]       job_eptr_i;
    bit [15:0]       job_dst_i;
    bit [15:0]       job_src_i;
    bit [VcW-1:0]    job_vc_i;
    bit              data_valid_i;
    bit [WordW-1:0]  data_i;
    bit              start_ok_i;
  } in_t;

  typedef struct packed {
    bit             job_ready_o;
    bit             data_ready_o;
    bit             cell_valid_o;
    bit             cell_sop_o;
    bit             cell_eop_o;
    bit [WordW-1:0] cell_data_o;
    bit             last_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {job_valid_i, job_bytes_i, job_eptr_i, job_dst_i, job_src_i, job_vc_i,
      data_valid_i, data_i, start_ok_i};
  assign actual = {job_ready_o, data_ready_o, cell_valid_o, cell_sop_o, cell_eop_o, cell_data_o,
      last_o};

  `TIN_GOLDEN(cellifier)
  `TIN_GOLDEN_PORT(job_ready_o)
  `TIN_GOLDEN_PORT(data_ready_o)
  `TIN_GOLDEN_PORT(cell_valid_o)
  `TIN_GOLDEN_PORT(cell_sop_o)
  `TIN_GOLDEN_PORT(cell_eop_o)
  `TIN_GOLDEN_PORT(cell_data_o)
  `TIN_GOLDEN_PORT(last_o)
  `TIN_GOLDEN_END(cellifier)

endmodule
