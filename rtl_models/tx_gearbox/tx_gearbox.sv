// SPDX-License-Identifier: Apache-2.0
// 66-bit blocks into 70-bit line words, for links without FEC at full line rate.

/// A line word takes four bits from the rest, or adds 62 to it where it takes two blocks. So the
/// rest always has an even number of bits, from 0 to 64, and is counted in pairs.
module tx_gearbox
  import tin_pkg::*;
(
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A line word is formed in this cycle.
  input  logic              enable_i,
  /// The next block to send, bit 0 first on the wire.
  input  logic [BlockW-1:0] block0_i,
  /// The one after it.
  input  logic [BlockW-1:0] block1_i,
  /// How many blocks a cycle with `enable_i` takes: 1 or 2.
  output logic [1:0]        take_o,
  /// A line word.
  output logic              valid_o,
  /// The line word, bit 0 first on the wire.
  output logic [LineW-1:0]  line_o
);

  localparam int unsigned MaxRestW = 64;
  localparam int unsigned PairsW = 6;
  /// With fewer pairs, rest and one block do not fill a line word.
  localparam logic [PairsW-1:0] FillPairs = PairsW'((LineW - BlockW) / 2);
  localparam logic [PairsW-1:0] GainPairs = PairsW'((2 * BlockW - LineW) / 2);

  // Bits of the rest above its number are zero.
  logic [MaxRestW-1:0] rest_q;
  logic [PairsW-1:0]   pairs_q;
  logic                take_two;
  assign take_two = pairs_q < FillPairs;
  assign take_o = take_two ? 2'd2 : 2'd1;

  logic [2*BlockW-1:0]       blocks;
  logic [MaxRestW+LineW-1:0] bits;
  assign blocks = {take_two ? block1_i : '0, block0_i};
  assign bits = {LineW'(0), rest_q} | ((MaxRestW + LineW)'(blocks) << {pairs_q, 1'b0});

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_rest
    if (!rst_ni) begin
      rest_q <= '0;
      pairs_q <= '0;
    end else if (enable_i) begin
      rest_q <= bits[MaxRestW+LineW-1:LineW];
      pairs_q <= take_two ? pairs_q + GainPairs : pairs_q - FillPairs;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      valid_o <= 1'b0;
      line_o <= '0;
    end else begin
      valid_o <= enable_i;
      line_o <= enable_i ? bits[LineW-1:0] : '0;
    end
  end

endmodule
