// SPDX-License-Identifier: Apache-2.0
// Transmit physical coding sublayer: one 66-bit block per word, scrambled.

/// The scrambler takes all 64 bits of a block at once: the first 39 depend on bits of earlier
/// blocks only, the other 25 also on the first.
module pcs_tx
  import tin_pkg::*;
(
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A word is sent; else an IDLE ordered set.
  input  logic              valid_i,
  /// The word is a control word.
  input  logic              control_i,
  /// The word.
  input  logic [WordW-1:0]  word_i,
  /// Sync header in bits 1:0, scrambled payload in bits 65:2; bit 0 is sent first.
  output logic [BlockW-1:0] block_o
);

  localparam logic [CoveredW-1:0] IdleCovered = CoveredW'(OscIdle);
  localparam logic [WordW-1:0] IdleWord = {crc8_serial(Crc8Init, IdleCovered), IdleCovered};

  logic [1:0]       sync;
  logic [WordW-1:0] payload;
  assign sync = (valid_i && !control_i) ? SyncData : SyncControl;
  assign payload = valid_i ? word_i : IdleWord;

  // The 58 scrambled bits sent last; the oldest is bit 0.
  logic [57:0] sent_q;
  logic [38:0] scrambled_first;
  logic [24:0] scrambled_rest;
  assign scrambled_first = payload[38:0] ^ sent_q[57:19] ^ sent_q[38:0];
  assign scrambled_rest = payload[63:39] ^ scrambled_first[24:0] ^
      {scrambled_first[5:0], sent_q[57:39]};

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_block
    if (!rst_ni) begin
      sent_q <= '1;
      block_o <= '0;
    end else begin
      sent_q <= {scrambled_rest, scrambled_first[38:6]};
      block_o <= {scrambled_rest, scrambled_first, sync};
    end
  end

endmodule
