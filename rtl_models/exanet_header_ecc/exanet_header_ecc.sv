// SPDX-License-Identifier: Apache-2.0
// ExaNet header code: 120 information bits in an extended Hamming code (128,120).

/// Combinational; the two directions are independent of each other. The syndrome of a single error is
/// the place of the wrong bit.
module exanet_header_ecc
  import exanet_pkg::*;
(
  /// Information bits to encode.
  input  logic [InfoW-1:0] info_i,
  /// Their code word.
  output logic [FlitW-1:0] word_o,
  /// Received word to decode.
  input  logic [FlitW-1:0] word_i,
  /// Its information bits, corrected if there was a single error.
  output logic [InfoW-1:0] info_o,
  /// One bit of the word was wrong.
  output logic             corrected_o,
  /// Number of that bit, else 0.
  output logic [6:0]       position_o,
  /// An even number of bits was wrong.
  output logic             uncorrectable_o
);

  localparam int unsigned CheckW = 7;
  typedef logic [CheckW-1:0] place_t;

  /// Number of the parity bit; check bit j has number InfoW + j.
  localparam place_t ParityBit = 7'd127;

  /// Place of each information bit: 3, 5, 6, 7, 9, ..., those that are no power of two.
  function automatic place_t [InfoW-1:0] places();
    place_t [InfoW-1:0] place;
    int unsigned bits;
    bits = 0;
    for (int unsigned p = 1; p < (1 << CheckW); p++) begin
      if ((p & (p - 1)) != 0) begin
        place[bits] = place_t'(p);
        bits++;
      end
    end
    return place;
  endfunction

  localparam place_t [InfoW-1:0] Places = places();

  /// Information bits that each check bit covers.
  function automatic logic [CheckW-1:0][InfoW-1:0] masks();
    logic [CheckW-1:0][InfoW-1:0] mask;
    for (int unsigned j = 0; j < CheckW; j++) begin
      for (int unsigned i = 0; i < InfoW; i++) begin
        mask[j][i] = Places[i][j];
      end
    end
    return mask;
  endfunction

  localparam logic [CheckW-1:0][InfoW-1:0] Masks = masks();

  /// Check bits of information bits.
  function automatic place_t checks_of(logic [InfoW-1:0] info);
    place_t checks;
    for (int unsigned j = 0; j < CheckW; j++) begin
      checks[j] = ^(info & Masks[j]);
    end
    return checks;
  endfunction

  // ---- encode
  place_t checks;
  assign checks = checks_of(info_i);
  assign word_o = {^{checks, info_i}, checks, info_i};

  // ---- decode
  logic   odd;
  place_t syndrome, received_checks, single_bit;
  assign received_checks = word_i[InfoW+:CheckW];
  assign syndrome = received_checks ^ checks_of(word_i[InfoW-1:0]);
  assign odd = ^word_i;
  assign corrected_o = odd;
  assign uncorrectable_o = !odd && syndrome != '0;

  // A power of two is the place of a check bit. Below any other place with topmost bit k there are k + 1
  // powers of two and place 0, which no bit has.
  always_comb begin : p_position
    single_bit = ParityBit;
    for (int unsigned k = 0; k < CheckW; k++) begin
      if (syndrome[k]) begin
        single_bit = ((syndrome & (syndrome - 1'b1)) == '0) ? place_t'(InfoW + k)
                                                            : syndrome - place_t'(k + 2);
      end
    end
  end

  assign position_o = odd ? single_bit : '0;
  // A check bit or the parity lies beyond the information.
  assign info_o = word_i[InfoW-1:0] ^ (InfoW'(odd) << single_bit);

endmodule
