// SPDX-License-Identifier: Apache-2.0
// Switch chip: receive side of a line.

/// Gearbox and a buffer of blocks, or the framer's registers and FEC; then the PCS.
/// README.md, "Receive line".
module tin_switch_rx_line
  import tin_pkg::*;
(
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic             rst_ni,
  /// Strap: codewords.
  input  logic             fec_i,
  /// The SerDes receives something.
  input  logic             signal_i,
  /// A line word.
  input  logic             line_valid_i,
  /// The word is the first of a codeword.
  input  logic             line_first_i,
  /// The line word.
  input  logic [LineW-1:0] line_i,
  /// Block lock.
  output logic             lock_o,
  /// A word.
  output logic             valid_o,
  /// The word is a control word.
  output logic             control_o,
  /// The word.
  output logic [WordW-1:0] word_o,
  /// A block without a sync header.
  output logic             violation_o,
  /// The word is of a codeword that cannot be corrected.
  output logic             bad_o,
  /// A codeword cannot be corrected.
  output logic             codeword_bad_o,
  /// Symbols corrected in a codeword.
  output logic [1:0]       corrected_o
);

  localparam int unsigned NumBlocks = 8;
  localparam int unsigned Framer = 3;
  /// Cycles from a signal to the edge that makes the receive PCS dark, without FEC.
  localparam int unsigned DarkAge = 3;
  localparam int unsigned FecCycles = 12;

  logic word_valid, slip;
  assign word_valid = line_valid_i && signal_i;

  // ---- Darkness: the last values of the signal, element 1 that of the cycle before.

  logic [DarkAge+FecCycles:1] signal_q;
  logic                       dark_q, pcs_rst_n;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_signal
    if (!rst_ni) begin
      signal_q <= '0;
      dark_q <= 1'b1;
    end else begin
      signal_q <= {signal_q[DarkAge+FecCycles-1:1], signal_i};
      dark_q <= fec_i ? signal_q[DarkAge+FecCycles-:2] == '0 : signal_q[DarkAge-:2] == '0;
    end
  end

  assign pcs_rst_n = rst_ni && !dark_q;

  // ---- Without FEC.

  logic [1:0]        cut_count;
  logic [BlockW-1:0] cut0, cut1;

  rx_gearbox i_rx_gearbox (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .valid_i (word_valid && !fec_i),
    .line_i  (line_i),
    .slip_i  (slip),
    .count_o (cut_count),
    .block0_o(cut0),
    .block1_o(cut1)
  );

  logic [NumBlocks-1:0][BlockW-1:0] blocks_q;
  logic [2:0]                       first_q, last0, last1;
  logic [3:0]                       fill_q, fill_d;
  logic                             run_q, read;

  assign read = run_q && fill_q != '0;
  assign fill_d = fill_q - 4'(read) + 4'(cut_count);
  assign last0 = first_q + fill_q[2:0];
  assign last1 = last0 + 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_buffer
    if (!rst_ni) begin
      blocks_q <= '0;
      first_q <= '0;
      fill_q <= '0;
      run_q <= 1'b0;
    end else begin
      run_q <= fill_q != '0;
      fill_q <= fill_d;
      if (read) begin
        first_q <= first_q + 1'b1;
      end
      if (cut_count != '0) begin
        blocks_q[last0] <= cut0;
      end
      if (cut_count[1]) begin
        blocks_q[last1] <= cut1;
      end
    end
  end

  // ---- With FEC.

  logic [Framer-1:0]            framed_valid_q, framed_first_q;
  logic [Framer-1:0][LineW-1:0] framed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_framer
    if (!rst_ni) begin
      framed_valid_q <= '0;
      framed_first_q <= '0;
      framed_q <= '0;
    end else begin
      framed_valid_q <= {framed_valid_q[Framer-2:0], word_valid && fec_i};
      framed_first_q <= {framed_first_q[Framer-2:0], word_valid && fec_i && line_first_i};
      framed_q <= {framed_q[Framer-2:0], line_i};
    end
  end

  logic              fec_valid, fec_bad, fec_first;
  logic [BlockW-1:0] fec_block;

  rs_fec_decoder i_rs_fec_decoder (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .valid_i    (framed_valid_q[Framer-1]),
    .first_i    (framed_first_q[Framer-1]),
    .line_i     (framed_q[Framer-1]),
    .valid_o    (fec_valid),
    .block_o    (fec_block),
    .bad_o      (fec_bad),
    .corrected_o(corrected_o),
    .first_o    (fec_first)
  );

  assign codeword_bad_o = fec_first && fec_bad;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_bad
    if (!rst_ni) begin
      bad_o <= 1'b0;
    end else begin
      bad_o <= fec_bad;
    end
  end

  // ---- Both.

  pcs_rx i_pcs_rx (
    .clk_i        (clk_i),
    .rst_ni       (pcs_rst_n),
    .block_valid_i(fec_i ? fec_valid : read),
    .block_i      (fec_i ? fec_block : blocks_q[first_q]),
    .slip_o       (slip),
    .lock_o       (lock_o),
    .valid_o      (valid_o),
    .control_o    (control_o),
    .word_o       (word_o),
    .violation_o  (violation_o)
  );

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      LineIsPaced: assert (5'(fill_q) + 5'(cut_count) <= 5'(NumBlocks))
        else $error("blocks of a line come faster than one per cycle");
    end
  end

endmodule
