// SPDX-License-Identifier: Apache-2.0
// ExaNet credit manager: credits of one end of an APElink, with threshold and health bits.

/// Counts on the line are absolute, so credit is a difference of counts. The strap and the words
/// reported free are kept as one count, the limit.
module exanet_credit_manager
  import exanet_pkg::*;
(
  /// Clock.
  input  logic                                      clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                      rst_ni,
  /// Strap: far header buffer of a channel in words.
  input  logic [NumChannels-1:0][HeaderCountW-1:0]  header_words_i,
  /// Strap: far payload buffer of a channel in words.
  input  logic [NumChannels-1:0][PayloadCountW-1:0] payload_words_i,
  /// Threshold in payload words.
  input  logic [PayloadCountW-1:0]                  tred_i,
  /// Cycles after which the credit word is repeated; 0: never.
  input  logic [15:0]                               refresh_i,
  /// A packet begins to be sent.
  input  logic                                      take_valid_i,
  /// Its channel.
  input  logic                                      take_vc_i,
  /// Its words of payload.
  input  logic [WordsW-1:0]                    take_words_i,
  /// A credit word was received.
  input  logic                                      rx_valid_i,
  /// The word.
  input  logic [LineWordW-1:0]                      rx_word_i,
  /// Header and footer words that left the buffer of a channel at this end.
  input  logic [NumChannels-1:0][1:0]               freed_header_i,
  /// Payload words that did.
  input  logic [NumChannels-1:0][1:0]               freed_payload_i,
  /// Health of this node.
  input  logic [7:0]                                health_i,
  /// The credit word of the cycle before was sent.
  input  logic                                      sent_i,
  /// Header and footer words that may be sent on a channel.
  output logic [NumChannels-1:0][HeaderCountW-1:0]  header_credit_o,
  /// Payload words that may be sent.
  output logic [NumChannels-1:0][PayloadCountW-1:0] payload_credit_o,
  /// No packet may begin on a channel.
  output logic [NumChannels-1:0]                    suspended_o,
  /// The credit word of this cycle.
  output logic [LineWordW-1:0]                      word_o,
  /// It is to be sent.
  output logic                                      pending_o,
  /// Health in the last accepted credit word.
  output logic [7:0]                                neighbour_health_o,
  /// The credit word received in the cycle before was refused.
  output logic                                      error_o
);

  typedef logic [HeaderCountW-1:0] header_count_t;
  typedef logic [PayloadCountW-1:0] payload_count_t;

  /// Words freed on a channel.
  typedef struct packed {
    payload_count_t payload;
    header_count_t  header;
  } freed_t;

  /// Bits of a credit word that its CRC covers.
  typedef struct packed {
    logic [7:0]               health;
    freed_t [NumChannels-1:0] freed;
  } body_t;

  typedef struct packed {
    logic [7:0] code;
    logic [7:0] crc;
    body_t      body;
  } credit_word_t;

  /// Sizes that the straps may have.
  localparam header_count_t LeastHeaderWords = 8'd2;
  localparam header_count_t MostHeaderWords = 8'd128;
  localparam payload_count_t LeastPayloadWords = 12'd32;
  localparam payload_count_t MostPayloadWords = 12'd2047;

  /// CRC-8/ROHC of six bytes. A byte that leaves its register as it begins makes them seven, the length of
  /// the CRC that all blocks share.
  localparam logic [7:0] CrcNeutral = 8'hED;
  function automatic logic [7:0] crc_of(body_t body);
    return tin_pkg::crc8({body, CrcNeutral});
  endfunction

  // ---- sender: limits of what may be sent, and what was
  header_count_t [NumChannels-1:0]  header_limit_q, header_taken_q;
  payload_count_t [NumChannels-1:0] payload_limit_q, payload_taken_q;
  payload_count_t                   tred_q;

  for (genvar v = 0; v < NumChannels; v++) begin : gen_credit
    assign header_credit_o[v] = header_limit_q[v] - header_taken_q[v];
    assign payload_credit_o[v] = payload_limit_q[v] - payload_taken_q[v];
    assign suspended_o[v] = header_credit_o[v] < FrameWords || payload_credit_o[v] < tred_q;
  end

  // ---- credit words from the far end
  credit_word_t                     received;
  header_count_t [NumChannels-1:0]  header_limit, header_credit;
  payload_count_t [NumChannels-1:0] payload_limit, payload_credit;
  logic                             accept, within_size, take_fits;
  assign received = rx_word_i;

  always_comb begin : p_accept
    within_size = 1'b1;
    for (int unsigned v = 0; v < NumChannels; v++) begin
      header_limit[v] = header_words_i[v] + received.body.freed[v].header;
      payload_limit[v] = payload_words_i[v] + received.body.freed[v].payload;
      header_credit[v] = header_limit[v] - header_taken_q[v];
      payload_credit[v] = payload_limit[v] - payload_taken_q[v];
      if (header_credit[v] > header_words_i[v] || payload_credit[v] > payload_words_i[v]) begin
        within_size = 1'b0;
      end
    end
  end

  // A count that went back may leave the packet of this cycle without credit.
  assign take_fits = !take_valid_i || (header_credit[take_vc_i] >= FrameWords &&
      payload_credit[take_vc_i] >= payload_count_t'(take_words_i));

  assign accept = rx_valid_i && received.code == CreditCode && received.crc == crc_of(received.body) &&
      within_size && take_fits;

  // Straps are loaded with the clock, since no common flip-flop loads a pin asynchronously.
  always_ff @(posedge clk_i) begin : p_limits
    tred_q <= tred_i;
    if (!rst_ni) begin
      header_limit_q <= header_words_i;
      payload_limit_q <= payload_words_i;
    end else if (accept) begin
      header_limit_q <= header_limit;
      payload_limit_q <= payload_limit;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_sender
    if (!rst_ni) begin
      header_taken_q <= '0;
      payload_taken_q <= '0;
      neighbour_health_o <= '0;
      error_o <= 1'b0;
    end else begin
      if (take_valid_i) begin
        header_taken_q[take_vc_i] <= header_taken_q[take_vc_i] + FrameWords;
        payload_taken_q[take_vc_i] <= payload_taken_q[take_vc_i] + payload_count_t'(take_words_i);
      end
      if (accept) begin
        neighbour_health_o <= received.body.health;
      end
      error_o <= rx_valid_i && !accept;
    end
  end

  // ---- receiver: the credit word of this end
  body_t       body_q, body_before_q, body_sent_q;
  logic [15:0] since_sent_q, refresh_q;
  logic        is_new, is_due;
  assign word_o = {CreditCode, crc_of(body_q), body_q};
  assign is_new = body_q != body_sent_q;
  assign is_due = refresh_q != '0 && since_sent_q >= refresh_q;
  assign pending_o = is_new || is_due;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_receiver
    if (!rst_ni) begin
      body_q <= '0;
      body_before_q <= '0;
      body_sent_q <= '0;
      since_sent_q <= 16'd1;
      refresh_q <= '0;
    end else begin
      for (int unsigned v = 0; v < NumChannels; v++) begin
        body_q.freed[v].header <= body_q.freed[v].header + header_count_t'(freed_header_i[v]);
        body_q.freed[v].payload <= body_q.freed[v].payload + payload_count_t'(freed_payload_i[v]);
      end
      body_q.health <= health_i;
      body_before_q <= body_q;
      if (sent_i) begin
        body_sent_q <= body_before_q;
        since_sent_q <= 16'd1;
      end else if (since_sent_q != '1) begin
        since_sent_q <= since_sent_q + 1'b1;
      end
      refresh_q <= refresh_i;
    end
  end

  // ---- rules
  logic sizes_legal;
  always_comb begin : p_sizes
    sizes_legal = 1'b1;
    for (int unsigned v = 0; v < NumChannels; v++) begin
      if (header_words_i[v] < LeastHeaderWords || header_words_i[v] > MostHeaderWords ||
          payload_words_i[v] < LeastPayloadWords || payload_words_i[v] > MostPayloadWords) begin
        sizes_legal = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      SizesAreLegal: assert (sizes_legal)
        else $error("a far buffer has 2 to 128 header words and 32 to 2047 payload words");
      if (take_valid_i) begin
        WordsAreLegal: assert (take_words_i <= MaxPayloadWords)
          else $error("a packet has at most 32 words of payload");
        TakeWithinCredit: assert (header_credit_o[take_vc_i] >= FrameWords &&
                                  payload_count_t'(take_words_i) <= payload_credit_o[take_vc_i])
          else $error("a packet began without credit for all its words");
      end
    end
  end

endmodule
