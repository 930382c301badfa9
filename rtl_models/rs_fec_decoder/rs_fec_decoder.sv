// SPDX-License-Identifier: Apache-2.0
// RS(70,66) decoder of a global link: eight line words in, eight blocks out, two symbols corrected.

/// Peterson's closed form. With syndromes S0..S3, two errors have the locator X^2 + s1 X + s2 where
///   det = S1^2 + S0 S2,  s1 = (S0 S3 + S1 S2) / det,  s2 = (S1 S3 + S2^2) / det
/// and one error has X = S1 / S0, here written as s1 = S1 / S0, s2 = 0 since X is not zero. The
/// locator is tried at all 70 symbols. The value at X is base + slope X, where two errors give
///   slope = S0 / s1,  base = S0 + S1 / s1   and one gives   slope = 0,  base = S0.
/// A codeword in cycles x .. x+7 has its syndromes in x+8, ratio in x+9, locator in x+10, roots in
/// x+11 and its first block in x+12.
module rs_fec_decoder
  import tin_pkg::BlockW;
  import tin_pkg::LineW;
  import rs_fec_pkg::*;
(
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A line word.
  input  logic              valid_i,
  /// The word is the first of a codeword.
  input  logic              first_i,
  /// The line word, bit 0 first on the wire.
  input  logic [LineW-1:0]  line_i,
  /// A block.
  output logic              valid_o,
  /// The block, corrected.
  output logic [BlockW-1:0] block_o,
  /// Codeword cannot be corrected; the block is as it was received.
  output logic              bad_o,
  /// With the first block of a codeword: how many symbols were corrected.
  output logic [1:0]        corrected_o,
  /// The first block of a codeword.
  output logic              first_o
);

  localparam logic [255:0][SymW-1:0] Inverse = gf_inverses();

  typedef logic [NumRoots-1:0][SymW-1:0] syndromes_t;

  // ---- Collect: syndromes are complete with the last word.
  logic [2:0]         count_q, count;
  logic [LineW-1:0]   line;
  logic [7*LineW-1:0] collected_q;
  logic [8*LineW-1:0] collected_d;
  logic               complete_d;
  assign count = first_i ? '0 : count_q;
  assign complete_d = valid_i && count == '1;
  always_comb begin : p_line
    line = line_i;
    if (count == '1) begin
      line[LineW-1-:ParityW] = line_i[LineW-1-:ParityW] ^ ParityInversion;
    end
  end
  assign collected_d = {line, collected_q};

  // Symbols completed by this word: eight with every fourth, else nine. Before a word 0, 6, 4 or 2
  // bits are left over from the last one.
  logic [8:0][SymW-1:0] symbols;
  logic                 has_ninth;
  assign has_ninth = count[1:0] != '0;
  assign symbols = 72'({line, collected_q[7*LineW-1-:6]} >> {count[1:0] - 2'd1, 1'b0});

  function automatic syndromes_t accumulate(syndromes_t sums, sym_t symbol);
    syndromes_t next;
    next[0] = sums[0] ^ symbol;
    next[1] = gf_times_alpha(sums[1]) ^ symbol;
    next[2] = gf_times_alpha(gf_times_alpha(sums[2])) ^ symbol;
    next[3] = gf_times_alpha(gf_times_alpha(gf_times_alpha(sums[3]))) ^ symbol;
    return next;
  endfunction

  syndromes_t syndromes_q, syndromes_d;
  always_comb begin : p_syndromes
    syndromes_d = (count == '0) ? '0 : syndromes_q;
    for (int unsigned i = 0; i < 8; i++) begin
      syndromes_d = accumulate(syndromes_d, symbols[i]);
    end
    if (has_ninth) begin
      syndromes_d = accumulate(syndromes_d, symbols[8]);
    end
  end

  logic [DataW-1:0] data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_collect
    if (!rst_ni) begin
      count_q <= '0;
      collected_q <= '0;
      syndromes_q <= '0;
      data_q <= '0;
    end else if (valid_i) begin
      count_q <= count + 1'b1;
      collected_q <= collected_d[8*LineW-1:LineW];
      syndromes_q <= syndromes_d;
      if (complete_d) begin
        data_q <= collected_d[DataW-1:0];
      end
    end
  end

  // ---- Cycle 1: numerators and denominator of the locator.
  logic [3:0] step_q;
  sym_t       s0, s1, s2, s3, det, det_1, det_2;
  logic       one_error;
  assign {s3, s2, s1, s0} = syndromes_q;
  assign det = gf_mul(s1, s1) ^ gf_mul(s0, s2);
  assign det_1 = gf_mul(s0, s3) ^ gf_mul(s1, s2);
  assign det_2 = gf_mul(s1, s3) ^ gf_mul(s2, s2);
  assign one_error = s0 != '0 && det == '0 && det_1 == '0;

  // These stay until the next codeword: it follows after eight cycles at least.
  sym_t       s0_q, s1_q, denominator_q, numerator_1_q, numerator_2_q;
  logic [1:0] num_errors_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_ratio
    if (!rst_ni) begin
      s0_q <= '0;
      s1_q <= '0;
      denominator_q <= '0;
      numerator_1_q <= '0;
      numerator_2_q <= '0;
      num_errors_q <= '0;
    end else if (step_q[0]) begin
      s0_q <= s0;
      s1_q <= s1;
      denominator_q <= one_error ? s0 : det;
      numerator_1_q <= one_error ? s1 : det_1;
      numerator_2_q <= one_error ? '0 : det_2;
      num_errors_q <= (syndromes_q == '0) ? 2'd0 : (one_error ? 2'd1 : 2'd2);
    end
  end

  // ---- Cycle 2: locator. Without a solution the denominator is zero, so the locator is X^2: no
  // symbol is a root of it.
  sym_t locator_1_q, locator_2_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_locator
    if (!rst_ni) begin
      locator_1_q <= '0;
      locator_2_q <= '0;
    end else begin
      locator_1_q <= gf_mul(numerator_1_q, Inverse[denominator_q]);
      locator_2_q <= gf_mul(numerator_2_q, Inverse[denominator_q]);
    end
  end

  // ---- Cycle 3: which symbols are roots, and how their values follow from their places.
  logic [NumSyms-1:0] roots_d, roots_q;
  sym_t               slope_d, slope_q, base_d, base_q;
  assign slope_d = (num_errors_q == 2'd1) ? '0 : gf_mul(s0_q, Inverse[locator_1_q]);
  assign base_d = (num_errors_q == 2'd1) ? s0_q : s0_q ^ gf_mul(s1_q, Inverse[locator_1_q]);
  logic [SymW-1:0][SymW-1:0] locator_1_basis;
  assign locator_1_basis = gf_basis(locator_1_q);
  for (genvar k = 0; k < NumSyms; k++) begin : gen_roots
    localparam sym_t X = gf_alpha(NumSyms - 1 - k);
    localparam sym_t XSquared = gf_mul(X, X);
    assign roots_d[k] = (gf_combine(locator_1_basis, X) ^ locator_2_q) == XSquared;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_roots
    if (!rst_ni) begin
      roots_q <= '0;
      slope_q <= '0;
      base_q <= '0;
    end else begin
      roots_q <= roots_d;
      slope_q <= slope_d;
      base_q <= base_d;
    end
  end

  // ---- Cycle 4: as many roots as errors, all different and among the 70, or it is bad.
  logic                      bad;
  logic [DataW-1:0]          errors;
  logic [SymW-1:0][SymW-1:0] slope_basis;
  assign slope_basis = gf_basis(slope_q);
  assign bad = 2'($countones(roots_q)) != num_errors_q;
  for (genvar k = 0; k < NumDataSyms; k++) begin : gen_errors
    localparam sym_t X = gf_alpha(NumSyms - 1 - k);
    assign errors[SymW*k+:SymW] = (roots_q[k] && !bad) ?
        (base_q ^ gf_combine(slope_basis, X)) : '0;
  end

  // ---- Blocks leave one by one.
  logic [DataW-1:0] blocks_q;
  logic [2:0]       blocks_left_q;
  assign block_o = blocks_q[BlockW-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      step_q <= '0;
      blocks_q <= '0;
      blocks_left_q <= '0;
      valid_o <= 1'b0;
      bad_o <= 1'b0;
      corrected_o <= '0;
      first_o <= 1'b0;
    end else begin
      step_q <= {step_q[2:0], complete_d};
      first_o <= step_q[3];
      corrected_o <= (step_q[3] && !bad) ? num_errors_q : '0;
      if (step_q[3]) begin
        blocks_q <= data_q ^ errors;
        blocks_left_q <= '1;
        valid_o <= 1'b1;
        bad_o <= bad;
      end else begin
        blocks_q <= blocks_q >> BlockW;
        if (blocks_left_q != '0) begin
          blocks_left_q <= blocks_left_q - 1'b1;
        end else begin
          valid_o <= 1'b0;
          bad_o <= 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      CodewordIsContiguous: assert (valid_i || count_q == '0)
        else $error("the eight line words of a codeword must arrive in consecutive cycles");
      if (valid_i) begin
        FirstIsMarked: assert (first_i == (count_q == '0))
          else $error("first_i must be given with the first line word of a codeword and no other");
      end
    end
  end

endmodule
