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
  /// Data that travels with a cell through the input buffer: {VC, port} at the output.
  localparam int unsigned MetaW = VcW + PortW;

  localparam logic [LenW-1:0] MinLen = 5'd2;
  localparam logic [LenW-1:0] MaxLen = 5'd20;

  /// Ordered-set code of a start of cell.
  localparam logic [3:0] OscStart = 4'h1;
  /// First and last of the codes of ordered sets that are not a start of cell.
  localparam logic [3:0] OscFirst = 4'h2;
  localparam logic [3:0] OscLast = 4'h7;
  localparam logic [3:0] OscFc = 4'h2;
  localparam logic [3:0] OscTimesync = 4'h3;
  localparam logic [3:0] OscMos = 4'h4;
  localparam logic [3:0] OscPhy = 4'h5;
  localparam logic [3:0] OscLat = 4'h6;
  localparam logic [3:0] OscIdle = 4'h7;
  /// Body of an ordered set: the bits between code and CRC.
  localparam int unsigned BodyW = 52;
  /// Flow-control updates in one FC set.
  localparam int unsigned FcEntries = 3;

  /// Bits of a control word that its CRC covers: all but the CRC itself.
  localparam int unsigned CoveredW = 56;
  /// CRC-8/ROHC: polynomial 0x07 reflected, and initial value.
  localparam logic [7:0] Crc8Poly = 8'hE0;
  localparam logic [7:0] Crc8Init = 8'hFF;

  /// Sync header of a 66-bit block as an integer whose bit 0 is sent first.
  localparam logic [1:0] SyncControl = 2'b01;
  localparam logic [1:0] SyncData = 2'b10;
  localparam int unsigned BlockW = 66;
  /// Bits on a line in one core cycle.
  localparam int unsigned LineW = 70;

  /// A packet's length in bytes, 1..16383.
  localparam int unsigned BytesW = 14;
  /// Bytes of a packet that a DATA cell carries at most.
  localparam int unsigned CellBytes = 148;
  /// Egress ports of the IP side, classes of service, and their RTS queues: 8 * port + class.
  localparam int unsigned NumEgress = 4;
  localparam int unsigned NumClasses = 8;
  localparam int unsigned NumRtsQueues = NumEgress * NumClasses;
  localparam int unsigned RtsQueueW = 5;
  /// Bytes outstanding at an egress port.
  localparam int unsigned WindowW = 20;
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

  /// One entry of an FC set.
  typedef struct packed {
    logic [CountW-1:0] limit;
    logic [VcW-1:0]    vc;
  } fc_entry_t;

  /// Body of an FC set; entry 0 is the first.
  typedef struct packed {
    logic                      init;
    fc_entry_t [FcEntries-1:0] entry;
  } fc_body_t;

  /// CRC of a control word by its bit-serial definition; called at elaboration only.
  function automatic logic [7:0] crc8_serial(logic [7:0] init, logic [CoveredW-1:0] covered);
    logic [7:0] crc;
    crc = init;
    for (int unsigned i = 0; i < CoveredW; i++) begin
      crc = {1'b0, crc[7:1]} ^ ((crc[0] != covered[i]) ? Crc8Poly : 8'h00);
    end
    return crc;
  endfunction

  /// The CRC is linear: each of its bits is the parity of some covered bits; these masks name them.
  function automatic logic [7:0][CoveredW-1:0] crc8_taps();
    logic [7:0][CoveredW-1:0] taps;
    logic [7:0] column;
    for (int unsigned i = 0; i < CoveredW; i++) begin
      column = crc8_serial(8'h00, CoveredW'(1) << i);
      for (int unsigned k = 0; k < 8; k++) begin
        taps[k][i] = column[k];
      end
    end
    return taps;
  endfunction

  localparam logic [7:0][CoveredW-1:0] Crc8Taps = crc8_taps();
  localparam logic [7:0] Crc8OfZero = crc8_serial(Crc8Init, '0);

  /// CRC-8/ROHC of a control word.
  function automatic logic [7:0] crc8(logic [CoveredW-1:0] covered);
    logic [7:0] crc;
    for (int unsigned k = 0; k < 8; k++) begin
      crc[k] = Crc8OfZero[k] ^ (^(covered & Crc8Taps[k]));
    end
    return crc;
  endfunction

endpackage
