// SPDX-License-Identifier: Apache-2.0
// Ordered-set codec: pack, check and unpack the 8-byte ordered sets.

/// Combinational; the two directions are independent of each other.
module ordered_set_codec
  import tin_pkg::*;
(
  /// Control word to decode.
  input  logic [WordW-1:0] word_i,
  /// Code of the word, independent of the errors.
  output logic [3:0]       code_o,
  /// Body, likewise.
  output logic [51:0]      body_o,
  /// The code is not one of 0x2 to 0x7.
  output logic             code_error_o,
  /// The CRC does not match.
  output logic             crc_error_o,

  /// Code to encode.
  input  logic [3:0]       code_i,
  /// Body to encode.
  input  logic [51:0]      body_i,
  /// Control word with correct CRC.
  output logic [WordW-1:0] word_o
);

  logic [7:0] received_crc;
  assign {received_crc, body_o, code_o} = word_i;
  assign code_error_o = code_o < OscFirst || code_o > OscLast;
  assign crc_error_o = received_crc != crc8({body_o, code_o});

  assign word_o = {crc8({body_i, code_i}), body_i, code_i};

endmodule
