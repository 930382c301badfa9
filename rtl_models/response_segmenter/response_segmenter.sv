// SPDX-License-Identifier: Apache-2.0
// Response segmenter of 1RMA: PCIe completions become RESP cells.

/// One completion is cut at a time: its rest is kept, and the cell on the outputs is the next
/// piece. Contexts hold the operation of the read and its bytes not yet in a cell.
module response_segmenter
  import rma_pkg::*;
#(
  /// Reads open at a time, 2..64.
  parameter int unsigned NumContexts = 64
) (
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic             rst_ni,
  /// Strap: bytes of data per cell, 64 or 128.
  input  logic [7:0]       max_data_i,
  /// A read has been sent to the host.
  input  logic             open_valid_i,
  /// The initiator's slot.
  input  logic [15:0]      open_slot_i,
  /// Bytes.
  input  logic [SizeW-1:0] open_size_i,
  /// A context is free.
  output logic             open_ok_o,
  /// The first one.
  output logic [5:0]       open_context_o,
  /// A completion.
  input  logic             cpl_valid_i,
  /// Context of the read.
  input  logic [5:0]       cpl_context_i,
  /// Offset of the first byte in the read.
  input  logic [11:0]      cpl_offset_i,
  /// Bytes.
  input  logic [8:0]       cpl_length_i,
  /// The completion is an error instead.
  input  logic             cpl_error_i,
  /// The completion is taken.
  output logic             cpl_ready_o,
  /// A cell to send.
  output logic             seg_valid_o,
  /// Context of the read.
  output logic [5:0]       seg_context_o,
  /// The initiator's slot.
  output logic [15:0]      seg_slot_o,
  /// Offset of the first byte in the read.
  output logic [11:0]      seg_offset_o,
  /// Bytes of data.
  output logic [7:0]       seg_length_o,
  /// Words, with header and meta-data.
  output logic [4:0]       seg_words_o,
  /// 0, or 1 for an error.
  output logic [3:0]       seg_status_o,
  /// The cell's number.
  output logic [47:0]      seg_counter_o,
  /// The cell is the last of its read.
  output logic             seg_last_o,
  /// The cell is taken.
  input  logic             seg_ready_i,
  /// Contexts open.
  output logic [6:0]       contexts_o
);

  localparam int unsigned ContextW = 6;
  localparam int unsigned MaxContexts = 1 << ContextW;
  localparam int unsigned IdxW = $clog2(NumContexts);
  localparam int unsigned OffsetW = 12;
  localparam int unsigned PieceW = 8;
  localparam int unsigned LengthW = 9;
  localparam int unsigned CellWords = 5;
  localparam int unsigned CounterW = 48;
  // Header and meta-data of a cell, in words.
  localparam int unsigned Overhead = 4;

  typedef logic [IdxW-1:0] idx_t;
  typedef logic [NumContexts-1:0] mask_t;

  mask_t            open_q;
  logic [15:0]      slot_q [NumContexts];
  logic [SizeW-1:0] left_q [NumContexts];  // bytes still to be shown

  // ---- opening: the first free context
  mask_t first_free;
  idx_t  open_context;
  logic  opens;
  assign first_free = ~open_q & (open_q + 1'b1);
  assign open_ok_o = first_free != '0;
  assign open_context_o = ContextW'(number_of(MaxSlots'(first_free)));
  assign open_context = idx_t'(open_context_o);
  assign opens = open_valid_i && open_ok_o;

  // ---- the completion that is being cut
  logic                cutting_q, error_q;
  logic [ContextW-1:0] context_q;
  logic [OffsetW-1:0]  offset_q;
  logic [LengthW-1:0]  length_q;
  idx_t                context_idx;
  logic                takes;
  assign context_idx = idx_t'(context_q);
  assign cpl_ready_o = !cutting_q;
  assign takes = cpl_valid_i && cpl_ready_o;

  // ---- the cell on show
  logic [PieceW-1:0]   piece;
  logic [SizeW-1:0]    left;
  logic                ends, shown, closes;
  logic [CounterW-1:0] counter_q;
  assign piece = (length_q > LengthW'(max_data_i)) ? max_data_i : PieceW'(length_q);
  assign ends = length_q == LengthW'(piece);
  assign left = left_q[context_idx];

  assign seg_valid_o = cutting_q;
  assign seg_context_o = cutting_q ? context_q : '0;
  assign seg_slot_o = cutting_q ? slot_q[context_idx] : '0;
  assign seg_offset_o = cutting_q ? offset_q : '0;
  assign seg_length_o = cutting_q ? piece : '0;
  assign seg_words_o = cutting_q ?
      CellWords'(Overhead) + CellWords'((LengthW'(piece) + LengthW'(7)) >> 3) : '0;
  assign seg_status_o = 4'(cutting_q && error_q);
  assign seg_counter_o = cutting_q ? counter_q : '0;
  assign seg_last_o = cutting_q && (error_q || left == SizeW'(piece));

  assign shown = seg_valid_o && seg_ready_i;
  assign closes = shown && seg_last_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_cut
    if (!rst_ni) begin
      cutting_q <= 1'b0;
      error_q <= 1'b0;
      context_q <= '0;
      offset_q <= '0;
      length_q <= '0;
      counter_q <= CounterW'(1);
    end else if (takes) begin
      cutting_q <= 1'b1;
      error_q <= cpl_error_i;
      context_q <= cpl_context_i;
      offset_q <= cpl_offset_i;
      length_q <= cpl_error_i ? '0 : cpl_length_i;
    end else if (shown) begin
      cutting_q <= !ends;
      offset_q <= offset_q + OffsetW'(piece);
      length_q <= length_q - LengthW'(piece);
      counter_q <= counter_q + 1'b1;
    end
  end

  // ---- contexts
  logic [ContextW:0] contexts_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_open
    if (!rst_ni) begin
      open_q <= '0;
      contexts_q <= '0;
    end else begin
      open_q <= (open_q | (opens ? first_free : '0)) & ~(mask_t'(closes) << context_idx);
      contexts_q <= contexts_q + (ContextW+1)'(opens) - (ContextW+1)'(closes);
    end
  end

  assign contexts_o = contexts_q;

  always_ff @(posedge clk_i) begin : p_contexts
    if (shown) begin
      left_q[context_idx] <= left - SizeW'(piece);
    end
    if (opens) begin
      slot_q[open_context] <= open_slot_i;
      left_q[open_context] <= open_size_i;
    end
  end

  initial begin
    NumContextsInRange: assert (NumContexts >= 2 && NumContexts <= MaxContexts)
      else $error("NumContexts must be 2..64");
  end

  // ---- rules; a read's size is remembered for them alone
  logic [SizeW-1:0] size_q [NumContexts];
  idx_t             cpl_context;
  assign cpl_context = idx_t'(cpl_context_i);

  always_ff @(posedge clk_i) begin : p_size
    if (opens) begin
      size_q[open_context] <= open_size_i;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      OpenSize: assert (!opens || (open_size_i != '0 && 32'(open_size_i) <= MaxBytes))
        else $error("a read must have 1..4096 bytes");
      ContextIsOpen: assert (!takes ||
                             (32'(cpl_context_i) < NumContexts && open_q[cpl_context]))
        else $error("a completion belongs to no read");
      if (takes && !cpl_error_i) begin
        CompletionLength: assert (cpl_length_i != '0 && cpl_length_i <= LengthW'(256))
          else $error("a completion must have 1..256 bytes");
        BytesAreLeft: assert (SizeW'(cpl_length_i) <= left_q[cpl_context])
          else $error("a completion has more bytes than its read has left");
        InsideRead: assert (SizeW'(cpl_offset_i) + SizeW'(cpl_length_i) <= size_q[cpl_context])
          else $error("a completion has bytes behind the end of its read");
      end
    end
  end

endmodule
