// SPDX-License-Identifier: Apache-2.0
// RS(70,66) of the global links: its sizes, its field and its generator polynomial.

/// Elements of GF(2^8) are polynomials over alpha, alpha^0 in bit 0; alpha is a root of 0x11D.
package rs_fec_pkg;
  // The package serves encoder and decoder, each of which leaves some of it unused.
  // verilator lint_off UNUSEDPARAM

  localparam int unsigned SymW = 8;
  localparam int unsigned NumSyms = 70;
  localparam int unsigned NumDataSyms = 66;
  localparam int unsigned NumRoots = 4;
  localparam int unsigned DataW = NumDataSyms * SymW;
  localparam int unsigned ParityW = NumRoots * SymW;
  /// The parity bits are inverted on the line by this.
  localparam logic [ParityW-1:0] ParityInversion = 32'hA5A5A5A5;
  // verilator lint_on UNUSEDPARAM

  typedef logic [SymW-1:0] sym_t;

  /// Times alpha.
  function automatic sym_t gf_times_alpha(sym_t a);
    return {a[6:0], 1'b0} ^ (a[7] ? 8'h1D : 8'h00);
  endfunction

  /// Element i is a times alpha^i.
  function automatic logic [SymW-1:0][SymW-1:0] gf_basis(sym_t a);
    logic [SymW-1:0][SymW-1:0] basis;
    basis[0] = a;
    for (int unsigned i = 1; i < SymW; i++) begin
      basis[i] = gf_times_alpha(basis[i-1]);
    end
    return basis;
  endfunction

  /// Product of b and the factor of the basis; for many products of one factor.
  function automatic sym_t gf_combine(logic [SymW-1:0][SymW-1:0] basis, sym_t b);
    sym_t product;
    product = '0;
    for (int unsigned i = 0; i < SymW; i++) begin
      product ^= b[i] ? basis[i] : '0;
    end
    return product;
  endfunction

  /// Product.
  function automatic sym_t gf_mul(sym_t a, sym_t b);
    return gf_combine(gf_basis(a), b);
  endfunction

  /// alpha to the power of n; called at elaboration only.
  function automatic sym_t gf_alpha(int unsigned n);
    sym_t power;
    power = 8'h01;
    for (int unsigned i = 0; i < n; i++) begin
      power = gf_times_alpha(power);
    end
    return power;
  endfunction

  /// Inverses of all elements; that of zero is zero. Called at elaboration only.
  function automatic logic [255:0][SymW-1:0] gf_inverses();
    logic [255:0][SymW-1:0] inverses;
    inverses = '0;
    for (int unsigned i = 0; i < 255; i++) begin
      inverses[gf_alpha(i)] = gf_alpha(255 - i);
    end
    return inverses;
  endfunction

  /// Generator polynomial without its leading 1: coefficient of x^k is element k. Its roots are
  /// alpha^0 .. alpha^3. Called at elaboration only.
  function automatic logic [NumRoots-1:0][SymW-1:0] rs_generator();
    logic [NumRoots:0][SymW-1:0] poly;
    poly = '0;
    poly[0] = 8'h01;
    for (int unsigned root = 0; root < NumRoots; root++) begin
      for (int unsigned k = NumRoots; k > 0; k--) begin
        poly[k] = poly[k-1] ^ gf_mul(poly[k], gf_alpha(root));
      end
      poly[0] = gf_mul(poly[0], gf_alpha(root));
    end
    return poly[NumRoots-1:0];
  endfunction

endpackage
