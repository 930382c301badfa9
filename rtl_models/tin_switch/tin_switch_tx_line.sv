// SPDX-License-Identifier: Apache-2.0
// Switch chip: transmit side of a line.

/// PCS, then FEC, or the gearbox at the rate of one block per cycle: 33 line words in 35 cycles.
/// README.md, "Transmit line".
module tin_switch_tx_line
  import tin_pkg::*;
(
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// Strap: codewords.
  input  logic              fec_i,
  /// The word is a control word.
  input  logic              control_i,
  /// The word of this slot.
  input  logic [WordW-1:0]  word_i,
  /// A line word.
  output logic              line_valid_o,
  /// The word is the first of a codeword.
  output logic              line_first_o,
  /// The line word, bit 0 first on the wire.
  output logic [LineW-1:0]  line_o
);

  localparam logic [5:0] LastPace = 6'd34;
  localparam logic [5:0] SecondPause = 6'd17;

  logic              started_q, pause, paused_q;
  logic [5:0]        pace_q;
  logic [BlockW-1:0] block, kept_q;

  assign pause = pace_q == '0 || pace_q == SecondPause;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_pace
    if (!rst_ni) begin
      started_q <= 1'b0;
      paused_q <= 1'b0;
      pace_q <= LastPace;
      kept_q <= '0;
    end else begin
      started_q <= 1'b1;
      paused_q <= pause;
      pace_q <= (pace_q == LastPace) ? '0 : pace_q + 1'b1;
      if (pause) begin
        kept_q <= block;
      end
    end
  end

  pcs_tx i_pcs_tx (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .valid_i  (1'b1),
    .control_i(control_i),
    .word_i   (word_i),
    .block_o  (block)
  );

  logic             gear_valid, fec_valid, fec_first;
  logic [LineW-1:0] gear_line, fec_line;

  // The pauses are where the gearbox takes two blocks: `take_o` says nothing new.
  // verilator lint_off PINCONNECTEMPTY
  tx_gearbox i_tx_gearbox (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .enable_i(started_q && !fec_i && !pause),
    .block0_i(paused_q ? kept_q : block),
    .block1_i(block),
    .take_o  (),
    .valid_o (gear_valid),
    .line_o  (gear_line)
  );
  // verilator lint_on PINCONNECTEMPTY

  rs_fec_encoder i_rs_fec_encoder (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .valid_i(started_q && fec_i),
    .block_i(block),
    .valid_o(fec_valid),
    .first_o(fec_first),
    .line_o (fec_line)
  );

  assign line_valid_o = fec_i ? fec_valid : gear_valid;
  assign line_first_o = fec_i && fec_first;
  assign line_o = fec_i ? fec_line : gear_line;

endmodule
