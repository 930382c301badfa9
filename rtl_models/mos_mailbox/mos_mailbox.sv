// SPDX-License-Identifier: Apache-2.0
// MOS mailbox: the MOS words of one port between the control processor and the link.

/// Two rings of words, each with read and write pointers and a count, and a saturating counter of
/// words that found the receive ring full.
module mos_mailbox
  import tin_pkg::*;
#(
  /// Words of the transmit queue, 2..128.
  parameter int unsigned TxWords = 16,
  /// Words of the receive queue, 2..128.
  parameter int unsigned RxWords = 64
) (
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic             rst_ni,
  /// The processor writes a word to be sent.
  input  logic             send_valid_i,
  /// Its subtype.
  input  logic [3:0]       send_sub_i,
  /// Its six bytes.
  input  logic [47:0]      send_payload_i,
  /// The word that is shown to the scheduler is on the link in this cycle.
  input  logic             sent_i,
  /// A good ordered set was received.
  input  logic             set_valid_i,
  /// Its code.
  input  logic [3:0]       set_code_i,
  /// Its body.
  input  logic [BodyW-1:0] set_body_i,
  /// The processor takes the received word that is shown.
  input  logic             read_i,
  /// The processor clears the overflow flag and the counter.
  input  logic             clear_i,
  /// Free places of the transmit queue.
  output logic [7:0]       send_free_o,
  /// A word waits to be sent.
  output logic             mos_valid_o,
  /// The subtype of the oldest one.
  output logic [3:0]       mos_sub_o,
  /// Its six bytes.
  output logic [47:0]      mos_payload_o,
  /// A received word waits to be read.
  output logic             read_valid_o,
  /// The subtype of the oldest one.
  output logic [3:0]       read_sub_o,
  /// Its six bytes.
  output logic [47:0]      read_payload_o,
  /// Words in the receive queue.
  output logic [7:0]       read_fill_o,
  /// Words were dropped since the last clear.
  output logic             overflow_o,
  /// How many; 255 stands for more.
  output logic [7:0]       dropped_o
);

  localparam int unsigned TxIdxW = $clog2(TxWords);
  localparam int unsigned RxIdxW = $clog2(RxWords);
  typedef logic [TxIdxW-1:0] tx_idx_t;
  typedef logic [RxIdxW-1:0] rx_idx_t;

  localparam logic [7:0] TxDepth = 8'(TxWords);
  localparam logic [7:0] RxDepth = 8'(RxWords);
  localparam tx_idx_t TxLast = tx_idx_t'(TxWords - 1);
  localparam rx_idx_t RxLast = rx_idx_t'(RxWords - 1);
  localparam logic [7:0] MostCounted = '1;

  // ---- transmit: a ring whose head is shown to the scheduler
  logic [BodyW-1:0] tx_mem_q [TxWords];
  tx_idx_t          tx_wr_q, tx_rd_q;
  logic [BodyW-1:0] tx_head;
  assign mos_valid_o = send_free_o != TxDepth;
  assign tx_head = mos_valid_o ? tx_mem_q[tx_rd_q] : '0;
  assign {mos_payload_o, mos_sub_o} = tx_head;

  always_ff @(posedge clk_i) begin : p_tx_mem
    if (send_valid_i) begin
      tx_mem_q[tx_wr_q] <= {send_payload_i, send_sub_i};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_tx
    if (!rst_ni) begin
      tx_wr_q <= '0;
      tx_rd_q <= '0;
      send_free_o <= TxDepth;
    end else begin
      if (send_valid_i) begin
        tx_wr_q <= (tx_wr_q == TxLast) ? '0 : tx_wr_q + 1'b1;
      end
      if (sent_i) begin
        tx_rd_q <= (tx_rd_q == TxLast) ? '0 : tx_rd_q + 1'b1;
      end
      send_free_o <= send_free_o + 8'(sent_i) - 8'(send_valid_i);
    end
  end

  // ---- receive: a ring that drops what it has no place for
  logic [BodyW-1:0] rx_mem_q [RxWords];
  rx_idx_t          rx_wr_q, rx_rd_q;
  logic [BodyW-1:0] rx_head;
  logic             is_mos, accept, drop;
  assign is_mos = set_valid_i && set_code_i == OscMos;
  assign accept = is_mos && read_fill_o != RxDepth;
  assign drop = is_mos && read_fill_o == RxDepth;
  assign read_valid_o = read_fill_o != '0;
  assign rx_head = read_valid_o ? rx_mem_q[rx_rd_q] : '0;
  assign {read_payload_o, read_sub_o} = rx_head;

  always_ff @(posedge clk_i) begin : p_rx_mem
    if (accept) begin
      rx_mem_q[rx_wr_q] <= set_body_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_rx
    if (!rst_ni) begin
      rx_wr_q <= '0;
      rx_rd_q <= '0;
      read_fill_o <= '0;
    end else begin
      if (accept) begin
        rx_wr_q <= (rx_wr_q == RxLast) ? '0 : rx_wr_q + 1'b1;
      end
      if (read_i) begin
        rx_rd_q <= (rx_rd_q == RxLast) ? '0 : rx_rd_q + 1'b1;
      end
      read_fill_o <= read_fill_o + 8'(accept) - 8'(read_i);
    end
  end

  // ---- dropped words; a clear precedes the drop of its cycle
  logic [7:0] counted;
  assign counted = clear_i ? '0 : dropped_o;
  assign overflow_o = dropped_o != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_dropped
    if (!rst_ni) begin
      dropped_o <= '0;
    end else begin
      dropped_o <= (drop && counted != MostCounted) ? counted + 1'b1 : counted;
    end
  end

  initial begin
    WordsInRange: assert (TxWords >= 2 && TxWords <= 128 && RxWords >= 2 && RxWords <= 128)
      else $error("TxWords and RxWords must be 2..128");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      SendHasSpace: assert (!send_valid_i || send_free_o != '0)
        else $error("a word was written to a full transmit queue");
      SentHasWord: assert (!sent_i || mos_valid_o)
        else $error("a word was sent though none waits");
      ReadHasWord: assert (!read_i || read_valid_o)
        else $error("a word was read though none was received");
    end
  end

endmodule
