// SPDX-License-Identifier: Apache-2.0
// ExaNet virtual cut-through gate: which packets have space behind an output.

/// Mealy. Space is counted down when a packet begins and up when words leave the buffer behind the output.
module exanet_vct_gate
  import exanet_pkg::*;
#(
  /// Queues that may request the output, 2..16.
  parameter int unsigned NumRequests = 7
) (
  /// Clock.
  input  logic                                      clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                      rst_ni,
  /// Strap: size of the header and footer buffer of a channel in words.
  input  logic [NumChannels-1:0][HeaderSpaceW-1:0]  header_words_i,
  /// Strap: size of the payload buffer of a channel in words.
  input  logic [NumChannels-1:0][PayloadSpaceW-1:0] payload_words_i,
  /// A packet of a queue wants to leave through the output.
  input  logic [NumRequests-1:0]                    request_valid_i,
  /// Its channel.
  input  logic [NumRequests-1:0]                    request_vc_i,
  /// Its words of payload.
  input  logic [NumRequests-1:0][WordsW-1:0]        request_words_i,
  /// A packet begins.
  input  logic                                      take_valid_i,
  /// Its channel.
  input  logic                                      take_vc_i,
  /// Its words of payload.
  input  logic [WordsW-1:0]                         take_words_i,
  /// Header and footer words that became free in the buffer of a channel.
  input  logic [NumChannels-1:0][1:0]               freed_header_i,
  /// Payload words that did.
  input  logic [NumChannels-1:0][1:0]               freed_payload_i,
  /// The packet of a queue has space.
  output logic [NumRequests-1:0]                    fits_o,
  /// Free header and footer words of a channel.
  output logic [NumChannels-1:0][HeaderSpaceW-1:0]  header_space_o,
  /// Free payload words of a channel.
  output logic [NumChannels-1:0][PayloadSpaceW-1:0] payload_space_o
);

  typedef logic [HeaderSpaceW-1:0] header_space_t;
  typedef logic [PayloadSpaceW-1:0] payload_space_t;

  header_space_t [NumChannels-1:0]  header_space_q;
  payload_space_t [NumChannels-1:0] payload_space_q;
  assign header_space_o = header_space_q;
  assign payload_space_o = payload_space_q;

  // ---- requests
  logic [NumChannels-1:0] frame_fits;
  always_comb begin : p_fits
    for (int unsigned v = 0; v < NumChannels; v++) begin
      frame_fits[v] = header_space_q[v] >= FrameWords;
    end
    for (int unsigned q = 0; q < NumRequests; q++) begin
      fits_o[q] = request_valid_i[q] && frame_fits[request_vc_i[q]] &&
          payload_space_q[request_vc_i[q]] >= payload_space_t'(request_words_i[q]);
    end
  end

  // ---- spaces after this cycle, with a bit more, so that the rule sees an overflow
  logic [NumChannels-1:0][HeaderSpaceW:0]  header_space_d;
  logic [NumChannels-1:0][PayloadSpaceW:0] payload_space_d;
  always_comb begin : p_space
    for (int unsigned v = 0; v < NumChannels; v++) begin
      header_space_d[v] = (HeaderSpaceW+1)'(header_space_q[v]) + (HeaderSpaceW+1)'(freed_header_i[v]);
      payload_space_d[v] = (PayloadSpaceW+1)'(payload_space_q[v]) +
          (PayloadSpaceW+1)'(freed_payload_i[v]);
      if (take_valid_i && take_vc_i == 1'(v)) begin
        header_space_d[v] = header_space_d[v] - (HeaderSpaceW+1)'(FrameWords);
        payload_space_d[v] = payload_space_d[v] - (PayloadSpaceW+1)'(take_words_i);
      end
    end
  end

  // Loaded from the straps with the clock, since no common flip-flop loads a pin asynchronously.
  always_ff @(posedge clk_i) begin : p_spaces
    for (int unsigned v = 0; v < NumChannels; v++) begin
      if (!rst_ni) begin
        header_space_q[v] <= header_words_i[v];
        payload_space_q[v] <= payload_words_i[v];
      end else begin
        header_space_q[v] <= header_space_d[v][HeaderSpaceW-1:0];
        payload_space_q[v] <= payload_space_d[v][PayloadSpaceW-1:0];
      end
    end
  end

  // ---- rules
  initial begin
    NumRequestsInRange: assert (NumRequests >= 2 && NumRequests <= 16)
      else $error("NumRequests must be 2..16");
  end

  logic words_legal, within_size;
  always_comb begin : p_rules
    words_legal = !take_valid_i || take_words_i <= MaxPayloadWords;
    within_size = 1'b1;
    for (int unsigned q = 0; q < NumRequests; q++) begin
      if (request_valid_i[q] && request_words_i[q] > MaxPayloadWords) begin
        words_legal = 1'b0;
      end
    end
    for (int unsigned v = 0; v < NumChannels; v++) begin
      if (header_space_d[v] > (HeaderSpaceW+1)'(header_words_i[v]) ||
          payload_space_d[v] > (PayloadSpaceW+1)'(payload_words_i[v])) begin
        within_size = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      WordsAreLegal: assert (words_legal)
        else $error("a packet has at most 32 words of payload");
      if (take_valid_i) begin
        TakeFits: assert (frame_fits[take_vc_i] &&
                          payload_space_q[take_vc_i] >= payload_space_t'(take_words_i))
          else $error("a packet began without space for all its words");
      end
      SpaceWithinSize: assert (within_size)
        else $error("more words became free than the buffer has");
    end
  end

endmodule
