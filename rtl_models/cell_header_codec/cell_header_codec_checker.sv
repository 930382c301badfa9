// SPDX-License-Identifier: Apache-2.0
// Cell header codec, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Bind it with .clk_i(<clock>), .rst_ni(<reset>) of the bench, and .* for the rest.
/// The codec has no clock; the one given here says when its outputs are looked at.
module cell_header_codec_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic             clk_i,
  input logic             rst_ni,
  input logic [WordW-1:0] word_i,
  input logic [15:0]      dst_i,
  input logic [15:0]      src_i,
  input logic [LenW-1:0]  len_i,
  input logic [3:0]       cell_type_i,
  input logic [VcW-1:0]   vc_i,
  input logic [4:0]       hop_i,
  input logic             trace_i,
  input logic [15:0]      dst_o,
  input logic [15:0]      src_o,
  input logic [LenW-1:0]  len_o,
  input logic [3:0]       cell_type_o,
  input logic [VcW-1:0]   vc_o,
  input logic [4:0]       hop_o,
  input logic             trace_o,
  input logic             soc_error_o,
  input logic             crc_error_o,
  input logic             len_error_o,
  input logic             type_error_o,
  input logic [WordW-1:0] word_o
);

  typedef struct packed {
    bit [WordW-1:0] word_i;
    bit [15:0]      dst_i;
    bit [15:0]      src_i;
    bit [LenW-1:0]  len_i;
    bit [3:0]       cell_type_i;
    bit [VcW-1:0]   vc_i;
    bit [4:0]       hop_i;
    bit             trace_i;
  } in_t;

  typedef struct packed {
    bit [15:0]      dst_o;
    bit [15:0]      src_o;
    bit [LenW-1:0]  len_o;
    bit [3:0]       cell_type_o;
    bit [VcW-1:0]   vc_o;
    bit [4:0]       hop_o;
    bit             trace_o;
    bit             soc_error_o;
    bit             crc_error_o;
    bit             len_error_o;
    bit             type_error_o;
    bit [WordW-1:0] word_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {word_i, dst_i, src_i, len_i, cell_type_i, vc_i, hop_i, trace_i};
  assign actual = {dst_o, src_o, len_o, cell_type_o, vc_o, hop_o, trace_o, soc_error_o, crc_error_o,
      len_error_o, type_error_o, word_o};

  `TIN_GOLDEN(cell_header_codec)
  `TIN_GOLDEN_PORT(dst_o)
  `TIN_GOLDEN_PORT(src_o)
  `TIN_GOLDEN_PORT(len_o)
  `TIN_GOLDEN_PORT(cell_type_o)
  `TIN_GOLDEN_PORT(vc_o)
  `TIN_GOLDEN_PORT(hop_o)
  `TIN_GOLDEN_PORT(trace_o)
  `TIN_GOLDEN_PORT(soc_error_o)
  `TIN_GOLDEN_PORT(crc_error_o)
  `TIN_GOLDEN_PORT(len_error_o)
  `TIN_GOLDEN_PORT(type_error_o)
  `TIN_GOLDEN_PORT(word_o)
  `TIN_GOLDEN_END(cell_header_codec)

endmodule
