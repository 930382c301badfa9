// SPDX-License-Identifier: Apache-2.0
// RS(70,66) encoder of a global link: eight 66-bit blocks in, eight 70-bit line words out.

/// When block n begins, the last 2n modulo 8 bits before it belong to a symbol not yet whole. Line
/// word n begins 4n bits into block n and ends as far into block n + 1. So one block is kept.
module rs_fec_encoder
  import tin_pkg::BlockW;
  import tin_pkg::LineW;
  import rs_fec_pkg::*;
(
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A block; then one in each of the eight cycles of a codeword.
  input  logic              valid_i,
  /// The block, bit 0 first on the wire.
  input  logic [BlockW-1:0] block_i,
  /// A line word.
  output logic              valid_o,
  /// The word is the first of a codeword.
  output logic              first_o,
  /// The line word, bit 0 first on the wire.
  output logic [LineW-1:0]  line_o
);

  localparam logic [NumRoots-1:0][SymW-1:0] Generator = rs_generator();

  // Number of the next block, and of the one kept.
  logic [2:0]        count_q, kept_count_q;
  logic              kept_q;
  logic [BlockW-1:0] kept_block_q;

  // Symbols completed by this block: eight, and a ninth with every fourth.
  logic [8:0][SymW-1:0] symbols;
  logic                 has_ninth;
  assign symbols = 72'({block_i, kept_block_q[BlockW-1-:6]} >> (3'd6 - {count_q[1:0], 1'b0}));
  assign has_ninth = count_q[1:0] == 2'd3;

  // Remainder of the division by the generator polynomial; coefficient of x^k is element k.
  logic [NumRoots-1:0][SymW-1:0] remainder_q, remainder_d;

  function automatic logic [NumRoots-1:0][SymW-1:0] divide(
      logic [NumRoots-1:0][SymW-1:0] remainder, sym_t symbol);
    logic [NumRoots-1:0][SymW-1:0] next;
    logic [SymW-1:0][SymW-1:0]     basis;
    sym_t                          feedback;
    feedback = symbol ^ remainder[NumRoots-1];
    basis = gf_basis(feedback);
    next = {remainder[NumRoots-2:0], SymW'(0)};
    for (int unsigned k = 0; k < NumRoots; k++) begin
      next[k] ^= gf_combine(basis, Generator[k]);
    end
    return next;
  endfunction

  always_comb begin : p_divide
    remainder_d = (count_q == '0) ? '0 : remainder_q;
    for (int unsigned i = 0; i < 8; i++) begin
      remainder_d = divide(remainder_d, symbols[i]);
    end
    if (has_ninth) begin
      remainder_d = divide(remainder_d, symbols[8]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_take
    if (!rst_ni) begin
      count_q <= '0;
      kept_count_q <= '0;
      kept_q <= 1'b0;
      kept_block_q <= '0;
      remainder_q <= '0;
    end else begin
      kept_q <= valid_i;
      kept_count_q <= count_q;
      if (valid_i) begin
        count_q <= count_q + 1'b1;
        kept_block_q <= block_i;
        remainder_q <= remainder_d;
      end
    end
  end

  // Bits behind the kept block on the line; the coefficient of the highest power is first.
  logic [ParityW-1:0] parity, follows;
  assign parity = {remainder_q[0], remainder_q[1], remainder_q[2], remainder_q[3]};
  assign follows = (kept_count_q == '1) ? (parity ^ ParityInversion) : block_i[ParityW-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      valid_o <= 1'b0;
      first_o <= 1'b0;
      line_o <= '0;
    end else begin
      valid_o <= kept_q;
      first_o <= kept_q && kept_count_q == '0;
      line_o <= kept_q ? LineW'({follows, kept_block_q} >> {kept_count_q, 2'b00}) : '0;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      CodewordIsContiguous: assert (valid_i || count_q == '0)
        else $error("the eight blocks of a codeword must arrive in consecutive cycles");
    end
  end

endmodule
