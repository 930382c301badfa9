// SPDX-License-Identifier: Apache-2.0
// Widths and the cell header, shared by all blocks.

/// Widths do not depend on a block's shape: rtl_models/README.md, "Conventions".
package tin_pkg;
  // A package serves several blocks, each of which leaves some of it unused.
  // verilator lint_off UNUSEDPARAM

  localparam int unsigned PortW = 6;
  localparam int unsigned VcW = 5;
  localparam int unsigned LenW = 5;
  localparam int unsigned WordW = 64;
  /// Cumulative word counts are modulo 4096.
  localparam int unsigned CountW = 12;
  /// What travels with a cell through the input buffer: {VC, port} at the output.
  localparam int unsigned MetaW = VcW + PortW;

  localparam logic [LenW-1:0] MinLen = 5'd2;
  localparam logic [LenW-1:0] MaxLen = 5'd20;

  /// Ordered-set code of a start of cell.
  localparam logic [3:0] OscStart = 4'h1;
  // verilator lint_on UNUSEDPARAM

  /// Header word, first member in the most significant bits.
  typedef struct packed {
    logic [7:0]      crc;
    logic            trace;
    logic [4:0]      hop;
    logic [VcW-1:0]  vc;
    logic [3:0]      cell_type;
    logic [LenW-1:0] len;
    logic [15:0]     src;
    logic [15:0]     dst;
    logic [3:0]      osc;
  } cell_header_t;

endpackage
