// SPDX-License-Identifier: Apache-2.0
// ExaNet framer: packets and credit words on an APElink of 64 bits per cycle, and back.

/// Two machines that share nothing: the transmitter decides in each cycle the word of the next one, the
/// receiver reads one word per cycle.
module exanet_apelink_framer
  import exanet_pkg::*;
(
  /// Clock.
  input  logic                 clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                 rst_ni,
  /// A packet may be sent.
  input  logic                 packet_valid_i,
  /// Its channel.
  input  logic                 packet_vc_i,
  /// Its words of payload.
  input  logic [WordsW-1:0]    packet_words_i,
  /// A packet offered in this cycle is taken.
  output logic                 packet_ready_o,
  /// The next word of the packet is there.
  input  logic                 word_valid_i,
  /// The word.
  input  logic [FlitW-1:0]     word_i,
  /// A word offered in this cycle is taken.
  output logic                 word_ready_o,
  /// A credit word is to be sent.
  input  logic                 credit_pending_i,
  /// The credit word, valid in every cycle.
  input  logic [LineWordW-1:0] credit_word_i,
  /// The line shows the credit word of the cycle before.
  output logic                 credit_sent_o,
  /// A word to the line.
  output logic                 line_valid_o,
  /// The word.
  output logic [LineWordW-1:0] line_o,
  /// A word from the line.
  input  logic                 line_valid_i,
  /// The word.
  input  logic [LineWordW-1:0] line_i,
  /// A word of a received packet.
  output logic                 rx_valid_o,
  /// Its kind.
  output logic [KindW-1:0]     rx_kind_o,
  /// Its channel.
  output logic                 rx_vc_o,
  /// The word.
  output logic [FlitW-1:0]     rx_word_o,
  /// A received credit word.
  output logic                 rx_credit_valid_o,
  /// The word.
  output logic [LineWordW-1:0] rx_credit_o,
  /// A received word was not expected.
  output logic                 rx_error_o
);

  localparam logic [LineWordW-1:0] Magic = 64'h4558_414E_4554_4D47;

  typedef logic [WordsW-1:0] words_t;
  typedef logic [LineWordW-1:0] line_word_t;

  /// Start word: channel and length of a packet, and their complement.
  typedef struct packed {
    logic [24:0] zero;
    logic        vc;
    words_t      words;
  } start_t;

  /// Words of a packet besides its payload: header and footer.
  localparam words_t FrameLength = words_t'(FrameWords);

  // ---- transmitter
  typedef enum logic [2:0] {TxIdle, TxStart, TxLow, TxHigh, TxCredit} tx_state_e;
  tx_state_e  tx_state_q;
  logic       tx_vc_q;
  words_t     tx_left_q;
  line_word_t tx_high_q;
  start_t     tx_start;
  assign tx_start = '{zero: '0, vc: tx_vc_q, words: tx_left_q};
  assign packet_ready_o = tx_state_q == TxIdle;
  assign word_ready_o = tx_state_q == TxLow;

  logic       tx_idle_credit, tx_credit, line_valid;
  line_word_t line;
  assign tx_idle_credit = !packet_valid_i && credit_pending_i && !credit_sent_o;
  assign tx_credit = tx_state_q == TxCredit || (tx_state_q == TxIdle && tx_idle_credit);

  always_comb begin : p_line
    line_valid = 1'b1;
    line = '0;
    unique case (tx_state_q)
      TxIdle: begin
        line_valid = packet_valid_i || tx_idle_credit;
        if (packet_valid_i) begin
          line = Magic;
        end else if (tx_idle_credit) begin
          line = credit_word_i;
        end
      end
      TxStart: line = {~tx_start, tx_start};
      TxLow: begin
        line_valid = word_valid_i;
        if (word_valid_i) begin
          line = word_i[LineWordW-1:0];
        end
      end
      TxHigh:   line = tx_high_q;
      TxCredit: line = credit_word_i;
      default:  line_valid = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_transmit
    if (!rst_ni) begin
      tx_state_q <= TxIdle;
      tx_vc_q <= 1'b0;
      tx_left_q <= '0;
      tx_high_q <= '0;
    end else begin
      unique case (tx_state_q)
        TxIdle: if (packet_valid_i) begin
          tx_state_q <= TxStart;
          tx_vc_q <= packet_vc_i;
          tx_left_q <= packet_words_i;
        end
        TxStart: begin
          tx_state_q <= TxLow;
          tx_left_q <= tx_left_q + FrameLength;
        end
        TxLow: if (word_valid_i) begin
          tx_state_q <= TxHigh;
          tx_high_q <= word_i[FlitW-1:LineWordW];
        end
        TxHigh: begin
          tx_state_q <= (tx_left_q == 6'd1) ? TxCredit : TxLow;
          tx_left_q <= tx_left_q - 1'b1;
        end
        default: tx_state_q <= TxIdle;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_line_out
    if (!rst_ni) begin
      line_valid_o <= 1'b0;
      line_o <= '0;
      credit_sent_o <= 1'b0;
    end else begin
      line_valid_o <= line_valid;
      line_o <= line;
      credit_sent_o <= tx_credit;
    end
  end

  // ---- receiver
  typedef enum logic [1:0] {RxHunt, RxStart, RxLow, RxHigh} rx_state_e;
  rx_state_e  rx_state_q, rx_state_d;
  logic       rx_vc_q, rx_first_q;
  words_t     rx_left_q;
  line_word_t rx_low_q;
  start_t     rx_start;
  logic       is_magic, is_start, is_credit, rx_last, rx_word, rx_credit, rx_error;
  assign rx_start = line_i[31:0];
  assign is_magic = line_i == Magic;
  assign is_credit = line_i[LineWordW-1:LineWordW-8] == CreditCode;
  assign is_start = line_i[63:32] == ~rx_start && rx_start.zero == '0 && rx_start.words <= MaxPayloadWords;
  assign rx_last = rx_left_q == 6'd1;
  assign rx_word = line_valid_i && rx_state_q == RxHigh;
  assign rx_credit = line_valid_i && rx_state_q == RxHunt && is_credit;

  always_comb begin : p_receive
    rx_state_d = rx_state_q;
    rx_error = 1'b0;
    if (line_valid_i) begin
      unique case (rx_state_q)
        RxHunt: begin
          rx_state_d = is_magic ? RxStart : RxHunt;
          rx_error = !is_magic && !is_credit;
        end
        RxStart: begin
          rx_error = !is_start;
          if (is_start) begin
            rx_state_d = RxLow;
          end else if (!is_magic) begin
            rx_state_d = RxHunt;
          end
        end
        RxLow:   rx_state_d = RxHigh;
        RxHigh:  rx_state_d = rx_last ? RxHunt : RxLow;
        default: rx_state_d = RxHunt;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_rx_state
    if (!rst_ni) begin
      rx_state_q <= RxHunt;
      rx_vc_q <= 1'b0;
      rx_first_q <= 1'b0;
      rx_left_q <= '0;
      rx_low_q <= '0;
    end else begin
      rx_state_q <= rx_state_d;
      if (line_valid_i && rx_state_q == RxStart) begin
        rx_vc_q <= rx_start.vc;
        rx_first_q <= 1'b1;
        rx_left_q <= rx_start.words + FrameLength;
      end
      if (line_valid_i && rx_state_q == RxLow) begin
        rx_low_q <= line_i;
      end
      if (rx_word) begin
        rx_first_q <= 1'b0;
        rx_left_q <= rx_left_q - 1'b1;
      end
    end
  end

  logic [KindW-1:0] rx_kind;
  always_comb begin : p_kind
    rx_kind = KindPayload;
    if (rx_first_q) begin
      rx_kind = KindHeader;
    end else if (rx_last) begin
      rx_kind = KindFooter;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_rx_out
    if (!rst_ni) begin
      rx_valid_o <= 1'b0;
      rx_kind_o <= '0;
      rx_vc_o <= 1'b0;
      rx_word_o <= '0;
      rx_credit_valid_o <= 1'b0;
      rx_credit_o <= '0;
      rx_error_o <= 1'b0;
    end else begin
      rx_valid_o <= rx_word;
      rx_kind_o <= rx_word ? rx_kind : '0;
      rx_vc_o <= rx_word && rx_vc_q;
      rx_word_o <= rx_word ? {line_i, rx_low_q} : '0;
      rx_credit_valid_o <= rx_credit;
      rx_credit_o <= rx_credit ? line_i : '0;
      rx_error_o <= rx_error;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni && packet_valid_i && packet_ready_o) begin
      WordsAreLegal: assert (packet_words_i <= MaxPayloadWords)
        else $error("a packet has at most 32 words of payload");
    end
  end

endmodule
