// SPDX-License-Identifier: Apache-2.0
// Bench of the ordered set codec: the codec has no clock, so its checker gets the bench's.
module ordered_set_codec_bench
  import tin_pkg::*;
(
  /// The checker looks at every rising edge.
  input logic             clk_i,
  input logic             rst_ni,
  /// Ports of the codec.
  input logic [WordW-1:0] word_i,
  input logic [3:0]       code_i,
  input logic [51:0]      body_i
);

  logic [3:0] code_o;
  logic [51:0] body_o;
  logic code_error_o, crc_error_o;
  logic [WordW-1:0] word_o;

  ordered_set_codec i_codec (.*);
  ordered_set_codec_checker i_checker (.*);

endmodule
