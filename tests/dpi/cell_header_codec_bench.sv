// SPDX-License-Identifier: Apache-2.0
// Bench of the cell header codec: the codec has no clock, so its checker gets the bench's.
module cell_header_codec_bench
  import tin_pkg::*;
(
  /// The checker looks at every rising edge.
  input logic             clk_i,
  input logic             rst_ni,
  /// Ports of the codec.
  input logic [WordW-1:0] word_i,
  input logic [15:0]      dst_i,
  input logic [15:0]      src_i,
  input logic [LenW-1:0]  len_i,
  input logic [3:0]       cell_type_i,
  input logic [VcW-1:0]   vc_i,
  input logic [4:0]       hop_i,
  input logic             trace_i
);

  logic [15:0] dst_o, src_o;
  logic [LenW-1:0] len_o;
  logic [3:0] cell_type_o;
  logic [VcW-1:0] vc_o;
  logic [4:0] hop_o;
  logic trace_o, soc_error_o, crc_error_o, len_error_o, type_error_o;
  logic [WordW-1:0] word_o;

  cell_header_codec i_codec (.*);
  cell_header_codec_checker i_checker (.*);

endmodule
