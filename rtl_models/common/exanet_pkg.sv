// SPDX-License-Identifier: Apache-2.0
// Common definitions of the ExaNet blocks: widths, the header, kinds of words, credit words.

/// Sizes as the READMEs of the blocks state them.
package exanet_pkg;
  // A package serves several blocks, each of which leaves some of it unused.
  // verilator lint_off UNUSEDPARAM

  /// A word of a packet; and the information bits of a header word.
  localparam int unsigned FlitW = 128;
  localparam int unsigned InfoW = 120;
  /// A word of an APElink.
  localparam int unsigned LineWordW = 64;

  /// Payload words of a packet.
  localparam int unsigned WordsW = 6;
  localparam logic [WordsW-1:0] MaxPayloadWords = 6'd32;
  /// Payload bytes of a packet.
  localparam int unsigned BytesW = 10;
  localparam logic [BytesW-1:0] MaxPayloadBytes = 10'd512;

  /// Channels of an inter-tile port.
  localparam int unsigned NumChannels = 2;
  /// Dimensions of a lattice, coordinates and sizes.
  localparam int unsigned NumDims = 3;
  localparam int unsigned NumDirections = 2 * NumDims;
  localparam int unsigned CoordW = 6;
  localparam int unsigned SizeW = CoordW + 1;

  /// Kind of a word of a packet.
  localparam int unsigned KindW = 2;
  localparam logic [KindW-1:0] KindHeader = 2'd0;
  localparam logic [KindW-1:0] KindPayload = 2'd1;
  localparam logic [KindW-1:0] KindFooter = 2'd2;

  /// Header and footer words, and payload words, of the buffer behind an output.
  localparam int unsigned HeaderSpaceW = 8;
  localparam int unsigned PayloadSpaceW = 13;
  /// A packet has a header and a footer word.
  localparam logic [HeaderSpaceW-1:0] FrameWords = 8'd2;

  /// Header and payload words that a credit word counts.
  localparam int unsigned HeaderCountW = 8;
  localparam int unsigned PayloadCountW = 12;
  /// Bits 63:56 of a credit word.
  localparam logic [7:0] CreditCode = 8'hC7;
  // verilator lint_on UNUSEDPARAM

  /// Information bits of a header word, first member in the most significant bits.
  typedef struct packed {
    logic [51:0]                    address;
    logic [15:0]                    tag;
    logic [1:0]                     kind;
    logic [BytesW-1:0]              bytes;
    logic [1:0]                     src_port;
    logic [NumDims-1:0][CoordW-1:0] src;
    logic [1:0]                     dst_port;
    logic [NumDims-1:0][CoordW-1:0] dst;
  } packet_header_t;

endpackage
