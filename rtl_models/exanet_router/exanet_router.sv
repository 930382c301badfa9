// SPDX-License-Identifier: Apache-2.0
// The ExaNet APErouter: intra-tile and inter-tile ports, virtual cut-through.

/// Inputs decode headers, queues hold packets and route them, outputs grant and show them.
module exanet_router
  import exanet_pkg::*;
#(
  /// Intra-tile ports, 1..3.
  parameter int unsigned NumIntra = 3,
  /// Inter-tile ports, 1..6.
  parameter int unsigned NumInter = 2,
  /// Header and footer words of a queue, a power of two, 4..128.
  parameter int unsigned HeaderWords = 8,
  /// Payload words of a queue of an intra-tile port, a power of two, 32..4096.
  parameter int unsigned IntraWords = 64,
  /// Payload words of a queue of an inter-tile port, a power of two, 32..4096.
  parameter int unsigned InterWords = 64
) (
  /// Clock.
  input  logic                                                             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                                             rst_ni,
  /// Strap: coordinates of this node.
  input  logic [NumDims-1:0][CoordW-1:0]                                   here_i,
  /// Strap: nodes per dimension.
  input  logic [NumDims-1:0][SizeW-1:0]                                    size_i,
  /// Strap: the dimension is a ring.
  input  logic [NumDims-1:0]                                               wrap_i,
  /// Strap: port of a direction.
  input  logic [NumDirections-1:0][5:0]                                    port_map_i,
  /// Strap: size of the header and footer buffer behind an output, per channel.
  input  logic [NumIntra+NumInter-1:0][NumChannels-1:0][HeaderSpaceW-1:0]  out_header_words_i,
  /// Strap: size of the payload buffer behind it.
  input  logic [NumIntra+NumInter-1:0][NumChannels-1:0][PayloadSpaceW-1:0] out_payload_words_i,
  /// Dimensions in the order in which they are travelled.
  input  logic [NumDims-1:0][1:0]                                          priority_i,
  /// A direction may be used.
  input  logic [NumDirections-1:0]                                         enable_i,
  /// How the channel is chosen.
  input  logic [1:0]                                                       vc_rule_i,
  /// The arbiter of an output has fixed priority, else round robin.
  input  logic [NumIntra+NumInter-1:0]                                     fixed_i,
  /// Fixed priority: the lowest rank first.
  input  logic [NumIntra+2*NumInter-1:0][3:0]                              rank_i,
  /// A word at an input.
  input  logic [NumIntra+NumInter-1:0]                                     in_valid_i,
  /// Its kind.
  input  logic [NumIntra+NumInter-1:0][KindW-1:0]                          in_kind_i,
  /// Its channel.
  input  logic [NumIntra+NumInter-1:0]                                     in_vc_i,
  /// The word.
  input  logic [NumIntra+NumInter-1:0][FlitW-1:0]                          in_data_i,
  /// Header and footer words that became free behind an output, per channel.
  input  logic [NumIntra+NumInter-1:0][NumChannels-1:0][1:0]               out_freed_header_i,
  /// Payload words that did.
  input  logic [NumIntra+NumInter-1:0][NumChannels-1:0][1:0]               out_freed_payload_i,
  /// A word at an output.
  output logic [NumIntra+NumInter-1:0]                                     out_valid_o,
  /// Its kind.
  output logic [NumIntra+NumInter-1:0][KindW-1:0]                          out_kind_o,
  /// Its channel.
  output logic [NumIntra+NumInter-1:0]                                     out_vc_o,
  /// The word.
  output logic [NumIntra+NumInter-1:0][FlitW-1:0]                          out_data_o,
  /// Header and footer words that left the buffer of a queue in the cycle before.
  output logic [NumIntra+2*NumInter-1:0][1:0]                              freed_header_o,
  /// Payload words that did.
  output logic [NumIntra+2*NumInter-1:0][1:0]                              freed_payload_o,
  /// A header with one wrong bit arrived in the cycle before.
  output logic [NumIntra+2*NumInter-1:0]                                   corrected_o,
  /// A header with more of them did.
  output logic [NumIntra+2*NumInter-1:0]                                   bad_header_o,
  /// A queue began to discard a packet in the cycle before.
  output logic [NumIntra+2*NumInter-1:0]                                   discarded_o
);

  localparam int unsigned NumPorts = NumIntra + NumInter;
  localparam int unsigned NumQueues = NumIntra + 2 * NumInter;

  // ---- inputs: a header is decoded, and a corrected one encoded again
  logic [NumPorts-1:0]            in_corrected, in_bad;
  logic [NumPorts-1:0][FlitW-1:0] in_word;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_input
    packet_header_t   decoded;
    logic [FlitW-1:0] encoded;
    logic             uncorrectable;
    // verilator lint_off PINCONNECTEMPTY
    exanet_header_ecc i_code (
      .info_i(decoded), .word_o(encoded), .word_i(in_data_i[p]), .info_o(decoded),
      .corrected_o(in_corrected[p]), .position_o(), .uncorrectable_o(uncorrectable)
    );
    // verilator lint_on PINCONNECTEMPTY
    assign in_word[p] = (in_kind_i[p] == KindHeader) ? encoded : in_data_i[p];
    assign in_bad[p] = uncorrectable || decoded.bytes > MaxPayloadBytes;
  end

  // ---- queues
  logic [NumQueues-1:0][NumPorts-1:0] request;
  logic [NumPorts-1:0][NumQueues-1:0] request_by_output, grant;
  logic [NumQueues-1:0]               vc, granted, word_valid;
  logic [NumQueues-1:0][WordsW-1:0]   words;
  logic [NumQueues-1:0][KindW-1:0]    word_kind;
  logic [NumQueues-1:0][FlitW-1:0]    word;
  for (genvar q = 0; q < NumQueues; q++) begin : gen_queue
    localparam bit IsIntra = q < NumIntra;
    localparam int unsigned Port = IsIntra ? q : NumIntra + (q - NumIntra) / 2;
    localparam bit Channel = !IsIntra && 1'(q - NumIntra);
    exanet_router_queue #(
      .NumIntra(NumIntra), .NumPorts(NumPorts), .HeaderWords(HeaderWords),
      .PayloadWords(IsIntra ? IntraWords : InterWords)
    ) i_queue (
      .clk_i, .rst_ni, .here_i, .size_i, .wrap_i, .priority_i, .enable_i, .vc_rule_i, .port_map_i,
      .in_valid_i(in_valid_i[Port] && (IsIntra || in_vc_i[Port] == Channel)),
      .in_kind_i(in_kind_i[Port]), .in_word_i(in_word[Port]),
      .in_corrected_i(in_corrected[Port]), .in_bad_i(in_bad[Port]),
      .request_o(request[q]), .vc_o(vc[q]), .words_o(words[q]), .grant_i(granted[q]),
      .word_valid_o(word_valid[q]), .word_kind_o(word_kind[q]), .word_o(word[q]),
      .freed_header_o(freed_header_o[q]), .freed_payload_o(freed_payload_o[q]),
      .corrected_o(corrected_o[q]), .bad_header_o(bad_header_o[q]), .discarded_o(discarded_o[q])
    );
  end

  always_comb begin : p_grants
    granted = '0;
    for (int unsigned o = 0; o < NumPorts; o++) begin
      granted |= grant[o];
      for (int unsigned q = 0; q < NumQueues; q++) begin
        request_by_output[o][q] = request[q][o];
      end
    end
  end

  // ---- outputs
  for (genvar o = 0; o < NumPorts; o++) begin : gen_output
    exanet_router_output #(.NumQueues(NumQueues)) i_output (
      .clk_i, .rst_ni,
      .header_words_i(out_header_words_i[o]), .payload_words_i(out_payload_words_i[o]),
      .freed_header_i(out_freed_header_i[o]), .freed_payload_i(out_freed_payload_i[o]),
      .fixed_i(fixed_i[o]), .rank_i,
      .request_i(request_by_output[o]), .vc_i(vc), .words_i(words), .grant_o(grant[o]),
      .word_valid_i(word_valid), .word_kind_i(word_kind), .word_i(word),
      .out_valid_o(out_valid_o[o]), .out_kind_o(out_kind_o[o]), .out_vc_o(out_vc_o[o]),
      .out_data_o(out_data_o[o])
    );
  end

  // ---- rules
  initial begin
    PortsInRange: assert (NumIntra >= 1 && NumIntra <= 3 && NumInter >= 1 && NumInter <= 6)
      else $error("NumIntra must be 1..3, NumInter 1..6");
    SizesInRange: assert (HeaderWords >= 4 && HeaderWords <= 128 && IntraWords >= 32 &&
                          IntraWords <= 4096 && InterWords >= 32 && InterWords <= 4096)
      else $error("HeaderWords must be 4..128, IntraWords and InterWords 32..4096");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      VcInRange: assert ((in_valid_i[NumIntra-1:0] & in_vc_i[NumIntra-1:0]) == '0)
        else $error("an intra-tile port has channel 0 only");
    end
  end

endmodule
