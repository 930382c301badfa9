// SPDX-License-Identifier: Apache-2.0
// Properties of exanet_apelink_framer: what it sends to itself it receives, unchanged.

/// The line is a loop without delay.
module exanet_apelink_framer_properties
  import exanet_pkg::*;
`include "ports.svh"
);

  // Words taken in the three cycles before, and the credit words sent in the two before.
  logic [2:0]                taken_q;
  logic [2:0][FlitW-1:0]     word_q;
  logic [1:0][LineWordW-1:0] credit_q;
  logic                      sent_q;
  // The packet being taken: its channel, its words that are missing; and whether the next is its header.
  logic              vc_q, header_q;
  logic [WordsW-1:0] missing_q;
  logic [2:0][KindW-1:0] kind_q;
  logic [2:0]            vcs_q;

  logic take_packet, take_word;
  assign take_packet = packet_valid_i && packet_ready_o;
  assign take_word = word_valid_i && word_ready_o;

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      taken_q <= '0;
      sent_q <= 1'b0;
      vc_q <= 1'b0;
      header_q <= 1'b0;
      missing_q <= '0;
    end else begin
      taken_q <= {taken_q[1:0], take_word};
      sent_q <= credit_sent_o;
      if (take_packet) begin
        vc_q <= packet_vc_i;
        header_q <= 1'b1;
        missing_q <= packet_words_i + 6'd2;
      end else if (take_word) begin
        header_q <= 1'b0;
        missing_q <= missing_q - 1'b1;
      end
    end
    word_q <= {word_q[1:0], word_i};
    credit_q <= {credit_q[0], credit_word_i};
    vcs_q <= {vcs_q[1:0], vc_q};
    if (header_q) begin
      kind_q <= {kind_q[1:0], KindHeader};
    end else begin
      kind_q <= {kind_q[1:0], (missing_q == 6'd1) ? KindFooter : KindPayload};
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      LineIsALoop: assume (line_valid_i == line_valid_o && line_i == line_o);
      CreditHasItsCode: assume (credit_word_i[63:56] == CreditCode);
      NoError: assert (!rx_error_o);
      EachWordReturns: assert (rx_valid_o == taken_q[2] && (!rx_valid_o || rx_word_o == word_q[2]));
      KindAndChannelReturn: assert (!rx_valid_o || (rx_kind_o == kind_q[2] && rx_vc_o == vcs_q[2]));
      CreditReturns: assert (rx_credit_valid_o == sent_q && (!rx_credit_valid_o || rx_credit_o == credit_q[1]));
      PacketIsWhole: assert (!packet_ready_o || missing_q == '0);
    end
  end

endmodule

bind exanet_apelink_framer exanet_apelink_framer_properties u_properties (.*);
