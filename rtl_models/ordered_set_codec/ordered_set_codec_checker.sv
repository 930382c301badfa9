// SPDX-License-Identifier: Apache-2.0
// Ordered-set codec, golden checker: compares every output with the C++ model in every cycle.

`include "rtl_models/common/golden.svh"

/// Bind it with .clk_i(<clock>), .rst_ni(<reset>) of the bench, and .* for the rest.
/// The codec has no clock; the one given here says when its outputs are looked at.
module ordered_set_codec_checker
  import tin_pkg::*;
(
  /// Clock, reset, and every port of the block, in the order of its README.
  input logic             clk_i,
  input logic             rst_ni,
  input logic [WordW-1:0] word_i,
  input logic [3:0]       code_i,
  input logic [51:0]      body_i,
  input logic [3:0]       code_o,
  input logic [51:0]      body_o,
  input logic             code_error_o,
  input logic             crc_error_o,
  input logic [WordW-1:0] word_o
);

  typedef struct packed {
    bit [WordW-1:0] word_i;
    bit [3:0]       code_i;
    bit [51:0]      body_i;
  } in_t;

  typedef struct packed {
    bit [3:0]       code_o;
    bit [51:0]      body_o;
    bit             code_error_o;
    bit             crc_error_o;
    bit [WordW-1:0] word_o;
  } out_t;

  in_t golden_in;
  out_t actual;
  assign golden_in = {word_i, code_i, body_i};
  assign actual = {code_o, body_o, code_error_o, crc_error_o, word_o};

  `TIN_GOLDEN(ordered_set_codec)
  `TIN_GOLDEN_PORT(code_o)
  `TIN_GOLDEN_PORT(body_o)
  `TIN_GOLDEN_PORT(code_error_o)
  `TIN_GOLDEN_PORT(crc_error_o)
  `TIN_GOLDEN_PORT(word_o)
  `TIN_GOLDEN_END(ordered_set_codec)

endmodule
