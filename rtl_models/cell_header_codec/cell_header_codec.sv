// SPDX-License-Identifier: Apache-2.0
// Cell header codec: pack, check and unpack the 8-byte cell header.

/// Combinational; the two directions are independent of each other.
module cell_header_codec
  import tin_pkg::*;
  import cell_header_pkg::*;
(
  /// Header word to decode.
  input  logic [WordW-1:0] word_i,
  /// Destination address of the word, independent of the errors; so all fields.
  output logic [15:0]      dst_o,
  /// Source address.
  output logic [15:0]      src_o,
  /// Cell length in words.
  output logic [LenW-1:0]  len_o,
  /// Cell type.
  output logic [3:0]       cell_type_o,
  /// Virtual channel.
  output logic [VcW-1:0]   vc_o,
  /// Hop count.
  output logic [4:0]       hop_o,
  /// Trace enable.
  output logic             trace_o,
  /// The ordered-set code is not start of cell.
  output logic             soc_error_o,
  /// The CRC does not match.
  output logic             crc_error_o,
  /// The length is not 2..20.
  output logic             len_error_o,
  /// The cell type is reserved (10..14).
  output logic             type_error_o,

  /// Destination address to encode.
  input  logic [15:0]      dst_i,
  /// Source address to encode.
  input  logic [15:0]      src_i,
  /// Length to encode.
  input  logic [LenW-1:0]  len_i,
  /// Cell type to encode.
  input  logic [3:0]       cell_type_i,
  /// Virtual channel to encode.
  input  logic [VcW-1:0]   vc_i,
  /// Hop count to encode.
  input  logic [4:0]       hop_i,
  /// Trace enable to encode.
  input  logic             trace_i,
  /// Header word with start-of-cell code and correct CRC.
  output logic [WordW-1:0] word_o
);

  logic [7:0] decoded_crc;
  assign decoded_crc = crc8(word_i[CoveredW-1:0]);

  cell_header_t decoded;
  assign decoded = word_i;

  assign dst_o = decoded.dst;
  assign src_o = decoded.src;
  assign len_o = decoded.len;
  assign cell_type_o = decoded.cell_type;
  assign vc_o = decoded.vc;
  assign hop_o = decoded.hop;
  assign trace_o = decoded.trace;

  assign soc_error_o = decoded.osc != OscStart;
  assign crc_error_o = decoded.crc != decoded_crc;
  assign len_error_o = is_bad_length(decoded.len);
  assign type_error_o = is_reserved_type(decoded.cell_type);

  assign word_o = encoded('{crc: '0, trace: trace_i, hop: hop_i, vc: vc_i, cell_type: cell_type_i,
                            len: len_i, src: src_i, dst: dst_i, osc: OscStart});

endmodule
