// SPDX-License-Identifier: Apache-2.0
// 70-bit line words into 66-bit blocks, the other end of tx_gearbox.

/// A line word gives one block and leaves four bits more, or gives two and leaves 62 fewer; a slip
/// leaves one fewer still. The rest can have any number of bits from 0 to 65.
module rx_gearbox
  import tin_pkg::*;
(
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A line word.
  input  logic              valid_i,
  /// The line word, bit 0 first on the wire.
  input  logic [LineW-1:0]  line_i,
  /// Cut one bit later.
  input  logic              slip_i,
  /// Blocks cut: 0, 1 or 2.
  output logic [1:0]        count_o,
  /// The earlier block.
  output logic [BlockW-1:0] block0_o,
  /// The later block.
  output logic [BlockW-1:0] block1_o
);

  localparam int unsigned MaxRestW = BlockW - 1;
  localparam int unsigned BitsW = MaxRestW + LineW;
  localparam int unsigned RestCountW = 7;
  /// A rest of so many bits and a line word are two blocks.
  localparam logic [RestCountW-1:0] SecondAt = RestCountW'(2 * BlockW - LineW);
  localparam logic [RestCountW-1:0] Gain = RestCountW'(LineW - BlockW);

  // A slip that arrived in a gap waits for the next line word.
  logic slip_q, slip;
  assign slip = slip_i || slip_q;

  // Bits of the rest above its number are zero, and so are the bits of `bits` above its number.
  logic [MaxRestW-1:0]   rest_q;
  logic [RestCountW-1:0] count_q, dropped;
  logic [BitsW-1:0]      bits;
  logic                  second;
  assign bits = ({LineW'(0), rest_q} | (BitsW'(line_i) << count_q)) >> slip;
  assign dropped = RestCountW'(slip);
  assign second = count_q >= SecondAt + dropped;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_rest
    if (!rst_ni) begin
      slip_q <= 1'b0;
      rest_q <= '0;
      count_q <= '0;
    end else begin
      slip_q <= slip && !valid_i;
      if (valid_i) begin
        rest_q <= second ? MaxRestW'(bits[BitsW-1:2*BlockW]) : bits[BlockW+:MaxRestW];
        count_q <= second ? count_q - SecondAt - dropped : count_q + Gain - dropped;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      count_o <= '0;
      block0_o <= '0;
      block1_o <= '0;
    end else begin
      count_o <= {valid_i && second, valid_i && !second};
      block0_o <= valid_i ? bits[BlockW-1:0] : '0;
      block1_o <= (valid_i && second) ? bits[BlockW+:BlockW] : '0;
    end
  end

endmodule
