// SPDX-License-Identifier: Apache-2.0
// Properties of exanet_credit_manager: no credit beyond the far buffer, no change that stays unsent.

/// One channel, either, is followed by the words that were sent on it.
module exanet_credit_manager_properties
  import exanet_pkg::*;
`include "ports.svh"
);

  typedef logic [PayloadCountW-1:0] payload_count_t;
  typedef logic [HeaderCountW-1:0] header_count_t;

  localparam int unsigned BodyW = 48;
  localparam int unsigned CountsOfChannelW = HeaderCountW + PayloadCountW;

  /// CRC-8/ROHC bit by bit.
  function automatic logic [7:0] crc_of(logic [BodyW-1:0] bits);
    logic [7:0] crc;
    crc = 8'hFF;
    for (int unsigned i = 0; i < BodyW; i++) begin
      crc = {1'b0, crc[7:1]} ^ ((crc[0] != bits[i]) ? 8'hE0 : 8'h00);
    end
    return crc;
  endfunction

  // The channel: a free input, kept from the reset on.
  logic           watched, watched_q, take;
  payload_count_t payloads_q;
  header_count_t  headers_q;
  assign take = take_valid_i && take_vc_i == watched_q;

  // Counts that a received word reports for the channel.
  logic [CountsOfChannelW-1:0] reported;
  assign reported = watched_q ? rx_word_i[2*CountsOfChannelW-1:CountsOfChannelW]
                              : rx_word_i[CountsOfChannelW-1:0];

  // A word received in the cycle before, and the credits of that cycle less what was taken in it.
  logic                       received_q, bad_code_q;
  header_count_t              header_before_q;
  payload_count_t             payload_before_q;
  logic [CountsOfChannelW-1:0] reported_q;
  logic [7:0]                 health_q, neighbour_q;
  // The word of the cycle before, and the one sent last.
  logic [BodyW-1:0] before_q, last_sent_q;

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      watched_q <= watched;
      headers_q <= '0;
      payloads_q <= '0;
      received_q <= 1'b0;
      bad_code_q <= 1'b0;
      last_sent_q <= '0;
      before_q <= '0;
    end else begin
      headers_q <= headers_q + (take ? header_count_t'(2) : '0);
      payloads_q <= payloads_q + (take ? payload_count_t'(take_words_i) : '0);
      received_q <= rx_valid_i;
      bad_code_q <= rx_valid_i && rx_word_i[63:56] != CreditCode;
      before_q <= word_o[BodyW-1:0];
      if (sent_i) begin
        last_sent_q <= before_q;
      end
    end
    header_before_q <= header_credit_o[watched_q] - (take ? header_count_t'(2) : '0);
    payload_before_q <= payload_credit_o[watched_q] - (take ? payload_count_t'(take_words_i) : '0);
    reported_q <= reported;
    health_q <= rx_word_i[47:40];
    neighbour_q <= neighbour_health_o;
  end

  // The first cycle after the reset has no cycle before it.
  logic started_q;
  always_ff @(posedge clk_i) begin : p_started
    started_q <= rst_ni;
  end

  // Straps do not change.
  logic [NumChannels-1:0][HeaderCountW-1:0]  header_strap_q;
  logic [NumChannels-1:0][PayloadCountW-1:0] payload_strap_q;
  always_ff @(posedge clk_i) begin : p_straps
    if (!rst_ni) begin
      header_strap_q <= header_words_i;
      payload_strap_q <= payload_words_i;
    end
  end

  logic accepted;
  assign accepted = received_q && !error_o;

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      StrapsStay: assume (header_strap_q == header_words_i && payload_strap_q == payload_words_i);
      CreditWithinSize: assert (header_credit_o[watched_q] <= header_words_i[watched_q] &&
                                payload_credit_o[watched_q] <= payload_words_i[watched_q]);
      AcceptedIsUsed: assert (!accepted || (
          header_credit_o[watched_q] == header_count_t'(header_words_i[watched_q] +
              reported_q[HeaderCountW-1:0] - headers_q) &&
          payload_credit_o[watched_q] == payload_count_t'(payload_words_i[watched_q] +
              reported_q[CountsOfChannelW-1:HeaderCountW] - payloads_q) &&
          neighbour_health_o == health_q));
      RefusedChangesNothing: assert (accepted || !started_q || (
          header_credit_o[watched_q] == header_before_q &&
          payload_credit_o[watched_q] == payload_before_q && neighbour_health_o == neighbour_q));
      BadCodeIsRefused: assert (error_o || !bad_code_q);
      ChangesArePending: assert (pending_o || word_o[BodyW-1:0] == last_sent_q);
      WordIsWhole: assert (word_o[63:56] == CreditCode &&
                           word_o[55:48] == crc_of(word_o[BodyW-1:0]));
    end
  end

endmodule

bind exanet_credit_manager exanet_credit_manager_properties u_properties (.*);
