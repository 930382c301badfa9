// SPDX-License-Identifier: Apache-2.0
// Rules of the cell header, for the codec and for blocks that look at headers only when there is one.

/// Functions instead of a module where a block must compute nothing for a word that is no header.
package cell_header_pkg;
  import tin_pkg::*;

  /// A cell has 2 to 20 words.
  function automatic logic is_bad_length(logic [LenW-1:0] len);
    return len < MinLen || len > MaxLen;
  endfunction

  /// Types 10 to 14 are reserved.
  function automatic logic is_reserved_type(logic [3:0] cell_type);
    return cell_type >= 4'd10 && cell_type <= 4'd14;
  endfunction

  /// Start-of-cell code, CRC, length and type are right.
  function automatic logic is_header(cell_header_t word);
    return word.osc == OscStart && word.crc == crc8(word[CoveredW-1:0]) &&
        !is_bad_length(word.len) && !is_reserved_type(word.cell_type);
  endfunction

  /// The same header with start-of-cell code and CRC, whatever they were.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [WordW-1:0] encoded(cell_header_t header);
    logic [CoveredW-1:0] covered;
    covered = {header.trace, header.hop, header.vc, header.cell_type, header.len, header.src,
               header.dst, OscStart};
    return {crc8(covered), covered};
  endfunction
  // verilator lint_on UNUSEDSIGNAL

endpackage
