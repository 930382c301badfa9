// SPDX-License-Identifier: Apache-2.0
// Properties of mos_mailbox: both rings keep every word and its order, counts are exact.

/// One word of each ring is followed, any, with the number of words before it.
module mos_mailbox_properties
  import tin_pkg::*;
`include "ports.svh"
);

  // Free inputs: the word of this cycle is the one that is followed.
  logic choose_send, choose_received;

  logic             received, tx_q, rx_q;
  logic [7:0]       tx_count_q, rx_count_q, tx_before_q, rx_before_q;
  logic [BodyW-1:0] tx_word_q, rx_word_q;
  logic             lost_q;
  assign received = set_valid_i && set_code_i == OscMos && rx_count_q != 8'(RxWords);

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      tx_q <= 1'b0;
      rx_q <= 1'b0;
      tx_count_q <= '0;
      rx_count_q <= '0;
      lost_q <= 1'b0;
    end else begin
      tx_count_q <= tx_count_q + 8'(send_valid_i) - 8'(sent_i);
      rx_count_q <= rx_count_q + 8'(received) - 8'(read_i);
      if (!tx_q && send_valid_i && choose_send) begin
        tx_q <= 1'b1;
        tx_before_q <= tx_count_q - 8'(sent_i);
        tx_word_q <= {send_payload_i, send_sub_i};
      end else if (tx_q && sent_i) begin
        tx_q <= tx_before_q != '0;
        tx_before_q <= tx_before_q - 1'b1;
      end
      if (!rx_q && received && choose_received) begin
        rx_q <= 1'b1;
        rx_before_q <= rx_count_q - 8'(read_i);
        rx_word_q <= set_body_i;
      end else if (rx_q && read_i) begin
        rx_q <= rx_before_q != '0;
        rx_before_q <= rx_before_q - 1'b1;
      end
      lost_q <= (lost_q && !clear_i) || (set_valid_i && set_code_i == OscMos && !received);
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      SendCountIsExact: assert (32'(send_free_o) + 32'(tx_count_q) == TxWords &&
                                mos_valid_o == (tx_count_q != '0));
      ReadCountIsExact: assert (read_fill_o == rx_count_q && 32'(rx_count_q) <= RxWords &&
                                read_valid_o == (rx_count_q != '0));
      SentInOrder: assert (!(tx_q && tx_before_q == '0) ||
                           {mos_payload_o, mos_sub_o} == tx_word_q);
      ReadInOrder: assert (!(rx_q && rx_before_q == '0) ||
                           {read_payload_o, read_sub_o} == rx_word_q);
      LossIsFlagged: assert (overflow_o == lost_q && (dropped_o != '0) == lost_q);
    end
  end

endmodule

bind mos_mailbox mos_mailbox_properties #(.TxWords(TxWords), .RxWords(RxWords))
  u_properties (.*);
